"""Checks of whole animations: finds every frame in which parts penetrate, touch or come near each other.

check() takes arrays, check_file() takes files of other programs. Both do the same as the command `mote check`, with the
same results and reports. The class Check does it frame by frame.
"""

from __future__ import annotations

import dataclasses
import os
import sys
import threading
from typing import IO, Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple
from typing import Union

import numpy as np

from ._mote import ffi, lib
from .arguments import Path, c_text, integer, number, path_bytes
from .arrays import FLOAT32, UINT32, Array, as_faces, as_numbers, copied, pointer_to
from .callbacks import Caller, raise_first
from .enums import CheckFormat, CheckVerdict, DepthKind, Method, Relation, RemarkKind, Severity, Split, Weld, member
from .errors import ArgumentError, DtypeError, StateError, check as check_result, text
from .handle import Handle
from .layouts import CONTACT, FACE_PAIR, layout_of

#: mote_check_episode: the same two parts in successive frames of a clip.
EPISODE = layout_of("mote_check_episode")
#: mote_check_frame_sum: a checked frame in few numbers.
FRAME = layout_of("mote_check_frame_sum")
#: Two parts in one frame. Its face pairs are face_pairs[first_face_pair:first_face_pair + face_pair_count].
FINDING = np.dtype([
    ("clip", "u4"), ("frame", "u4"), ("time", "f8"), ("a", "u4"), ("b", "u4"), ("severity", "u4"), ("relation", "u4"),
    ("depth", "f4"), ("depth_kind", "u4"), ("first_face_pair", "u8"), ("face_pair_count", "u4"),
    ("first_contact", "u8"), ("contact_count", "u4"), ("cut_short", "?"),
])

#: mote_check_crossing_faces: two faces that meet between two frames, and when.
CROSSING_FACES = layout_of("mote_check_crossing_faces")
#: Two parts that meet between the frame before and `frame`, at `at` in frames and at `time` in seconds. Its faces are
#: crossing_faces[first_face_pair:first_face_pair + face_pair_count].
CROSSING = np.dtype([
    ("clip", "u4"), ("frame", "u4"), ("at", "f8"), ("time", "f8"), ("a", "u4"), ("b", "u4"), ("severity", "u4"),
    ("point", "f4", (3,)), ("first_face_pair", "u8"), ("face_pair_count", "u4"), ("hidden", "?"),
])

Parts = Union[Mapping[str, Tuple[object, object]], Sequence[Tuple[object, object]]]
#: Where a report goes: a path, an open binary file, or True to keep it in memory.
Output = Union[None, bool, Path, IO[bytes]]
#: progress(done, count) after each frame; False cancels the check.
Progress = Callable[[int, int], object]

_NAMES = {"severity": Severity, "relation": Relation, "depth_kind": DepthKind}


class CheckPart(NamedTuple):
    """A part of a check."""

    name: str
    vertex_count: int
    triangle_count: int
    is_closed: bool


class CheckClip(NamedTuple):
    """A clip, in which all inputs play together. Frames are numbered from 0 in each clip."""

    #: None where no input has clips
    name: Optional[str]
    frame_count: int
    #: seconds of the first and the last frame
    start: float
    end: float
    #: frames that are checked, both included
    first_frame: int
    last_frame: int


@dataclasses.dataclass(frozen=True)
class Remark:
    """Information besides the findings, such as what was not checked."""

    kind: RemarkKind
    #: some of the input was not checked
    incomplete: bool
    #: of what the text is about
    count: int
    text: str


class CheckTotal(NamedTuple):
    """Sums over all frames."""

    #: frames asked for, of all clips together
    wanted: int
    #: frames that were checked
    checked: int
    #: frames by their worst severity: clean, near, touch, penetrate
    frames: Tuple[int, int, int, int]
    findings: int
    face_pairs: int
    #: not reported because the baseline has them
    baseline_face_pairs: int
    #: the greatest depth; 0 where none is known
    deepest: float
    cut_short: bool
    canceled: bool
    #: the time budget was used up
    out_of_time: bool
    #: frames that were cut short because too many faces are close to each other
    crowded_frames: int
    #: penetrations, one for two parts in a frame, whose depth is not known
    unknown_depths: int
    #: frames in which a part was not checked
    invalid_frames: int
    #: pairs of parts that met between two frames, and those of them that no frame shows
    crossings: int
    hidden_crossings: int
    #: without between: frames before which parts moved so far that a crossing may have been missed
    leaps: int


class CheckFrame(NamedTuple):
    """The findings of one frame. All arrays are copies."""

    clip: int
    #: within the clip
    number: int
    #: seconds
    time: float
    #: of dtype FINDING
    findings: Array
    face_pairs: Array
    contacts: Array
    #: parts that were not checked because a position is NaN or infinite
    invalid: Array
    cut_short: bool
    #: since the frame before, with between=True: of dtype CROSSING, and their faces of dtype CROSSING_FACES
    crossings: Array
    crossing_faces: Array


