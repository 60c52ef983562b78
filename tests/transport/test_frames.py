"""Messages as bytes: what one says, and that several joined are one with all their items in order."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.gorus.views import GorusViewOwn
from arena.referee.faults import Fault
from arena.referee.messages import Ask, ClockLimits, Message, Notice, Over, Shared, Start, Told
from arena.transport import frames, limits
from arena.transport.codec import codec_for
from arena.transport.generated import arena_pb2 as pb
from arena.transport.generated import gorus_pb2 as gorus

CODEC = codec_for("arena.transport.generated.gorus_pb2")
CLOCK = ClockLimits(bank_s=10.0, increment_s=0.1, cap_s=2.0)
START = Start("gorus", "3", 1, (0, 1, 0), (), {}, CLOCK, b"seed", "")


def one(data: bytes) -> pb.Item:
    """The only item of a ToBot."""
    (item,) = pb.ToBot.FromString(data).items
    return item


def value(*cards: int) -> GorusViewOwn:
    return GorusViewOwn(cards)


def encoded(*cards: int) -> bytes:
    return gorus.GorusViewOwn(hand=cards).SerializeToString()


def test_a_start_says_all_there_is_to_know() -> None:
    data = frames.start(7, START._replace(names=("a", "b", "c"), split="2-1"))
    start = one(data).start
    assert (start.match, start.game, start.rules_version, start.seat) == (7, "gorus", "3", 1)
    assert [(player.side, player.name) for player in start.players] == [(0, "a"), (1, "b"), (0, "c")]
    assert (start.seed, start.split) == (b"seed", "2-1")


def test_hidden_names_are_empty() -> None:
    assert [player.name for player in one(frames.start(7, START)).start.players] == ["", "", ""]


def test_options_are_texts() -> None:
    start = START._replace(options={"edition": "english", "target": 3, "open": True, "closed": False})
    assert dict(one(frames.start(7, start)).start.options) == {
        "edition": "english",
        "target": "3",
        "open": "true",
        "closed": "false",
    }


@pytest.mark.parametrize(
    ("clock", "sent"),
    [
        (CLOCK, (10_000, 100, 2000)),
        (CLOCK._replace(cap_s=None), (10_000, 100, 0)),
        (CLOCK._replace(bank_s=1e9), (2**32 - 1, 100, 2000)),
        (CLOCK._replace(bank_s=1e308), (2**32 - 1, 100, 2000)),
    ],
)
def test_the_clock_is_in_milliseconds_and_no_cap_is_zero(
    clock: ClockLimits, sent: tuple[int, int, int]
) -> None:
    told = one(frames.start(7, START._replace(clock=clock))).start.clock
    assert (told.bank_ms, told.increment_ms, told.cap_ms) == sent


@pytest.mark.parametrize("milliseconds", [1, 7, 29, 57, 58, 113, 290, 1001, 4035])
def test_whole_milliseconds_stay_what_they_are(milliseconds: int) -> None:
    start = START._replace(clock=CLOCK._replace(increment_s=milliseconds / 1000))
    assert one(frames.start(7, start)).start.clock.increment_ms == milliseconds


def test_a_question_holds_its_options_its_view_and_what_happened() -> None:
    told = (Told(value(1), None), Told(value(2), value(3)))
    ask = Ask(4, "play", ("blue-1", "pass"), Shared(value(5, 6)), value(7), told, 9.5, 2.0)
    sent = one(frames.item(2**64 - 1, ask, CODEC)).ask
    assert (sent.match, sent.number, sent.kind) == (2**64 - 1, 4, "play")
    assert list(sent.options) == ["blue-1", "pass"]
    assert (sent.view.type, sent.view.public, sent.view.own) == (
        "arena.v1.gorus.GorusViewOwn",
        encoded(5, 6),
        encoded(7),
    )
    assert [(event.type, event.public, event.own) for event in sent.events] == [
        ("arena.v1.gorus.GorusViewOwn", encoded(1), b""),
        ("arena.v1.gorus.GorusViewOwn", encoded(2), encoded(3)),
    ]
    assert (sent.bank_ms, sent.answer_ms) == (9500, 2000)


def test_an_event_is_told_to_each_seat_with_its_own_part() -> None:
    """In any order: what is kept of the public part must not keep a seat's own."""
    for own in (value(2), None, value(3), None):
        told = (Told(value(1), own),)
        over = Over((1,), (0.0,), "", False, told)
        ask = Ask(1, "play", ("a", "b"), Shared(value(9)), None, told, 1.0, 1.0)
        for sent in (one(frames.item(7, over, CODEC)).over, one(frames.item(7, ask, CODEC)).ask):
            assert [event.public for event in sent.events] == [encoded(1)]
            assert [event.own for event in sent.events] == [b"" if own is None else encoded(*own.hand)]


