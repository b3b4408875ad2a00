"""Objects of the library that Python owns."""

from __future__ import annotations

from typing import Any, Callable, Optional, Tuple

from ._mote import ffi
from .errors import StateError


class Handle:
    """A pointer of the library, what it needs to live, and the function that destroys it.

    It is destroyed by close(), or when nothing refers to the handle any more; only then is what it needs let go.
    Whoever hands the pointer to something else of the library keeps the handle there.
    """

    __slots__ = ("_pointer", "_destroy", "keep", "_name", "__weakref__")

    def __init__(self, pointer: Any, destroy: Callable[[Any], object], name: str, keep: Tuple[object, ...] = ()):
        self._pointer: Any = pointer
        self._destroy: Optional[Callable[[Any], object]] = destroy
        self._name = name
        self.keep = keep

    @property
    def pointer(self) -> Any:
        """The pointer; raises StateError after close()."""
        pointer = self._pointer
        if pointer is None:
            raise StateError(f"the {self._name} is closed")
        return pointer

    @property
    def is_closed(self) -> bool:
        """Whether the object is gone."""
        return self._pointer is None

    def close(self) -> None:
        """Destroys the object. Calling it again does nothing."""
        pointer, self._pointer = self._pointer, None
        destroy, self._destroy = self._destroy, None
        if pointer is not None and destroy is not None:
            destroy(pointer)
        self.keep = ()

    def __del__(self) -> None:
        # An instance whose __init__ never ran has no pointer.
        if getattr(self, "_pointer", None) is not None:
            self.close()


def address(pointer: Any) -> int:
    """The address of a pointer, as a number."""
    return int(ffi.cast("uintptr_t", pointer))
