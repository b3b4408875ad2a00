"""Functions of Python that the library calls, on any thread: cffi takes the interpreter's lock for each call.

An exception cannot pass through C. The first one of a call is kept, and raised when the library has returned.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable, Optional

from ._mote import ffi, lib
from .enums import LogLevel
from .errors import text

Log = Callable[[LogLevel, str], object]


class Caller:
    """What a callback finds behind its context, and the first exception that it raised."""

    __slots__ = ("error", "handle", "__weakref__")

    def __init__(self) -> None:
        self.error: Optional[BaseException] = None

    def context(self) -> Any:
        """The context to hand to the library. It lives as long as the returned object, which the user keeps."""
        return ffi.new_handle(self)

    def caught(self, error: BaseException) -> None:
        """Keeps the first exception."""
        if self.error is None:
            self.error = error

    def raise_caught(self) -> None:
        """Raises the exception that was kept, once."""
        raise_first((self,))


def raise_first(callers: Iterable[Caller]) -> None:
    """Raises the first exception that was kept; those of the others are forgotten, as they belong to the same call."""
    first: Optional[BaseException] = None
    for caller in callers:
        error, caller.error = caller.error, None
        if first is None:
            first = error
    if first is not None:
        try:
            raise first
        finally:
            del first, error  # their tracebacks refer to this frame


class LogCaller(Caller):
    """Passes messages of the library to a function."""

    __slots__ = ("write",)

    def __init__(self, write: Log):
        super().__init__()
        self.write = write


@ffi.def_extern()  # type: ignore[misc]
def py_log(context: Any, level: int, message: Any) -> None:
    """mote_log.write."""
    caller: LogCaller = ffi.from_handle(context)
    try:
        caller.write(LogLevel(level), text(message))
    except BaseException as error:
        caller.caught(error)


def set_log(log: Any, caller: Optional[LogCaller]) -> Any:
    """Fills a mote_log; returns what must live as long as it is used."""
    if caller is None:
        return None
    context = caller.context()
    log.write = lib.py_log
    log.context = context
    return context