class CheckResult:
    """The results of a check. str() returns the summary of the command."""

    def __init__(self, check: Check, frames: List[CheckFrame], reports: Dict[str, bytes]):
        outcome = ffi.new("mote_check_outcome *")
        with check._guard() as pointer:
            lib.mote_check_get_outcome(pointer, outcome)
            #: parts, in the order of their numbers
            self.parts: List[CheckPart] = check.parts
            #: CheckTotal
            self.total = _total(outcome.total)
            #: the same two parts in successive frames, of dtype check.EPISODE, the worst first
            self.episodes = copied(outcome.episodes, int(outcome.episode_count), EPISODE)
            #: what each episode is called: "LeftUpperArm x Spine2" where bones are known, else by its parts
            self.names = [_name(pointer, outcome.episodes[i]) for i in range(int(outcome.episode_count))]
            #: one for each checked frame, clip after clip, of dtype check.FRAME
            self.frames = copied(outcome.frames, int(outcome.total.checked), FRAME)
            #: whether something was found as bad as fail_on, or worse
            self.failed = bool(outcome.failed)
            #: whether all of the input was checked
            self.complete = bool(outcome.complete)
            #: CheckVerdict
            self.verdict = CheckVerdict(outcome.verdict)
            #: what was not checked, and what else is to be said
            self.remarks = [_remark(outcome.remarks[i]) for i in range(int(outcome.remark_count))]
            #: why the check ended early, or None
            self.error = None if outcome.error == ffi.NULL else text(outcome.error)
        #: frames per second
        self.fps = check.fps
        #: clips, in the order in which they were checked
        self.clips: List[CheckClip] = check.clips
        self._summary = check._written(lib.mote_check_write_summary, False)
        self._reports = reports
        #: two parts in one frame, of dtype check.FINDING
        self.findings = _joined([frame.findings for frame in frames], FINDING)
        #: all faces that meet, of dtype layouts.FACE_PAIR
        self.face_pairs = _joined([frame.face_pairs for frame in frames], FACE_PAIR)
        #: all contacts, of dtype layouts.CONTACT
        self.contacts = _joined([frame.contacts for frame in frames], CONTACT)
        #: two parts that met between two frames, of dtype check.CROSSING
        self.crossings = _joined([frame.crossings for frame in frames], CROSSING)
        #: all faces that met between frames, of dtype check.CROSSING_FACES
        self.crossing_faces = _joined([frame.crossing_faces for frame in frames], CROSSING_FACES)
        begins = np.cumsum([0] + [len(frame.crossing_faces) for frame in frames])[:-1]
        self.crossings["first_face_pair"] += np.repeat(
            begins, [len(frame.crossings) for frame in frames]).astype(np.uint64)
        for name, arrays in (("first_face_pair", "face_pairs"), ("first_contact", "contacts")):
            begins = np.cumsum([0] + [len(getattr(frame, arrays)) for frame in frames])[:-1]
            repeats = [len(frame.findings) for frame in frames]
            self.findings[name] += np.repeat(begins, repeats).astype(np.uint64)

    @property
    def summary(self) -> str:
        """The text summary of the command."""
        return self._summary

    @property
    def json(self) -> str:
        """The JSON report of the command, if json=True was given."""
        return self._text("json")

    @property
    def html(self) -> str:
        """The HTML page of the command, if html=True was given."""
        return self._text("html")

    @property
    def baseline(self) -> str:
        """The baseline as a file for baseline=, if write_baseline=True was given."""
        return self._text("write_baseline")

    def report(self, kind: Union[CheckFormat, str]) -> bytes:
        """A report of the command that was requested with True: "json", "html", "junit", "sarif", "csv", "github" or
        "sqlite".
        """
        return self._report(member(CheckFormat, kind, "kind").name.lower())

    def _report(self, name: str) -> bytes:
        if name not in self._reports:
            raise StateError(f"the check was not made with {name}=True")
        return self._reports[name]

    def _text(self, name: str) -> str:
        return self._report(name).decode("utf-8", "replace")

    def faces_of(self, finding: Any) -> Array:
        """The face pairs of a row of `findings`."""
        first = int(finding["first_face_pair"])
        return self.face_pairs[first:first + int(finding["face_pair_count"])]

    def columns(self, table: str = "episodes") -> Dict[str, Array]:
        """A table as columns, in the form that pandas.DataFrame accepts.

        table: "episodes", "findings", "frames", "contacts" or "crossings". Parts, clips, severities and similar values
        are given by name. A vector becomes three columns.
        """
        tables = {
            "episodes": self.episodes, "findings": self.findings, "frames": self.frames, "contacts": self.contacts,
            "crossings": self.crossings,
        }
        if table not in tables:
            raise ArgumentError(f"table is {table!r}; expected one of {', '.join(tables)}")
        array = tables[table]
        found: Dict[str, Array] = {}
        clips = np.array([clip.name or "" for clip in self.clips], object)
        if table == "frames":
            ranges = [np.arange(clip.first_frame, clip.last_frame + 1) for clip in self.clips]
            found["clip"] = np.repeat(clips, [len(one) for one in ranges])[:len(array)]
            found["frame"] = np.concatenate(ranges)[:len(array)]
        names = np.array([part.name for part in self.parts], object)
        for name in array.dtype.names or ():
            column = array[name]
            if column.ndim == 2:
                found.update({f"{name}_{axis}": column[:, i].copy() for i, axis in enumerate("xyz")})
            elif name in ("a", "b"):
                found[name] = names[column]
            elif name == "clip":
                found[name] = clips[column]
            elif name in _NAMES:
                known = {int(one): one.name.lower().replace("_", " ") for one in _NAMES[name]}
                found[name] = np.array([known[int(value)] for value in column], object)
            else:
                found[name] = column.copy()
        return found

    def __str__(self) -> str:
        return self._summary

    def __repr__(self) -> str:
        total = self.total
        verdict = self.verdict.name.lower()
        found = f"{total.findings} findings, {len(self.episodes)} episodes"
        return f"<mote.CheckResult: {verdict}, {total.checked} frames, {found}>"


