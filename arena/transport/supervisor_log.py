"""What a bot has written, kept in a fixed amount of memory: its first words and its last."""

from __future__ import annotations

HEAD_BYTES = 16 * 1024
TAIL_BYTES = 48 * 1024


class CappedLog:
    """The beginning, where a bot says what it is, and the end, where it says why it died."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self._dropped_bytes = 0

    def add(self, written: bytes) -> None:
        """Append; what then stands too far from both ends is dropped and counted."""
        room = HEAD_BYTES - len(self._head)
        self._head += written[:room]
        self._tail += written[room:]
        surplus = max(0, len(self._tail) - TAIL_BYTES)
        del self._tail[:surplus]
        self._dropped_bytes += surplus

    def text(self) -> str:
        """What was kept, as text; bytes that are no UTF-8 are shown as U+FFFD."""
        gap = f"\n... {self._dropped_bytes} bytes left out ...\n" if self._dropped_bytes else ""
        return bytes(self._head + gap.encode() + self._tail).decode(errors="replace")
