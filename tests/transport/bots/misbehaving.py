"""Bots that go wrong, each in its own way: `misbehaving.py WAY`."""

import os
import signal
import sys

from raw_bot import Stream


def first_ask(stream):
    """The first question; hello must have been said."""
    return next(item.ask for item in stream.items() if item.HasField("ask"))


def dies_before_hello(stream):
    sys.stderr.write("no module named brain\n")
    sys.stderr.flush()
    os._exit(3)


def dies_after_hello(stream):
    stream.hello()
    next(stream.received)
    os._exit(0)


def dies_on_its_turn(stream):
    stream.hello()
    first_ask(stream)
    os.kill(os.getpid(), signal.SIGSEGV)


def raises_on_its_turn(stream):
    stream.hello()
    first_ask(stream)
    raise KeyError("seat")


def says_no_hello(stream):
    signal.pause()


def never_answers(stream):
    stream.hello()
    first_ask(stream)
    signal.pause()


def stops_itself(stream):
    stream.hello()
    first_ask(stream)
    os.kill(os.getpid(), signal.SIGSTOP)


def leaves_children(stream):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.pause()
    os._exit(0)


def answers_out_of_range(stream):
    stream.hello()
    stream.answer(first_ask(stream), option=4_000_000_000)
    signal.pause()


def talks_nonsense(stream):
    stream.hello()
    first_ask(stream)
    stream.send(b"\xff\xff\xff\xff")
    signal.pause()


def hangs_up(stream):
    stream.hello()
    first_ask(stream)
    stream.received.cancel()
    signal.pause()


def floods(stream):
    stream.hello()
    first_ask(stream)
    while True:
        stream.send(b"")


if __name__ == "__main__":
    way = globals()[sys.argv[1]]
    way(None if way is leaves_children else Stream())
