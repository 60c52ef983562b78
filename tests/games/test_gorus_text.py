"""Gorus Maximus in words."""

from __future__ import annotations

from arena.games.gorus import GORUS

from .positions import play, play_events, position


def test_a_card_is_called_by_its_school_and_rank():
    assert [GORUS.text(card) for card in (0, 10, 31, 79)] == ["blue-0", "blue-10", "brown-15", "yellow-15"]


def test_a_round_is_told_line_by_line():
    state = position(["blue-4", "green-4", "blue-9"], preferred="blue", dealer=2)
    _, events = play_events(state, "blue-4 green-4 blue-9")
    assert [GORUS.tell(event) for event in events[:-1]] == [
        "seat 0: blue-4",
        "seat 1: green-4, a Challenge: green is preferred",
        "seat 2: blue-9",
        "side 1 (seat 1) wins blue-4 green-4 blue-9",
        "round 1 ends, by side: Crowd Favour 0 2 0, gladiators 0 3 0, Crowd Support 0 1 0",
    ]
    assert GORUS.tell(events[-1]).startswith("round 2: seat 0 deals; seat 0 holds ")


def test_drawing_is_told_with_what_the_caller_may_know():
    _, events = play_events(position(["blue-4", "blue-5"], pile="pink-4 pink-5"), "blue-4")
    assert GORUS.tell(events[-1]) == "seat 0 draws, pile 1; seat 0 draws pink-4"
    assert GORUS.tell(events[-1]._replace(own={})) == "seat 0 draws, pile 1"


def test_a_view_is_rendered_as_a_few_lines():
    state, _ = play(position(["blue-4 pink-5", "blue-9 pink-4"], dealer=1), "blue-4 blue-9 pink-4")
    assert GORUS.render(GORUS.view(state, 0)).splitlines() == [
        "round 1, bout 2; seat 1 dealt; seat 0 to play",
        "initiating pink, preferred blue",
        "bout: seat 1 pink-4",
        "last bout: seat 0 blue-4, seat 1 blue-9",
        "troupes 1 0, pile 0",
        "by side: Crowd Support 0 0 of 3 3, gladiators 0 2",
        "you hold pink-5",
    ]


def test_the_contenders_are_called_so():
    state, events = play_events(
        position(["blue-9 blue-4"], pile="pink-4 pink-5 pink-6", bout=["blue-5"]), "blue-9"
    )
    assert GORUS.tell(events[1]) == "contenders: pink-4"
    assert "bout: contenders pink-5" in GORUS.render(GORUS.view(state, None))
