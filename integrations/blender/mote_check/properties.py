"""What the scene stores: settings and the list of episodes."""

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, FloatProperty, FloatVectorProperty, IntProperty
from bpy.props import PointerProperty, StringProperty


class MoteEpisode(bpy.types.PropertyGroup):
    """A region in which two objects meet, over successive frames. Two objects may have several at a time."""

    # As a dictionary, for linters take the strings in annotations for types.
    __annotations__ = {
        "object_a": StringProperty(name="First object"),
        "object_b": StringProperty(name="Second object"),
        "first": IntProperty(name="First frame"),
        "last": IntProperty(name="Last frame"),
        "worst": IntProperty(name="Worst frame"),
        "severity": StringProperty(name="Severity"),
        "relation": StringProperty(name="Relation"),
        "face_pairs": IntProperty(name="Face pairs", description="Pairs of triangles that meet in the worst frame"),
        "has_depth": BoolProperty(name="Depth is known"),
        "depth": FloatProperty(name="Depth", subtype="DISTANCE"),
        "point": FloatVectorProperty(name="Point", size=3, subtype="XYZ"),
    }


class MoteSettings(bpy.types.PropertyGroup):
    """Settings of a check, and what the last one has found."""

    __annotations__ = {
        "tolerance": FloatProperty(
            name="Tolerance", description="Also find faces that are at most this far apart", min=0.0,
            subtype="DISTANCE"),
        "self_collision": EnumProperty(
            name="Self", description="Whether objects are also checked against themselves", default="AUTO", items=[
                ("AUTO", "Single", "Only if a single object is selected"),
                ("NO", "Never", "Objects against each other only"),
                ("YES", "Always", "Each object against itself too"),
            ]),
        "use_baseline": BoolProperty(
            name="Leave out", description="Do not report faces that already meet in a chosen frame"),
        "baseline_frame": IntProperty(
            name="Frame", description="Faces that meet in this frame are not reported", default=1),
        "episodes": CollectionProperty(type=MoteEpisode),
        "active": IntProperty(name="Active episode"),
        "summary": StringProperty(name="Summary"),
        "is_running": BoolProperty(name="A check is running", options={"SKIP_SAVE"}),
        "is_cancel_asked": BoolProperty(name="The check is to end", options={"SKIP_SAVE"}),
        "progress": FloatProperty(name="Progress", min=0.0, max=1.0, subtype="FACTOR", options={"SKIP_SAVE"}),
        "message": StringProperty(name="Message", options={"SKIP_SAVE"}),
    }


def settings_of(context):
    """The settings of the scene."""
    return context.scene.mote_check


def active_episode(context):
    """The episode that is chosen in the list, or None."""
    settings = settings_of(context)
    if 0 <= settings.active < len(settings.episodes):
        return settings.episodes[settings.active]
    return None


CLASSES = (MoteEpisode, MoteSettings)


def register():
    """Makes scenes have the settings."""
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.Scene.mote_check = PointerProperty(type=MoteSettings)


def unregister():
    """The opposite."""
    del bpy.types.Scene.mote_check
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
