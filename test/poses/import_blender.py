"""Run by Blender: where the vertices of FBX files are that have more influences per vertex than glTF and three.js keep.

    blender --background --factory-startup --python import_blender.py -- FOLDER DATA

Reads the files of the folder DATA that it knows, and writes FILE.json to FOLDER, as make_blender.py does.
"""

import json
import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from scene_points import scene_points  # noqa: E402

FILES = ['animation_with_skeleton.fbx', 'huesitos.fbx', 'spider.fbx']


def record(first, last):
    scene = bpy.context.scene
    fps = scene.render.fps / scene.render.fps_base
    frames = []
    for frame in range(first, last + 1):
        # The importer lets frame 1 be at 0 s.
        frames.append({'time': (frame - 1) / fps, 'points': scene_points(scene, frame)})
    return frames


def main():
    folder, data = sys.argv[sys.argv.index('--') + 1:]
    for name in FILES:
        path = os.path.join(data, name)
        if not os.path.exists(path):
            continue
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.import_scene.fbx(filepath=path, automatic_bone_orientation=False)
        last = max((int(a.frame_range[1]) for a in bpy.data.actions), default=1)
        with open(os.path.join(folder, name + '.json'), 'w', encoding='utf-8') as file:
            json.dump({'clips': [{'name': None, 'frames': record(1, last)}]}, file)


main()
