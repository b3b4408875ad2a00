"""The enumerations of the library. A name is also accepted as a string, such as "octree-update"."""

from __future__ import annotations

import enum
from typing import Type, TypeVar, Union

from ._mote import lib
from .errors import ArgumentError, DtypeError


class Method(enum.IntEnum):
    """A method of detection; mote.methods() lists the abilities of each."""

    HYBRID = lib.MOTE_METHOD_HYBRID
    NAIVE = lib.MOTE_METHOD_NAIVE
    REFIT = lib.MOTE_METHOD_REFIT
    SMITH = lib.MOTE_METHOD_SMITH
    SENIN = lib.MOTE_METHOD_SENIN
    LBG = lib.MOTE_METHOD_LBG
    PAIRED = lib.MOTE_METHOD_PAIRED
    SEPARATING_PLANE = lib.MOTE_METHOD_SEPARATING_PLANE
    OCTREE_UPDATE = lib.MOTE_METHOD_OCTREE_UPDATE
    CLOSEST_FEATURE = lib.MOTE_METHOD_CLOSEST_FEATURE


class Ability(enum.IntFlag):
    """What a method can do."""

    FACE_PAIRS = lib.MOTE_ABILITY_FACE_PAIRS
    DEFORMING = lib.MOTE_ABILITY_DEFORMING
    CONCAVE = lib.MOTE_ABILITY_CONCAVE
    SELF = lib.MOTE_ABILITY_SELF
    TOLERANCE = lib.MOTE_ABILITY_TOLERANCE
    EXACT = lib.MOTE_ABILITY_EXACT
    THREADS = lib.MOTE_ABILITY_THREADS
    POINTS = lib.MOTE_ABILITY_POINTS
    ON_DEMAND = lib.MOTE_ABILITY_ON_DEMAND
    SWEEP = lib.MOTE_ABILITY_SWEEP


class MeshFlags(enum.IntFlag):
    """What data a mesh builds."""

    ADJACENCY = lib.MOTE_MESH_ADJACENCY
    NORMALS = lib.MOTE_MESH_NORMALS
    CLUSTERS = lib.MOTE_MESH_CLUSTERS
    FINDINGS = lib.MOTE_MESH_FINDINGS
    SEEDS = lib.MOTE_MESH_SEEDS
    ALL = ADJACENCY | NORMALS | CLUSTERS | FINDINGS | SEEDS


class Weld(enum.IntEnum):
    """Which vertices of a mesh are merged."""

    NONE = lib.MOTE_WELD_NONE
    EXACT = lib.MOTE_WELD_EXACT
    TOLERANCE = lib.MOTE_WELD_TOLERANCE


class NearKind(enum.IntEnum):
    """Which features are near each other."""

    VERTEX_FACE = lib.MOTE_FEATURE_VERTEX_FACE
    FACE_VERTEX = lib.MOTE_FEATURE_FACE_VERTEX
    EDGE_EDGE = lib.MOTE_FEATURE_EDGE_EDGE


class CheckFormat(enum.IntEnum):
    """The format of a report of a check."""

    JSON = lib.MOTE_CHECK_FORMAT_JSON
    HTML = lib.MOTE_CHECK_FORMAT_HTML
    JUNIT = lib.MOTE_CHECK_FORMAT_JUNIT
    SARIF = lib.MOTE_CHECK_FORMAT_SARIF
    CSV = lib.MOTE_CHECK_FORMAT_CSV
    GITHUB = lib.MOTE_CHECK_FORMAT_GITHUB
    SQLITE = lib.MOTE_CHECK_FORMAT_SQLITE


class Detect(enum.IntEnum):
    """What detect searches for: every face pair, one per pair of bodies, or the number of face pairs."""

    ALL = lib.MOTE_DETECT_ALL
    FIRST = lib.MOTE_DETECT_FIRST
    COUNT = lib.MOTE_DETECT_COUNT


class PairState(enum.IntEnum):
    """Whether two bodies were in contact in the frame before."""

    BEGIN = lib.MOTE_PAIR_BEGIN
    PERSIST = lib.MOTE_PAIR_PERSIST
    END = lib.MOTE_PAIR_END


