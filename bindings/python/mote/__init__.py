"""Collision detection for deforming triangle meshes, exact for float32 coordinates.

    import mote

    world = mote.World()
    a, b = world.add(mote.Mesh(*arm)), world.add(mote.Mesh(*sleeve))
    for frame in range(frame_count):
        a.vertices, b.vertices = arm_frames[frame], sleeve_frames[frame]
        for pair in world.detect():
            print(frame, pair.relation.name, len(pair.face_pairs))
"""

from . import geometry, papers, trimesh
from ._mote import ffi as _ffi
from ._mote import lib as _lib
from .checking import Check, CheckClip, CheckFrame, CheckPart, CheckResult, CheckTotal, Remark, check, check_file
from .deform import Chain, Csrbf, Custom, Deformer, Morph, Node, Nodes, Skin
from .drawing import Drawing
from .dynamics import Dynamics, DynamicsReport, Mass, Placement, Rebound, Rigid
from .enums import Ability, CheckFormat, CheckVerdict, NearKind
from .enums import DepthKind, Detect, DrawKind, FrameFlags, LogLevel, ManifoldFeature, MeshFlags
from .enums import Method
from .enums import OptionKind, OverlapKind, PairState, Relation, RemarkKind, Response, Severity, SkinBlend, Split
from .enums import SweepFind, SweptKind, Verdict, Weld, Wendland, Worth
from .errors import ArgumentError, DataError, DtypeError, Error, FileError, LimitError, OutOfMemoryError, RefusedError
from .errors import StaleError, StateError
from .manifold import Manifolds
from .mesh import NONE, Findings, Lists, Mesh
from .catalog import MethodInfo, Option, methods, options
from .motion import SweepReport, SweepStats
from .recording import Player, PlayedFrame, Recorder, Recording
from .report import Pair, Report, Stats
from .view import Features, View
from .world import Body, Distance, SurfacePoint, World

__version__: str = _ffi.string(_lib.mote_version()).decode()

__all__ = [
    "Ability", "ArgumentError", "Body", "Chain", "Check", "CheckClip", "CheckFrame", "CheckPart", "CheckResult",
    "CheckFormat", "CheckTotal", "CheckVerdict", "Csrbf", "Custom", "DataError", "Deformer", "DepthKind", "Detect",
    "Distance", "DrawKind", "Drawing", "DtypeError", "Dynamics", "DynamicsReport", "Error", "Features", "FileError",
    "Findings", "FrameFlags", "LimitError", "Lists", "LogLevel", "ManifoldFeature",
    "Manifolds", "Mass", "Mesh", "MeshFlags", "Method", "MethodInfo", "Morph",
    "NONE", "NearKind", "Node", "Nodes", "Option", "OptionKind", "OutOfMemoryError", "OverlapKind", "Pair", "PairState",
    "Placement", "PlayedFrame", "Player", "Rebound", "Recorder", "Recording", "RefusedError", "Relation", "Remark",
    "RemarkKind", "Report", "Response", "Rigid", "Severity", "Skin", "SkinBlend", "Split", "StaleError",
    "StateError", "Stats", "SurfacePoint", "SweepFind", "SweepReport", "SweepStats", "SweptKind", "Verdict", "View",
    "Weld", "Wendland", "World", "Worth", "check", "check_file", "geometry", "methods", "options", "papers", "trimesh",
]