def _name(pointer: Any, episode: Any) -> str:
    size = lib.mote_check_name_episode(pointer, ffi.addressof(episode), ffi.NULL, 0) + 1
    out = ffi.new("char[]", size)
    lib.mote_check_name_episode(pointer, ffi.addressof(episode), out, size)
    return text(out)


def _signed(value: Any, name: str) -> int:
    if isinstance(value, int) and value < 0:
        return -integer(-value, name, 1 << 31)
    return integer(value, name, (1 << 31) - 1)


def _remark(remark: Any) -> Remark:
    return Remark(RemarkKind(remark.kind), bool(remark.incomplete), int(remark.count), text(remark.text))


def _total(total: Any) -> CheckTotal:
    frames = tuple(int(total.frames[i]) for i in range(4))
    values = {name: getattr(total, name) for name in CheckTotal._fields if name != "frames"}
    return CheckTotal(frames=frames, **values)  # type: ignore[arg-type]


def _joined(arrays: List[Array], dtype: "np.dtype[Any]") -> Array:
    return np.concatenate(arrays) if arrays else np.empty(0, dtype)


class PartsCaller(Caller):
    """Gives the library the positions of parts that it cannot read in place."""

    __slots__ = ("parts",)

    def __init__(self, parts: List[Array]):
        super().__init__()
        self.parts = parts


@ffi.def_extern(error=lib.MOTE_ERROR_DATA)  # type: ignore[misc]
def py_get_positions(context: Any, part: int, frame: int, out: Any) -> int:
    """mote_check_get_positions."""
    caller: PartsCaller = ffi.from_handle(context)
    try:
        positions = caller.parts[part]
        count = positions.shape[1]
        target = np.frombuffer(ffi.buffer(out, 12 * count), FLOAT32).reshape(count, 3)
        with np.errstate(over="ignore"):
            target[...] = positions[frame]
        return int(lib.MOTE_OK)
    except BaseException as error:
        caller.caught(error)
        return int(lib.MOTE_ERROR_DATA)


class SinkCaller(Caller):
    """Where a report goes."""

    __slots__ = ("write", "close")

    def __init__(self, write: Callable[[bytes], object], close: Callable[[], object]):
        super().__init__()
        self.write = write
        self.close = close


@ffi.def_extern(error=False)  # type: ignore[misc]
def py_check_write(context: Any, data: Any, size: int) -> bool:
    """mote_check_sink.write."""
    caller: SinkCaller = ffi.from_handle(context)
    try:
        caller.write(bytes(ffi.buffer(data, size)))
        return True
    except BaseException as error:
        caller.caught(error)
        return False


class _Guard:
    """`with` it, one call uses the check: no other thread gets in between."""

    __slots__ = ("_check",)

    def __init__(self, check: Check):
        self._check = check

    def __enter__(self) -> Any:
        if not self._check._lock.acquire(False):
            raise StateError("the check is in use by another call: one thread at a time may use it, and no callback")
        try:
            return self._check._handle.pointer
        except BaseException:
            self._check._lock.release()
            raise

    def __exit__(self, *_: object) -> None:
        self._check._lock.release()


