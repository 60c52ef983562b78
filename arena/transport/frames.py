"""Referee messages to bytes of the wire, and a bot's bytes to messages.

Every function gives a whole ToBot; joined end to end they are one ToBot with all their items
(protobuf joins repeated fields), which is how whatever waits goes out together. A question is made
of pieces in the same way, so that what several seats or questions share is encoded once."""

from __future__ import annotations

from typing import Any

from google.protobuf import message as protobuf

from arena.referee.faults import Fault
from arena.referee.messages import Ask, ClockLimits, Message, Notice, Over, Shared, Start, Told
from arena.transport import limits
from arena.transport.codec import Codec, FieldEncoder
from arena.transport.generated import arena_pb2 as pb


def welcome(session: bytes, matches_at_once: int) -> bytes:
    """The answer to a Hello that is accepted."""
    return pb.ToBot(
        welcome=pb.Welcome(
            protocol=limits.PROTOCOL,
            session=session,
            max_message_bytes=limits.MAX_MESSAGE_BYTES,
            matches_at_once=matches_at_once,
        )
    ).SerializeToString()


def refusal(reason: str) -> bytes:
    """The answer to a Hello that is not."""
    return pb.ToBot(refusal=pb.Refusal(reason=reason)).SerializeToString()


def parse(data: bytes) -> pb.FromBot | None:
    """What a bot sent, or None when it cannot be read."""
    try:
        return pb.FromBot.FromString(data)
    except protobuf.DecodeError:
        return None


def start(match: int, message: Start) -> bytes:
    """Opens a match."""
    names = message.names or ("",) * len(message.sides)
    return _item(
        start=pb.Start(
            match=match,
            game=message.game,
            rules_version=message.rules_version,
            seat=message.seat,
            players=[
                pb.Player(side=side, name=name) for side, name in zip(message.sides, names, strict=True)
            ],
            options={key: _option_text(value) for key, value in message.options.items()},
            clock=_clock(message.clock),
            seed=message.seed,
            split=message.split,
        )
    )


def item(match: int, message: Message, codec: Codec) -> bytes:
    """A question, a notice or the end of a match."""
    if isinstance(message, Ask):
        return _ask(match, message, codec)
    if isinstance(message, Notice):
        return _item(notice=pb.Notice(match=match, fault=_fault(message.fault)))
    return _item(over=_over(match, message, codec))


def _item(**one: Any) -> bytes:
    return pb.ToBot(items=(pb.Item(**one),)).SerializeToString()


def _ask(match: int, ask: Ask, codec: Codec) -> bytes:
    head = pb.Ask(
        match=match,
        number=ask.number,
        bank_ms=_milliseconds(ask.bank_s),
        answer_ms=_milliseconds(ask.answer_s),
    )
    view = _typed(ask.public.value, _public(ask.public, codec), ask.own, codec)
    pieces = [head.SerializeToString(), _KIND[ask.kind], *[_OPTION[text] for text in ask.options]]
    pieces += [_piece(_VIEW, view), *[told.encoded or _event_piece(told, codec) for told in ask.events]]
    return _piece(_ITEMS, _piece(_ASK, b"".join(pieces)))


def _event_piece(told: Told, codec: Codec) -> bytes:
    if told.encoded is None:
        told.encoded = _piece(_EVENTS, _typed(told.public, codec.encode(told.public), told.own, codec))
    return told.encoded


def _typed(value: Any, public: bytes, own: Any, codec: Codec) -> bytes:
    """A View or an Event: both name their type and hold a public part and one's own."""
    pieces = [_TYPE[codec.type_name(value)], _piece(_PUBLIC, public)]
    if own is not None:
        pieces.append(_piece(_OWN, codec.encode(own)))
    return b"".join(pieces)


def _piece(field: bytes, message: bytes) -> bytes:
    """A field that holds a message, from the message's bytes: its key, its length, itself."""
    return b"".join((field, _LENGTH[len(message)], message))


class _Lengths(dict[int, bytes]):
    """Lengths as protobuf writes them: seven bits a byte, the lowest first."""

    def __missing__(self, length: int) -> bytes:
        data, left = bytearray(), length
        while left > 0x7F:
            data.append(left & 0x7F | 0x80)
            left >>= 7
        data.append(left)
        self[length] = bytes(data)
        return self[length]


_LENGTH = _Lengths()


def _key(message: type[protobuf.Message], name: str) -> bytes:
    """What stands before a field that holds a message (number and wire type 2, below 16 one byte)."""
    return bytes([message.DESCRIPTOR.fields_by_name[name].number << 3 | 2])


_ITEMS, _ASK = _key(pb.ToBot, "items"), _key(pb.Item, "ask")
_VIEW, _EVENTS = _key(pb.Ask, "view"), _key(pb.Ask, "events")
_PUBLIC, _OWN = _key(pb.View, "public"), _key(pb.View, "own")
_KIND, _OPTION = FieldEncoder(pb.Ask, "kind"), FieldEncoder(pb.Ask, "options", lambda text: (text,))
_TYPE = FieldEncoder(pb.View, "type")


def _over(match: int, over: Over, codec: Codec) -> pb.Over:
    return pb.Over(
        match=match,
        ranks=over.ranks,
        scores=over.scores,
        reason=over.reason,
        void=over.void,
        events=[_event(told, codec) for told in over.events],
    )


def _event(told: Told, codec: Codec) -> pb.Event:
    return pb.Event(
        type=codec.type_name(told.public),
        public=codec.encode(told.public),
        own=None if told.own is None else codec.encode(told.own),
    )


def _public(shared: Shared, codec: Codec) -> bytes:
    if shared.encoded is None:
        shared.encoded = codec.encode(shared.value)
    return shared.encoded


def _fault(fault: Fault) -> pb.Fault:
    return pb.Fault(seat=fault.seat, kind=fault.kind, sentence=fault.sentence, forfeit=fault.forfeit)


def _clock(clock: ClockLimits) -> pb.Clock:
    return pb.Clock(
        bank_ms=_milliseconds(clock.bank_s),
        increment_ms=_milliseconds(clock.increment_s),
        cap_ms=_milliseconds(clock.cap_s or 0.0),
    )


def _milliseconds(seconds: float) -> int:
    return int(max(0.0, min(seconds * 1000 + 1e-6, 0xFFFFFFFF)))  # 1.001 s are 1001 ms


def _option_text(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
