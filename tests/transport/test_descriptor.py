"""A bot that was built on the last release goes on working: proto/released.json is kept to."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from descriptors import breaks, promises
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto, FileDescriptorSet
from google.protobuf.json_format import Parse

from arena.transport import generated

RELEASED = Parse(
    (Path(__file__).parents[2] / "proto" / "released.json").read_text("utf-8"), FileDescriptorSet()
)


def current() -> FileDescriptorSet:
    files = FileDescriptorSet()
    for found in pkgutil.iter_modules(generated.__path__, f"{generated.__name__}."):
        import_module(found.name).DESCRIPTOR.CopyToProto(files.file.add())
    return files


def message(files: FileDescriptorSet, name: str) -> DescriptorProto:
    return next(found for file in files.file for found in file.message_type if found.name == name)


def field(files: FileDescriptorSet, name: str) -> FieldDescriptorProto:
    owner, _, wanted = name.partition(".")
    return next(found for found in message(files, owner).field if found.name == wanted)


def test_the_release_is_kept_to() -> None:
    assert breaks(RELEASED, current()) == []


def test_the_release_promises_the_wire_and_the_games() -> None:
    assert {"arena.v1.Referee/Play", "arena.v1.Ask field 4", "arena.v1.gorus.GorusView"} <= dict(
        promises(RELEASED)
    ).keys()


def remove_a_message(files: FileDescriptorSet) -> None:
    files.file[0].message_type.remove(message(files, "Notice"))


def remove_a_field(files: FileDescriptorSet) -> None:
    message(files, "Ask").field.remove(field(files, "Ask.kind"))


def renumber_a_field(files: FileDescriptorSet) -> None:
    field(files, "Ask.kind").number = 99


def rename_a_field(files: FileDescriptorSet) -> None:
    field(files, "Ask.kind").name = "sort"


def change_a_type(files: FileDescriptorSet) -> None:
    field(files, "Answer.option").type = FieldDescriptorProto.TYPE_SINT32


def repeat_a_field(files: FileDescriptorSet) -> None:
    field(files, "Start.seat").label = FieldDescriptorProto.LABEL_REPEATED


def leave_a_oneof(files: FileDescriptorSet) -> None:
    field(files, "Item.ask").ClearField("oneof_index")


def name_another_message(files: FileDescriptorSet) -> None:
    field(files, "Ask.view").type_name = ".arena.v1.Event"


def stop_streaming(files: FileDescriptorSet) -> None:
    files.file[0].service[0].method[0].server_streaming = False


def remove_a_method(files: FileDescriptorSet) -> None:
    del files.file[0].service[0].method[0]


BREAKING = (
    remove_a_message,
    remove_a_field,
    renumber_a_field,
    rename_a_field,
    change_a_type,
    repeat_a_field,
    leave_a_oneof,
    name_another_message,
    stop_streaming,
    remove_a_method,
)


@pytest.mark.parametrize("change", BREAKING)
def test_a_breaking_change_is_refused(change: Callable[[FileDescriptorSet], None]) -> None:
    changed = current()
    change(changed)
    assert breaks(current(), changed)


def test_a_new_message_and_a_new_field_break_nothing() -> None:
    changed = current()
    changed.file[0].message_type.add(name="Farewell")
    message(changed, "Ask").field.add(name="hint", number=99, type=FieldDescriptorProto.TYPE_STRING)
    assert breaks(current(), changed) == []
