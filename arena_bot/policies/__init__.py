"""Ready-made ways to choose, the same for sample bots and for the engine's built-in ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from arena_bot.policies.greedy import greedy_policy
from arena_bot.policies.uniform import random_policy
from arena_bot.question import Question

Policy = Callable[[Question], int]
"""A function from a question to the index of one of its options."""

POLICIES: Mapping[str, Policy] = MappingProxyType({"random": random_policy, "greedy": greedy_policy})

__all__ = ["POLICIES", "Policy", "greedy_policy", "random_policy"]
