"""The panel in the sidebar of the 3-D view."""

import bpy

from .properties import active_episode, settings_of
from .runner import ICONS, found_in
from .scene import frames_of, selected_objects


class MOTE_UL_episodes(bpy.types.UIList):
    """Episodes, the worst first."""

    def draw_item(self, context, layout, data, item, icon, active_data, active_property, index=0, flt_flag=0):
        split = layout.split(factor=0.65)
        split.label(text=item.name, icon=ICONS.get(item.severity, "NONE"))
        split.label(text=str(item.first) if item.first == item.last else f"{item.first}-{item.last}")


class MOTE_PT_check(bpy.types.Panel):
    """Settings, progress and what was found."""

    bl_label = "Mote Check"
    bl_idname = "MOTE_PT_check"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Mote"

    def draw(self, context):
        settings = settings_of(context)
        if settings.is_running:
            self._draw_progress(settings)
            return
        self._draw_settings(context, settings)
        if settings.summary:
            self._draw_found(context, settings)

    def _draw_progress(self, settings):
        layout = self.layout
        if hasattr(layout, "progress"):  # from Blender 4.0 on
            layout.progress(factor=settings.progress, text=settings.message)
        else:
            layout.label(text=settings.message)
            layout.prop(settings, "progress", slider=True)
        layout.operator("mote.cancel", icon="CANCEL")

    def _draw_settings(self, context, settings):
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        layout.prop(settings, "self_collision")
        layout.prop(settings, "tolerance")
        row = layout.row(heading="Leave out")
        row.prop(settings, "use_baseline", text="")
        part = row.row()
        part.enabled = settings.use_baseline
        part.prop(settings, "baseline_frame", text="Frame")
        objects, frames = len(selected_objects(context)), len(frames_of(context.scene))
        layout.label(text=f"{objects} objects, {frames} frames")
        layout.operator("mote.check", icon="VIEWZOOM")

    def _draw_found(self, context, settings):
        layout = self.layout
        layout.use_property_split = False
        layout.separator()
        layout.label(text=settings.summary)
        layout.template_list("MOTE_UL_episodes", "", settings, "episodes", settings, "active", rows=4)
        episode = active_episode(context)
        if episode is not None:
            self._draw_episode(context, episode)
        row = layout.row(align=True)
        row.operator("mote.add_markers", icon="MARKER_HLT")
        row.operator("mote.remove_markers", icon="X", text="")
        layout.operator("mote.write_report", icon="FILE_TICK")

    def _draw_episode(self, context, episode):
        layout = self.layout
        column = layout.column(align=True)
        column.label(text=f"Worst frame {episode.worst}: {episode.severity}")
        depth = f", depth {episode.depth:.4g}" if episode.has_depth else ""
        column.label(text=f"{episode.face_pairs} face pairs{depth}")
        row = layout.row(align=True)
        for where in ("first", "worst", "last"):
            row.operator("mote.jump", text=where.capitalize()).where = where
        if found_in(context.scene) is None:
            layout.label(text="Check again to select faces", icon="INFO")
        else:
            layout.operator("mote.select_faces", icon="FACESEL")


CLASSES = (MOTE_UL_episodes, MOTE_PT_check)
