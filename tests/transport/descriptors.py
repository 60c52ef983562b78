"""What a set of proto files promises to bots, and which promises of an older set a newer one breaks."""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto, FileDescriptorSet


def breaks(released: FileDescriptorSet, now: FileDescriptorSet) -> list[str]:
    """A sentence for each promise of the release that does not hold now. What is new breaks nothing."""
    kept = dict(promises(now))
    return [
        f"{name}: was {promise}, is {kept.get(name, 'gone')}"
        for name, promise in promises(released)
        if kept.get(name) != promise
    ]


def promises(files: FileDescriptorSet) -> Iterator[tuple[str, str]]:
    """Every method, message and field number by name, with all that the wire and generated code need."""
    for file in files.file:
        for service in file.service:
            for method in service.method:
                sides = (
                    method.client_streaming,
                    method.input_type,
                    method.server_streaming,
                    method.output_type,
                )
                yield f"{file.package}.{service.name}/{method.name}", " ".join(map(str, sides))
        for message in file.message_type:
            yield from _of_message(f"{file.package}.{message.name}", message)


def _of_message(name: str, message: DescriptorProto) -> Iterator[tuple[str, str]]:
    yield name, "a message"
    for field in message.field:
        yield f"{name} field {field.number}", _of_field(field, message)
    for nested in message.nested_type:
        yield from _of_message(f"{name}.{nested.name}", nested)


def _of_field(field: FieldDescriptorProto, message: DescriptorProto) -> str:
    label = FieldDescriptorProto.Label.Name(field.label).removeprefix("LABEL_").lower()
    kind = field.type_name or FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    choice = f" of {message.oneof_decl[field.oneof_index].name}" if field.HasField("oneof_index") else ""
    return f"{label} {kind} {field.name}{choice}"
