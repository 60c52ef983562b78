"""A bot program made with `arena_bot.run`, against a fake referee over real gRPC."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from fake_referee import TOKEN, WELCOME, Script, ask, fake_referee, over, start

from arena_bot import Question, run
from arena_bot.generated import arena_pb2 as pb

Bot = Callable[[Script, Callable[[Question], int]], object]
"""Runs a bot against a script; gives what it exits with."""


@pytest.fixture
def exit_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bot:
    def run_bot(script: Script, choose: Callable[[Question], int]) -> object:
        with fake_referee(tmp_path, script) as environment:
            for key, value in environment.items():
                monkeypatch.setenv(key, value)
            with pytest.raises(SystemExit) as left:
                run(choose, name="tester", version="2", games=["gorus"], matches_at_once=64)
        return left.value.code

    return run_bot


def last(question: Question) -> int:
    return len(question.options) - 1


def test_the_first_message_says_who_the_bot_is(exit_of: Bot) -> None:
    heard: list[pb.FromBot] = []

    def script(bot: Iterator[pb.FromBot], context: Any) -> Iterator[pb.ToBot]:
        heard.append(next(bot))
        yield WELCOME

    exit_of(script, last)
    hello = pb.Hello(token=TOKEN, protocol=1, name="tester", version="2", language="python")
    hello.games.append("gorus")
    hello.matches_at_once = 64
    assert heard == [pb.FromBot(hello=hello)]


def test_the_end_of_the_stream_is_a_good_end(exit_of: Bot) -> None:
    def script(bot: Iterator[pb.FromBot], context: Any) -> Iterator[pb.ToBot]:
        next(bot)
        yield WELCOME

    assert exit_of(script, last) == 0


def test_a_refused_bot_exits_with_the_reason(exit_of: Bot) -> None:
    def script(bot: Iterator[pb.FromBot], context: Any) -> Iterator[pb.ToBot]:
        next(bot)
        yield pb.ToBot(refusal=pb.Refusal(reason="this token is unknown"))

    assert exit_of(script, last) == "tester: the referee refused: this token is unknown"


def test_a_stream_that_breaks_is_told_with_the_referees_words(exit_of: Bot) -> None:
    def script(bot: Iterator[pb.FromBot], context: Any) -> Iterator[pb.ToBot]:
        next(bot)
        yield WELCOME
        context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "too much of it")

    assert str(exit_of(script, last)).endswith("RESOURCE_EXHAUSTED, too much of it")


def test_a_bot_that_finds_no_referee_says_where_it_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_ADDRESS", f"unix:{tmp_path}/nobody.sock")
    monkeypatch.setenv("ARENA_TOKEN", TOKEN)
    with pytest.raises(SystemExit) as left:
        run(last, name="tester", version="2")
    assert f"lost the referee at unix:{tmp_path}/nobody.sock: UNAVAILABLE" in str(left.value.code)


def test_a_bot_started_by_hand_is_told_how_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARENA_ADDRESS", raising=False)
    monkeypatch.delenv("ARENA_TOKEN", raising=False)
    with pytest.raises(SystemExit) as left:
        run(last, name="tester", version="2")
    assert left.value.code == "tester: start me through arena, or set ARENA_ADDRESS and ARENA_TOKEN"


def test_a_match_is_played_from_its_start_to_its_end(exit_of: Bot) -> None:
    answers: list[pb.Answer] = []

    def script(bot: Iterator[pb.FromBot], context: Any) -> Iterator[pb.ToBot]:
        next(bot)
        yield WELCOME
        yield pb.ToBot(items=[start(7), ask(7, 1, "blue-4", "brown-4")])
        answers.extend(next(bot).answers)
        yield pb.ToBot(items=[ask(7, 2, "blue-4")])
        answers.extend(next(bot).answers)
        yield pb.ToBot(items=[over(7)])

    assert exit_of(script, last) == 0
    assert answers == [pb.Answer(match=7, number=1, option=1), pb.Answer(match=7, number=2, option=0)]


def test_questions_that_come_together_are_answered_together(exit_of: Bot) -> None:
    replies: list[pb.FromBot] = []

    def script(bot: Iterator[pb.FromBot], context: Any) -> Iterator[pb.ToBot]:
        next(bot)
        yield WELCOME
        yield pb.ToBot(items=[start(match) for match in range(64)])
        for number in (1, 2):
            yield pb.ToBot(items=[ask(match, number, "blue-4", "brown-4") for match in range(64)])
            replies.append(next(bot))

    assert exit_of(script, last) == 0
    assert [[(answer.match, answer.number) for answer in reply.answers] for reply in replies] == [
        [(match, number) for match in range(64)] for number in (1, 2)
    ]


def test_what_the_authors_code_raises_is_shown_and_ends_the_bot(
    exit_of: Bot, capfd: pytest.CaptureFixture[str]
) -> None:
    def script(bot: Iterator[pb.FromBot], context: Any) -> Iterator[pb.ToBot]:
        next(bot)
        yield WELCOME
        yield pb.ToBot(items=[start(7), ask(7, 1, "blue-4")])
        next(bot, None)

    def broken(question: Question) -> int:
        raise RuntimeError("I forgot the rules")

    assert exit_of(script, broken) == 1
    where = 'in broken\n    raise RuntimeError("I forgot the rules")\nRuntimeError: I forgot the rules\n'
    assert where in capfd.readouterr().err


def test_a_view_of_64_kib_arrives(exit_of: Bot) -> None:
    sizes: list[int] = []

    def script(bot: Iterator[pb.FromBot], context: Any) -> Iterator[pb.ToBot]:
        next(bot)
        yield WELCOME
        big = pb.View(type="big", public=bytes(64 * 1024))
        yield pb.ToBot(items=[start(7), ask(7, 1, "blue-4", view=big)])
        sizes.append(len(next(bot).answers))

    assert exit_of(script, last) == 0
    assert sizes == [1]
