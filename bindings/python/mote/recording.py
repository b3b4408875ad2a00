"""Recordings of worlds: all inputs of a world and the hashes of its results, to be played back."""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING, Any, Callable, Iterator, Mapping, NamedTuple, Optional, Union

from ._mote import ffi, lib
from .arguments import Path, integer, path_bytes
from .callbacks import Caller
from .catalog import set_option
from .enums import Method, member
from .errors import DtypeError, StateError, check
from .handle import Handle
from .mesh import Mesh
from .world import OptionValue, Record, World

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Type


class RecordCaller(Caller):
    """Where the bytes of a recording go."""

    __slots__ = ("write",)

    def __init__(self, write: Callable[[bytes], object]):
        super().__init__()
        self.write = write


@ffi.def_extern(error=False)  # type: ignore[misc]
def py_record_write(context: Any, data: Any, size: int) -> bool:
    """mote_record_sink.write."""
    caller: RecordCaller = ffi.from_handle(context)
    try:
        caller.write(bytes(ffi.buffer(data, size)))
        return True
    except BaseException as error:
        caller.caught(error)
        return False


class Recorder:
    """A recording in progress. World.record() starts one; stop(), or the end of a `with` block, ends it.

    A recording that fails does not affect the world: detect continues to work, and stop() raises the error.
    """

    __slots__ = ("_world", "_caller", "_context", "__weakref__")

    def __init__(self, world: World, target: Union[Path, IO[bytes]]):
        self._caller: Optional[RecordCaller] = None
        self._context: Any = None
        state = world._state
        if isinstance(target, (str, bytes, os.PathLike)):
            path = path_bytes(target, "target")
            with state as pointer:
                check(lib.mote_world_record_to_file(pointer, path))
        elif hasattr(target, "write"):
            caller = RecordCaller(target.write)
            context = caller.context()
            sink = ffi.new("mote_record_sink *")
            sink.write = lib.py_record_write
            sink.context = context
            with state as pointer:
                result = lib.mote_world_record(pointer, sink)
                if not result:
                    # The world calls the sink until it is stopped or destroyed.
                    state.handle.keep += (context,)
            caller.raise_caught()
            check(result)
            self._caller, self._context = caller, context
        else:
            raise DtypeError(f"target is {target!r}; expected a path or a binary file")
        self._world: Optional[World] = world

    def stop(self) -> None:
        """Ends the recording, and raises the error if it failed. Calling it again does nothing."""
        world, self._world = self._world, None
        if world is None or world.closed:
            return
        state = world._state
        with state as pointer:
            result = lib.mote_world_record_stop(pointer)
            state.handle.keep = tuple(one for one in state.handle.keep if one is not self._context)
        if self._caller is not None:
            self._caller.raise_caught()
        check(result)

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        try:
            self.stop()
        except Exception:
            if kind is None:
                raise


class PlayedFrame(NamedTuple):
    """A frame of a recording that was played back."""

    #: counted from 0
    frame: int
    #: the recorded detect returned; otherwise the recording ends within it
    finished: bool
    recorded_result: int
    recorded_hash: int
    hash: int
    recorded_face_pairs: int
    face_pairs: int
    #: the hashes say something about each other
    compared: bool
    #: compared, and the hashes are the same
    equal: bool
    #: a sweep, not a detect: face_pairs are impacts
    is_sweep: bool


