"""Numbers, paths and the like on their way to the library: the wrong type is a DtypeError that names the argument."""

from __future__ import annotations

import operator
import os
from typing import Any, Union

from .errors import ArgumentError, DtypeError

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

#: All categories of bodies.
ALL_BITS = 0xFFFFFFFFFFFFFFFF


def number(value: Any, name: str) -> float:
    """A number as a float."""
    if isinstance(value, (str, bytes, bytearray)):
        raise DtypeError(f"{name} is {value!r}; expected a number")
    try:
        return float(value)
    except OverflowError:
        raise ArgumentError(f"{name} is too large") from None
    except (TypeError, ValueError):
        raise DtypeError(f"{name} is {value!r}; expected a number") from None


def integer(value: Any, name: str, most: int = 0xFFFFFFFF) -> int:
    """A whole number from 0 to `most`."""
    try:
        whole = operator.index(value)
    except TypeError:
        raise DtypeError(f"{name} is {value!r}; expected a whole number") from None
    if not 0 <= whole <= most:
        raise ArgumentError(f"{name} is {whole}; expected 0 to {most}")
    return whole


def path_bytes(path: Path, name: str) -> bytes:
    """A path as the library wants it."""
    try:
        encoded = os.fsencode(path)
    except TypeError:
        raise DtypeError(f"{name} is {path!r}; expected a path") from None
    if b"\0" in encoded:
        raise ArgumentError(f"{name} has a null character")
    return encoded


def c_text(value: object, name: str) -> bytes:
    """A string as UTF-8, for the library."""
    if not isinstance(value, str):
        raise DtypeError(f"{name} is {value!r}; expected a string")
    encoded = value.encode("utf-8", "surrogateescape")
    if b"\0" in encoded:
        raise ArgumentError(f"{name} has a null character")
    return encoded
