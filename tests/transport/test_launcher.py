"""The launcher: processes on trio, and that nothing survives its runner."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path

import pytest
import trio
from processes import NET_S, Witness, python, witness

from arena.transport import launcher as launcher_module
from arena.transport.launcher import (
    Command,
    Exited,
    LaunchFailed,
    SupervisorLauncher,
    SupervisorLost,
    bot_environment,
    describe_status,
    open_supervisor,
)
from arena.transport.launcher_memory import MemoryLauncher

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="local bots are run on Linux only")

ENVIRONMENT = {"PATH": os.environ["PATH"]}

WAITS = "import os, signal, sys\nos.write(int(sys.argv[1]), b'%d\\n' % os.getpid())\nsignal.pause()"
WRITES_AND_WAITS = "import os\nos.write(1, b'hello\\n')\n" + WAITS

# A runner like any other: it starts a bot and waits to be killed.
RUNNER = """
import signal, sys, trio
from arena.transport.launcher import Command, open_supervisor

async def main():
    fd = int(sys.argv[1])
    async with open_supervisor(pass_fds=[fd]) as launcher:
        await launcher.start(Command((*sys.argv[2:], sys.argv[1]), "/", {}, fds=(fd,)))
        await trio.sleep_forever()

signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the shell of these tests ignores
trio.run(main)
"""


def on_trio(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Let pytest run an async test."""

    @wraps(test)
    def run(**fixtures: object) -> None:
        async def main() -> None:
            await test(**fixtures)

        trio.run(main)

    return run


def command(*argv: str, env: Mapping[str, str] = ENVIRONMENT, fds: tuple[int, ...] = ()) -> Command:
    return Command(argv, "/", env, nice=0, fds=fds)


@asynccontextmanager
async def watched_launcher() -> AsyncIterator[tuple[SupervisorLauncher, Witness, Command]]:
    """A launcher, and the command of a bot that says hello, tells the witness its pid and waits."""
    with witness() as watched:
        async with open_supervisor(pass_fds=[watched.write_fd]) as launcher:
            watched.hand_over()
            fds = (watched.write_fd,)
            yield launcher, watched, command(*python(WRITES_AND_WAITS), str(watched.write_fd), fds=fds)


@on_trio
async def test_a_process_is_started_and_its_end_awaited() -> None:
    async with open_supervisor() as launcher:
        process = await launcher.start(command("sh", "-c", "echo hello; exit 3"))
        assert await process.wait_exited() == Exited(3, "hello\n", stopped=False)


@on_trio
async def test_many_processes_are_told_apart() -> None:
    async with open_supervisor() as launcher, trio.open_nursery() as nursery:

        async def exit_with(status: int) -> None:
            process = await launcher.start(command("sh", "-c", f"exit {status}"))
            assert (await process.wait_exited()).status == status

        for status in range(20):
            nursery.start_soon(exit_with, status)


@on_trio
async def test_a_process_is_stopped() -> None:
    async with watched_launcher() as (launcher, watched, bot):
        process = await launcher.start(bot)
        assert int(await trio.to_thread.run_sync(watched.line)) == process.pid
        assert await process.stop() == Exited(-signal.SIGKILL, "hello\n", stopped=True)
        assert await process.stop() == await process.wait_exited()


@on_trio
async def test_the_log_can_be_read_before_and_after_the_end() -> None:
    async with watched_launcher() as (launcher, watched, bot):
        process = await launcher.start(bot)
        await trio.to_thread.run_sync(watched.line)
        assert await process.log() == "hello\n"
        await process.stop()
        assert await process.log() == "hello\n"


@on_trio
async def test_the_log_is_told_although_the_process_ends_at_that_moment() -> None:
    async with open_supervisor() as launcher:
        process = await launcher.start(command("echo", "hello"))
        assert await process.log() in ("", "hello\n")


@on_trio
async def test_a_program_that_is_missing_fails_with_a_sentence() -> None:
    async with open_supervisor() as launcher:
        with pytest.raises(LaunchFailed, match="'no-such-bot' could not be started: there is no") as failed:
            await launcher.start(command("no-such-bot"))
        assert not failed.value.machine


@on_trio
async def test_nothing_runs_after_a_cancelled_start() -> None:
    async with watched_launcher() as (launcher, watched, bot):
        with trio.CancelScope() as scope:
            scope.cancel()
            await launcher.start(bot)
        assert scope.cancelled_caught
        await trio.to_thread.run_sync(watched.wait_nothing_left)


@on_trio
async def test_a_cancelled_wait_can_be_repeated() -> None:
    async with watched_launcher() as (launcher, _, bot):
        process = await launcher.start(bot)
        with trio.CancelScope() as scope:
            scope.cancel()
            await process.wait_exited()
        assert (await process.stop()).stopped


@on_trio
async def test_who_is_cancelled_can_still_see_a_process_end() -> None:
    exits = []
    with trio.CancelScope() as scope:
        async with watched_launcher() as (launcher, _, bot):
            process = await launcher.start(bot)
            scope.cancel()
            with trio.CancelScope(shield=True):
                exits.append(await process.stop())
    assert exits[0].stopped


@on_trio
async def test_nothing_is_left_when_the_launcher_is_left() -> None:
    with witness() as watched:
        async with open_supervisor(pass_fds=[watched.write_fd]) as launcher:
            watched.hand_over()
            fds = (watched.write_fd,)
            await launcher.start(command(*python(WAITS), str(watched.write_fd), fds=fds))
        await trio.to_thread.run_sync(watched.wait_nothing_left)


