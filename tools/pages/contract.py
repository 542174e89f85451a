"""The reference of the protocol, made from the .proto files and their comments: a page a file."""

import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
    ServiceDescriptorProto,
)

PACKAGE = "truco.v1"
Comments = Mapping[tuple[int, ...], str]

# Where things lie in a descriptor: the paths of SourceCodeInfo are made of these field numbers.
SYNTAX, MESSAGES, ENUMS, SERVICES = 12, 4, 5, 6
FIELDS, NESTED, NESTED_ENUMS, ONEOFS = 2, 3, 4, 8
VALUES, METHODS = 2, 2

READING = ("play", "actions", "views", "events", "match", "ladders", "record", "admin")
"""The files in the order in which one reads them; a new one finds its place here."""

INTRO = """# Protocol reference

Made from the comments in `proto/truco/v1`, which are the contract. [The protocol](../protocol.md) tells it
as a story, with a hand on the wire; begin there.

| page | what it holds |
|---|---|
"""


def contract_pages(root: Path) -> dict[str, str]:
    """The pages by file name: index.md, and one for each .proto file."""
    files = sorted(descriptors(root / "proto"), key=lambda file: READING.index(Path(file.name).stem))
    homes = {name: Path(file.name).stem for file in files for name in _names(file)}
    pages = {f"{Path(file.name).stem}.md": "\n".join(_page(file, homes)) for file in files}
    listed = "".join(
        f"| [{Path(file.name).stem}]({Path(file.name).stem}.md) | {_cell(_comments(file)[(SYNTAX,)])} |\n"
        for file in files
    )
    return {"index.md": INTRO + listed} | pages


def descriptors(contract: Path) -> list[FileDescriptorProto]:
    """All files of the contract with their comments, by name."""
    sources = sorted(path.relative_to(contract).as_posix() for path in contract.glob("truco/**/*.proto"))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "contract.binpb")
        protoc = [sys.executable, "-m", "grpc_tools.protoc", "--proto_path=.", "--include_source_info"]
        subprocess.run([*protoc, f"--descriptor_set_out={out}", *sources], cwd=contract, check=True)
        return list(FileDescriptorSet.FromString(out.read_bytes()).file)


def _names(file: FileDescriptorProto) -> Iterator[str]:
    """The full names of all messages and enums: ".truco.v1.Offer"."""
    for enum in file.enum_type:
        yield f".{PACKAGE}.{enum.name}"
    for message in file.message_type:
        yield from _names_in(message, f".{PACKAGE}.{message.name}")


def _names_in(message: DescriptorProto, name: str) -> Iterator[str]:
    yield name
    for enum in message.enum_type:
        yield f"{name}.{enum.name}"
    for nested in message.nested_type:
        yield from _names_in(nested, f"{name}.{nested.name}")


def _comments(file: FileDescriptorProto) -> Comments:
    """What is written over each element, by its path. Of the file itself: over its `syntax`."""
    return {
        tuple(place.path): place.leading_comments.strip()
        for place in file.source_code_info.location
        if place.leading_comments
    }


def _page(file: FileDescriptorProto, homes: Mapping[str, str]) -> Iterator[str]:
    comments = _comments(file)
    title, _, about = comments[(SYNTAX,)].partition(": ")
    yield f'# {title}\n\n{about[:1].upper()}{about[1:]} `import "{file.name}";`\n'
    for i, service in enumerate(file.service):
        yield from _service(service, comments, (SERVICES, i), homes)
    for i, message in enumerate(file.message_type):
        yield from _message(message, message.name, comments, (MESSAGES, i), homes)
    for i, enum in enumerate(file.enum_type):
        yield from _enum(enum, enum.name, comments, (ENUMS, i))


