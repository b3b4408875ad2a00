"""Arrays from numpy to the library and back: which arrays are shared, which are converted, which are refused.

One rule applies to all positions, points and directions:

- float32 and float64 arrays in native byte order, with the three coordinates next to each other, are shared. The
  distance between vertices may be any positive number of bytes. Nothing is copied. The library rounds double to float
  once.
- Other numbers (integers, float16, longdouble, the other byte order) and other layouts (Fortran order, negative or zero
  strides) are converted once to an array in C order: float16 to float32, all others to float64 unless they are float32
  already.
- All other arrays (bool, complex, object, strings, the wrong shape) are refused.

Faces: uint16 and uint32 in C order are shared. Other integers are converted to uint32 after a range check.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Tuple, overload

import numpy as np
import numpy.typing as npt

from ._mote import ffi, lib
from .errors import ArgumentError, DataError, DtypeError
from .handle import Handle, address

FLOAT32 = np.dtype(np.float32)
FLOAT64 = np.dtype(np.float64)
UINT16 = np.dtype(np.uint16)
UINT32 = np.dtype(np.uint32)

Array = npt.NDArray[Any]


def as_numbers(value: object, name: str) -> Array:
    """An array of floats, by the rule above as far as the dtype goes."""
    try:
        array = np.asanyarray(value)
    except (ValueError, TypeError) as problem:
        raise DtypeError(f"{name} is no array of numbers: {problem}") from None
    if type(array) is not np.ndarray:
        if isinstance(array, np.ma.MaskedArray):
            raise DtypeError(f"{name} is a masked array; expected one without a mask")
        array = np.asarray(array)  # a memory-mapped file stays one
    dtype = array.dtype
    if dtype == FLOAT32 or dtype == FLOAT64:
        return array if dtype.isnative else array.astype(dtype.newbyteorder("="))
    if dtype.kind == "f":
        return array.astype(FLOAT32 if dtype.itemsize == 2 else FLOAT64)
    if dtype.kind in "iu":
        return array.astype(FLOAT64)
    raise DtypeError(f"{name} has dtype {dtype}; expected float32, float64 or other real numbers")


def as_vertices(value: object, name: str, count: Optional[int] = None) -> Array:
    """An array of shape (n, 3) that the library can read in place; n is `count` where that is given."""
    array = value if type(value) is np.ndarray else as_numbers(value, name)
    shape = array.shape
    if len(shape) != 2 or shape[1] != 3:
        raise ArgumentError(f"{name} has shape {shape}; expected (n, 3)")
    if count is not None and shape[0] != count:
        raise ArgumentError(f"{name} has {shape[0]} vertices; expected {count}")
    dtype = array.dtype
    if dtype is not FLOAT32 and dtype is not FLOAT64:
        array = as_numbers(array, name)
    if is_shareable(array):
        return array
    return np.array(array, dtype=array.dtype, order="C", copy=True, subok=False)


def is_shareable(array: Array) -> bool:
    """Whether the library can read positions of shape (n, 3) and a native float type in place."""
    step, inner = array.strides
    size = array.itemsize
    if inner != size or not array.flags.aligned:
        return False
    # numpy gives arrays of one row any stride.
    return step >= 3 * size and step % size == 0


def positions_of(array: Array) -> Any:
    """A mote_positions of an array from as_vertices. The array must live as long as the library reads it."""
    positions = ffi.new("mote_positions *")
    fill_positions(positions, array)
    return positions


def fill_positions(positions: Any, array: Array) -> None:
    """Describes an array from as_vertices to the library."""
    positions.data = ffi.cast("void *", array.__array_interface__["data"][0])
    positions.count = array.shape[0]
    positions.stride = array.strides[0]
    positions.type = lib.MOTE_FLOAT if array.itemsize == 4 else lib.MOTE_DOUBLE
    positions.persistent = True  # whoever hands it to a body keeps the array as long as the body uses it


def as_faces(value: object, name: str) -> Array:
    """An array of shape (n, 3) and dtype uint16 or uint32 in C order."""
    try:
        array = np.asarray(value)
    except (ValueError, TypeError) as problem:
        raise DtypeError(f"{name} is no array of numbers: {problem}") from None
    if array.ndim != 2 or array.shape[1] != 3:
        raise ArgumentError(f"{name} has shape {array.shape}; expected (n, 3)")
    return as_indices(array, name)


def as_indices(array: Array, name: str) -> Array:
    """An array of vertex numbers, as uint16 or uint32 in C order."""
    if array.dtype.kind not in "iu":
        if array.size or array.dtype.kind != "f":
            raise DtypeError(f"{name} has dtype {array.dtype}; expected integers")
        array = array.astype(UINT32)
    if array.size:
        low, high = int(array.min()), int(array.max())
        if low < 0 or high > 0xFFFFFFFF:
            raise DataError(f"{name} has the index {low if low < 0 else high}, which is out of range")
    return np.require(array, np.uint16 if array.dtype == UINT16 else np.uint32, ["C", "A"])


def as_float32(value: object, name: str, shape: Tuple[Optional[int], ...]) -> Array:
    """A float32 array in C order of a shape, of which None is any size. Converted where it is something else."""
    array = as_numbers(value, name)
    if array.ndim != len(shape) or any(want is not None and have != want for have, want in zip(array.shape, shape)):
        wanted = ", ".join("n" if size is None else str(size) for size in shape)
        raise ArgumentError(f"{name} has shape {array.shape}; expected ({wanted})")
    with np.errstate(over="ignore"):  # what becomes infinite is refused by the library
        return np.require(array, dtype=FLOAT32, requirements=["C", "A"])


def as_points(value: object, name: str) -> Tuple[Array, bool]:
    """A float32 array of shape (n, 3) from one point or many, and whether it was one."""
    array = as_numbers(value, name)
    if array.shape == (3,):
        return as_float32(array.reshape(1, 3), name, (None, 3)), True
    if array.ndim != 2 or array.shape[1] != 3:
        raise ArgumentError(f"{name} has shape {array.shape}; expected (3,) or (n, 3)")
    return as_float32(array, name, (None, 3)), False


def as_per_item(value: object, name: str, count: int) -> Tuple[Array, bool]:
    """A float32 array of one number for all of `count` items, or one for each, and whether it is one for all."""
    array = as_numbers(value, name)
    if array.ndim == 0:
        return as_float32(array.reshape(1), name, (1,)), True
    return as_float32(array, name, (count,)), False


def as_transform(value: object, name: str) -> Array:
    """The 4 columns of a matrix of shape (4, 4) or (3, 4), as the library has them: cx, cy, cz, t, float32."""
    columns: Array = as_transforms(as_numbers(value, name)[np.newaxis], name)[0]
    return columns


def as_transforms(value: object, name: str) -> Array:
    """The same for n matrices: float32 of shape (n, 4, 3) in C order."""
    array = as_numbers(value, name)
    if array.ndim != 3 or array.shape[1:] not in ((4, 4), (3, 4)):
        raise ArgumentError(f"{name} has shape {array.shape[1:]}; expected (4, 4) or (3, 4)")
    if not np.isfinite(array).all():
        raise DataError(f"{name} has a number that is NaN or infinite")
    if array.shape[1] == 4 and not (array[:, 3] == (0, 0, 0, 1)).all():
        raise DataError(f"{name} has the last row {array[:, 3][0].tolist()}; expected [0, 0, 0, 1]")
    with np.errstate(over="ignore"):
        columns = np.ascontiguousarray(array[:, :3].transpose(0, 2, 1), dtype=FLOAT32)
    if not np.isfinite(columns).all():
        raise DataError(f"{name} has a number that overflows float32")
    return columns


def matrix_of(transform: Any) -> Array:
    """A mote_transform as a matrix of shape (4, 4)."""
    columns = np.frombuffer(bytes(ffi.buffer(ffi.addressof(transform), 48)), FLOAT32).reshape(4, 3)
    matrix = np.eye(4)
    matrix[:3] = columns.T
    return matrix


def pointer_to(array: Array, kind: str) -> Any:
    """A pointer of a C type to the first element of an array, which must live as long as it is used."""
    return ffi.cast(kind, array.__array_interface__["data"][0])


def copied(pointer: Any, count: int, dtype: np.dtype[Any]) -> Array:
    """`count` elements that the library owns, as an array of our own."""
    if not count:
        return np.empty(0, dtype)
    return np.frombuffer(ffi.buffer(pointer, count * dtype.itemsize), dtype).copy()


class ArrayProperty(property):
    """A property that gives an array and takes whatever can be converted to one; mypy cannot tell a property that."""

    if TYPE_CHECKING:

        @overload  # type: ignore[override]
        def __get__(self, instance: None, owner: Any) -> ArrayProperty: ...

        @overload
        def __get__(self, instance: object, owner: Any) -> Array: ...

        def __get__(self, instance: Optional[object], owner: Any) -> Any: ...

        def __set__(self, instance: object, value: Any) -> None: ...


class Memory:
    """Memory of the library as numpy's array interface, which keeps the handle that owns it alive."""

    __slots__ = ("__array_interface__", "_owner")

    def __init__(self, owner: Handle, pointer: Any, shape: Tuple[int, ...], dtype: np.dtype[Any]):
        self._owner = owner
        self.__array_interface__ = {
            "version": 3,
            "shape": shape,
            "typestr": dtype.str,
            "data": (address(pointer), True),  # read only
        }


def shared(owner: Handle, pointer: Any, shape: Tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """A read-only array over memory of the library that lives as long as its owner; empty where it is null."""
    if pointer == ffi.NULL or 0 in shape:
        return np.empty((0,) + shape[1:], dtype)
    return np.asarray(Memory(owner, pointer, shape, dtype))


def vec3(value: Any) -> Array:
    """A mote_vec3 or mote_dvec3 as an array of doubles."""
    return np.array((value.x, value.y, value.z), FLOAT64)


def box_of(value: Any) -> Array:
    """A mote_box as an array of shape (2, 3): min and max."""
    return np.array(((value.min.x, value.min.y, value.min.z), (value.max.x, value.max.y, value.max.z)), FLOAT64)
