"""Plays the option that looks best at the moment, in the games it knows; others at random."""

from arena_bot import run
from arena_bot.policies import greedy_policy

if __name__ == "__main__":
    run(greedy_policy, name="greedy", version="1.0", matches_at_once=64)
