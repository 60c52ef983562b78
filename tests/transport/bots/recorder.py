"""A good bot that writes down what it is sent: `recorder.py FOLDER`, a file a process.

A line a Start ("start", match, seat) and a line a question ("ask", match, number, own view in hex)."""

import os
import sys
from pathlib import Path

from raw_bot import Stream


def main():
    stream = Stream()
    stream.hello()
    with (Path(sys.argv[1]) / f"{os.getpid()}").open("a") as file:
        for item in stream.items():
            if item.HasField("start"):
                print("start", item.start.match, item.start.seat, file=file, flush=True)
            if item.HasField("ask"):
                ask = item.ask
                print("ask", ask.match, ask.number, ask.view.own.hex() or "-", file=file, flush=True)
                stream.answer(ask)


if __name__ == "__main__":
    main()