class Check:
    """A check frame by frame: iterate over it and then call finish(), or call run(), which does both.

    parts: a mapping of names to (positions, faces), or a sequence of (positions, faces). positions have shape (frames,
    vertices, 3), or (vertices, 3) for a part that does not move. float32 arrays in C order, including memory-mapped
    files, are read in place; others are converted frame by frame. files: paths of glTF, OBJ, PLY, STL, OFF, FBX and
    other files, patterns such as walk_%04d.obj, folders, and names of built-in scenes.

    fps: frames per second. frames: the first and the last frame to check, if there is one clip. split: what one part of
    a file is, "auto", "file", "node", "mesh", "material" or "component". weld: which vertices are merged, "exact",
    "none" or "tolerance". clip: the name or the number of the only clip to check; None means all. rest_pose: check only
    the rest pose. between: also find collisions between frames. substeps: how many times files with curves are posed
    between two frames. self_collision: also check each part against itself; None means only if there is one part.
    ignore, only: pairs of parts, "A:B" with * and ?, to leave out or to keep. tolerance: also find faces at most this
    far apart. time_budget: seconds. fail_on, fail_depth: which findings make CheckResult.failed true.
    pass_unknown_depth: with fail_depth, penetrations of unknown depth do not. accept: kinds of remarks that do not make
    the check incomplete. baseline: a file of known face pairs or regions, which are not reported. rest_baseline: face
    pairs that meet in the rest pose are not reported.

    allow: regions that may meet, as in the option --allow of the command. min_area, min_faces, min_frames: smaller
    regions and shorter episodes do not make the check fail. first_frame, number_by_time: how reports number frames.
    max_candidates: the number of face pairs with overlapping boxes at which a frame is cut short.

    json, html, junit, sarif, csv, github, sqlite, write_baseline: reports of the command, each a path, an open binary
    file, or True to keep it in memory (CheckResult.report). json_faces: list every face pair. views: the number of
    views in the JSON. html_bytes: about how large the page may become; 0 means no limit. baseline_by_regions: the
    baseline contains regions and frames instead of face pairs.

    import_seconds, import_bytes: limits of the process that reads a file. allow_outside: also read files outside of the
    folder of the file that names them. require_filter: refuse files that would be read in a process without a filter of
    system calls.
    """

    def __init__(
        self,
        parts: Optional[Parts] = None,
        *,
        files: Union[None, Path, Iterable[Path]] = None,
        fps: float = 30.0,
        frames: Optional[Tuple[int, int]] = None,
        split: Union[Split, str] = Split.AUTO,
        weld: Union[Weld, str] = Weld.EXACT,
        weld_tolerance: float = 0.0,
        clip: Optional[str] = None,
        rest_pose: bool = False,
        between: bool = False,
        substeps: int = 0,
        self_collision: Optional[bool] = None,
        ignore: Iterable[str] = (),
        only: Iterable[str] = (),
        tolerance: float = 0.0,
        method: Union[Method, str] = Method.HYBRID,
        workers: int = 1,
        time_budget: float = 0.0,
        fail_on: Union[Severity, str] = Severity.PENETRATE,
        fail_depth: float = -1.0,
        pass_unknown_depth: bool = False,
        accept: Iterable[Union[RemarkKind, str]] = (),
        baseline: Optional[Path] = None,
        rest_baseline: bool = False,
        allow: Iterable[str] = (),
        min_area: float = 0.0,
        min_faces: int = 0,
        min_frames: int = 0,
        first_frame: int = 0,
        number_by_time: bool = False,
        max_candidates: int = 10_000_000,
        json: Output = None,
        json_faces: bool = True,
        views: int = 0,
        html: Output = None,
        html_bytes: int = 5_000_000,
        junit: Output = None,
        sarif: Output = None,
        csv: Output = None,
        github: Output = None,
        sqlite: Output = None,
        write_baseline: Output = None,
        baseline_by_regions: bool = False,
        import_seconds: float = 60.0,
        import_bytes: int = 2 << 30,
        allow_outside: bool = False,
        require_filter: bool = False,
    ):
        self._lock = threading.Lock()
        self._callers: List[Caller] = []
        self._sinks: Dict[str, SinkCaller] = {}
        self._buffers: Dict[str, List[bytes]] = {}
        self._last: Any = ffi.NULL
        self._finished = False
        keep: List[Any] = []
        definition = ffi.new("mote_check_def *", lib.mote_check_default_def())
        _set_inputs(definition, files, keep)
        self._set_parts(definition, {} if parts is None else parts, keep)
        definition.fps = number(fps, "fps")
        definition.split = member(Split, split, "split")
        definition.weld = member(Weld, weld, "weld")
        definition.weld_tolerance = number(weld_tolerance, "weld_tolerance")
        definition.clip = _optional(None if clip is None else c_text(clip, "clip"), keep)
        definition.rest_pose = bool(rest_pose)
        definition.between = bool(between)
        definition.substeps = integer(substeps, "substeps")
        definition.self = (lib.MOTE_CHECK_SELF_AUTO if self_collision is None
                           else lib.MOTE_CHECK_SELF_YES if self_collision else lib.MOTE_CHECK_SELF_NO)
        definition.ignore, definition.ignore_count = _strings([c_text(one, "ignore") for one in ignore], keep)
        definition.only, definition.only_count = _strings([c_text(one, "only") for one in only], keep)
        definition.tolerance = number(tolerance, "tolerance")
        definition.method = member(Method, method, "method")
        definition.worker_count = integer(workers, "workers")
        definition.time_budget = number(time_budget, "time_budget")
        definition.fail_on = member(Severity, fail_on, "fail_on")
        definition.fail_depth = number(fail_depth, "fail_depth")
        definition.pass_unknown_depth = bool(pass_unknown_depth)
        for kind in accept:
            definition.accept |= 1 << member(RemarkKind, kind, "accept")
        definition.baseline = _optional(None if baseline is None else path_bytes(baseline, "baseline"), keep)
        definition.rest_baseline = bool(rest_baseline)
        definition.allow, definition.allow_count = _strings([c_text(one, "allow") for one in allow], keep)
        definition.min_area = number(min_area, "min_area")
        definition.min_faces = integer(min_faces, "min_faces")
        definition.min_frames = integer(min_frames, "min_frames")
        definition.first_frame = _signed(first_frame, "first_frame")
        definition.number_by_time = bool(number_by_time)
        definition.max_candidates = integer(max_candidates, "max_candidates", 0xFFFFFFFFFFFFFFFF)
        definition.import_seconds = number(import_seconds, "import_seconds")
        definition.import_bytes = integer(import_bytes, "import_bytes", 0xFFFFFFFFFFFFFFFF)
        definition.allow_outside = bool(allow_outside)
        definition.require_filter = bool(require_filter)
        out = ffi.new("mote_check **")
        result = lib.mote_check_open(definition, out)
        self._raise_caught()
        check_result(result)
        self._handle = Handle(out[0], lib.mote_check_close, "check", (definition, keep))
        try:
            self._set_frames(frames)
            outputs = (json, html, junit, sarif, csv, github, sqlite)
            for report, output in zip(CheckFormat, outputs):
                self._add_report(report, output, json_faces, views, html_bytes)
            self._add_baseline(write_baseline, baseline_by_regions)
        except BaseException:
            self.close()
            raise

    # -----------------------------------------------------------------------------------------
    # Opening

    def _set_parts(self, definition: Any, parts: Parts, keep: List[Any]) -> None:
        if isinstance(parts, Mapping):
            items = [(c_text(name, "the name of a part"), value) for name, value in parts.items()]
        elif isinstance(parts, (str, bytes)) or not isinstance(parts, Sequence):
            raise DtypeError(f"parts are {parts!r}; expected a mapping or a sequence of (positions, faces)")
        else:
            items = [(None, value) for value in parts]  # type: ignore[misc]
        arrays: List[Array] = []
        described = ffi.new("mote_check_part[]", max(len(items), 1))
        for i, (name, value) in enumerate(items):
            what = f"part {i + 1}" if name is None else f"part {name.decode('utf-8', 'replace')}"
            if not isinstance(value, (tuple, list)) or len(value) != 2:
                raise DtypeError(f"{what}: expected (positions, faces)")
            positions = as_frames(value[0], f"{what}: positions")
            faces = as_faces(value[1], f"{what}: faces").astype(UINT32, copy=False)
            arrays.append(positions)
            keep.append((positions, faces))
            described[i].name = _optional(name, keep)
            described[i].triangles = pointer_to(faces, "uint32_t *")
            described[i].triangle_count = len(faces)
            described[i].vertex_count = positions.shape[1]
        frame_count = _frame_count([len(positions) for positions in arrays])
        for i, positions in enumerate(arrays):
            if len(positions) != frame_count:
                arrays[i] = np.broadcast_to(positions, (frame_count,) + positions.shape[1:])
            elif positions.dtype == FLOAT32 and positions.flags.c_contiguous and positions.flags.aligned:
                described[i].positions = pointer_to(positions, "mote_vec3 *")
        caller = PartsCaller(arrays)
        context = caller.context()
        self._callers.append(caller)
        keep += [described, context]
        definition.parts = described
        definition.part_count = len(items)
        definition.frame_count = frame_count
        definition.get_positions = lib.py_get_positions
        definition.get_positions_context = context

    def _set_frames(self, frames: Optional[Tuple[int, int]]) -> None:
        if frames is not None:
            first, last = frames
            check_result(lib.mote_check_set_frames(self._handle.pointer, integer(first, "frames[0]"),
                                                   integer(last, "frames[1]")))

    def _add_report(self, kind: CheckFormat, output: Output, faces: bool, views: int, html_bytes: int) -> None:
        if output is None or output is False:
            return
        report = ffi.new("mote_check_report_def *", lib.mote_check_default_report_def(kind))
        report.format = kind
        self._open_sink(report.sink, output, kind.name.lower())
        report.faces = bool(faces)
        if kind == CheckFormat.JSON:
            report.view_count = integer(views, "views")
        report.max_bytes = integer(html_bytes, "html_bytes", 0xFFFFFFFFFFFFFFFF)
        check_result(lib.mote_check_add_report(self._handle.pointer, report))

    def _add_baseline(self, output: Output, by_regions: bool) -> None:
        if output is not None and output is not False:
            sink = ffi.new("mote_check_sink *")
            self._open_sink(sink, output, "write_baseline")
            add = lib.mote_check_add_region_baseline if by_regions else lib.mote_check_add_baseline
            check_result(add(self._handle.pointer, sink))

    def _open_sink(self, sink: Any, output: Output, name: str) -> None:
        label = name.encode()
        if output is True:
            pieces: List[bytes] = []
            self._buffers[name] = pieces
            caller = SinkCaller(pieces.append, lambda: None)
        elif hasattr(output, "write"):
            caller = SinkCaller(output.write, lambda: None)  # type: ignore[union-attr]
        else:
            label = path_bytes(output, name)  # type: ignore[arg-type]
            file = open(label, "wb")
            caller = SinkCaller(file.write, file.close)
        keep: List[Any] = [caller.context()]
        sink.write = lib.py_check_write
        sink.context = keep[0]
        sink.name = _optional(label, keep)
        self._handle.keep += (keep,)
        self._callers.append(caller)
        self._sinks[name] = caller

    def _guard(self) -> _Guard:
        return _Guard(self)

    def _raise_caught(self) -> None:
        raise_first(self._callers)

    # -----------------------------------------------------------------------------------------
    # What was read

    def _info(self) -> Any:
        info = ffi.new("mote_check_info *")
        lib.mote_check_get_info(self._handle.pointer, info)
        return info

    @property
    def wanted_count(self) -> int:
        """Number of frames to check, of all clips together."""
        return int(self._info().wanted_count)

    @property
    def clips(self) -> List[CheckClip]:
        """The clips, in the order in which they are checked. Inputs without clips count as one clip without a name."""
        found = []
        for i in range(int(self._info().clip_count)):
            clip = ffi.new("mote_check_clip *")
            check_result(lib.mote_check_get_clip(self._handle.pointer, i, clip))
            found.append(CheckClip(None if clip.name == ffi.NULL else text(clip.name), int(clip.frame_count),
                                   float(clip.start), float(clip.end), int(clip.first_frame), int(clip.last_frame)))
        return found

    @property
    def fps(self) -> float:
        """Frames per second."""
        return float(self._info().fps)

    @property
    def parts(self) -> List[CheckPart]:
        """The parts, in the order of their numbers."""
        found = []
        for i in range(int(self._info().part_count)):
            info = self._part(i)
            found.append(CheckPart(text(info.name), int(info.vertex_count), int(info.triangle_count),
                                   bool(info.closed)))
        return found

    def _part(self, part: int) -> Any:
        info = ffi.new("mote_check_part_info *")
        check_result(lib.mote_check_get_part(self._handle.pointer, integer(part, "part"), info))
        return info

    def bone(self, part: int, bone: int) -> Optional[str]:
        """The name of a bone or vertex group of a part, for bone_a and bone_b of episodes; None if there is none."""
        with self._guard() as pointer:
            name = lib.mote_check_get_bone(pointer, integer(part, "part"), integer(bone, "bone"))
            return None if name == ffi.NULL else text(name)

    def triangles(self, part: int) -> Array:
        """The triangles of a part, uint32 of shape (n, 3). Vertices are numbered as in positions()."""
        with self._guard():
            info = self._part(part)
            return copied(info.triangles, 3 * int(info.triangle_count), UINT32).reshape(-1, 3)

    def positions(self, part: int) -> Array:
        """The positions of a part in the frame that was checked last, float32 of shape (n, 3)."""
        with self._guard():
            info = self._part(part)
            return copied(info.positions, 3 * int(info.vertex_count), FLOAT32).reshape(-1, 3)

    @property
    def heading(self) -> str:
        """The heading of the command's summary: what is checked."""
        return self._written(lib.mote_check_write_heading, False)

    def _written(self, write: Any, color: bool) -> str:
        pieces: List[bytes] = []
        caller = SinkCaller(pieces.append, lambda: None)
        context = caller.context()
        sink = ffi.new("mote_check_sink *")
        sink.write = lib.py_check_write
        sink.context = context
        with self._guard() as pointer:
            check_result(write(pointer, sink, color))
        return b"".join(pieces).decode("utf-8", "replace")

    # -----------------------------------------------------------------------------------------
    # Running

    def __iter__(self) -> Iterator[CheckFrame]:
        while True:
            frame = self.next_frame()
            if frame is None:
                return
            yield frame

    def next_frame(self) -> Optional[CheckFrame]:
        """Checks the next frame. Returns None after the last one, and when the budget is used up."""
        out = ffi.new("mote_check_frame **")
        with self._guard() as pointer:
            self._last = ffi.NULL
            result = lib.mote_check_next(pointer, out)
            self._raise_caught()
            check_result(result)
            if out[0] == ffi.NULL:
                return None
            self._last = out[0]
            return _frame(out[0])

    def frame_at(self, frame: int, clip: int = 0) -> CheckFrame:
        """Checks one frame of a clip, without adding it to the results."""
        out = ffi.new("mote_check_frame *")
        number_of, clip_of = integer(frame, "frame"), integer(clip, "clip")
        with self._guard() as pointer:
            self._last = ffi.NULL
            result = lib.mote_check_frame_at(pointer, clip_of, number_of, out)
            self._raise_caught()
            check_result(result)
            self._last = out
            return _frame(out)

    def write_ply(self, path: Path) -> None:
        """Writes all parts of the frame that was checked last, each in its color, with the faces that meet in red."""
        name = path_bytes(path, "path")
        with self._guard() as pointer:
            if self._last == ffi.NULL:
                raise StateError("Check.write_ply: no frame was checked yet")
            check_result(lib.mote_check_write_ply(pointer, self._last, name))

    def add_remark(self, kind: Union[RemarkKind, str], remark: str, count: int = 1, incomplete: bool = True) -> None:
        """Adds a remark to the reports: something that was not checked, or that the reader should know."""
        keep: List[Any] = []
        described = ffi.new("mote_check_remark *")
        described.kind = member(RemarkKind, kind, "kind")
        described.incomplete = bool(incomplete)
        described.count = integer(count, "count", 0xFFFFFFFFFFFFFFFF)
        described.text = _optional(c_text(remark, "remark"), keep)
        with self._guard() as pointer:
            check_result(lib.mote_check_add_remark(pointer, described))

    def finish(self, frames: Sequence[CheckFrame] = ()) -> CheckResult:
        """Completes the reports. If called before the last frame, it cancels the check. `frames`: the frames of the
        result.
        """
        if self._finished:
            raise StateError("Check.finish: the check is finished already")
        with self._guard() as pointer:
            self._finished = True
            result = lib.mote_check_finish(pointer)
        self._close_sinks()
        self._raise_caught()
        check_result(result)
        reports = {name: b"".join(pieces) for name, pieces in self._buffers.items()}
        return CheckResult(self, list(frames), reports)

    def run(self, progress: Union[None, bool, Progress] = None, faces: bool = True) -> CheckResult:
        """Checks all frames.

        progress: a function of (done, count), which cancels the check by returning False; True for a progress bar; None
        for a progress bar if there is a terminal. faces: whether the result contains the findings with face pairs and
        contacts.
        """
        count = self.wanted_count
        report = _progress_of(progress)
        kept: List[CheckFrame] = []
        done = 0
        try:
            for frame in self:
                done += 1
                if faces and (len(frame.findings) or len(frame.crossings)):
                    kept.append(frame)
                if report is not None and report(done, count) is False:
                    break
        except BaseException:
            self._abandon()
            raise
        return self.finish(kept)

    def _abandon(self) -> None:
        """After an exception: the reports say that the check has ended."""
        if not self._finished and not self._handle.is_closed:
            self._finished = True
            lib.mote_check_finish(self._handle.pointer)
        self._close_sinks()

    def _close_sinks(self) -> None:
        for caller in self._sinks.values():
            try:
                caller.close()
            except OSError as error:
                caller.caught(error)
        self._sinks.clear()

    def close(self) -> None:
        """Ends the check. Results stay valid. Reports of a check that was not finished stay incomplete."""
        with self._guard_if_open():
            self._handle.close()
            self._last = ffi.NULL
        self._close_sinks()

    def _guard_if_open(self) -> Any:
        if self._handle.is_closed:
            import contextlib

            return contextlib.nullcontext()
        return self._guard()

    def __enter__(self) -> Check:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def as_frames(value: object, name: str) -> Array:
    """An array of shape (frames, vertices, 3) of floats; memory-mapped files stay on disk."""
    array = as_numbers(value, name)
    if array.ndim == 2:
        array = array[np.newaxis]
    if array.ndim != 3 or array.shape[2] != 3:
        raise ArgumentError(f"{name} has shape {array.shape}; expected (frames, vertices, 3) or (vertices, 3)")
    if not len(array):
        raise ArgumentError(f"{name} has no frames")
    return array


