"""The panel where the Python package mote is not installed."""

import sys

import bpy


class MOTE_PT_missing(bpy.types.Panel):
    """Says how to install the package."""

    bl_label = "Mote Check"
    bl_idname = "MOTE_PT_missing"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Mote"

    def draw(self, context):
        column = self.layout.column()
        column.label(text="The Python package mote is missing", icon="ERROR")
        column.label(text="Install its wheel, and cffi, for")
        column.label(text=sys.executable)
        column.label(text="and start Blender again")


CLASSES = (MOTE_PT_missing,)
