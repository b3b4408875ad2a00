"""Installs the add-on from its zip file into Blender as a user does, first without the package mote, then with it.

    blender --background --python-exit-code 1 --python test_install.py

The environment variable MOTE_ADD_ON names the zip file. MOTE_WHEELS names the folder of the wheel: if it is set, the
package is missing, and the command that the panel offers installs it for the next start. Otherwise the package is
there. HOME is a folder for this test.
"""

import os
import subprocess
import sys

import bpy


class Layout:
    """Takes the texts of a panel."""

    def __init__(self):
        self.texts = []

    def column(self):
        """Columns are not told apart."""
        return self

    def label(self, text="", icon="NONE"):
        """A line of the panel."""
        self.texts.append(text)

    def operator(self, name, icon="NONE"):
        """A button."""
        self.texts.append(name)


def enable():
    """Turns the add-on on. Returns whether its operators, its panel and that of the missing package are there."""
    assert bpy.ops.preferences.addon_enable(module="mote_check") == {"FINISHED"}
    return tuple(hasattr(bpy.types, name) for name in ("MOTE_OT_check", "MOTE_PT_check", "MOTE_PT_missing"))


def check_missing(wheels):
    """The panel names the Python that Blender runs and a folder in which Blender will look."""
    assert enable() == (False, False, True)
    missing = sys.modules["mote_check.missing"]
    panel = type("Panel", (), {"layout": Layout(), "draw": missing.MOTE_PT_missing.draw})()
    panel.draw(None)
    assert {missing.interpreter(), missing.modules_folder()} <= set(panel.layout.texts), panel.layout.texts
    version = subprocess.run([missing.interpreter(), "-I", "-c", "import sys; print(sys.version, sys.base_prefix)"],
                             stdout=subprocess.PIPE, check=True).stdout.decode()
    assert version == f"{sys.version} {sys.base_prefix}\n", version
    subprocess.run(missing.install_command(), shell=True, cwd=wheels, check=True)


def check_installed():
    """All of the add-on is there, and finds something."""
    assert enable() == (True, True, False)
    bpy.ops.object.select_all(action="SELECT")
    assert bpy.ops.mote.check() == {"FINISHED"}
    print(bpy.context.scene.mote_check.summary)
    bpy.ops.preferences.addon_disable(module="mote_check")
    assert not hasattr(bpy.types, "MOTE_OT_check") and not hasattr(bpy.types.Scene, "mote_check")


def main():
    """One of the two."""
    bpy.ops.preferences.addon_install(filepath=os.environ["MOTE_ADD_ON"], overwrite=True)
    wheels = os.environ.get("MOTE_WHEELS")
    if wheels:
        check_missing(wheels)
    else:
        check_installed()


main()
