"""What a bot says on its stream: pure, from messages to messages."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from arena_bot.asked import AskedQuestion, decode_events
from arena_bot.author import Author, MatchPlayer
from arena_bot.errors import Refused
from arena_bot.generated import arena_pb2 as pb
from arena_bot.question import Fault, Match, Over

PROTOCOL = 1


class Introduction(NamedTuple):
    """What a bot says of itself. games: empty means any."""

    name: str
    version: str
    games: Sequence[str] = ()
    matches_at_once: int = 1
    language: str = "python"

    def hello(self, token: str) -> pb.FromBot:
        """The first message of a stream."""
        hello = pb.Hello(token=token, protocol=PROTOCOL, **self._asdict())
        return pb.FromBot(hello=hello)


class _Playing(NamedTuple):
    match: Match
    player: MatchPlayer
    chance: random.Random


class Conversation:
    """The matches of one stream and the author's code that plays them."""

    def __init__(self, author: Author) -> None:
        self._author = author
        self._playing: dict[int, _Playing] = {}

    def handle(self, message: pb.ToBot) -> pb.FromBot | None:
        """Take what came, in order; the answers to all questions in it, or None if it had none.

        Raises Refused, AuthorError."""
        if message.HasField("refusal"):
            raise Refused(f"the referee refused: {message.refusal.reason}")
        answers = [answer for item in message.items if (answer := self._handle_item(item)) is not None]
        return pb.FromBot(answers=answers) if answers else None

    def _handle_item(self, item: pb.Item) -> pb.Answer | None:
        match item.WhichOneof("item"):
            case "ask":
                return self._answer(item.ask)
            case "start":
                self._start(item.start)
            case "notice":
                self._notice(item.notice)
            case "over":
                self._over(item.over)
        return None

    def _answer(self, ask: pb.Ask) -> pb.Answer:
        playing = self._playing[ask.match]
        option = playing.player.choose(AskedQuestion(ask, playing.match, playing.chance))
        return pb.Answer(match=ask.match, number=ask.number, option=option)

    def _start(self, start: pb.Start) -> None:
        match = _match(start)
        player = MatchPlayer(self._author, match)
        self._playing[start.match] = _Playing(match, player, random.Random(match.seed))

    # A process started again may be told of matches that it never saw begin: not its own matter.

    def _notice(self, notice: pb.Notice) -> None:
        if notice.match in self._playing:
            fault = notice.fault
            self._playing[notice.match].player.notice(
                Fault(fault.seat, fault.kind, fault.sentence, fault.forfeit)
            )

    def _over(self, over: pb.Over) -> None:
        playing = self._playing.pop(over.match, None)
        if playing is not None and playing.player.wants_over:
            events = decode_events(over.events)
            playing.player.over(Over(tuple(over.ranks), tuple(over.scores), over.reason, over.void, events))


def _match(start: pb.Start) -> Match:
    return Match(
        game=start.game,
        rules_version=start.rules_version,
        seat=start.seat,
        sides=tuple(player.side for player in start.players),
        names=tuple(player.name for player in start.players),
        split=start.split,
        options=dict(start.options),
        seed=start.seed,
        bank_ms=start.clock.bank_ms,
        increment_ms=start.clock.increment_ms,
        cap_ms=start.clock.cap_ms,
    )
