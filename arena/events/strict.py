"""Tables of a TOML file as dataclasses, strictly: every slip is told with its key and what is possible.

A dataclass is the schema: its fields are the keys, and one without a default must be there. What a key is
for, `field(metadata={"about": "matches at most"})`, is told with its slips.
"""

import difflib
import types
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T")

_WORDS: Mapping[object, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    tuple: "a list",
    dict: "a table",
}


def read_table(cls: type[T], given: Mapping[str, object], where: str, problems: list[str]) -> T | None:
    """A table as a dataclass; None, and more lines in `problems`, where it is not one.

    where: what stands before the key in a message, such as `format.`.
    """
    before = len(problems)
    known = {field.name: field for field in fields(cls)}  # type: ignore[arg-type]  # a dataclass by contract
    hints = get_type_hints(cls)
    problems += [
        f"{where}{key}: no such key{meant(key, known)}; possible: {', '.join(known)}"
        for key in given
        if key not in known
    ]
    values: dict[str, object] = {}
    for name, field in known.items():
        if name in given:
            values[name] = _value(hints[name], given[name], f"{where}{name}", _about(field), problems)
        elif _required(field):
            problems.append(f"{where}{name}: missing; it is {possible(hints[name])}{_about(field)}")
    return cls(**values) if len(problems) == before else None


def possible(hint: object) -> str:
    """What a value of a type is called: "a whole number", "one of mirror, shared"."""
    origin = get_origin(hint)
    if origin is Literal:
        return f"one of {', '.join(map(str, get_args(hint)))}"
    if origin in (Union, types.UnionType):
        return possible(next(part for part in get_args(hint) if part is not type(None)))
    if origin is tuple:
        return f"a list, each {possible(get_args(hint)[0])}"
    if isinstance(hint, type) and is_dataclass(hint):
        return f"a table of {', '.join(field.name for field in fields(hint))}"
    return _WORDS.get(origin or hint, "a value")


def _about(field: "Field[object]") -> str:
    about = field.metadata.get("about")
    return f": {about}" if about else ""


def _value(hint: object, value: object, where: str, about: str, problems: list[str]) -> object:
    inner = _dataclass_in(hint)
    if inner is not None and isinstance(value, dict):
        return read_table(inner, value, f"{where}.", problems)
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError:
        problems.append(f"{where}: {_shown(value)} is not possible; it is {possible(hint)}{about}")
        return None


def _dataclass_in(hint: object) -> type | None:
    for part in (hint, *get_args(hint)):
        if isinstance(part, type) and is_dataclass(part):
            return part
    return None


def _required(field: "Field[object]") -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def meant(key: str, known: Iterable[str]) -> str:
    """` (meant deals?)` for `dealz`, nothing where no known key is near."""
    near = difflib.get_close_matches(key, list(known), n=1)
    return f" (meant {near[0]}?)" if near else ""


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