class Recording:
    """A recording, read from a path or from bytes."""

    __slots__ = ("_held", "_info", "__weakref__")

    def __init__(self, source: Union[Path, bytes, bytearray, memoryview]):
        out = ffi.new("mote_recording **")
        keep: Any = None
        if isinstance(source, (bytes, bytearray, memoryview)):
            keep = ffi.from_buffer(bytes(source))  # bytes do not change, which the library relies on
            check(lib.mote_recording_open(keep, len(keep), ffi.NULL, out))
        else:
            check(lib.mote_recording_open_file(path_bytes(source, "source"), ffi.NULL, out))
        self._held: Optional[Handle] = Handle(out[0], lib.mote_recording_close, "recording", (keep,))
        self._info = ffi.new("mote_recording_info *")
        lib.mote_recording_get_info(out[0], self._info)

    @property
    def _handle(self) -> Handle:
        if self._held is None:
            raise StateError("the recording is closed")
        return self._held

    @property
    def frame_count(self) -> int:
        """Number of frames that can be played."""
        return int(self._info.frame_count)

    @property
    def is_complete(self) -> bool:
        """Whether the recording was ended properly and no data is missing."""
        return bool(self._info.complete)

    @property
    def whole_bytes(self) -> int:
        """Number of bytes from the start that are intact; the rest is damaged or cut off."""
        return int(self._info.whole_bytes)

    @property
    def method(self) -> Method:
        """Method of the recorded world."""
        return Method(getattr(self._info, "def").method)

    @property
    def workers(self) -> int:
        """Number of workers of the recorded world."""
        return int(self._info.worker_count)

    @property
    def time_budget(self) -> float:
        """Time budget of the recorded world, in seconds."""
        return float(self._info.time_budget)

    def play(self, *, method: Union[None, Method, str] = None, workers: int = 1,
             options: Optional[Mapping[str, OptionValue]] = None) -> Player:
        """Plays the recording in a new world, as it was recorded or with another method, other workers and options."""
        definition = ffi.new("mote_world_def *", getattr(self._info, "def"))
        if method is not None:
            definition.method = member(Method, method, "method")
        definition.worker_count = integer(workers, "workers")
        for name, value in (options or {}).items():
            set_option(definition, name, value)
        return Player(self, definition)

    def close(self) -> None:
        """Releases the recording. Players keep the data that they need."""
        self._held = None

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self.frame_count


class Player:
    """Plays a recording: iterate over it. Recording.play() creates it."""

    __slots__ = ("_handle", "_recording", "_world", "__weakref__")

    def __init__(self, recording: Recording, definition: Any):
        out = ffi.new("mote_player **")
        check(lib.mote_player_create(recording._handle.pointer, definition, out))
        self._handle = Handle(out[0], lib.mote_player_destroy, "player", (recording._handle,))
        self._recording = recording
        # The world dies with the player, which the world's handle keeps.
        world: World = World.__new__(World)
        world._adopt(Handle(lib.mote_player_world(out[0]), lambda _: None, "world", (self._handle,)), definition)
        world._raise_invalid = False
        world._state.owner = "a player"
        self._world = world

    @property
    def recording(self) -> Recording:
        """The recording that is played."""
        return self._recording

    @property
    def world(self) -> World:
        """The world of the player, for its report and for queries. Only the player moves its bodies."""
        return self._world

    def step(self) -> PlayedFrame:
        """Plays the next frame and detects. Raises StateError after the last frame."""
        out = ffi.new("mote_played_frame *")
        state = self._world._state
        with state as pointer:
            state.serial += 1
            result = lib.mote_player_step(self._handle.pointer, out)
            self._read_bodies(pointer)
            check(result)
        return PlayedFrame(*(getattr(out, name) for name in PlayedFrame._fields))

    def __iter__(self) -> Iterator[PlayedFrame]:
        for _ in range(self._recording.frame_count):
            yield self.step()

    def _read_bodies(self, world: Any) -> None:
        count = ffi.new("size_t *")
        check(lib.mote_world_get_bodies(world, ffi.NULL, 0, count))
        ids = ffi.new("mote_body_id[]", max(int(count[0]), 1))
        check(lib.mote_world_get_bodies(world, ids, count[0], count))
        state = self._world._state
        records = {}
        for i in range(int(count[0])):
            body_id = ffi.new("mote_body_id *", ids[i])[0]
            known = state.records.get(body_id.index)
            if known is None or known.generation != body_id.generation:
                known = Record(body_id, self._mesh_of(world, body_id), False, None)
            records[body_id.index] = known
        state.records.clear()
        state.records.update(records)

    def _mesh_of(self, world: Any, body_id: Any) -> Mesh:
        """A mesh that the player owns, and keeps as long as it lives."""
        out = ffi.new("mote_mesh **")
        check(lib.mote_body_get_mesh(world, body_id, out))
        return Mesh._borrow(Handle(out[0], lambda _: None, "mesh", (self._handle,)))