@on_trio
async def test_nothing_is_left_when_the_launcher_is_left_by_an_error() -> None:
    with witness() as watched:

        async def run() -> None:
            async with open_supervisor(pass_fds=[watched.write_fd]) as launcher:
                watched.hand_over()
                fds = (watched.write_fd,)
                await launcher.start(command(*python(WAITS), str(watched.write_fd), fds=fds))
                raise ZeroDivisionError

        with pytest.raises(ExceptionGroup):
            await run()
        await trio.to_thread.run_sync(watched.wait_nothing_left)


@on_trio
async def test_a_launcher_that_was_left_starts_nothing() -> None:
    async with open_supervisor() as launcher:
        pass
    with pytest.raises(SupervisorLost):
        await launcher.start(command("true"))


@on_trio
async def test_a_supervisor_that_stands_still_does_not_hold_up_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(launcher_module, "END_S", 0.0)
    async with watched_launcher() as (launcher, watched, bot):
        await launcher.start(bot)
        os.kill(launcher.supervisor_pid, signal.SIGSTOP)
        await launcher.end()
        await trio.to_thread.run_sync(watched.wait_nothing_left)


@on_trio
async def test_a_killed_supervisor_is_told_to_all_who_wait_and_ask() -> None:
    async with watched_launcher() as (launcher, _, bot):
        process = await launcher.start(bot)
        os.kill(launcher.supervisor_pid, signal.SIGKILL)
        with pytest.raises(SupervisorLost):
            await process.wait_exited()
        with pytest.raises(SupervisorLost):
            await process.log()
        with pytest.raises(SupervisorLost):
            await process.stop()
        with pytest.raises(SupervisorLost):
            await launcher.start(command("true"))


@on_trio
async def test_a_program_behind_a_shell_dies_with_a_killed_supervisor() -> None:
    async with watched_launcher() as (launcher, watched, bot):
        await launcher.start(bot._replace(argv=("sh", "-c", '"$@"; true', "sh", *bot.argv)))
        await trio.to_thread.run_sync(watched.line)
        os.kill(launcher.supervisor_pid, signal.SIGKILL)
        await trio.to_thread.run_sync(watched.wait_nothing_left)


@pytest.mark.parametrize("signals", [["KILL"], ["STOP", "KILL"], ["TERM"], ["INT"]])
def test_nothing_survives_its_runner_however_that_ends(signals: list[str]) -> None:
    with witness() as watched:
        bot = ("/bin/sh", "-c", '"$@"; true', "sh", *python(WAITS))
        with subprocess.Popen(
            [sys.executable, "-c", RUNNER, str(watched.write_fd), *bot],
            stderr=subprocess.DEVNULL,
            pass_fds=[watched.write_fd],
            start_new_session=True,
        ) as runner:
            watched.hand_over()
            try:
                watched.line()
                for name in signals:
                    os.killpg(runner.pid, signal.Signals[f"SIG{name}"])
                runner.wait(NET_S)
                watched.wait_nothing_left()
            finally:
                runner.kill()


@on_trio
async def test_nothing_is_left_of_a_stopped_process_that_had_a_launcher_of_its_own() -> None:
    async with watched_launcher() as (launcher, watched, bot):
        fd = bot.argv[-1]
        runner = await launcher.start(bot._replace(argv=(sys.executable, "-c", RUNNER, fd, *python(WAITS))))
        await trio.to_thread.run_sync(watched.line)
        await runner.stop()
        await trio.to_thread.run_sync(watched.wait_nothing_left)


@on_trio
async def test_other_systems_are_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(LaunchFailed, match=r"^Local bots can be started on Linux only; this is darwin\.$"):
        await open_supervisor().__aenter__()


def test_a_bot_learns_where_to_connect_and_nothing_else_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "of the runner")
    environment = bot_environment("unix:/socket", "token", {"DEBUG": "1", "ARENA_TOKEN": "another"})
    assert (environment["ARENA_ADDRESS"], environment["ARENA_TOKEN"]) == ("unix:/socket", "token")
    assert environment["DEBUG"] == "1"
    assert "SECRET" not in environment


def test_the_python_of_a_bot_is_ours() -> None:
    assert bot_environment("", "")["PATH"].split(os.pathsep)[0] == str(Path(sys.executable).parent)


@pytest.mark.parametrize(
    ("status", "sentence"),
    [(0, "exited with status 0"), (-9, "was killed by SIGKILL"), (-40, "was killed by signal 40")],
)
def test_an_end_is_described_in_words(status: int, sentence: str) -> None:
    assert describe_status(status) == sentence


@on_trio
async def test_the_fake_ends_its_processes_as_the_test_says() -> None:
    launcher = MemoryLauncher()
    process = await launcher.start(command("bot"))
    process.written = "hello"
    process.exit(3)
    assert await process.stop() == Exited(3, "hello", stopped=False)
    assert [process.command.argv for process in launcher.started] == [("bot",)]


@on_trio
async def test_the_fake_fails_as_the_test_says() -> None:
    launcher = MemoryLauncher()
    launcher.fail_next("no such bot")
    with pytest.raises(LaunchFailed, match="no such bot"):
        await launcher.start(command("bot"))
