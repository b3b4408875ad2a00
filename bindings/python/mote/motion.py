"""Collisions between two frames: bodies get a motion, and World.sweep finds every impact during it.

    body.set_motion(start_positions, end_positions)
    report = world.sweep(face_pairs=True)
    print(report.safe_step, report.impacts["time"])

Vertices move on straight lines. Times run from 0 at the start to 1 at the end of the step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional

from ._mote import ffi, lib
from .arguments import number
from .arrays import Array, as_transform, as_vertices, copied, pointer_to, positions_of
from .callbacks import raise_first
from .enums import SweepFind
from .errors import DtypeError, check
from .layouts import BODY_ID, BODY_STEP, SWEPT_CONTACT, SWEPT_FACES, SWEPT_IMPACT, SWEPT_PAIR

if TYPE_CHECKING:
    from .deform import Deformer
    from .world import Body, World


class SweepStats(NamedTuple):
    """The cost of a sweep: times in seconds, and counts of the work that was done."""

    update_seconds: float
    broad_seconds: float
    pairs_seconds: float
    report_seconds: float
    verify_seconds: float
    total_seconds: float
    moved_vertices: int
    body_pairs: int
    cluster_pairs: int
    triangle_pairs: int
    candidates: int
    exact_calls: int
    evaluated_vertices: int
    bounded_nodes: int
    bytes: int


class SweepReport(NamedTuple):
    """All results of one sweep. The arrays are copies."""

    #: sweeps so far, this one included
    sweep: int
    #: pairs of bodies that meet in the step, of dtype layouts.SWEPT_PAIR; a and b are indices of bodies
    pairs: Array
    #: of dtype layouts.SWEPT_IMPACT, by pairs of bodies and sorted by time within each
    impacts: Array
    #: of each impact, of dtype layouts.SWEPT_CONTACT; empty without contacts
    contacts: Array
    #: faces that meet at some time in the step, of dtype layouts.SWEPT_FACES; empty without face_pairs
    face_pairs: Array
    #: no impact is before this time; 1 if there is none
    safe_step: float
    #: of every body, of dtype layouts.BODY_STEP; empty where only the earliest impact is wanted
    body_steps: Array
    #: with verify: a time whose rounded positions are proved to be free
    verified_step: float
    #: with verify: no faces meet at the start
    start_is_free: bool
    #: bodies that were left out because a position is NaN or infinite
    invalid: List[Body]
    #: whether a budget has ended: then nothing is proved, and all safe steps are 0
    cut_short: bool
    #: of pairs, impacts, faces and times: the same for any number of workers, and in C
    hash: int
    stats: SweepStats


class Motion:
    """What the library uses of a motion, so that it lives as long: arrays and deformers of both ends."""

    __slots__ = ("told", "arrays", "deformers")

    def __init__(self) -> None:
        self.told = ffi.new("mote_motion *", lib.mote_default_motion())
        self.arrays: List[Any] = []
        self.deformers: List[Deformer] = []

    def set_end(self, end: Any, shape: object, transform: Optional[object], name: str, vertex_count: int) -> None:
        """Fills one end: an array, a deformer or None, and a transform or None."""
        from .deform import Deformer

        if isinstance(shape, Deformer):
            self.deformers.append(shape)
            end.deformer = shape._handle.pointer
        elif shape is not None:
            array = as_vertices(shape, name, vertex_count)
            told = positions_of(array)
            self.arrays += [array, told]
            end.positions = told[0]
        if transform is not None:
            columns = as_transform(transform, name + "_transform")
            self.arrays.append(columns)
            end.transform = pointer_to(columns, "mote_transform *")


def swept(world: World, find: SweepFind, face_pairs: bool, contacts: bool, vertex_steps: bool,
          verify: bool, separation: float) -> SweepReport:
    """World.sweep."""
    definition = ffi.new("mote_sweep_def *", lib.mote_default_sweep_def())
    definition.find = int(find)
    definition.face_pairs = bool(face_pairs)
    definition.contacts = bool(contacts)
    definition.vertex_steps = bool(vertex_steps)
    definition.verify = bool(verify)
    definition.separation = number(separation, "separation")
    state = world._state
    deformers = motion_deformers(world)
    with state as pointer:
        for deformer in deformers:
            deformer._begin_use()
        try:
            check(lib.mote_world_sweep(pointer, definition))
        finally:
            for deformer in deformers:
                deformer._end_use()
        raise_first([caller for deformer in deformers for caller in deformer._callers()])
        return read_sweep(world, pointer)


def motion_deformers(world: World) -> List[Deformer]:
    """The deformers of all motions."""
    return [deformer for record in world._state.records.values() if record.motion is not None
            for deformer in record.motion.deformers]


def read_sweep(world: World, pointer: Any) -> SweepReport:
    """The report of the last sweep; the world's state is in use by the caller."""
    out = ffi.new("mote_sweep_report *")
    check(lib.mote_world_sweep_report(pointer, out))
    contact_count = out.impact_count if out.contacts != ffi.NULL else 0
    step_count = out.body_step_count if out.body_steps != ffi.NULL else 0
    invalid = copied(out.invalid, out.invalid_count, BODY_ID)
    return SweepReport(
        int(out.sweep),
        copied(out.pairs, out.pair_count, SWEPT_PAIR),
        copied(out.impacts, out.impact_count, SWEPT_IMPACT),
        copied(out.contacts, contact_count, SWEPT_CONTACT),
        copied(out.face_pairs, out.face_pair_count, SWEPT_FACES),
        float(out.safe_step),
        copied(out.body_steps, step_count, BODY_STEP),
        float(out.verified_step),
        bool(out.start_is_free),
        [world._body(int(one["index"]), int(one["generation"])) for one in invalid],
        bool(out.cut_short),
        int(out.hash),
        SweepStats(*(getattr(out.stats, name) for name in SweepStats._fields)),
    )


def motion_of(body: Body, start: object, end: object, start_transform: Optional[object],
              end_transform: Optional[object]) -> Motion:
    """What Body.set_motion gives to the library."""
    record = body._record
    motion = Motion()
    motion.set_end(motion.told.start, start, start_transform, "start", record.vertex_count)
    motion.set_end(motion.told.end, end, end_transform, "end", record.vertex_count)
    if len(motion.deformers) == 2 and motion.deformers[0] is motion.deformers[1]:
        raise DtypeError("Body.set_motion: start and end are the same deformer; the two ends need two")
    return motion
