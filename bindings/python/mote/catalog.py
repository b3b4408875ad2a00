"""Methods, and the options of worlds by name."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Tuple, Union

from ._mote import ffi, lib
from .arguments import c_text, number
from .enums import Ability, Method, OptionKind, member
from .errors import ArgumentError, check, text


class MethodInfo(NamedTuple):
    """A method of detection."""

    method: Method
    name: str
    summary: str
    abilities: Ability


class Option(NamedTuple):
    """An option of a world, for World(options={name: value})."""

    name: str
    summary: str
    kind: OptionKind
    min: float
    max: float
    default: float
    #: of a CHOICE, the names; otherwise empty
    choices: Tuple[str, ...]


def methods() -> List[MethodInfo]:
    """The methods, the default first."""
    found: List[MethodInfo] = []
    while True:
        info = lib.mote_method_at(len(found))
        if info == ffi.NULL:
            return found
        found.append(MethodInfo(Method(info.method), text(info.name), text(info.summary), Ability(info.abilities)))


def options(method: Union[Method, str, None] = None) -> List[Option]:
    """The options of worlds by name; with a method, only the options that the method uses."""
    wanted = None if method is None else member(Method, method, "method")
    found: List[Option] = []
    index = 0
    while True:
        option = lib.mote_world_option_at(index)
        if option == ffi.NULL:
            return found
        index += 1
        if wanted is None or lib.mote_world_option_concerns(option, wanted):
            found.append(_option(option))


def _option(option: Any) -> Option:
    choices = () if option.choices == ffi.NULL else tuple(text(option.choices[i]) for i in range(int(option.max) + 1))
    return Option(text(option.name), text(option.summary), OptionKind(option.kind), option.min, option.max,
                  option.default_value, choices)


def set_option(definition: Any, name: str, value: Union[bool, int, float, str]) -> None:
    """Sets an option of a mote_world_def; choices are taken by name too."""
    key = c_text(name, "the name of an option")
    if isinstance(value, str):
        option = lib.mote_world_option_find(key)
        choices = () if option == ffi.NULL else _option(option).choices
        if value not in choices:
            if choices:
                raise ArgumentError(f"option {name} is {value!r}; expected one of {', '.join(choices)}")
            if option != ffi.NULL:
                raise ArgumentError(f"option {name} is {value!r}; expected a number")
        value = choices.index(value) if value in choices else 0
    check(lib.mote_world_option_set(definition, key, number(value, f"option {name}")))


def get_option(definition: Any, name: str) -> float:
    """Reads an option of a mote_world_def."""
    out = ffi.new("double *")
    check(lib.mote_world_option_get(definition, c_text(name, "the name of an option"), out))
    return float(out[0])
