"""Ends a command that went wrong with one sentence and an exit status: 1 the work failed, 2 the words are
wrong."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Any

import click


class Failed(click.ClickException):
    """The work failed; the message says how."""

    exit_code = 1


class Wrong(click.ClickException):
    """The words are wrong; the message says which and what was expected."""

    exit_code = 2


class Stopped(Failed):
    """A signal stopped the work; whatever it had opened is closed."""

    def __init__(self, signal_name: str) -> None:
        super().__init__(f"stopped by {signal_name}; nothing is left running.")


class Mistakes(click.Group):
    """A group whose commands may raise any error of the engine, or be stopped by a signal."""

    def invoke(self, ctx: click.Context) -> Any:
        before = signal.signal(signal.SIGTERM, _stop)
        try:
            return self._invoke(ctx)
        finally:
            signal.signal(signal.SIGTERM, before)

    def _invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt as error:
            raise Stopped(*error.args or ["SIGINT"]) from error
        except Exception as error:
            from arena.cli.translation import translation  # here, as it imports every part of the engine

            found = translation(error)
            if found is None:
                raise
            raise found from error


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt("SIGTERM")  # as SIGINT does; no `except Exception` takes it for its own
