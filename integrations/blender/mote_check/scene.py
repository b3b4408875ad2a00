"""Reads the evaluated meshes of objects: as they are in the viewport, triangulated, in world coordinates."""

from typing import Any, Dict, List

import bpy
import numpy as np

from .session import ReadError

#: Types of objects that have a surface.
TYPES = {"MESH", "CURVE", "SURFACE", "FONT", "META"}

#: A face attribute of the meshes while the first frame is read. Modifiers copy it to the faces that they make.
_ATTRIBUTE = "mote_face"


class SceneReader:
    """Frames of a scene. Moves the scene to the frame that is read; restore() brings it back.

    names: full names of the objects. triangles: of shape (n, 3); those of the first frame that was read serve all
    frames. sources: for each triangle the face of the object's own mesh that it comes from, or -1.
    """

    def __init__(self, context: Any, objects: List[Any]):
        self.names = [one.name_full for one in objects]
        self.triangles: List[Any] = []
        self.sources: List[Any] = []
        self._context = context
        self._scene = context.scene
        self._objects = objects
        self._counts: Dict[str, Any] = {}
        self._frame = (self._scene.frame_current, self._scene.frame_subframe)

    def read(self, frame: int) -> List[Any]:
        """The vertices of each object in a frame, float32 of shape (n, 3)."""
        self._require_objects()
        is_first = not self.triangles
        marked = _mark_faces(self._objects) if is_first else []
        try:
            self._scene.frame_set(frame)
            depsgraph = self._context.evaluated_depsgraph_get()
            return [self._read_object(one.evaluated_get(depsgraph), is_first) for one in self._objects]
        except ReadError:
            self.triangles.clear()
            self.sources.clear()
            raise
        finally:
            for mesh in marked:
                mesh.attributes.remove(mesh.attributes[_ATTRIBUTE])

    def restore(self) -> None:
        """Moves the scene back to the frame in which it was."""
        frame, subframe = self._frame
        self._scene.frame_set(frame, subframe=subframe)

    def _require_objects(self) -> None:
        for one, name in zip(self._objects, self.names):
            try:
                one.name_full
            except ReferenceError:
                raise ReadError(f"{name} was removed during the check") from None

    def _read_object(self, evaluated: Any, is_first: bool) -> Any:
        mesh = evaluated.to_mesh()
        try:
            if mesh is None or not len(mesh.polygons):
                raise ReadError(f"{evaluated.name_full} has no faces in frame {self._scene.frame_current}")
            self._require_same_faces(evaluated.name_full, len(mesh.polygons), len(mesh.loops))
            matrix = np.array(evaluated.matrix_world, np.float64)
            if is_first:
                self._read_triangles(evaluated, mesh, bool(np.linalg.det(matrix[:3, :3]) < 0.0))
            local = np.empty(3 * len(mesh.vertices), np.float32)
            mesh.vertices.foreach_get("co", local)
            world = local.reshape(-1, 3).astype(np.float64) @ matrix[:3, :3].T + matrix[:3, 3]
            return world.astype(np.float32)
        finally:
            evaluated.to_mesh_clear()

    def _require_same_faces(self, name: str, *counts: int) -> None:
        frame = self._scene.frame_current
        before, first = self._counts.setdefault(name, (counts, frame))
        if counts != before:
            raise ReadError(f"{name} has {counts[0]} faces with {counts[1]} corners in frame {frame}, but {before[0]} "
                            f"with {before[1]} in frame {first}: the topology must not change")

    def _read_triangles(self, evaluated: Any, mesh: Any, is_mirrored: bool) -> None:
        mesh.calc_loop_triangles()
        count = len(mesh.loop_triangles)
        triangles = np.empty(3 * count, np.int32)
        mesh.loop_triangles.foreach_get("vertices", triangles)
        triangles = triangles.reshape(-1, 3)
        # A mirrored object would be turned inside out.
        self.triangles.append(np.ascontiguousarray(triangles[:, ::-1] if is_mirrored else triangles).astype(np.uint32))
        polygons = np.empty(count, np.int32)
        mesh.loop_triangles.foreach_get("polygon_index", polygons)
        self.sources.append(_sources(evaluated, mesh)[polygons])


def _mark_faces(objects: List[Any]) -> List[Any]:
    """Numbers the faces of meshes by an attribute; returns the meshes that have it now."""
    marked: Dict[str, Any] = {}
    for one in objects:
        mesh = one.data
        # In edit mode and of linked files the mesh cannot be changed.
        if one.type != "MESH" or mesh.is_editmode or mesh.library is not None or mesh.name_full in marked:
            continue
        if _ATTRIBUTE in mesh.attributes:
            mesh.attributes.remove(mesh.attributes[_ATTRIBUTE])
        attribute = mesh.attributes.new(_ATTRIBUTE, "INT", "FACE")
        attribute.data.foreach_set("value", np.arange(len(mesh.polygons), dtype=np.int32))
        mesh.update_tag()
        marked[mesh.name_full] = mesh
    return list(marked.values())


def _sources(evaluated: Any, mesh: Any) -> Any:
    """For each face of an evaluated mesh the face of the object's own mesh, or -1."""
    count = len(mesh.polygons)
    attribute = mesh.attributes.get(_ATTRIBUTE)
    if attribute is not None and attribute.domain == "FACE" and len(attribute.data) == count:
        sources = np.empty(count, np.int32)
        attribute.data.foreach_get("value", sources)
        return sources
    own = evaluated.original.data
    if evaluated.type == "MESH" and len(own.polygons) == count:
        return np.arange(count, dtype=np.int32)
    return np.full(count, -1, np.int32)


def selected_objects(context: Any) -> List[Any]:
    """The selected objects that have a surface, by name."""
    return sorted((one for one in context.selected_objects if one.type in TYPES), key=lambda one: one.name_full)


def frames_of(scene: Any) -> List[int]:
    """The frames of the scene's range, or of its preview range where that is on."""
    if scene.use_preview_range:
        return list(range(scene.frame_preview_start, scene.frame_preview_end + 1, scene.frame_step))
    return list(range(scene.frame_start, scene.frame_end + 1, scene.frame_step))


def frames_per_second(scene: Any) -> float:
    """Of the frames that frames_of() gives."""
    return float(scene.render.fps / scene.render.fps_base / scene.frame_step)


def find_object(name: str) -> Any:
    """An object by its full name, or None."""
    for one in bpy.data.objects:
        if one.name_full == name:
            return one
    return None