class Relation(enum.IntEnum):
    """The relation of two bodies."""

    APART = lib.MOTE_RELATION_APART
    TOUCH = lib.MOTE_RELATION_TOUCH
    NEAR = lib.MOTE_RELATION_NEAR
    A_IN_B = lib.MOTE_RELATION_A_IN_B
    B_IN_A = lib.MOTE_RELATION_B_IN_A


class Verdict(enum.IntEnum):
    """What particles have proved about two bodies."""

    UNDECIDED = lib.MOTE_VERDICT_UNDECIDED
    TOUCH = lib.MOTE_VERDICT_TOUCH
    APART = lib.MOTE_VERDICT_APART


class DepthKind(enum.IntEnum):
    """How reliable the depth of a contact is."""

    NONE = lib.MOTE_DEPTH_NONE
    ESTIMATE = lib.MOTE_DEPTH_ESTIMATE
    EXACT = lib.MOTE_DEPTH_EXACT


class Worth(enum.IntEnum):
    """How reliable a distance is."""

    EXACT = lib.MOTE_WORTH_EXACT
    UPPER_BOUND = lib.MOTE_WORTH_UPPER_BOUND


class LogLevel(enum.IntEnum):
    """How important a message of the log is."""

    PROGRESS = lib.MOTE_LOG_PROGRESS
    INFO = lib.MOTE_LOG_INFO
    WARNING = lib.MOTE_LOG_WARNING


class OverlapKind(enum.IntEnum):
    """The kind of intersection of two triangles."""

    NONE = lib.MOTE_OVERLAP_NONE
    POINT = lib.MOTE_OVERLAP_POINT
    SEGMENT = lib.MOTE_OVERLAP_SEGMENT
    POLYGON = lib.MOTE_OVERLAP_POLYGON


class Wendland(enum.IntEnum):
    """Wendland's functions, by the order of the derivatives that are continuous."""

    C2 = lib.MOTE_WENDLAND_C2
    C0 = lib.MOTE_WENDLAND_C0
    C4 = lib.MOTE_WENDLAND_C4


class SkinBlend(enum.IntEnum):
    """How a skin blends its bones."""

    LINEAR = lib.MOTE_SKIN_LINEAR
    DUAL_QUATERNION = lib.MOTE_SKIN_DUAL_QUATERNION


class DrawKind(enum.IntEnum):
    """What a box, a point or a vector of a drawing represents."""

    BODY = lib.MOTE_DRAW_BODY
    REGION = lib.MOTE_DRAW_REGION
    CLUSTER = lib.MOTE_DRAW_CLUSTER
    CELL = lib.MOTE_DRAW_CELL
    PARTICLE = lib.MOTE_DRAW_PARTICLE
    SEED = lib.MOTE_DRAW_SEED
    HINT = lib.MOTE_DRAW_HINT
    PLANE = lib.MOTE_DRAW_PLANE
    CLOSEST = lib.MOTE_DRAW_CLOSEST
    SWEPT = lib.MOTE_DRAW_SWEPT
    IMPACT = lib.MOTE_DRAW_IMPACT
    MANIFOLD = lib.MOTE_DRAW_MANIFOLD
    HIT = lib.MOTE_DRAW_HIT
    GRADIENT = lib.MOTE_DRAW_GRADIENT


class ManifoldFeature(enum.IntEnum):
    """The feature of a face on which a point of a manifold lies."""

    VERTEX = lib.MOTE_MANIFOLD_VERTEX
    EDGE = lib.MOTE_MANIFOLD_EDGE
    FACE = lib.MOTE_MANIFOLD_FACE


class SweepFind(enum.IntEnum):
    """Which impacts World.sweep reports."""

    ALL = lib.MOTE_SWEEP_ALL
    FIRST = lib.MOTE_SWEEP_FIRST
    EARLIEST = lib.MOTE_SWEEP_EARLIEST


class SweptKind(enum.IntEnum):
    """The features that meet in an impact."""

    VERTEX_FACE = lib.MOTE_SWEPT_VERTEX_FACE
    FACE_VERTEX = lib.MOTE_SWEPT_FACE_VERTEX
    EDGES = lib.MOTE_SWEPT_EDGES


