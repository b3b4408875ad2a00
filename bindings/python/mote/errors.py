"""The exceptions of mote. All derive from Error, and carry the message of the library."""

from __future__ import annotations

from typing import Dict, Type

from ._mote import ffi, lib


class Error(Exception):
    """Base of all exceptions that mote raises. Exceptions of the caller's own callbacks are passed on as they are."""


class ArgumentError(Error, ValueError):
    """An argument that mote does not take: an option out of range, an array of the wrong shape."""


class DtypeError(ArgumentError, TypeError):
    """An array or an argument of a type that mote does not convert."""


class DataError(Error, ValueError):
    """Bad data: an index out of range, a NaN, a malformed file."""


class OutOfMemoryError(Error, MemoryError):
    """There is not enough memory."""


class LimitError(Error, OverflowError):
    """More of something than mote can hold."""


class StaleError(Error, LookupError):
    """Something that is gone: a body that was removed, an array of a report after the next detect."""


class RefusedError(Error):
    """A method cannot serve this body or this question."""


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
