"""Every limit of the wire, stated once; docs/protocol.md is tested against this file."""

PROTOCOL = 1
"""The protocol version this referee speaks."""

MAX_MESSAGE_BYTES = 64 * 1024
"""The largest message a bot may send; a larger one ends its stream (`malformed`)."""

RECEIVED_BYTES = 1024 * 1024
"""So much of a message is received, to know it for too large; a larger one just ends its stream, as
every other end does (`disconnect`)."""

UNREAD_ANSWERS = 64
"""So many answers of one match may come while no question is open (`flood` beyond)."""

EMPTY_MESSAGES = 64
"""So many messages without any answer may come on one stream between two answers (`flood` beyond)."""

ASTRAY_ANSWERS = 512
"""So many answers in matches that it does not play, or not any more, may come on one stream between two
in one that it plays (`flood` beyond)."""

UNWRITTEN_BYTES = 1024 * 1024
"""So much may wait for a bot that does not read (`disconnect` beyond)."""

CLOSED_MATCHES = 256
"""Answers to a bot's so many last matches are known to be late; others are `malformed`."""

MATCHES_AT_ONCE = 256
"""The most matches that run at once on one stream, whatever a bot says it can hold."""

HELLO_S = 10.0
"""How long a stream may be open before its Hello."""

RESTARTS = 1
"""How often a lost process is started again within the matches it plays; then they are forfeited."""

EXIT_WAIT_S = 3.0
"""How long a process may take to end after its stream, for the end to count as a `crash`."""

GOODBYE_S = 0.5
"""How long a process that is needed no more may take to end after its stream; then it is killed."""
