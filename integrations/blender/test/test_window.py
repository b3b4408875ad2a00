"""Tests in a window what needs one: the check in the background, its panel, and the key Esc.

    blender --factory-startup --enable-event-simulate --python test_window.py

The environment variable MOTE_SITE names the folder in which the package mote is installed, MOTE_RESULT the file to
write. Its last line is OK if all went well.
"""

import os
import sys
import time
import traceback

import bpy

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.environ["MOTE_SITE"])
sys.path.insert(0, os.path.dirname(HERE))

import mote_check  # noqa: E402
from mote_check import panel, runner  # noqa: E402

#: Seconds after which something hangs.
_PATIENCE = 60.0


def view():
    """The 3-D view as an override of the context."""
    window = bpy.context.window_manager.windows[0]
    area = next(one for one in window.screen.areas if one.type == "VIEW_3D")
    region = next(one for one in area.regions if one.type == "WINDOW")
    return {"window": window, "screen": window.screen, "area": area, "region": region}


def prepare():
    """Shows the panel in the tab that is in front, and counts how often its parts are drawn."""
    bpy.context.preferences.view.show_splash = False
    drawn = {}

    def counted(name):
        draw = getattr(panel.MOTE_PT_check, name)

        def count(*arguments):
            draw(*arguments)
            drawn[name] = drawn.get(name, 0) + 1

        setattr(panel.MOTE_PT_check, name, count)

    for name in ("_draw_settings", "_draw_progress", "_draw_found", "_draw_episode"):
        counted(name)
    panel.MOTE_PT_check.bl_category = "Item"
    mote_check.register()
    return drawn


def steps(drawn):
    """The test. Blender handles events whenever this yields, which gives a condition to wait for."""
    area, scene = view()["area"], bpy.context.scene
    area.spaces[0].show_region_ui = True
    with bpy.context.temp_override(**view()):
        bpy.ops.mesh.primitive_cube_add(location=(0.5, 0.1, 0.2))
        bpy.ops.object.select_all(action="SELECT")
    settings = scene.mote_check
    yield lambda: drawn.get("_draw_settings")

    scene.frame_end = 120
    scene.frame_set(17)
    with bpy.context.temp_override(**view()):
        assert bpy.ops.mote.check("INVOKE_DEFAULT") == {"RUNNING_MODAL"}
    assert settings.is_running
    yield lambda: not settings.is_running
    assert settings.summary == "1 episode in 120 frames", settings.summary
    assert scene.frame_current == 17
    yield lambda: drawn.get("_draw_progress") and drawn.get("_draw_episode")

    found = runner.found_in(scene)
    scene.frame_end = 100000
    for end in (press_escape, press_cancel):
        with bpy.context.temp_override(**view()):
            assert bpy.ops.mote.check("INVOKE_DEFAULT") == {"RUNNING_MODAL"}
        yield lambda: settings.progress > 0.0
        assert settings.is_running and settings.message.startswith("Reading frame"), settings.message
        end()
        yield lambda: not settings.is_running
        # What was found before stays.
        assert runner.found_in(scene) is found and scene.frame_current == 17


def press_escape():
    """The key."""
    bpy.context.window_manager.windows[0].event_simulate(type="ESC", value="PRESS", x=10, y=10)


def press_cancel():
    """The button of the panel."""
    with bpy.context.temp_override(**view()):
        bpy.ops.mote.cancel()


def main():
    """Runs the steps from a timer, and quits."""
    running = None
    condition = None
    end = time.monotonic() + _PATIENCE

    def tick():
        nonlocal running, condition, end
        try:
            if running is None:
                running = steps(drawn)
            elif not condition():
                if time.monotonic() > end:
                    raise TimeoutError(f"waited {_PATIENCE} s; drawn: {drawn}")
                return 0.05
            condition = next(running)
            end = time.monotonic() + _PATIENCE
            return 0.05
        except StopIteration:
            quit_with(f"in a window: drawn {drawn}\nOK")
        except BaseException:
            quit_with(traceback.format_exc())

    drawn = prepare()
    bpy.app.timers.register(tick, first_interval=0.5)


def quit_with(text):
    """Writes the result and ends Blender."""
    with open(os.environ["MOTE_RESULT"], "w") as file:
        file.write(text + "\n")
    bpy.ops.wm.quit_blender()


main()
