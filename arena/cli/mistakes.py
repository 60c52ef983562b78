"""Ends a command that went wrong with one sentence and an exit status: 1 the work failed, 2 the words are
wrong."""

from __future__ import annotations

from typing import Any

import click


class Failed(click.ClickException):
    """The work failed; the message says how."""

    exit_code = 1


class Wrong(click.ClickException):
    """The words are wrong; the message says which and what was expected."""

    exit_code = 2


class Mistakes(click.Group):
    """A group whose commands may raise any error of the engine."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt as error:
            raise Failed("stopped by SIGINT; nothing is left running.") from error
        except Exception as error:
            from arena.cli.translation import translation  # here, as it imports every part of the engine

            found = translation(error)
            if found is None:
                raise
            raise found from error
