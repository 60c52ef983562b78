"""The asyncio loop inside trio's thread."""

from __future__ import annotations

import pytest
import trio

from arena.transport.pump import Pump


def test_a_failure_of_our_own_in_a_callback_is_raised_and_not_taken_for_a_bots() -> None:
    async def main() -> None:
        pump = Pump()
        try:
            pump.loop.call_soon(pump.fail, KeyError("ours"))
            with pytest.raises(KeyError, match="ours"):
                pump.pump()
            pump.pump()  # once only
        finally:
            pump.close()

    trio.run(main)
