"""Installs the add-on from its zip file into Blender as a user does, first without the package mote, then with it.

The environment variable MOTE_ADD_ON names the zip file, MOTE_SITE the folder in which the package is installed.
"""

import os
import sys

import bpy


def enable():
    """Turns the add-on on. Returns whether its operators, its panel and that of the missing package are there."""
    assert bpy.ops.preferences.addon_enable(module="mote_check") == {"FINISHED"}
    return tuple(hasattr(bpy.types, name) for name in ("MOTE_OT_check", "MOTE_PT_check", "MOTE_PT_missing"))


def main():
    """Without the package there is a panel that says so; with it, all of the add-on."""
    bpy.ops.preferences.addon_install(filepath=os.environ["MOTE_ADD_ON"], overwrite=True)
    assert enable() == (False, False, True)
    bpy.ops.preferences.addon_disable(module="mote_check")
    for name in [name for name in sys.modules if name.split(".")[0] == "mote_check"]:
        del sys.modules[name]
    sys.path.insert(0, os.environ["MOTE_SITE"])
    assert enable() == (True, True, False)
    bpy.ops.object.select_all(action="SELECT")
    assert bpy.ops.mote.check() == {"FINISHED"}
    print(bpy.context.scene.mote_check.summary)
    bpy.ops.preferences.addon_disable(module="mote_check")
    assert not hasattr(bpy.types, "MOTE_OT_check") and not hasattr(bpy.types.Scene, "mote_check")


main()