class OptionKind(enum.IntEnum):
    """The type of an option's value."""

    BOOLEAN = lib.MOTE_WORLD_OPTION_BOOLEAN
    INTEGER = lib.MOTE_WORLD_OPTION_INTEGER
    NUMBER = lib.MOTE_WORLD_OPTION_NUMBER
    CHOICE = lib.MOTE_WORLD_OPTION_CHOICE


class Response(enum.IntEnum):
    """The response of two bodies that collide."""

    SENIN = lib.MOTE_RESPONSE_SENIN
    GENERAL = lib.MOTE_RESPONSE_GENERAL
    EXCHANGE = lib.MOTE_RESPONSE_EXCHANGE
    REFLECT = lib.MOTE_RESPONSE_REFLECT


class Split(enum.IntEnum):
    """What one part of a file is in a check."""

    AUTO = lib.MOTE_CHECK_SPLIT_AUTO
    FILE = lib.MOTE_CHECK_SPLIT_FILE
    NODE = lib.MOTE_CHECK_SPLIT_NODE
    MESH = lib.MOTE_CHECK_SPLIT_MESH
    MATERIAL = lib.MOTE_CHECK_SPLIT_MATERIAL
    COMPONENT = lib.MOTE_CHECK_SPLIT_COMPONENT


class Severity(enum.IntEnum):
    """The severity of a finding of a check, from best to worst."""

    CLEAN = lib.MOTE_CHECK_CLEAN
    NEAR = lib.MOTE_CHECK_NEAR
    TOUCH = lib.MOTE_CHECK_TOUCH
    PENETRATE = lib.MOTE_CHECK_PENETRATE


class CheckVerdict(enum.IntEnum):
    """The overall result of a check."""

    CLEAN = lib.MOTE_CHECK_VERDICT_CLEAN
    PASSED = lib.MOTE_CHECK_VERDICT_PASSED
    FINDINGS = lib.MOTE_CHECK_VERDICT_FINDINGS
    INCOMPLETE = lib.MOTE_CHECK_VERDICT_INCOMPLETE


class RemarkKind(enum.IntEnum):
    """The subject of a remark of a check."""

    ERROR = lib.MOTE_CHECK_REMARK_ERROR
    CANCELED = lib.MOTE_CHECK_REMARK_CANCELED
    BUDGET = lib.MOTE_CHECK_REMARK_BUDGET
    CROWDED = lib.MOTE_CHECK_REMARK_CROWDED
    INVALID = lib.MOTE_CHECK_REMARK_INVALID
    FILES = lib.MOTE_CHECK_REMARK_FILES
    CLIP = lib.MOTE_CHECK_REMARK_CLIP
    CONTENT = lib.MOTE_CHECK_REMARK_CONTENT
    BASELINE = lib.MOTE_CHECK_REMARK_BASELINE
    OUTPUT = lib.MOTE_CHECK_REMARK_OUTPUT
    REQUEST = lib.MOTE_CHECK_REMARK_REQUEST
    DEPTH = lib.MOTE_CHECK_REMARK_DEPTH
    MOTION = lib.MOTE_CHECK_REMARK_MOTION
    SANDBOX = lib.MOTE_CHECK_REMARK_SANDBOX


class FrameFlags(enum.IntFlag):
    """Properties of a checked frame."""

    CUT_SHORT = lib.MOTE_CHECK_FRAME_CUT_SHORT
    INVALID = lib.MOTE_CHECK_FRAME_INVALID
    HIDDEN = lib.MOTE_CHECK_FRAME_HIDDEN


Member = TypeVar("Member", bound=enum.IntEnum)


def member(kind: Type[Member], value: Union[Member, str, int], name: str) -> Member:
    """A member of an enumeration by itself, its number or its name; `name` is the argument, for messages."""
    if isinstance(value, str):
        try:
            return kind[value.replace("-", "_").replace(" ", "_").upper()]
        except KeyError:
            known = ", ".join(one.name.lower().replace("_", "-") for one in kind)
            raise ArgumentError(f"{name} is {value!r}; expected one of {known}") from None
    if isinstance(value, bool) or not isinstance(value, int):
        raise DtypeError(f"{name} is {value!r}; expected a {kind.__name__} or its name")
    try:
        return kind(value)
    except ValueError:
        raise ArgumentError(f"{name} is {value}, which is no {kind.__name__}") from None