def _frame_count(counts: Sequence[int]) -> int:
    frame_count = max(counts, default=1)
    for i, count in enumerate(counts):
        if count not in (1, frame_count):
            raise ArgumentError(f"part {i + 1} has {count} frames, but another part has {frame_count}")
    return frame_count


def _optional(value: Optional[bytes], keep: List[Any]) -> Any:
    if value is None:
        return ffi.NULL
    pointer = ffi.new("char[]", value)
    keep.append(pointer)
    return pointer


def _strings(values: Sequence[bytes], keep: List[Any]) -> Tuple[Any, int]:
    if not values:
        return ffi.NULL, 0
    array = ffi.new("char *[]", [_optional(value, keep) for value in values])
    keep.append(array)
    return array, len(values)


def _set_inputs(definition: Any, files: Union[None, Path, Iterable[Path]], keep: List[Any]) -> None:
    if files is None:
        return
    paths: List[Path]
    if isinstance(files, (str, bytes, os.PathLike)):
        paths = [files]
    else:
        try:
            paths = list(files)
        except TypeError:
            raise DtypeError(f"files are {files!r}; expected a path or paths") from None
    definition.inputs, definition.input_count = _strings([path_bytes(path, "files") for path in paths], keep)


def _frame(frame: Any) -> CheckFrame:
    count = int(frame.finding_count)
    findings = np.zeros(count, FINDING)
    face_pairs: List[Array] = []
    contacts: List[Array] = []
    face_pair_count = contact_count = 0
    for i in range(count):
        one = frame.findings[i]
        findings[i] = (frame.clip, frame.number, frame.time, one.a, one.b, one.severity, one.relation, one.depth,
                       one.depth_kind, face_pair_count, one.face_pair_count, contact_count, one.contact_count,
                       one.cut_short)
        face_pairs.append(copied(one.face_pairs, int(one.face_pair_count), FACE_PAIR))
        contacts.append(copied(one.contacts, int(one.contact_count), CONTACT))
        face_pair_count += int(one.face_pair_count)
        contact_count += int(one.contact_count)
    return CheckFrame(int(frame.clip), int(frame.number), float(frame.time), findings, _joined(face_pairs, FACE_PAIR),
                      _joined(contacts, CONTACT), copied(frame.invalid, int(frame.invalid_count), UINT32),
                      bool(frame.cut_short), *_crossings(frame))


