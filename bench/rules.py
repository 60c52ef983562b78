"""Random play by the rules alone, ours or OpenSpiel's, in decisions a second of processor time.

    python -m bench.rules gorus|hearts SECONDS

For every decision the menu and the asked player's view are made. OpenSpiel's hearts has the view as
`information_state_string`: what the player may know, as a value that Python can read."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable

import click

from arena.games import catalog
from arena.games.chance import KeyedChance
from bench.playing import gorus_table

SEATS = 5
SEED = 2026


def gorus() -> Callable[[], int]:
    """Plays one match and gives the number of its decisions."""
    game, table = catalog.load("gorus"), gorus_table(SEATS)
    chance = random.Random(SEED)
    uniform = chance.random

    def play() -> int:
        drawn, decisions = KeyedChance(chance.randbytes(32)), 0
        state = game.setup(table, drawn)
        while pending := game.pending(state):
            choices = {}
            for seat, decision in pending.items():
                game.view(state, seat)
                choices[seat] = decision.menu[int(uniform() * len(decision.menu))]
            decisions += len(pending)
            state, _ = game.advance(state, choices, drawn)
        return decisions

    return play


def hearts() -> Callable[[], int]:
    """The same for OpenSpiel's hearts; the deal is not counted."""
    try:
        import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]  # of the bench extra
    except ImportError as error:
        raise click.ClickException(
            "the rules are measured against OpenSpiel: pip install open_spiel"
        ) from error
    game = pyspiel.load_game("hearts")
    uniform = random.Random(SEED).random

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while state.is_chance_node():
            _choose(state, uniform)
        while not state.is_terminal():
            state.information_state_string()
            _choose(state, uniform)
            decisions += 1
        return decisions

    return play


GAMES = {"gorus": gorus, "hearts": hearts}


@click.command()
@click.argument("game", type=click.Choice(sorted(GAMES)))
@click.argument("seconds", type=float)
def main(game: str, seconds: float) -> None:
    """Print the decisions a second, on core 1."""
    os.sched_setaffinity(0, {1})
    play = GAMES[game]()
    play()
    decisions, begun_s = 0, time.process_time()
    while (used_s := time.process_time() - begun_s) < seconds:
        decisions += play()
    click.echo(decisions / used_s)


def _choose(state: object, uniform: Callable[[], float]) -> None:
    actions = state.legal_actions()  # type: ignore[attr-defined]
    state.apply_action(actions[int(uniform() * len(actions))])  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
