"""The hash of a bot's folder, by which a changed bot is noticed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

SKIPPED = frozenset({".git", "__pycache__"})
"""Folders that change without the bot changing."""


def fingerprint(folder: Path) -> str:
    """SHA-256 in hex over the relative paths and contents of all files, in the order of the paths.

    A link counts as the text of where it points; it is not followed."""
    total = hashlib.sha256()
    for path in sorted(_files(folder), key=lambda path: path.relative_to(folder).parts):
        name = os.fsencode(path.relative_to(folder).as_posix())
        total.update(len(name).to_bytes(8, "little") + name + _content_hash(path))
    return total.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        links = [name for name in folders if Path(parent, name).is_symlink()]
        folders[:] = [name for name in folders if name not in SKIPPED and name not in links]
        yield from (Path(parent, name) for name in files + links)


def _content_hash(path: Path) -> bytes:
    if path.is_symlink():
        return hashlib.sha256(b"link " + os.fsencode(os.readlink(path))).digest()
    if not path.is_file():  # a socket or a pipe has no content, and reading one would wait for ever
        return hashlib.sha256(b"special").digest()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
