"""What the buttons do."""

import bpy
import mote
import numpy as np
from bpy.props import EnumProperty, StringProperty

from .properties import active_episode, settings_of
from .runner import Runner, found_in, write_report
from .scene import find_object, selected_objects
from .session import ReadError

#: Seconds of work between two looks at the events of the window.
_TICK = 0.05

#: How the names of markers begin.
MARKER = "mote: "


class MOTE_OT_check(bpy.types.Operator):
    """Find every frame of the range in which the selected objects meet"""

    bl_idname = "mote.check"
    bl_label = "Check"
    bl_options = {"REGISTER"}

    _runner = None
    _timer = None

    @classmethod
    def poll(cls, context):
        return bool(selected_objects(context)) and not settings_of(context).is_running

    def _begin(self, context):
        if context.mode != "OBJECT" and context.active_object is not None:
            bpy.ops.object.mode_set(mode="OBJECT")
        self._runner = Runner(context)

    def execute(self, context):
        """All at once, for scripts and without a window."""
        try:
            self._begin(context)
        except ReadError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        try:
            while self._runner.tick(_TICK):
                pass
        except (ReadError, mote.Error) as error:
            return self._end(context, error)
        return self._end(context, None)

    def invoke(self, context, event):
        """In the background of the window, with progress."""
        try:
            self._begin(context)
        except ReadError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        manager = context.window_manager
        self._timer = manager.event_timer_add(0.01, window=context.window)
        manager.progress_begin(0, 100)
        manager.modal_handler_add(self)
        context.workspace.status_text_set("mote: Esc cancels the check")
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        """Works a little on each tick of the timer."""
        settings = settings_of(context)
        if event.type == "ESC" or settings.is_cancel_asked:
            return self._end(context, None, is_canceled=True)
        if event.type != "TIMER":
            # Keys would edit the scene while its frames are read. The mouse turns the view and reaches the panel.
            return {"PASS_THROUGH"} if event.type in _VIEW_EVENTS else {"RUNNING_MODAL"}
        try:
            if not self._runner.tick(_TICK):
                return self._end(context, None)
        except (ReadError, mote.Error) as error:
            return self._end(context, error)
        context.window_manager.progress_update(int(100 * settings.progress))
        _redraw(context)
        return {"RUNNING_MODAL"}

    def cancel(self, context):
        """Blender ends the operator, as when a file is opened."""
        self._end(context, None, is_canceled=True)

    def _end(self, context, error, is_canceled=False):
        if self._timer is not None:
            manager = context.window_manager
            manager.event_timer_remove(self._timer)
            manager.progress_end()
            context.workspace.status_text_set(None)
            self._timer = None
        try:
            self._runner.finish()
        except mote.Error as another:
            error = error or another
        _redraw(context)
        if error is not None:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        if self._runner.session.outcome is None:
            self.report({"INFO"}, "Canceled")
            return {"CANCELLED"}
        self.report({"INFO"}, settings_of(context).summary)
        return {"CANCELLED"} if is_canceled else {"FINISHED"}


_VIEW_EVENTS = {"MIDDLEMOUSE", "WHEELUPMOUSE", "WHEELDOWNMOUSE", "MOUSEMOVE", "LEFTMOUSE", "TRACKPADPAN",
                "TRACKPADZOOM"}


class MOTE_OT_cancel(bpy.types.Operator):
    """End the check; what was found so far is kept"""

    bl_idname = "mote.cancel"
    bl_label = "Cancel"

    @classmethod
    def poll(cls, context):
        return settings_of(context).is_running

    def execute(self, context):
        settings_of(context).is_cancel_asked = True
        return {"FINISHED"}


class MOTE_OT_jump(bpy.types.Operator):
    """Go to a frame of the episode"""

    bl_idname = "mote.jump"
    bl_label = "Go to frame"
    bl_options = {"REGISTER", "UNDO"}

    __annotations__ = {
        "where": EnumProperty(name="Where", default="worst", items=[
            ("first", "First", "The first frame of the episode"),
            ("worst", "Worst", "The frame with the greatest severity and depth"),
            ("last", "Last", "The last frame of the episode"),
        ]),
    }

    @classmethod
    def poll(cls, context):
        return active_episode(context) is not None and not settings_of(context).is_running

    def execute(self, context):
        context.scene.frame_set(getattr(active_episode(context), self.where))
        return {"FINISHED"}


