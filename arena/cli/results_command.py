"""`arena results`: every result of an event, in the form that `ladder` reads."""

from __future__ import annotations

import click

from arena.cli.event_results import ladder_result
from arena.cli.shared import store_option
from arena.cli.stores import stored_event
from ladder import csv_form, jsonl_form


@click.command("results")
@click.argument("event", metavar="EVENT")
@click.option("--csv", "as_csv", is_flag=True, help="Write CSV instead of JSON Lines.")
@store_option
def results_command(event: str, store: str | None, as_csv: bool) -> None:
    """Write all results of an event in schedule order, for `ladder rate` or a program of yours."""
    opened, name = stored_event(event, store)
    with opened:
        results = [ladder_result(result) for result in opened.results(name)]
    form = csv_form if as_csv else jsonl_form
    click.echo(form.write(results), nl=False)
