"""Mote Check: finds every frame in which objects meet. See docs/blender.md of mote."""

import importlib.util

import bpy
from bpy.app.handlers import persistent

# For Blender before 4.2; blender_manifest.toml says the same for later ones.
bl_info = {
    "name": "Mote Check",
    "description": "Find every frame in which objects meet",
    "author": "The mote authors",
    "version": (0, 1, 0),
    "blender": (3, 3, 0),
    "location": "3D View > Sidebar > Mote",
    "category": "Animation",
}

_has_package = importlib.util.find_spec("mote") is not None

if _has_package:
    from . import operators, panel, properties, runner

    _classes = operators.CLASSES + panel.CLASSES
else:
    from . import missing

    _classes = missing.CLASSES


@persistent
def _forget(*_):
    runner.forget_all()


def register():
    """Blender turns the add-on on."""
    if _has_package:
        properties.register()
        bpy.app.handlers.load_pre.append(_forget)
    for one in _classes:
        bpy.utils.register_class(one)


def unregister():
    """Blender turns the add-on off."""
    for one in reversed(_classes):
        bpy.utils.unregister_class(one)
    if _has_package:
        bpy.app.handlers.load_pre.remove(_forget)
        runner.forget_all()
        properties.unregister()
