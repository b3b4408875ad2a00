"""The results of one detect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, NamedTuple, Optional

import numpy as np

from ._mote import ffi, lib
from .arrays import UINT32, Array, copied
from .enums import PairState, Relation
from .errors import StaleError, check
from .layouts import BODY_ID, CONTACT, ESTIMATE, FACE_PAIR, PAIR, SEGMENT, UNEXAMINED

if TYPE_CHECKING:
    from .world import Body, World


# Comparing an array with a member of an enumeration takes ten times as long.
_END = int(PairState.END)


class Stats(NamedTuple):
    """The cost of a frame: times in seconds, and counts of the work that was done."""

    update_seconds: float
    broad_seconds: float
    pairs_seconds: float
    report_seconds: float
    total_seconds: float
    moved_vertices: int
    body_pairs: int
    cluster_pairs: int
    candidates: int
    exact_calls: int
    face_pairs: int
    force_evaluations: int
    hops: int
    touched_vertices: int
    evaluated_vertices: int
    bounded_nodes: int
    repartitions: int
    certified_pairs: int
    bytes: int


class Pair(NamedTuple):
    """Two bodies that are in contact, or were in the frame before; a and b are the same for a body with itself."""

    a: Body
    b: Body
    state: PairState
    relation: Relation
    #: a budget ended before all was looked at: there may be more
    cut_short: bool
    #: there was no time for some contacts, or for the depth of some
    contacts_cut_short: bool
    #: of dtype layouts.FACE_PAIR
    face_pairs: Array
    #: of dtype layouts.CONTACT
    contacts: Array


class Report:
    """All results of one detect.

    Numbers are read at once. Arrays are copied when they are first read; afterwards they stay valid, whatever happens
    to the world. Reading an array for the first time after the next detect or trim, or after the world was closed,
    raises StaleError. keep() reads all arrays.
    """

    __slots__ = ("_world", "_report", "_serial", "_arrays", "__weakref__")

    def __init__(self, world: World, serial: int, report: Any):
        self._world = world
        self._serial = serial
        self._report = report
        self._arrays: Dict[str, Array] = {}

    @property
    def world(self) -> World:
        """The world of the report."""
        return self._world

    @property
    def is_current(self) -> bool:
        """Whether there was no later detect and the world is open."""
        state = self._world._state
        return state.serial == self._serial and not state.handle.is_closed

    @property
    def frame(self) -> int:
        """Number of detects so far, including this one."""
        return int(self._report.frame)

    @property
    def hash(self) -> int:
        """Hash of pairs and faces: the same for any number of workers, and the same as in C."""
        return int(self._report.hash)

    @property
    def cut_short(self) -> bool:
        """Whether a budget was used up, so that there may be more collisions."""
        return bool(self._report.cut_short)

    @property
    def reproducible(self) -> bool:
        """Whether the result depends only on the input of the world, not on time."""
        return bool(self._report.reproducible)

    @property
    def pair_count(self) -> int:
        """Number of rows of `pairs`, including pairs that have ended."""
        return int(self._report.pair_count)

    @property
    def face_pair_count(self) -> int:
        """Number of face pairs of all pairs of bodies. With Detect.COUNT they are counted, but not listed."""
        return int(self._report.stats.face_pairs)

    @property
    def contact_count(self) -> int:
        """Number of contacts of all pairs."""
        return int(self._report.contact_count)

    @property
    def pairs(self) -> Array:
        """Pairs of bodies, sorted by (a, b), of dtype layouts.PAIR; a and b are indices of bodies."""
        return self._array("pairs", self._report.pair_count, PAIR)

    @property
    def face_pairs(self) -> Array:
        """Pairs of faces that intersect, of dtype layouts.FACE_PAIR, sorted within each pair of bodies. Empty with
        Detect.COUNT.
        """
        return self._array("face_pairs", self._report.face_pair_count, FACE_PAIR)

    @property
    def contact_of(self) -> Array:
        """The contact of each face pair; NONE if the budget was used up first. Empty in a world without contacts."""
        count = self._report.face_pair_count if self._report.contact_of != ffi.NULL else 0
        return self._array("contact_of", count, UINT32)

    @property
    def contacts(self) -> Array:
        """Connected regions of face pairs, of dtype layouts.CONTACT."""
        return self._array("contacts", self._report.contact_count, CONTACT)

    @property
    def segments(self) -> Array:
        """Segments in which faces cross, of dtype layouts.SEGMENT."""
        return self._array("segments", self._report.segment_count, SEGMENT)

    @property
    def estimates(self) -> Array:
        """Estimates of the particles for pairs of bodies, of dtype layouts.ESTIMATE."""
        return self._array("estimates", self._report.estimate_count, ESTIMATE)

    @property
    def invalid(self) -> List[Body]:
        """Bodies that were not tested because a position is NaN or infinite."""
        ids = self._array("invalid", self._report.invalid_count, BODY_ID)
        return [self._world._body(int(one["index"]), int(one["generation"])) for one in ids]

    @property
    def unexamined(self) -> Array:
        """Pairs of bodies that were not completely tested because of a budget, of dtype layouts.UNEXAMINED."""
        return self._array("unexamined", self._report.unexamined_count, UNEXAMINED)

    @property
    def unsearched(self) -> List[Body]:
        """Bodies that the search for pairs did not reach within the time budget."""
        ids = self._array("unsearched", self._report.unsearched_count, BODY_ID)
        return [self._world._body(int(one["index"]), int(one["generation"])) for one in ids]

    @property
    def stats(self) -> Stats:
        """The cost of the frame."""
        stats = self._report.stats
        return Stats(*(getattr(stats, name) for name in Stats._fields))

    def keep(self) -> Report:
        """Copies all arrays now, so that the report can be read later, whatever happens to the world."""
        for name in ("pairs", "face_pairs", "contact_of", "contacts", "segments", "estimates", "invalid", "unexamined",
                     "unsearched"):
            getattr(self, name)
        return self

    def __len__(self) -> int:
        """How many pairs of bodies are together; those that have just ended are not counted."""
        return int(np.count_nonzero(self.pairs["state"] != _END))

    def __iter__(self) -> Iterator[Pair]:
        """The pairs of bodies that are together, sorted by (a, b)."""
        return iter(self._some(self.pairs["state"] != _END))

    @property
    def ended(self) -> List[Pair]:
        """The pairs of bodies that were in contact in the frame before and no longer are."""
        return self._some(self.pairs["state"] == _END)

    def pair_of(self, a: Body, b: Body) -> Optional[Pair]:
        """The pair of two bodies that are in contact, given in either order, or None."""
        for body, name in ((a, "a"), (b, "b")):
            self._world._own_or_gone(body, name)
        first, second = sorted((a, b), key=lambda body: body.index)
        pairs = self.pairs
        found = self._some((pairs["a"] == first.index) & (pairs["a_generation"] == first.generation)
                           & (pairs["b"] == second.index) & (pairs["b_generation"] == second.generation)
                           & (pairs["state"] != _END))
        return found[0] if found else None

    def _some(self, chosen: Array) -> List[Pair]:
        face_pairs, contacts = self.face_pairs, self.contacts
        return [self._pair(row, face_pairs, contacts) for row in self.pairs[chosen]]

    def _pair(self, row: Any, face_pairs: Array, contacts: Array) -> Pair:
        first_face, first_contact = int(row["first_face_pair"]), int(row["first_contact"])
        return Pair(
            self._world._body(int(row["a"]), int(row["a_generation"])),
            self._world._body(int(row["b"]), int(row["b_generation"])),
            PairState(row["state"]),
            Relation(row["relation"]),
            bool(row["cut_short"]),
            bool(row["contacts_cut_short"]),
            face_pairs[first_face:first_face + int(row["face_pair_count"])],
            contacts[first_contact:first_contact + int(row["contact_count"])],
        )

    def _array(self, name: str, count: int, dtype: "np.dtype[Any]") -> Array:
        array = self._arrays.get(name)
        if array is None:
            state = self._world._state
            with state.lock_only:
                if not self.is_current:
                    raise StaleError(f"Report.{name}: the report of frame {self.frame} was not read before the next "
                                     "detect or the end of the world; Report.keep() reads all of it")
                array = copied(getattr(self._report, name), int(count), dtype)
            self._arrays[name] = array
        return array

    def __repr__(self) -> str:
        return f"<mote.Report: frame {self.frame}, {self.pair_count} pairs, {self.face_pair_count} face pairs>"


def read_report(world: World) -> Report:
    """The report of the last detect; the world's state is in use by the caller."""
    report = ffi.new("mote_report *")
    state = world._state
    check(lib.mote_world_report(state.handle.pointer, report))
    return Report(world, state.serial, report)