class MOTE_OT_select_faces(bpy.types.Operator):
    """Select the faces of the episode's objects that meet in the current frame, in edit mode"""

    bl_idname = "mote.select_faces"
    bl_label = "Select faces"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return (active_episode(context) is not None and found_in(context.scene) is not None
                and not settings_of(context).is_running)

    def execute(self, context):
        episode, frame = active_episode(context), context.scene.frame_current
        faces = found_in(context.scene).faces(frame, episode.object_a, episode.object_b)
        if faces is None:
            self.report({"WARNING"}, f"{episode.name}: nothing was found in frame {frame}")
            return {"CANCELLED"}
        if context.mode != "OBJECT" and context.active_object is not None:
            bpy.ops.object.mode_set(mode="OBJECT")
        chosen = {}
        for name, one in zip((episode.object_a, episode.object_b), faces):
            target = find_object(name)
            if target is not None and target.type == "MESH" and (not len(one) or one.max() < len(target.data.polygons)):
                chosen[target] = one
        if not chosen:
            self.report({"WARNING"}, f"{episode.name}: neither object is a mesh with these faces")
            return {"CANCELLED"}
        _select(context, chosen)
        self.report({"INFO"}, ", ".join(f"{len(one)} faces of {target.name}" for target, one in chosen.items()))
        return {"FINISHED"}


def _select(context, chosen):
    """Selects faces of meshes, and nothing else, in edit mode."""
    for one in context.selected_objects:
        one.select_set(False)
    selected = {}
    for target, faces in chosen.items():
        target.select_set(True)
        # Objects may share a mesh.
        mesh = target.data
        is_selected = selected.setdefault(mesh.name_full, np.zeros(len(mesh.polygons), bool))
        is_selected[faces] = True
        mesh.vertices.foreach_set("select", np.zeros(len(mesh.vertices), bool))
        mesh.edges.foreach_set("select", np.zeros(len(mesh.edges), bool))
        mesh.polygons.foreach_set("select", is_selected)
        mesh.update()
    context.view_layer.objects.active = next(iter(chosen))
    context.tool_settings.mesh_select_mode = (False, False, True)
    bpy.ops.object.mode_set(mode="EDIT")


class MOTE_OT_add_markers(bpy.types.Operator):
    """Put a marker on the time line at the worst frame of each episode"""

    bl_idname = "mote.add_markers"
    bl_label = "Add markers"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        return bool(settings_of(context).episodes) and not settings_of(context).is_running

    def execute(self, context):
        _remove_markers(context.scene)
        for episode in settings_of(context).episodes:
            context.scene.timeline_markers.new(f"{MARKER}{episode.name}", frame=episode.worst)
        return {"FINISHED"}


class MOTE_OT_remove_markers(bpy.types.Operator):
    """Remove the markers of the check from the time line"""

    bl_idname = "mote.remove_markers"
    bl_label = "Remove markers"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        _remove_markers(context.scene)
        return {"FINISHED"}


def _remove_markers(scene):
    for marker in [one for one in scene.timeline_markers if one.name.startswith(MARKER)]:
        scene.timeline_markers.remove(marker)


class MOTE_OT_write_report(bpy.types.Operator):
    """Write the report of the last check as a web page that needs no other file"""

    bl_idname = "mote.write_report"
    bl_label = "Write report"

    __annotations__ = {
        "filepath": StringProperty(name="Path", subtype="FILE_PATH", default="report.html"),
        "filter_glob": StringProperty(default="*.html", options={"HIDDEN"}),
        "check_existing": bpy.props.BoolProperty(default=True, options={"HIDDEN"}),
    }

    @classmethod
    def poll(cls, context):
        return found_in(context.scene) is not None and not settings_of(context).is_running

    def invoke(self, context, event):
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        path = bpy.path.ensure_ext(bpy.path.abspath(self.filepath), ".html")
        try:
            write_report(context.scene, path)
        except (ReadError, mote.Error, OSError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, f"Wrote {path}")
        return {"FINISHED"}


def _redraw(context):
    """All areas: the frame is shown in many of them."""
    if context.window is not None:
        for area in context.window.screen.areas:
            area.tag_redraw()


CLASSES = (MOTE_OT_check, MOTE_OT_cancel, MOTE_OT_jump, MOTE_OT_select_faces, MOTE_OT_add_markers,
           MOTE_OT_remove_markers, MOTE_OT_write_report)