def _crossings(frame: Any) -> Tuple[Array, Array]:
    """What happened before the frame, and the faces of it."""
    crossings = np.zeros(int(frame.crossing_count), CROSSING)
    faces: List[Array] = []
    face_pair_count = 0
    for i in range(len(crossings)):
        one = frame.crossings[i]
        point = (one.point.x, one.point.y, one.point.z)
        crossings[i] = (frame.clip, frame.number, one.at, one.time, one.a, one.b, one.severity, point, face_pair_count,
                        one.face_pair_count, one.hidden)
        faces.append(copied(one.faces, int(one.face_pair_count), CROSSING_FACES))
        face_pair_count += int(one.face_pair_count)
    return crossings, _joined(faces, CROSSING_FACES)


def _progress_of(progress: Union[None, bool, Progress]) -> Optional[Progress]:
    if callable(progress):
        return progress
    if progress is None:
        stream: Any = sys.stderr
        progress = bool(stream is not None and stream.isatty())
    return bar if progress else None


def bar(done: int, count: int) -> None:
    """A progress bar on stderr."""
    width = 30
    filled = width * done // max(count, 1)
    end = "\n" if done >= count else ""
    sys.stderr.write(f"\rchecking [{'#' * filled}{'.' * (width - filled)}] {done} of {count} frames{end}")
    sys.stderr.flush()


def check(parts: Parts, *, progress: Union[None, bool, Progress] = None, faces: bool = True,
          **settings: Any) -> CheckResult:
    """Checks an animation in arrays. `settings` are those of Check, `progress` and `faces` those of Check.run."""
    with Check(parts, **settings) as opened:
        return opened.run(progress, faces)


def check_file(files: Union[Path, Iterable[Path]], *, progress: Union[None, bool, Progress] = None, faces: bool = True,
               **settings: Any) -> CheckResult:
    """Checks one or several files. `settings` are those of Check, `progress` and `faces` those of Check.run."""
    with Check(files=files, **settings) as opened:
        return opened.run(progress, faces)