def _service(
    service: ServiceDescriptorProto, comments: Comments, path: tuple[int, ...], homes: Mapping[str, str]
) -> Iterator[str]:
    yield f"## {service.name} {{ #{service.name} }}\n\n{comments[path]}\n"
    for i, method in enumerate(service.method):
        ask = ("stream of " if method.client_streaming else "") + _type(method.input_type, homes)
        answer = ("stream of " if method.server_streaming else "") + _type(method.output_type, homes)
        yield f"### {method.name} {{ #{service.name}.{method.name} }}\n\n{ask} → {answer}\n"
        yield f"{comments[(*path, METHODS, i)]}\n"


def _message(
    message: DescriptorProto, name: str, comments: Comments, path: tuple[int, ...], homes: Mapping[str, str]
) -> Iterator[str]:
    yield f"## {name} {{ #{name} }}\n\n{comments[path]}\n"
    if message.field:
        yield "| field | type | no. | meaning |\n|---|---|---|---|"
        yield from _fields(message, comments, path, homes)
        yield ""
    for i, enum in enumerate(message.enum_type):
        yield from _enum(enum, f"{name}.{enum.name}", comments, (*path, NESTED_ENUMS, i))
    for i, nested in enumerate(message.nested_type):
        if not nested.options.map_entry:
            yield from _message(nested, f"{name}.{nested.name}", comments, (*path, NESTED, i), homes)


def _fields(
    message: DescriptorProto, comments: Comments, path: tuple[int, ...], homes: Mapping[str, str]
) -> Iterator[str]:
    maps = {f".{nested.name}": nested for nested in message.nested_type if nested.options.map_entry}
    told: set[int] = set()
    for i, field in enumerate(message.field):
        choice = field.oneof_index if field.HasField("oneof_index") and not field.proto3_optional else None
        if choice is not None and choice not in told:
            told.add(choice)
            about = _cell(comments.get((*path, ONEOFS, choice), ""))
            yield f"| one of `{message.oneof_decl[choice].name}` |  |  | {about} |"
        mark = "└ " if choice is not None else ""
        entry = next((map_ for end, map_ in maps.items() if field.type_name.endswith(end)), None)
        type_ = _field_type(field, entry, homes)
        yield f"| {mark}`{field.name}` | {type_} | {field.number} | {_cell(comments[(*path, FIELDS, i)])} |"


def _enum(enum: EnumDescriptorProto, name: str, comments: Comments, path: tuple[int, ...]) -> Iterator[str]:
    yield f"## {name} {{ #{name} }}\n\n{comments[path]}\n"
    yield "| value | no. | meaning |\n|---|---|---|"
    for i, value in enumerate(enum.value):
        yield f"| `{value.name}` | {value.number} | {_cell(comments[(*path, VALUES, i)])} |"
    yield ""


def _field_type(field: FieldDescriptorProto, entry: DescriptorProto | None, homes: Mapping[str, str]) -> str:
    """`repeated Offer`, `optional int32`, `map<string, int32>`, with links."""
    if entry is not None:
        key, value = (_field_type(part, None, homes) for part in entry.field)
        return f"map of {key} to {value}"
    plain = FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    type_ = _type(field.type_name, homes) if field.type_name else f"`{plain}`"
    if field.label == FieldDescriptorProto.LABEL_REPEATED:
        return f"repeated {type_}"
    return f"optional {type_}" if field.proto3_optional else type_


def _type(name: str, homes: Mapping[str, str]) -> str:
    """A link to a message or an enum; one of another package by its name alone."""
    short = name.removeprefix(f".{PACKAGE}.")
    return f"[{short}]({homes[name]}.md#{short})" if name in homes else f"`{name.lstrip('.')}`"


def _cell(text: str) -> str:
    """A comment in a cell of a table."""
    return " ".join(_escaped(text.split())).replace("|", "\\|")


def _escaped(words: Iterable[str]) -> Iterator[str]:
    """`<` and `[` would begin a tag or a link."""
    for word in words:
        yield word.replace("<", "&lt;").replace("[", "\\[")