def test_a_view_that_is_shared_goes_to_each_seat_with_its_own_part() -> None:
    shared = Shared(value(1))
    for own in (value(2), None, value(3)):
        ask = Ask(1, "play", ("a", "b"), shared, own, (), 1.0, 1.0)
        view = one(frames.item(7, ask, CODEC)).ask.view
        assert (view.public, view.own) == (encoded(1), b"" if own is None else encoded(*own.hand))


def test_a_notice_tells_of_a_fault() -> None:
    fault = one(frames.item(7, Notice(Fault(3, 1, "late", "no answer came", True)), CODEC)).notice.fault
    assert (fault.seat, fault.kind, fault.sentence, fault.forfeit) == (1, "late", "no answer came", True)


def test_the_end_tells_ranks_scores_and_the_reason() -> None:
    over = one(frames.item(7, Over((2, 1), (0.5, 3.0), "played to its end", False, ()), CODEC)).over
    assert (list(over.ranks), list(over.scores), over.reason, over.void) == (
        [2, 1],
        [0.5, 3.0],
        "played to its end",
        False,
    )


def test_a_welcome_states_the_limits() -> None:
    sent = pb.ToBot.FromString(frames.welcome(b"secret", 5)).welcome
    assert (sent.protocol, sent.session, sent.matches_at_once) == (limits.PROTOCOL, b"secret", 5)
    assert sent.max_message_bytes == limits.MAX_MESSAGE_BYTES


messages: st.SearchStrategy[Message] = st.one_of(
    st.builds(
        Ask,
        number=st.integers(0, 2**32 - 1),
        kind=st.sampled_from(["play", "bid"]),
        options=st.lists(st.text(max_size=9), max_size=20).map(tuple),
        public=st.builds(Shared, st.lists(st.integers(0, 200), max_size=50).map(lambda cards: value(*cards))),
        own=st.none() | st.builds(value, st.integers(0, 9)),
        events=st.lists(st.builds(Told, st.builds(value, st.integers(0, 9)), st.none()), max_size=9).map(
            tuple
        ),
        bank_s=st.floats(0, 1e9),
        answer_s=st.floats(0, 1e9),
    ),
    st.builds(
        Notice, st.builds(Fault, st.just(0), st.integers(0, 9), st.just("late"), st.text(), st.booleans())
    ),
    st.builds(Over, st.just((1, 2)), st.just((0.0, 1.0)), st.text(), st.booleans(), st.just(())),
)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 2**64 - 1), messages), max_size=8))
def test_whatever_waits_joined_is_one_message_with_all_items_in_order(
    waiting: list[tuple[int, Message]],
) -> None:
    pieces = [frames.item(match, message, CODEC) for match, message in waiting]
    assert list(pb.ToBot.FromString(b"".join(pieces)).items) == [one(piece) for piece in pieces]


@given(st.binary(max_size=40))
def test_no_bytes_of_a_bot_raise(data: bytes) -> None:
    message = frames.parse(data)
    assert message is None or isinstance(message, pb.FromBot)


def test_what_later_versions_may_send_besides_is_ignored() -> None:
    later = (
        pb.FromBot(answers=[pb.Answer(match=1, number=2, option=3)]).SerializeToString() + b"\xa2\x1f\x01x"
    )
    message = frames.parse(later)
    assert message is not None
    assert message.answers[0].option == 3
