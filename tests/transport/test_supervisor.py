"""The supervisor: what it starts, what it reports, and that nothing survives."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import NET_S, Witness, pidfd, python, wait_readable, witness

from arena.transport import supervisor
from arena.transport.supervisor_log import HEAD_BYTES, TAIL_BYTES, CappedLog
from arena.transport.supervisor_protocol import (
    Ended,
    Failed,
    Lines,
    Logged,
    Report,
    Request,
    Start,
    Started,
    Stop,
    Tell,
    from_line,
    to_line,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="local bots are run on Linux only")

ENVIRONMENT = {"PATH": os.environ["PATH"]}


class Runner:
    """A runner's end of a supervisor of its own, and a witness that all its bots hold."""

    def __init__(self, watched: Witness) -> None:
        self.watched = watched
        self.process = subprocess.Popen(
            supervisor.command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            pass_fds=[watched.write_fd],
        )
        self.bot_fd = watched.write_fd
        watched.hand_over()
        assert self.process.stdin
        assert self.process.stdout
        self._requests_fd, self._reports_fd = self.process.stdin.fileno(), self.process.stdout.fileno()
        self._lines = Lines()
        self._reports: list[Report] = []

    def ask(self, request: Request) -> None:
        os.write(self._requests_fd, to_line(request))

    def report(self) -> Report:
        """The next report."""
        while not self._reports:
            wait_readable(self._reports_fd)
            received = os.read(self._reports_fd, 65536)
            assert received, "the supervisor is gone"
            self._reports += self._lines.feed(received)  # type: ignore[arg-type]
        return self._reports.pop(0)

    def start(self, *argv: str, id: str = "1", watch: bool = True, **more: object) -> int:
        """Start a bot that runs, and return its pid. Only one can be watched."""
        fds = (self.bot_fd,) if watch else ()
        self.ask(Start(id, argv, **{"cwd": "/", "env": ENVIRONMENT, "fds": fds, **more}))  # type: ignore[arg-type]
        started = self.report()
        assert isinstance(started, Started)
        return started.pid

    def run(self, *argv: str, **more: object) -> Ended:
        """Start a bot, let it end by itself."""
        self.start(*argv, watch=False, **more)  # type: ignore[arg-type]
        ended = self.report()
        assert isinstance(ended, Ended)
        return ended

    def fail(self, *argv: str, cwd: str = "/", **more: object) -> Failed:
        """Fail to start a bot."""
        self.ask(Start("1", argv, cwd, ENVIRONMENT, **more))  # type: ignore[arg-type]
        failed = self.report()
        assert isinstance(failed, Failed)
        return failed

    def leave(self) -> int:
        """Close the requests, and return how the supervisor ended."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.process.wait(NET_S)


@pytest.fixture
def runner() -> Iterator[Runner]:
    with witness() as watched:
        runner = Runner(watched)
        yield runner
        runner.leave()
        assert runner.process.stdout
        runner.process.stdout.close()


# The bots of these tests. Each writes to the witness, whose number is its first argument.

WAITS = "import os, signal, sys\nos.write(int(sys.argv[1]), b'ready\\n')\nsignal.pause()"

LEAVES_A_DAEMON = """
import os, signal, sys
if os.fork():
    os.wait()
    {then}
os.setsid()
if os.fork():
    os._exit(0)
os.write(int(sys.argv[1]), b'%d\\n' % os.getpid())
while True: signal.pause()
"""

FORKS = """
import os, signal, sys
for generation in range(7):
    os.fork()
    if generation % 2 and os.getpgrp() != os.getpid(): os.setsid()
os.write(int(sys.argv[1]), b'ready\\n')
while True: signal.pause()
"""

HOPS = """
import os, sys, time
os.write(int(sys.argv[1]), b'ready\\n')
end_s = time.monotonic() + 60  # if a test fails, it must not hop for ever
while time.monotonic() < end_s:
    if os.fork(): os._exit(0)
    os.setsid()
