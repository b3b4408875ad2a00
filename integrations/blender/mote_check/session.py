"""One check, in steps: reads the frames, then checks them. Knows nothing of Blender."""

from __future__ import annotations

import os
from typing import Any, Dict, List, NamedTuple, Optional, Protocol, Sequence, Tuple

import mote
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


class ReadError(Exception):
    """A frame cannot be read; the message is for the user."""


class Reader(Protocol):
    """Where frames come from. `names` are unique; `triangles` are those of the first frame that was read."""

    names: List[str]
    triangles: List[Array]

    def read(self, frame: int) -> List[Array]:
        """The vertices of each part in a frame, in world coordinates, of shape (n, 3)."""


class Settings(NamedTuple):
    """What is checked, and how."""

    #: frames of the scene, ascending and equally spaced
    frames: Sequence[int]
    #: frames per second, of the frames that are checked
    fps: float = 24.0
    tolerance: float = 0.0
    #: None: only if there is one part
    self_collision: Optional[bool] = None
    #: what meets in this frame of the scene is not reported
    baseline_frame: Optional[int] = None
    workers: int = 0


class Episode(NamedTuple):
    """A region in which two parts meet, over successive frames; all frames are those of the scene."""

    a: int
    b: int
    first: int
    last: int
    worst: int
    severity: str
    relation: str
    face_pairs: int
    #: None where it is not known
    depth: Optional[float]
    point: Tuple[float, float, float]


class Outcome(NamedTuple):
    """What a check has found."""

    names: List[str]
    episodes: List[Episode]
    #: by frame of the scene and parts (a, b): pairs of triangles, of shape (n, 2)
    faces: Dict[int, Dict[Tuple[int, int], Array]]
    frames_checked: int
    canceled: bool
    #: why not all was checked; empty where all was
    incomplete: List[str]
    summary: str


