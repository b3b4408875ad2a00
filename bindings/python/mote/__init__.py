"""Exact collision detection for deforming triangle meshes.

    import mote

    world = mote.World()
    a, b = world.add(mote.Mesh(*arm)), world.add(mote.Mesh(*sleeve))
    for frame in range(frame_count):
        a.vertices, b.vertices = arm_frames[frame], sleeve_frames[frame]
        for pair in world.detect():
            print(frame, pair.relation.name, len(pair.face_pairs))
"""

from ._mote import ffi as _ffi
from ._mote import lib as _lib
from .enums import Ability, DepthKind, Detect, DrawKind, FrameFlags, LogLevel, MeshFlags, Method, OptionKind
from .enums import OverlapKind, PairState, Relation, Response, Severity, SkinBlend, Split, Verdict, Weld, Wendland
from .enums import Worth
from .errors import ArgumentError, DataError, DtypeError, Error, FileError, LimitError, OutOfMemoryError, RefusedError
from .errors import StaleError, StateError
from .mesh import NONE, Findings, Lists, Mesh
from .options import MethodInfo, Option, methods, options
from .report import Pair, Report, Stats
from .world import Body, Distance, SurfacePoint, World

__version__: str = _ffi.string(_lib.mote_version()).decode()

__all__ = [
    "Ability", "ArgumentError", "Body", "DataError", "DepthKind", "Detect", "Distance", "DrawKind", "DtypeError",
    "Error", "FileError", "Findings", "FrameFlags", "LimitError", "Lists", "LogLevel", "Mesh", "MeshFlags",
    "Method", "MethodInfo", "NONE", "Option", "OptionKind", "OutOfMemoryError", "OverlapKind", "Pair", "PairState",
    "RefusedError", "Relation", "Report", "Response", "Severity", "SkinBlend", "Split", "StaleError", "StateError",
    "Stats", "SurfacePoint", "Verdict", "Weld", "Wendland", "World", "Worth", "methods", "options",
]
