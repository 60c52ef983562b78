"""What the author's code is shown and what it may be: a function or a class."""

from __future__ import annotations

import pytest
from fake_referee import ask, gorus_view, notice, over, start

from arena_bot import Event, Fault, Match, Over, Question
from arena_bot.author import Author
from arena_bot.conversation import Conversation
from arena_bot.decoding import UnknownType
from arena_bot.errors import AuthorError
from arena_bot.generated import arena_pb2 as pb
from arena_bot.generated import gorus_pb2
from arena_bot.policies import random_policy


def asked(*items: pb.Item) -> list[Question]:
    """The questions that an author's function is shown for these items."""
    questions: list[Question] = []

    def choose(question: Question) -> int:
        questions.append(question)
        return 0

    Conversation(choose).handle(pb.ToBot(items=items))
    return questions


def chosen(author: Author, *items: pb.Item) -> list[int]:
    """The options that are answered to these items."""
    reply = Conversation(author).handle(pb.ToBot(items=items))
    return [] if reply is None else [answer.option for answer in reply.answers]


def test_a_question_tells_the_menu_and_the_clock() -> None:
    (question,) = asked(start(7), ask(7, 1, "blue-4", "brown-4"))
    told = (question.kind, question.options, question.seat, question.bank_ms, question.answer_ms)
    assert told == ("play", ("blue-4", "brown-4"), 1, 9_000, 1_500)


def test_a_question_belongs_to_a_match() -> None:
    (question,) = asked(start(7), ask(7, 1, "blue-4"))
    assert question.match == Match(
        game="gorus",
        rules_version="1",
        seat=1,
        sides=(0, 1, 2),
        names=("", "", ""),
        split="",
        options={"edition": "english"},
        seed=b"seed",
        bank_ms=10_000,
        increment_ms=100,
        cap_ms=2_000,
    )


def test_the_view_is_decoded_by_the_name_of_its_type() -> None:
    (question,) = asked(start(7), ask(7, 1, "blue-4"))
    assert question.view == gorus_pb2.GorusView.FromString(gorus_view().public)
    assert question.own == gorus_pb2.GorusViewOwn(hand=[4, 20])


def test_an_empty_own_part_of_a_view_is_its_empty_message() -> None:
    view = pb.View(type="arena.v1.gorus.GorusView", own=b"")
    (question,) = asked(start(7), ask(7, 1, "blue-4", view=view))
    assert question.own == gorus_pb2.GorusViewOwn()


def test_a_view_without_an_own_part_has_none() -> None:
    view = pb.View(type="arena.v1.gorus.GorusView")
    (question,) = asked(start(7), ask(7, 1, "blue-4", view=view))
    assert question.own is None


def test_events_come_with_what_the_seat_alone_was_told() -> None:
    (question,) = asked(start(7), ask(7, 1, "blue-4"))
    assert question.events == (
        Event(gorus_pb2.Dealt(round=1, dealer=2), gorus_pb2.DealtOwn(hand=[4, 20])),
        Event(gorus_pb2.Played(seat=2, card=36, preferred=2), None),
    )


def test_who_does_not_look_at_the_view_does_not_pay_for_it() -> None:
    not_even_a_message = pb.View(type="arena.v1.gorus.GorusView", public=b"\xff")
    assert chosen(random_policy, start(7), ask(7, 1, "blue-4", view=not_even_a_message)) == [0]


def test_a_view_of_an_unknown_game_names_the_type_that_is_missing() -> None:
    (question,) = asked(start(7), ask(7, 1, "left", view=pb.View(type="chess.Board")))
    with pytest.raises(UnknownType, match=r"chess\.Board"):
        _ = question.view


@pytest.mark.parametrize("wrong", [None, "blue-4", 1.0, -1, 1 << 32])
def test_what_is_no_index_at_all_is_the_authors_error(wrong: object) -> None:
    with pytest.raises(AuthorError):
        chosen(lambda question: wrong, start(7), ask(7, 1, "blue-4"))  # type: ignore[arg-type]


def test_an_index_beyond_the_menu_is_left_to_the_referee() -> None:
    assert chosen(lambda question: 9, start(7), ask(7, 1, "blue-4")) == [9]


def test_a_class_gets_an_instance_for_each_match() -> None:
    class Counting:
        def __init__(self) -> None:
            self.questions = 0

        def choose(self, question: Question) -> int:
            self.questions += 1
            return self.questions

    items = (start(7), start(8), ask(7, 1, "a"), ask(7, 2, "a"), ask(8, 1, "a"))
    assert chosen(Counting, *items) == [1, 2, 1]


def test_a_class_is_told_of_start_faults_and_end() -> None:
    told: list[Match | Fault | Over] = []

    class Listening:
        def start(self, match: Match) -> None:
            told.append(match)

        def choose(self, question: Question) -> int:
            return 0

        def notice(self, fault: Fault) -> None:
            told.append(fault)

        def over(self, over: Over) -> None:
            told.append(over)

    assert chosen(Listening, start(7), notice(7), over(7)) == []
    match, fault, end = told
    assert isinstance(match, Match)
    assert fault == Fault(2, "crash", "its process exited with status 1", True)
    won = Event(gorus_pb2.BoutWon(side=1), None)
    assert end == Over((2, 1, 2), (0.0, 3.0, 0.0), "played to its end", False, (won,))


def test_news_of_a_match_that_this_process_never_saw_begin_is_let_go() -> None:
    assert chosen(random_policy, notice(9), over(9)) == []


def test_the_random_policy_is_repeated_by_its_seed() -> None:
    items = [ask(7, number, *"abcdefgh") for number in range(20)]
    first = chosen(random_policy, start(7, seed=b"one"), *items)
    assert chosen(random_policy, start(7, seed=b"one"), *items) == first
    assert chosen(random_policy, start(7, seed=b"two"), *items) != first
