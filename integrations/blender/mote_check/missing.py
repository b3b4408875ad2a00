"""The panel where the Python package mote is not installed."""

import importlib.util
import os
import sys

import bpy

#: The name of the wheel in the folder where it is: no version and no platform is needed.
WHEEL = "mote-*.whl"


def interpreter():
    """The Python that Blender runs. sys.executable may name another: in Debian's Blender, the first python3 in PATH."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for path in (os.path.join(sys.base_prefix, "bin", name), os.path.join(sys.base_prefix, "bin", "python.exe")):
        if os.path.exists(path):
            return path
    return sys.executable


def modules_folder():
    """Where this user's Blender looks for packages. It does not look where `pip install --user` puts them."""
    return bpy.utils.user_resource("SCRIPTS", path="modules")


def install_command():
    """What installs the package, in the folder where the wheel is."""
    # With its dependencies, pip would install a second numpy in front of Blender's.
    cffi = "" if importlib.util.find_spec("_cffi_backend") else " cffi"
    return (f'"{interpreter()}" -m pip install --upgrade --no-deps --target "{modules_folder()}"'
            f"{cffi} {WHEEL}")


class MOTE_OT_copy_command(bpy.types.Operator):
    """Copy the command that installs the package mote for this Blender; run it in the folder of the wheel"""

    bl_idname = "mote.copy_command"
    bl_label = "Copy command"

    def execute(self, context):
        context.window_manager.clipboard = install_command()
        return {"FINISHED"}


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
        column.label(text="Install its wheel into")
        column.label(text=modules_folder())
        column.label(text="with the Python of this Blender:")
        column.label(text=interpreter())
        column.operator("mote.copy_command", icon="COPYDOWN")
        column.label(text="Run the command beside the wheel,")
        column.label(text="and start Blender again")


CLASSES = (MOTE_OT_copy_command, MOTE_PT_missing)
