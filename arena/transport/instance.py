"""One process of a bot: started, greeted, watched, lost, started again, stopped.

down → coming → up → ending → down        an incident; started again when next needed
                  └────────→ gone         final: it may not be started again
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from enum import Enum, auto

import trio

from arena.referee.faults import FaultKind, LinkGone, MachineFault
from arena.referee.messages import Answer, Nonsense
from arena.transport import frames, limits
from arena.transport.codec import Codec
from arena.transport.generated import arena_pb2 as pb
from arena.transport.grpc_link import GrpcLink
from arena.transport.launcher_port import (
    Command,
    Exited,
    LaunchFailed,
    Process,
    bot_environment,
    describe_status,
)
from arena.transport.local import Local, Program
from arena.transport.server import Departure, Stream


class _Phase(Enum):
    DOWN = auto()
    COMING = auto()
    UP = auto()
    ENDING = auto()
    GONE = auto()


class Instance:
    """One process of a bot and whatever takes its place after an incident.

    name: the bot's with a number, for logs. The pool keeps in it: seen, the deals it has met, and
    seated, in how many seats it sits; on_up, called when it is known how many matches it holds."""

    def __init__(self, name: str, program: Program, local: Local) -> None:
        self.name, self.program, self._local = name, program, local
        self.seen: set[str] = set()
        self.seated = 0
        self.on_up: Callable[[], None] = lambda: None
        self.stream: Stream | None = None
        self.matches_at_once = 1
        self._phase = _Phase.DOWN
        self._changed = trio.Event()
        self._incidents = 0
        self._final: LinkGone | MachineFault | None = None
        self._links: dict[int, GrpcLink] = {}
        self._closed: deque[int] = deque(maxlen=limits.CLOSED_MATCHES)
        self._process: Process | None = None
        self._before: Process | None = None
        self._token = ""
        self._empty = self._astray = 0

    @property
    def sound(self) -> bool:
        """Whether it may be given another match: no incident, and up or yet to be started."""
        return not self._incidents and self._phase in (_Phase.DOWN, _Phase.COMING, _Phase.UP)

    def link(self, codec: Codec) -> GrpcLink:
        """A link for one more match."""
        match = secrets.randbits(64)
        link = self._links[match] = GrpcLink(self, match, codec, self._local.wire.timekeeper)
        return link

    def leave(self, match: int) -> None:
        """A match is over here; answers to it that still come are late, not nonsense."""
        if self._links.pop(match, None) is not None:
            self._closed.append(match)

    async def wait_up(self) -> None:
        """Return when its stream is there; start the process, or one in its place, if need be.

        Raises LinkGone (final) or MachineFault."""
        while self._phase is not _Phase.UP:
            if self._phase is _Phase.GONE:
                raise self._last_word()
            if self._phase is _Phase.DOWN:
                self._become(_Phase.COMING)
                self._spawn(self._bring_up)
            await self._changed.wait()

    def send(self, data: bytes, departure: Departure | None = None) -> None:
        """Queue a message for it; one that does not read is lost."""
        if self.stream is None:
            return
        self.stream.send(data, departure)
        if self.stream.unwritten_bytes > limits.UNWRITTEN_BYTES:
            self.lose("disconnect", f"left more than {limits.UNWRITTEN_BYTES} bytes unread")

    def lose(self, kind: FaultKind, sentence: str) -> None:
        """An incident: end the process, and tell every match with an open question."""
        if self._phase in (_Phase.DOWN, _Phase.GONE):
            return
        self._incidents += 1
        self._end(LinkGone(kind, sentence, final=self._incidents > limits.RESTARTS))
        if self._process is not None:
            # At once another's: its end must not be taken for the end of the one that comes.
            self._before, self._process = self._process, None
            self._spawn(self._before.stop)

    async def stop(self) -> None:
        """End the process for good, after a moment in which it may read its last messages and end itself."""
        reads = self.stream is not None
        self._end(self._final or LinkGone("disconnect", "stopped by the referee", final=True))
        if reads and self._process is not None:
            with trio.move_on_after(limits.GOODBYE_S):
                await self._process.wait_exited()
        for process in (self._before, self._process):
            if process is not None:
                await process.stop()

    # What the wire tells its owner (see Owner in arena.transport.wire).

    def greeted(self, stream: Stream, hello: pb.Hello) -> str:
        reason = self._unfit(hello)
        if reason:
            self._end(LinkGone("no-show", reason, final=True))
            return reason
        allowed = min(self._local.matches_at_once, limits.MATCHES_AT_ONCE)
        self.matches_at_once = min(max(1, hello.matches_at_once), allowed)
        self.stream = stream
        stream.send(frames.welcome(secrets.token_bytes(16), self.matches_at_once))
        self._become(_Phase.UP)
        self.on_up()
        return ""

    def received(self, stream: Stream, data: bytes, arrived_s: float) -> None:
        message = frames.parse(data)
        if message is None:
            self.lose("malformed", "sent a message that is not a FromBot")
            return
        if message.HasField("hello"):
            self.lose("malformed", "said hello twice on one stream")
            return
        self._empty += 1
        for answer in message.answers:
            self._deliver(answer, arrived_s)
            if self.stream is not stream:  # lost: what else it sent is nobody's
                return
        if self._empty > limits.EMPTY_MESSAGES:
            self.lose("flood", f"sent {limits.EMPTY_MESSAGES} messages that answer nothing")

    def ended(self, stream: Stream, *, oversize: bool) -> None:
        if stream is not self.stream:
            return
        if oversize:
            self.lose("malformed", f"sent a message of more than {limits.MAX_MESSAGE_BYTES} bytes")
            return
        self.stream = None
        self._become(_Phase.ENDING)
        self._spawn(self._explain_end)

    def _unfit(self, hello: pb.Hello) -> str:
        if hello.protocol != limits.PROTOCOL:
            return f"speaks protocol {hello.protocol}, this referee speaks {limits.PROTOCOL}"
        if hello.games and self._local.game not in hello.games:
            return f"plays {_shown(', '.join(hello.games))}, this is {self._local.game}"
        return ""

    def _deliver(self, answer: pb.Answer, arrived_s: float) -> None:
        link = self._links.get(answer.match)
        if link is not None:
            self._empty = self._astray = 0
            if not link.deliver(Answer(answer.number, answer.option, arrived_s)):
                self.lose("flood", f"sent {limits.UNREAD_ANSWERS} answers that nobody had asked for")
            return
        self._astray += 1
        if self._astray > limits.ASTRAY_ANSWERS:
            self.lose("flood", f"sent {limits.ASTRAY_ANSWERS} answers in matches that it does not play")
        elif answer.match not in self._closed:
            sentence = f"answered in a match that it does not play ({answer.match:016x})"
            for other in list(self._links.values()):
                if other.asking:
                    other.deliver(Nonsense(sentence, arrived_s))

    async def _bring_up(self) -> None:
        if self._before is not None:
            await self._before.stop()
        if self._phase is not _Phase.COMING:
            return
        wire, token = self._local.wire, secrets.token_urlsafe(24)
        self._token = token
        wire.expect(token, self)
        try:
            process = await self._local.launcher.start(self._command(token))
        except LaunchFailed as failed:
            wire.forget(token)
            machine = MachineFault(failed.sentence)
            self._end(machine if failed.machine else LinkGone("no-show", failed.sentence, final=True))
            return
        self._spawn(self._watch, process)
        if self._token == token and self._phase not in (_Phase.DOWN, _Phase.GONE):
            self._process = process
            await self._wait_hello(process, token)
        if self._process is not process or self._final is not None:
            wire.forget(token)
            await process.stop()

    async def _wait_hello(self, process: Process, token: str) -> None:
        with trio.move_on_after(self._local.start_s):
            while self._phase is _Phase.COMING and self._process is process:
                await self._changed.wait()
        if self._phase is _Phase.COMING and self._process is process:
            self._local.wire.forget(token)
            self._end(LinkGone("no-show", f"said no hello within {self._local.start_s:g} s", final=True))

    def _command(self, token: str) -> Command:
        local, program = self._local, self.program
        environment = bot_environment(local.wire.address, token)
        return Command(program.argv, program.folder, environment, local.nice, local.cpus)

    async def _watch(self, process: Process) -> None:
        """Take note of a process that ends: before its hello, or with its stream still open."""
        exited = await process.wait_exited()
        self._local.on_log(self.name, exited.log)
        if process is not self._process:
            return
        self._local.wire.forget(self._token)
        if self._phase is _Phase.COMING:
            self.lose("crash", f"{_death(exited)} (before it said hello)")
        with trio.move_on_after(limits.EXIT_WAIT_S):
            while self._phase is _Phase.UP and process is self._process:
                await self._changed.wait()  # its last answers and the end of its stream are on the way
        if self._phase is _Phase.UP and process is self._process:
            self.lose("crash", _death(exited))

    async def _explain_end(self) -> None:
        """The stream has ended: because the process did, or while it goes on?"""
        process, exited = self._process, None
        if process is not None:
            with trio.move_on_after(limits.EXIT_WAIT_S):
                exited = await process.wait_exited()
        if self._phase is not _Phase.ENDING or process is not self._process:
            return  # it was given up meanwhile
        if exited is not None:
            self.lose("crash", _death(exited))
        else:
            self.lose("disconnect", "ended its stream while its process went on")

    def _end(self, why: LinkGone | MachineFault) -> None:
        final = isinstance(why, MachineFault) or why.final
        if final:
            self._final = why
        if self.stream is not None:
            self._local.wire.close(self.stream)
            self.stream = None
        self._become(_Phase.GONE if final else _Phase.DOWN)
        if isinstance(why, LinkGone):
            for link in list(self._links.values()):
                link.lose(why)

    def _spawn(self, work: Callable[..., Awaitable[object]], *arguments: object) -> None:
        """Start work beside, unless everything is being closed already."""
        if not self._local.nursery.cancel_scope.cancel_called:
            self._local.nursery.start_soon(work, *arguments)

    def _become(self, phase: _Phase) -> None:
        self._phase = phase
        changed, self._changed = self._changed, trio.Event()
        changed.set()

    def _last_word(self) -> LinkGone | MachineFault:
        final = self._final
        if isinstance(final, LinkGone):
            return LinkGone(final.kind, final.sentence, final=True)
        return MachineFault(str(final))


def _death(exited: Exited) -> str:
    lines = [line.strip() for line in exited.log.splitlines() if line.strip()]
    shown = _shown(lines[-1]) if lines else ""
    last = f"; the last line of its log: {shown}" if shown else ""
    return f"its process {describe_status(exited.status)}{last}"


def _shown(text: str) -> str:
    """A bot's own words as a sentence may quote them: short, and nothing that steers a terminal."""
    return "".join(filter(str.isprintable, text))[:200]
