"""Plays any game at random; the seed of the match settles how."""

from arena_bot import run
from arena_bot.policies import random_policy

if __name__ == "__main__":
    run(random_policy, name="random", version="1.0", matches_at_once=64)
