"""One seat's clock in one match."""

from __future__ import annotations

from arena.referee.messages import ClockLimits


class Bank:
    """What a seat may still use. Each answer is allowed what is left, at most the cap."""

    def __init__(self, limits: ClockLimits) -> None:
        self._limits = limits
        self.left_s = limits.bank_s

    @property
    def allowed_s(self) -> float:
        """The most that the next answer may take, without the grace."""
        cap_s = self._limits.cap_s
        return self.left_s if cap_s is None else min(self.left_s, cap_s)

    @property
    def judged_s(self) -> float:
        """The most that the next answer may take before it is late."""
        return self.allowed_s + self._limits.grace_s

    def charge(self, used_s: float) -> None:
        """Take the time of one answer (of a late one, all that it was allowed) and add the increment.

        What an answer used of its grace is not charged."""
        self.left_s += self._limits.increment_s - min(max(used_s, 0.0), self.allowed_s)
