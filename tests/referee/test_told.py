"""What each bot is told: its Start, its views, and events with its own parts only."""

from __future__ import annotations

from arena.referee.memory import MemoryLink, Reply

from .fake_game import Bid, BidOwn, BidsView, BidsViewOwn, Won
from .playing import SECRET, asks, at, first, last, over, play_links, played, setting


def told(link: MemoryLink) -> list[tuple[object, object]]:
    """All events that a bot was told, in order, with its own parts."""
    events = [event for ask in asks(link) for event in ask.events] + list(over(link).events)
    return [(event.public, event.own) for event in events]


def test_events_come_in_order_each_once_with_the_seats_own_parts_only() -> None:
    links = [MemoryLink(first), MemoryLink(last), MemoryLink(first)]
    record = played(*links, rounds=3)
    bids = [(seat, int(option.removeprefix("bid-"))) for seat, option in record.choices]
    for own_seat, link in enumerate(links):
        bid_events = [event for event in told(link) if isinstance(event[0], Bid)]
        assert bid_events == [
            (Bid(seat, card), BidOwn(2 - number // 3) if seat == own_seat else None)
            for number, (seat, card) in enumerate(bids)
        ]


def test_events_for_everybody_have_no_own_part() -> None:
    link = MemoryLink(first)
    played(link, first)
    assert [own for public, own in told(link) if isinstance(public, Won)] == [None, None]


def test_events_are_told_with_the_next_question_and_the_last_ones_with_the_end() -> None:
    link = MemoryLink(first)
    played(link, first, rounds=3, always_ask=True)
    assert [len(ask.events) for ask in asks(link)] == [0, 3, 3]
    assert len(over(link).events) == 3


def test_what_happened_is_told_after_a_fault_too() -> None:
    link = MemoryLink(at(1, Reply(99)))
    played(link, first, rounds=3)
    assert [len(ask.events) for ask in asks(link)] == [0, 3]


def test_the_view_is_the_public_part_and_the_seats_own() -> None:
    links = [MemoryLink(first), MemoryLink(first)]
    record = played(*links, rounds=2)
    hands = [sorted(int(option[4:]) for seat, option in record.choices if seat == own) for own in (0, 1)]
    assert [asks(link)[0].public.value for link in links] == [BidsView((0, 0))] * 2
    assert [asks(link)[0].own for link in links] == [BidsViewOwn(tuple(hand)) for hand in hands]


def test_the_public_part_is_one_value_for_all_seats_so_that_it_is_encoded_once() -> None:
    links = [MemoryLink(first), MemoryLink(first)]
    played(*links, rounds=3)
    one, other = (asks(link)[1] for link in links)
    assert one.public is other.public
    assert [event.public for event in one.events] == [event.public for event in other.events]


def test_options_are_the_menus_texts_in_its_order() -> None:
    link = MemoryLink(first)
    played(link, first)
    ask = asks(link)[0]
    assert ask.kind == "bid"
    assert ask.options == tuple(f"bid-{card}" for card in ask.own.hand)


def test_the_start_says_the_seat_the_sides_the_format_and_the_bots_own_seed() -> None:
    links = [MemoryLink(first) for _ in range(4)]
    played(*links, split=(2, 2), rounds=3)
    for seat, link in enumerate(links):
        (start,) = link.starts
        assert (start.game, start.rules_version, start.seat) == ("bids", "1", seat)
        assert (start.sides, start.split) == ((0, 1, 0, 1), "2-2")
        assert start.seed == bytes([seat]) * 16
        assert start.options == {"rounds": 3, "turns": False, "always_ask": False}


def test_names_are_told_only_where_the_event_shows_them() -> None:
    hidden, shown = MemoryLink(first), MemoryLink(first)
    played(hidden, first)
    play_links(setting()._replace(shown_names=("a", "b")), [shown, MemoryLink(first)])
    assert [link.starts[0].names for link in (hidden, shown)] == [(), ("a", "b")]


def test_no_bot_is_sent_the_secret_of_the_match() -> None:
    links = [MemoryLink(first), MemoryLink(first)]
    played(*links, rounds=3)
    everything = repr([(link.starts, link.sent, told(link)) for link in links])
    assert repr(bytes([1]) * 16) in everything, "a bot's own seed is there, so a secret would be seen"
    assert repr(SECRET) not in everything
    assert SECRET.hex() not in everything
