"""The exceptions of mote. All are derived from Error and contain the message of the library."""

from __future__ import annotations

from typing import Dict, Type

from ._mote import ffi, lib


class Error(Exception):
    """Base class of all exceptions that mote raises. Exceptions from callbacks of the caller are passed on
    unchanged."""


class ArgumentError(Error, ValueError):
    """An argument is not valid: an option out of range, an array of the wrong shape."""


class DtypeError(ArgumentError, TypeError):
    """An array or an argument has a type that mote does not convert."""


class DataError(Error, ValueError):
    """Bad data: an index out of range, a NaN, a malformed file."""


class OutOfMemoryError(Error, MemoryError):
    """There is not enough memory."""


class LimitError(Error, OverflowError):
    """There are more elements than mote can handle."""


class StaleError(Error, LookupError):
    """An object is no longer valid: a body that was removed, an array of a report after the next detect."""


class RefusedError(Error):
    """A method does not support this body or this query."""


class FileError(Error, OSError):
    """A file could not be opened, read or written."""


class StateError(Error, RuntimeError):
    """The call is not allowed now: the world is closed, or in use by another thread."""


_CLASSES: Dict[int, Type[Error]] = {
    lib.MOTE_ERROR_ARGUMENT: ArgumentError,
    lib.MOTE_ERROR_DATA: DataError,
    lib.MOTE_ERROR_MEMORY: OutOfMemoryError,
    lib.MOTE_ERROR_LIMIT: LimitError,
    lib.MOTE_ERROR_STALE: StaleError,
    lib.MOTE_ERROR_REFUSED: RefusedError,
    lib.MOTE_ERROR_IO: FileError,
    lib.MOTE_ERROR_STATE: StateError,
}


def text(pointer: object) -> str:
    """A string of the library."""
    decoded: str = ffi.string(pointer).decode("utf-8", "replace")
    return decoded


def error_of(result: int) -> Error:
    """The exception for a mote_result that is not MOTE_OK, with the message of the last failure on this thread."""
    if result == lib.MOTE_ERROR_MEMORY:
        return OutOfMemoryError("out of memory")
    message = text(lib.mote_last_message()) or text(lib.mote_result_name(result))
    return _CLASSES.get(result, Error)(message)


def check(result: int) -> None:
    """Raises the exception for a mote_result, unless it is MOTE_OK."""
    if result:
        raise error_of(result)