class Session:
    """A check in steps of one frame: each frame is read once, and then checked.

    folder: for positions and the baseline. It is the caller's, who removes it after close().
    """

    def __init__(self, reader: Reader, settings: Settings, folder: str):
        if not settings.frames:
            raise ReadError("The frame range is empty")
        self.settings = settings
        self.outcome: Optional[Outcome] = None
        self._reader = reader
        self._folder = folder
        self._positions: List[Array] = []
        self._read_count = 0
        self._baseline: Optional[str] = None
        self._check: Optional[mote.Check] = None
        self._frames: List[mote.CheckFrame] = []
        frames = settings.frames
        step = frames[1] - frames[0] if len(frames) > 1 else 1
        # Frames have the scene's numbers in the report wherever the library can count like that.
        self._shift = frames[0] if step == 1 and frames[0] > 0 else 0
        self._checked = 0

    @property
    def step_count(self) -> int:
        """Steps of the whole check."""
        return 2 * len(self.settings.frames) + (self.settings.baseline_frame is not None)

    @property
    def steps_done(self) -> int:
        """Steps so far."""
        return self._read_count + self._checked + (self._baseline is not None)

    @property
    def message(self) -> str:
        """What is being done."""
        count = len(self.settings.frames)
        if self._check is None:
            return f"Reading frame {min(self._read_count + 1, count)} of {count}"
        return f"Checking frame {min(self._checked + 1, count)} of {count}"

    def step(self) -> bool:
        """Does one step. False when the check is complete: then `outcome` is there."""
        if self.outcome is not None:
            return False
        settings = self.settings
        if self._read_count < len(settings.frames):
            self._read(settings.frames[self._read_count])
        elif settings.baseline_frame is not None and self._baseline is None:
            self._write_baseline(settings.baseline_frame)
        elif self._check is None:
            self._open()
        else:
            frame = self._check.next_frame()
            if frame is None:
                self._finish()
                return False
            self._checked += 1
            if len(frame.findings):
                self._frames.append(frame)
        return True

    def cancel(self) -> None:
        """Ends the check. What was found so far is the outcome; there is none while frames are still being read."""
        if self._check is not None and self.outcome is None:
            self._finish()

    def write_html(self, path: str) -> None:
        """Writes the report of the frames that were checked. Its pictures take longer than the check itself."""
        if self.outcome is None or not self.outcome.frames_checked:
            raise ReadError("No frame was checked")
        try:
            with self._check_parts(self._positions, html=path, **self._range(self.outcome.frames_checked)) as check:
                check.run(progress=False, faces=False)
        except mote.RefusedError:
            raise ReadError("This build of the package mote has no HTML report") from None

    def close(self) -> None:
        """Lets go of the files in the folder."""
        if self._check is not None:
            self._check.close()
        self._positions.clear()

    def _read(self, frame: int) -> None:
        vertices = self._reader.read(frame)
        if not self._positions:
            count = self._shift + len(self.settings.frames)
            self._positions = [self._new_array(i, (count, len(one), 3)) for i, one in enumerate(vertices)]
        self._require_same_counts(frame, vertices)
        for positions, one in zip(self._positions, vertices):
            if not self._read_count:
                positions[0] = one  # the library compares the first frame with the last to see which vertices are one
            positions[self._shift + self._read_count] = one
        self._read_count += 1

    def _new_array(self, part: int, shape: Tuple[int, int, int]) -> Array:
        """Positions of all frames, in a file: they may be more than memory holds."""
        path = os.path.join(self._folder, f"part_{part}.npy")
        array: Array = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=shape)
        return array

    def _require_same_counts(self, frame: int, vertices: List[Array]) -> None:
        for name, positions, one in zip(self._reader.names, self._positions, vertices):
            if len(one) != positions.shape[1]:
                raise ReadError(f"{name} has {len(one)} vertices in frame {frame}, but {positions.shape[1]} in frame "
                                f"{self.settings.frames[0]}: the topology must not change")

    def _write_baseline(self, frame: int) -> None:
        path = os.path.join(self._folder, "baseline.txt")
        vertices = self._reader.read(frame)
        self._require_same_counts(frame, vertices)
        rounded = [np.asarray(one, np.float32)[np.newaxis] for one in vertices]
        with self._check_parts(rounded, write_baseline=path) as check:
            check.run(progress=False, faces=False)
        self._baseline = path

    def _check_parts(self, positions: List[Array], **more: Any) -> mote.Check:
        settings = self.settings
        parts = dict(zip(self._reader.names, zip(positions, self._reader.triangles)))
        return mote.Check(
            parts, fps=settings.fps, tolerance=settings.tolerance, workers=settings.workers,
            self_collision=settings.self_collision, **more)

    def _range(self, count: int) -> Dict[str, Any]:
        return {"frames": (self._shift, self._shift + count - 1), "baseline": self._baseline}

    def _open(self) -> None:
        self._check = self._check_parts(self._positions, **self._range(len(self.settings.frames)))

    def _scene_frame(self, number: int) -> int:
        return int(self.settings.frames[number - self._shift])

    def _finish(self) -> None:
        assert self._check is not None
        result = self._check.finish(self._frames)
        self._check.close()
        faces: Dict[int, Dict[Tuple[int, int], Array]] = {}
        for finding in result.findings:
            pairs = result.faces_of(finding)
            of_frame = faces.setdefault(self._scene_frame(int(finding["frame"])), {})
            of_frame[int(finding["a"]), int(finding["b"])] = np.stack([pairs["face_a"], pairs["face_b"]], axis=1)
        self.outcome = Outcome(
            list(self._reader.names), [self._episode(row) for row in result.episodes], faces, result.total.checked,
            result.total.canceled, [remark.text for remark in result.remarks if remark.incomplete], result.summary)

    def _episode(self, row: Any) -> Episode:
        depth = float(row["depth"]) if row["depth_kind"] != mote.DepthKind.NONE else None
        x, y, z = (float(value) for value in row["point"])
        return Episode(
            int(row["a"]), int(row["b"]), *(self._scene_frame(int(row[name])) for name in ("first", "last")),
            self._scene_frame(int(row["worst_frame"])), mote.Severity(row["severity"]).name.lower(),
            mote.Relation(row["relation"]).name.lower().replace("_", " "), int(row["face_pair_count"]), depth,
            (x, y, z))
