"""Tests the add-on in Blender, on scenes that it makes:

    blender --background --factory-startup --python-exit-code 1 --python test_addon.py

The environment variable MOTE_SITE names the folder in which the package mote is installed, MOTE_COMMAND the command.
"""

import json
import math
import os
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import bpy
import numpy as np
from mathutils.bvhtree import BVHTree

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.environ["MOTE_SITE"])
sys.path.insert(0, os.path.dirname(HERE))

import mote_check  # noqa: E402
from mote_check import runner  # noqa: E402
from mote_check.scene import SceneReader, frames_of, selected_objects  # noqa: E402
from mote_check.session import ReadError, Session, Settings  # noqa: E402


def clear():
    """An empty scene of 24 frames."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end, scene.frame_step = 1, 24, 1
    return scene


def animate(target, path, keys):
    for frame, value in keys.items():
        setattr(target, path, value)
        target.keyframe_insert(path, frame=frame)


def add_cube(name, location=(0, 0, 0), size=1.0):
    bpy.ops.mesh.primitive_cube_add(size=size, location=location)
    bpy.context.object.name = name
    return bpy.context.object


def rich_scene():
    """A ball with a modifier that makes faces, waves, a mirrored cube that flies through, a skinned arm, a text."""
    scene = clear()
    bpy.ops.mesh.primitive_uv_sphere_add(segments=24, ring_count=12, radius=1.0)
    ball = bpy.context.object
    ball.name = "Ball"
    ball.modifiers.new("Subdivision", "SUBSURF").levels = 2
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=80, y_subdivisions=80, size=5.0, location=(0.1, 0.07, 0.9))
    waves = bpy.context.object
    waves.name = "Waves"
    wave = waves.modifiers.new("Wave", "WAVE")
    wave.height, wave.width, wave.speed, wave.time_offset = 0.5, 0.8, 0.1, -100.0
    cube = add_cube("Cube", (3, 0.2, 0.3), 0.8)
    cube.scale = (-1.0, 1.0, 1.0)
    animate(cube, "location", {1: (3, 0.2, 0.3), 24: (-3, 0.1, 0.2)})
    animate(cube, "rotation_euler", {1: (0, 0, 0), 24: (0.5, 2.0, 1.0)})
    add_arm()
    bpy.ops.object.text_add(location=(-0.5, -1.2, 0.0), rotation=(math.pi / 2, 0, 0))
    bpy.context.object.name = "Text"
    bpy.context.object.data.extrude = 0.5
    for one in scene.objects:
        one.select_set(one.type != "ARMATURE")
    return scene


def add_arm():
    """A tube that an armature bends into the ball."""
    bpy.ops.mesh.primitive_cylinder_add(vertices=24, radius=0.3, depth=4.0, location=(0, 1.6, 0))
    tube = bpy.context.object
    tube.name = "Arm"
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.subdivide(number_cuts=6)
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.object.armature_add(location=(0, 1.6, -2))
    rig = bpy.context.object
    bpy.ops.object.mode_set(mode="EDIT")
    first = rig.data.edit_bones[0]
    first.tail = (0, 0, 2)
    second = rig.data.edit_bones.new("Upper")
    second.head, second.tail, second.parent = (0, 0, 2), (0, 0, 4), first
    bpy.ops.object.mode_set(mode="OBJECT")
    tube.select_set(True)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.parent_set(type="ARMATURE_AUTO")
    bone = rig.pose.bones["Upper"]
    bone.rotation_mode = "XYZ"
    for frame, angle in ((1, 0.0), (24, 1.6)):
        bone.rotation_euler = (angle, 0, 0)
        bone.keyframe_insert("rotation_euler", frame=frame)


def write_ply(path, vertices, triangles):
    header = (f"ply\nformat binary_little_endian 1.0\nelement vertex {len(vertices)}\nproperty float x\n"
              f"property float y\nproperty float z\nelement face {len(triangles)}\n"
              "property list uchar uint vertex_indices\nend_header\n")
    with open(path, "wb") as file:
        file.write(header.encode())
        file.write(np.ascontiguousarray(vertices, "<f4").tobytes())
        for triangle in triangles:
            file.write(struct.pack("<B3I", 3, *triangle))


def faces_of_command(folder, parts, frame_count, *options):
    """Face pairs by frame and parts, as `mote check` finds them in PLY files."""
    path = os.path.join(folder, "report.json")
    inputs = [os.path.join(folder, f"part{i}_%04d.ply") for i in range(parts)]
    done = subprocess.run([os.environ["MOTE_COMMAND"], "check", *inputs, "--json", path, *options],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode in (0, 1), done.stdout.decode()
    with open(path) as file:
        report = json.load(file)
    assert report["summary"]["frames_wanted"] == frame_count, report["clips"]
    return {frame["frame"]: {(pair["a"], pair["b"]): pair["faces"] for pair in frame["pairs"]}
            for frame in report["frames"]}


class TestAddOn(unittest.TestCase):
    """The add-on in a real Blender."""

    def check(self, **settings):
        properties = bpy.context.scene.mote_check
        for name, value in settings.items():
            setattr(properties, name, value)
        self.assertEqual(bpy.ops.mote.check(), {"FINISHED"})
        return runner.found_in(bpy.context.scene)

    def test_face_pairs_are_those_of_the_command_on_exported_frames(self):
        scene = rich_scene()
        objects = selected_objects(bpy.context)
        self.assertEqual([one.name for one in objects], ["Arm", "Ball", "Cube", "Text", "Waves"])
        for self_collision, option in (("NO", "--no-self"), ("YES", "--self")):
            outcome = self.check(self_collision=self_collision).outcome
            with tempfile.TemporaryDirectory() as folder:
                reader = SceneReader(bpy.context, objects)
                for frame in frames_of(scene):
                    for i, vertices in enumerate(reader.read(frame)):
                        write_ply(os.path.join(folder, f"part{i}_{frame:04d}.ply"), vertices, reader.triangles[i])
                reader.restore()
                expected = faces_of_command(folder, len(objects), 24, option)
            self.assertEqual({frame - 1: {parts: faces.tolist() for parts, faces in pairs.items()}
                              for frame, pairs in outcome.faces.items()}, expected)
            parts = {pair for pairs in expected.values() for pair in pairs}
            self.assertTrue({(0, 1), (0, 2), (0, 4), (1, 2), (1, 3), (1, 4)} <= parts, parts)
            self.assertEqual(any(a == b for a, b in parts), self_collision == "YES")

    def test_vertices_and_triangles_are_those_of_the_evaluated_meshes(self):
        scene = rich_scene()
        scene.frame_set(12)
        reader = SceneReader(bpy.context, [bpy.data.objects["Ball"], bpy.data.objects["Cube"]])
        vertices = reader.read(12)
        depsgraph = bpy.context.evaluated_depsgraph_get()
        for i, name in enumerate(("Ball", "Cube")):
            evaluated = bpy.data.objects[name].evaluated_get(depsgraph)
            mesh = evaluated.to_mesh()
            world = np.array([evaluated.matrix_world @ one.co for one in mesh.vertices])
            self.assertTrue(np.allclose(vertices[i], world, atol=1e-6))
            mesh.calc_loop_triangles()
            self.assertEqual({tuple(sorted(one.vertices)) for one in mesh.loop_triangles},
                             {tuple(sorted(map(int, one))) for one in reader.triangles[i]})
            corners = vertices[i][reader.triangles[i]].astype(float)
            volume = np.einsum("fc,fc->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6.0
            self.assertGreater(volume, 0.0, f"{name} is inside out")
            evaluated.to_mesh_clear()

    def test_episodes_jumps_markers_and_faces(self):
        scene = rich_scene()
        scene.frame_set(5)
        found = self.check(self_collision="NO")
        self.assertEqual(scene.frame_current, 5)
        self.assertNotIn("mote_face", bpy.data.objects["Ball"].data.attributes)
        settings = scene.mote_check
        self.assertIn("in 24 frames", settings.summary)
        of_pair = [i for i, one in enumerate(settings.episodes) if one.name == "Ball, Cube"]
        self.check_regions(found, [settings.episodes[i] for i in of_pair])
        settings.active = max(of_pair, key=lambda i: settings.episodes[i].last - settings.episodes[i].first)
        episode = settings.episodes[settings.active]
        self.assertEqual((episode.severity, episode.has_depth), ("penetrate", True))
        for where in ("first", "worst", "last"):
            self.assertEqual(bpy.ops.mote.jump(where=where), {"FINISHED"})
            self.assertEqual(scene.frame_current, getattr(episode, where))
        scene.timeline_markers.new("mine", frame=3)
        for _ in range(2):
            bpy.ops.mote.add_markers()
        markers = {(one.name, one.frame) for one in scene.timeline_markers}
        self.assertEqual(len(scene.timeline_markers), len(settings.episodes) + 1)
        self.assertIn(("mote: Ball, Cube", episode.worst), markers)
        bpy.ops.mote.remove_markers()
        self.assertEqual([one.name for one in scene.timeline_markers], ["mine"])
        self.check_selection(scene, found, episode)

    def check_regions(self, found, episodes):
        """The cube meets the ball in several regions: each is an episode, and together they have all frames."""
        self.assertGreater(len(episodes), 1)
        for one in episodes:
            self.assertTrue(1 < one.first <= one.worst <= one.last < 24)
        self.assertTrue(any(one.first < one.last for one in episodes))
        self.assertEqual({frame for one in episodes for frame in range(one.first, one.last + 1)},
                         {frame for frame, pairs in found.outcome.faces.items() if (1, 2) in pairs})

    def check_selection(self, scene, found, episode):
        scene.frame_set(episode.first)
        self.assertEqual(bpy.ops.mote.select_faces(), {"FINISHED"})
        self.assertEqual(bpy.context.mode, "EDIT_MESH")
        bpy.ops.object.mode_set(mode="OBJECT")
        expected = found.faces(episode.first, "Ball", "Cube")
        for name, faces in zip(("Ball", "Cube"), expected):
            mesh = bpy.data.objects[name].data
            self.assertTrue(len(faces))
            self.assertEqual([one.index for one in mesh.polygons if one.select], faces.tolist())
        # The ball has 16 times as many faces after its modifier; those that meet come from faces near the cube.
        cube, ball = bpy.data.objects["Cube"], bpy.data.objects["Ball"].data
        for face in expected[0]:
            self.assertLess((ball.polygons[int(face)].center - cube.matrix_world.translation).length, 1.2)
        scene.frame_set(1)
        self.assertEqual(bpy.ops.mote.select_faces(), {"CANCELLED"})

    def test_what_meets_in_the_chosen_frame_is_left_out(self):
        scene = clear()
        add_cube("A")
        add_cube("B", (0.5, 0.1, 0.2))
        moving = add_cube("C", (5, 0.3, 0.1))
        animate(moving, "location", {1: (5, 0.3, 0.1), 12: (0.9, 0.3, 0.1), 24: (5, 0.3, 0.1)})
        for one in scene.objects:
            one.select_set(True)
        every = self.check()
        self.assertEqual(len(every.outcome.faces), 24)
        left = self.check(use_baseline=True, baseline_frame=1)
        frames = sorted(left.outcome.faces)
        self.assertTrue(frames and 1 < frames[0] and frames[-1] < 24)
        self.assertEqual({pair for pairs in left.outcome.faces.values() for pair in pairs} - {(0, 2), (1, 2)}, set())
        for frame in frames:
            for parts, faces in left.outcome.faces[frame].items():
                self.assertEqual(faces.tolist(), every.outcome.faces[frame][parts].tolist())
        # A frame outside of the range will do too.
        scene.frame_start = 6
        again = self.check(use_baseline=True, baseline_frame=1)
        self.assertEqual(sorted(again.outcome.faces), frames)

    def test_frame_steps_and_preview_ranges_are_followed(self):
        scene = rich_scene()
        every = self.check().outcome
        scene.frame_step = 3
        some = self.check().outcome
        self.assertEqual(some.frames_checked, 8)
        self.assertEqual({frame: set(pairs) for frame, pairs in some.faces.items()},
                         {frame: set(pairs) for frame, pairs in every.faces.items() if frame % 3 == 1})
        scene.frame_step = 1
        scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 10, 12
        preview = self.check().outcome
        self.assertEqual(preview.frames_checked, 3)
        # Other pairs of objects may be triangulated otherwise, for the first frame decides about quads that bend.
        for frame, pairs in preview.faces.items():
            self.assertEqual(set(pairs), set(every.faces[frame]))
            self.assertEqual(pairs[1, 2].tolist(), every.faces[frame][1, 2].tolist())

    def test_a_check_shows_progress_and_can_be_canceled(self):
        scene = rich_scene()
        scene.frame_set(7)
        one = runner.Runner(bpy.context)
        settings = scene.mote_check
        self.assertTrue(settings.is_running)
        self.assertFalse(bpy.ops.mote.check.poll())
        seen = []
        while one.tick(0.0) and len(seen) < 30:
            seen.append(settings.progress)
        self.assertEqual(seen, sorted(seen))
        self.assertTrue(settings.message.startswith("Checking frame"), settings.message)
        bpy.ops.mote.cancel()
        self.assertTrue(settings.is_cancel_asked)
        one.finish()
        self.assertEqual((scene.frame_current, settings.is_running), (7, False))
        self.assertIn("canceled", settings.summary)
        self.assertTrue(0 < runner.found_in(scene).outcome.frames_checked < 24)
        # While frames are read there is nothing to keep: what was found before stays.
        before = runner.found_in(scene)
        one = runner.Runner(bpy.context)
        one.tick(0.0)
        one.finish()
        self.assertIs(runner.found_in(scene), before)

    def test_the_report_is_written_with_the_frames_of_the_scene(self):
        scene = rich_scene()
        self.check()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "page")
            self.assertEqual(bpy.ops.mote.write_report(filepath=path), {"FINISHED"})
            with open(path + ".html", encoding="utf-8") as file:
                page = file.read()
            with self.assertRaises(RuntimeError):
                bpy.ops.mote.write_report(filepath=os.path.join(folder, "no", "page.html"))
        data = json.loads(page.split('id="report"', 1)[1].split(">", 1)[1].split("</script>", 1)[0])
        self.assertEqual([one["name"] for one in data["parts"]], ["Arm", "Ball", "Cube", "Text", "Waves"])
        self.assertEqual([data["clips"][0]["first_frame"], data["clips"][0]["last_frame"]], [1, 24])
        self.assertEqual([one["worst_frame"] for one in data["episodes"]],
                         [one.worst for one in scene.mote_check.episodes])

    def test_what_cannot_be_checked_is_said(self):
        scene = clear()
        self.assertFalse(bpy.ops.mote.check.poll())
        add_cube("A")
        changing = add_cube("B", (0.5, 0, 0))
        build = changing.modifiers.new("Build", "BUILD")
        build.frame_start, build.frame_duration = -3, 24
        for one in scene.objects:
            one.select_set(True)
        with self.assertRaisesRegex(RuntimeError, "B has 2 faces .* in frame 5, but 1 .* in frame 1"):
            bpy.ops.mote.check()
        self.assertFalse(scene.mote_check.is_running)
        with self.assertRaises(ReadError):
            Session(SceneReader(bpy.context, []), Settings(frames=[]), "")

    def test_what_was_found_is_forgotten_with_the_file(self):
        rich_scene()
        folder = self.check().folder
        self.assertTrue(os.path.isdir(folder))
        clear()
        self.assertIsNone(runner.found_in(bpy.context.scene))
        self.assertFalse(os.path.exists(folder))
        mote_check.unregister()
        self.assertFalse(hasattr(bpy.types.Scene, "mote_check"))
        mote_check.register()

    def test_time_beside_bvhtree_overlap(self):
        """Prints times; asserts nothing about them."""
        scene = rich_scene()
        reader = SceneReader(bpy.context, selected_objects(bpy.context))
        begin = time.perf_counter()
        frames = [reader.read(frame) for frame in frames_of(scene)]
        reading = time.perf_counter() - begin
        begin = time.perf_counter()
        self.check(self_collision="NO")
        whole = time.perf_counter() - begin
        triangles = [one.tolist() for one in reader.triangles]
        lists = [[one.tolist() for one in vertices] for vertices in frames]
        begin = time.perf_counter()
        found = 0
        for vertices in lists:
            trees = [BVHTree.FromPolygons(*one, all_triangles=True) for one in zip(vertices, triangles)]
            found += sum(len(trees[i].overlap(trees[j])) for i in range(len(trees)) for j in range(i))
        overlap = time.perf_counter() - begin
        pairs = sum(len(faces) for one in runner.found_in(scene).outcome.faces.values() for faces in one.values())
        print(f"\n{len(frames)} frames of {sum(map(len, triangles))} triangles: reading {reading:.3f} s; the add-on, "
              f"with reading, {whole:.3f} s, {pairs} face pairs; BVHTree.overlap, without reading, {overlap:.3f} s, "
              f"{found} face pairs")


if __name__ == "__main__":
    mote_check.register()
    outcome = unittest.main(argv=["test_addon"], exit=False, verbosity=2).result
    if not outcome.wasSuccessful():
        sys.exit(1)