"""


def test_how_a_process_ended_and_what_it_wrote_is_reported(runner: Runner) -> None:
    assert runner.run("sh", "-c", "echo out; echo err >&2; exit 3") == Ended("1", 3, "out\nerr\n", False)


def test_a_process_killed_by_a_signal_is_reported_with_a_negative_status(runner: Runner) -> None:
    assert runner.run("sh", "-c", "kill -SEGV $$").status == -signal.SIGSEGV


def test_a_stopped_process_is_killed_and_reported_as_stopped(runner: Runner) -> None:
    runner.start(*python(WAITS), str(runner.bot_fd))
    runner.ask(Stop("1"))
    assert runner.report() == Ended("1", -signal.SIGKILL, "", True)


def test_stopping_what_has_ended_changes_nothing(runner: Runner) -> None:
    runner.run("true")
    runner.ask(Stop("1"))
    assert runner.run("true", id="2") == Ended("2", 0, "", False)


def test_the_log_of_a_running_process_can_be_asked_for(runner: Runner) -> None:
    runner.start(*python("import os\nos.write(2, b'hello\\n')\n" + WAITS), str(runner.bot_fd))
    runner.watched.line()
    runner.ask(Tell("1"))
    assert runner.report() == Logged("1", "hello\n")


def test_a_process_that_closes_its_output_lives_on(runner: Runner) -> None:
    runner.start(*python("import os\nos.close(1), os.close(2)\n" + WAITS), str(runner.bot_fd))
    runner.watched.line()
    runner.ask(Tell("1"))
    assert runner.report() == Logged("1", "")


def test_a_short_log_is_kept_whole() -> None:
    log = CappedLog()
    log.add(b"a" * HEAD_BYTES)
    log.add(b"b" * TAIL_BYTES)
    assert log.text() == "a" * HEAD_BYTES + "b" * TAIL_BYTES


def test_a_long_log_keeps_both_ends_and_says_how_much_is_missing() -> None:
    log = CappedLog()
    for written in (b"a" * HEAD_BYTES, b"x" * 1000, b"b" * TAIL_BYTES):
        log.add(written)
    assert log.text() == "a" * HEAD_BYTES + "\n... 1000 bytes left out ...\n" + "b" * TAIL_BYTES


def test_a_log_that_is_no_text_is_still_shown() -> None:
    log = CappedLog()
    log.add(b"caf\xe9")
    assert log.text() == "caf\ufffd"


def test_messages_survive_names_that_are_no_text() -> None:
    start = Start("1", ("caf\udce9",), "/", {"A": "\udcff"}, 10, (0, 1), (7,))
    assert from_line(to_line(start)) == start


def test_a_flood_of_output_does_not_grow_the_supervisor(runner: Runner) -> None:
    runner.run("true")
    before_kib = peak_kib(runner.process.pid)
    ended = runner.run("head", "-c", "100000000", "/dev/zero", id="2")
    assert "bytes left out" in ended.log
    assert peak_kib(runner.process.pid) - before_kib < 8 * 1024


def peak_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0])


def test_a_flooding_process_can_be_stopped_and_others_be_started(runner: Runner) -> None:
    runner.start("cat", "/dev/zero", id="flood", watch=False)
    runner.start("sh", "-c", "exit 0", id="2", watch=False)
    assert runner.report() == Ended("2", 0, "", False)
    runner.ask(Stop("flood"))
    ended = runner.report()
    assert isinstance(ended, Ended)
    assert ended.stopped


def test_a_process_gets_the_environment_given_and_no_more(runner: Runner) -> None:
    environment = {"PATH": os.environ["PATH"], "A": "b"}
    written = runner.run("env", env=environment).log
    assert dict(line.split("=", 1) for line in written.splitlines()) == environment


def test_a_process_gets_its_folder_priority_and_processors(runner: Runner, tmp_path: Path) -> None:
    cpu = min(os.sched_getaffinity(0))
    code = "import os; print(os.getcwd(), os.nice(0), sorted(os.sched_getaffinity(0)))"
    ended = runner.run(*python(code), cwd=str(tmp_path), nice=5, cpus=(cpu,))
    assert ended.log == f"{tmp_path} {os.nice(0) + 5} [{cpu}]\n"


@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="this kernel has no autogroups")
def test_the_session_of_a_process_gets_its_priority_too(runner: Runner) -> None:
    code = "print(open('/proc/self/autogroup').read().split()[-1])"
    assert runner.run(*python(code), nice=5).log == "5\n"


def test_a_process_leads_a_session_of_its_own_with_nothing_to_read(runner: Runner) -> None:
    code = "import os, sys; print(os.getsid(0) == os.getpid(), sys.stdin.read())"
    assert runner.run(*python(code)).log == "True \n"


def test_a_process_inherits_no_descriptor_but_those_given(runner: Runner) -> None:
    code = "import os; print([fd for fd in map(int, os.listdir('/proc/self/fd')) if fd > 3])"
    assert runner.run(*python(code)).log == "[]\n"


def test_a_process_can_be_interrupted_although_its_supervisor_cannot(runner: Runner) -> None:
    assert runner.run("sh", "-c", "kill -TERM $$").status == -signal.SIGTERM


def test_a_missing_program_is_one_sentence_and_not_our_fault(runner: Runner) -> None:
    why = "there is no such program, or the interpreter that its first line names is missing"
    assert runner.fail("no-such-bot") == Failed("1", f"'no-such-bot' could not be started: {why}.", False)


def test_a_missing_folder_is_named(runner: Runner) -> None:
    error = "'true' could not be started: there is no folder '/no/such/folder'."
    assert runner.fail("true", cwd="/no/such/folder").error == error


def test_a_file_that_is_no_program_is_told_apart(runner: Runner, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("hello")
    assert runner.fail(str(path)).error == f"{str(path)!r} could not be started: it may not be executed."


def test_processors_that_are_not_there_are_our_fault(runner: Runner) -> None:
    failed = runner.fail("true", cpus=(4000,))
    assert failed.machine
    assert failed.error == "'true' could not be started at priority +0 on processors [4000]."


def test_what_our_machine_lacks_is_our_fault(runner: Runner) -> None:
    runner.run("true")
    resource.prlimit(runner.process.pid, resource.RLIMIT_NOFILE, (8, 8))
    assert runner.fail("true") == Failed("1", "'true' could not be started: Too many open files.", True)


def test_an_impossible_command_is_a_sentence_too(runner: Runner) -> None:
    assert runner.fail("tr\0ue").error == "'tr\\x00ue' could not be started: embedded null byte."


def test_what_is_inherited_is_given_away_once(runner: Runner) -> None:
    runner.start("true")
    runner.watched.wait_nothing_left()


def test_a_child_in_a_session_of_its_own_dies_with_the_process(runner: Runner) -> None:
    runner.start(*python(LEAVES_A_DAEMON.format(then="os._exit(0)")), str(runner.bot_fd))
    assert isinstance(runner.report(), Ended)
    runner.watched.wait_nothing_left()


def test_a_daemon_is_killed_while_its_process_lives_on(runner: Runner) -> None:
    runner.start(*python(LEAVES_A_DAEMON.format(then="signal.pause()")), str(runner.bot_fd))
    try:
        with pidfd(int(runner.watched.line())) as daemon:
            wait_readable(daemon)
    except ProcessLookupError:
        pass  # killed before we could look
    runner.ask(Stop("1"))
    assert runner.report() == Ended("1", -signal.SIGKILL, "", True)


def test_nothing_is_left_of_a_stopped_tree(runner: Runner) -> None:
    runner.start(*python(FORKS), str(runner.bot_fd))
    for _ in range(2**7):
        runner.watched.line()
    runner.ask(Stop("1"))
    runner.watched.wait_nothing_left()


def test_a_tree_cannot_outrun_its_killer_by_forking(runner: Runner) -> None:
    runner.start(*python(FORKS), str(runner.bot_fd))
    runner.watched.line()  # in the midst of it
    runner.ask(Stop("1"))
    runner.watched.wait_nothing_left()


def test_a_process_cannot_hop_from_one_pid_to_the_next(runner: Runner) -> None:
    runner.start(*python(HOPS), str(runner.bot_fd))
    runner.watched.wait_nothing_left()


def test_everything_dies_when_the_requests_end(runner: Runner) -> None:
    runner.start(*python(FORKS), str(runner.bot_fd))
    runner.watched.line()
    assert runner.leave() == 0
    runner.watched.wait_nothing_left()


def test_a_process_that_stands_still_dies_too(runner: Runner) -> None:
    with pidfd(runner.start("sh", "-c", "kill -STOP $$")):
        assert runner.leave() == 0
        runner.watched.wait_nothing_left()


def test_everything_dies_although_nobody_reads_the_reports(runner: Runner) -> None:
    runner.start(*python(WAITS), str(runner.bot_fd))
    for number in range(20):
        runner.ask(Start(f"chatty-{number}", ("head", "-c", "60000", "/dev/zero"), "/", ENVIRONMENT))
    assert runner.leave() == 0
    runner.watched.wait_nothing_left()


def test_everything_dies_when_the_reports_cannot_be_sent(runner: Runner) -> None:
    runner.start(*python(WAITS), str(runner.bot_fd))
    assert runner.process.stdout
    runner.process.stdout.close()
    runner.ask(Tell("1"))
    assert runner.process.wait(NET_S) == 0
    runner.watched.wait_nothing_left()


def test_a_request_that_cannot_be_read_is_our_mistake_and_still_leaves_nothing() -> None:
    with witness() as watched:
        read_fd, write_fd = os.pipe()
        start = Start("1", (*python(WAITS), str(watched.write_fd)), "/", ENVIRONMENT, fds=(watched.write_fd,))
        with subprocess.Popen(
            supervisor.command(), stdin=read_fd, stderr=subprocess.PIPE, pass_fds=[watched.write_fd]
        ) as process:
            watched.hand_over()
            os.write(write_fd, to_line(start) + b"nonsense\n")
            assert process.wait(NET_S) == 1
        watched.wait_nothing_left()
        os.close(read_fd)
        os.close(write_fd)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_its_whole_group_leaves_the_supervisor_alive(runner: Runner, number: int) -> None:
    assert runner.run("true").status == 0  # it is up, and listens to signals
    os.killpg(runner.process.pid, number)
    assert runner.run("true", id="2").status == 0


def test_the_processes_die_when_the_supervisor_is_killed(runner: Runner) -> None:
    runner.start(*python(WAITS), str(runner.bot_fd))
    runner.watched.line()
    runner.process.kill()
    runner.watched.wait_nothing_left()


def test_the_supervisor_loads_nothing_but_the_standard_library() -> None:
    *start, code, root = supervisor.command()
    code = code.removesuffix("s.main()") + "print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([*start, code, root], capture_output=True, text=True, check=True).stdout.split()
    assert set(loaded) - sys.stdlib_module_names == {"__main__", "arena"}
