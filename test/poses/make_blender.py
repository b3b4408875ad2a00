"""Run by Blender: writes rigs as FBX and glTF, and where Blender itself has their vertices in each frame.

    blender --background --factory-startup --python make_blender.py -- FOLDER

Writes NAME.fbx or NAME.glb, and NAME.json: clips with frames of a time in seconds and points, y up and in meters.
"""

import json
import math
import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from scene_points import scene_points  # noqa: E402

FRAMES = 20
FPS = 24


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = FPS
    scene.frame_start = 0
    scene.frame_end = FRAMES
    return scene


def animate(thing, path, index, values, kind='BEZIER'):
    """Keys at equal distances from the first to the last frame."""
    for i, value in enumerate(values):
        if index is None:
            setattr(thing, path, value)
            thing.keyframe_insert(path, frame=i * FRAMES / (len(values) - 1))
        else:
            getattr(thing, path)[index] = value
            thing.keyframe_insert(path, index=index, frame=i * FRAMES / (len(values) - 1))
    data = thing.id_data.animation_data
    for curve in data.action.fcurves:
        for key in curve.keyframe_points:
            key.interpolation = kind


def cube(name, location=(0, 0, 0), size=1.0):
    bpy.ops.mesh.primitive_cube_add(size=size, location=location)
    thing = bpy.context.object
    thing.name = name
    return thing


def moving_objects():
    a = cube('a', (1, 2, 3))
    b = cube('b', (2, 0, 1))
    a.rotation_mode = 'XYZ'
    a.scale = (1.5, 1.5, 1.5)  # with another for each axis, b would be sheared, which no exporter writes
    b.parent = a
    b.matrix_parent_inverse = a.matrix_world.inverted()
    animate(a, 'location', 0, [0, 3, 1])
    animate(a, 'rotation_euler', 2, [0, 1.2, -0.7])
    animate(b, 'rotation_euler', 0, [0, 0.6, 1.1], 'LINEAR')
    animate(b, 'location', 2, [1, 2, 1], 'CONSTANT')


def rotation_modes():
    for i, mode in enumerate(('XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX', 'QUATERNION')):
        thing = cube(mode, (2 * i, 0, 0))
        thing.rotation_mode = mode
        if mode == 'QUATERNION':
            animate(thing, 'rotation_quaternion', 1, [0, 0.7, 0.2])
        else:
            animate(thing, 'rotation_euler', 0, [0, 1, 0.3])
            animate(thing, 'rotation_euler', 1, [0.2, -1, 2])
            animate(thing, 'rotation_euler', 2, [1, 0, 2])


def polygons():
    bpy.ops.mesh.primitive_cylinder_add(vertices=11, location=(0, 0, 1))
    bpy.ops.mesh.primitive_cone_add(vertices=7, location=(3, 0, 1))
    cone = bpy.context.object
    cone.scale = (-1, 1, 2)
    cone.rotation_euler = (0.5, 0.2, 1)
    for i in range(2):
        cone.data.materials.append(bpy.data.materials.new('material %d' % i))
    cone.data.polygons[0].material_index = 1
    copy = bpy.data.objects.new('copy', cone.data)
    copy.location = (0, 4, 0)
    bpy.context.collection.objects.link(copy)


def armature(bones, scaled=False):
    """A tube of as many bones, one after the other along z."""
    bpy.ops.object.armature_add(location=(0.5, 0, 0))
    rig = bpy.context.object
    rig.name = 'rig'
    rig.rotation_euler = (0.1, 0.2, 0.3)
    bpy.ops.object.mode_set(mode='EDIT')
    edit = rig.data.edit_bones
    edit[0].name = 'bone0'
    for i in range(1, bones):
        bone = edit.new('bone%d' % i)
        bone.head = edit[i - 1].tail
        bone.tail = (0.2 * i, 0, i + 1)
        bone.roll = 0.3 * i
        bone.parent = edit[i - 1]
        bone.use_connect = True
    bpy.ops.object.mode_set(mode='POSE')
    for i in range(bones):
        pose = rig.pose.bones['bone%d' % i]
        pose.rotation_mode = 'XYZ' if i % 2 else 'QUATERNION'
        if i % 2:
            animate(pose, 'rotation_euler', 0, [0, 0.7, -0.3])
            animate(pose, 'rotation_euler', 1, [0, 0.2, 0.4])
        else:
            animate(pose, 'rotation_quaternion', 1, [0, 0.3, -0.2])
        if scaled:
            for axis in range(3):
                animate(pose, 'scale', axis, [1, 1.3, 0.9])
    animate(rig.pose.bones['bone0'], 'location', 0, [0, 0.5, 0.2])
    bpy.ops.object.mode_set(mode='OBJECT')
    return rig


def tube(rig, bones):
    bpy.ops.mesh.primitive_cylinder_add(vertices=12, radius=0.3, depth=bones, location=(0.5, 0, bones / 2))
    mesh = bpy.context.object
    mesh.name = 'tube'
    bpy.ops.object.mode_set(mode='EDIT')
    bpy.ops.mesh.select_all(action='SELECT')
    bpy.ops.mesh.subdivide(number_cuts=2)
    bpy.ops.object.mode_set(mode='OBJECT')
    for i in range(bones):
        mesh.vertex_groups.new(name='bone%d' % i)
    for vertex in mesh.data.vertices:
        at = min(max(vertex.co.z + bones / 2 - 0.5, 0), bones - 1)
        low = min(int(at), bones - 2) if bones > 1 else 0
        mesh.vertex_groups[low].add([vertex.index], 1 - (at - low), 'ADD')
        if bones > 1:
            mesh.vertex_groups[low + 1].add([vertex.index], at - low, 'ADD')
    mesh.parent = rig
    mesh.matrix_parent_inverse = rig.matrix_world.inverted()
    mesh.modifiers.new('skin', 'ARMATURE').object = rig
    return mesh


def shape_keys(thing):
    thing.shape_key_add(name='Basis')
    for k in range(3):
        key = thing.shape_key_add(name='key %d' % k)
        for i, point in enumerate(key.data):
            if i % (k + 2) == 0:
                point.co.x += 0.2 * math.sin(i + k)
                point.co.z += 0.3 * math.cos(2 * i + k)
        animate(key, 'value', None, [0, 1, 0.25 * k])


def morphs():
    shape_keys(cube('cube', (1, 1, 1)))


def skinned():
    tube(armature(3), 3)


def skinned_scaled():
    tube(armature(3, scaled=True), 3)


def skinned_morphs():
    shape_keys(tube(armature(4), 4))


def two_skins():
    rig = armature(3)
    tube(rig, 3)
    mesh = tube(rig, 3)
    mesh.name = 'coat'
    for vertex in mesh.data.vertices:
        vertex.co.x *= 1.5  # crosses the other one, and shares no plane with it
        vertex.co.y *= 0.7
        vertex.co.z *= 0.93


def several_actions():
    thing = cube('cube')
    for k in range(3):
        thing.animation_data_clear()
        animate(thing, 'location', k, [0, k + 1, -1])
        animate(thing, 'rotation_euler', (k + 1) % 3, [0, 1, 2])
        action = thing.animation_data.action
        action.name = 'action %d' % k
        action.use_fake_user = True


def record(actions=None):
    """The points of all meshes in each frame, of the present action or of each given one."""
    scene = bpy.context.scene
    clips = []
    for action in actions or [None]:
        if action:
            bpy.data.objects['cube'].animation_data.action = action
        frames = []
        for frame in range(FRAMES + 1):
            frames.append({'time': frame / FPS, 'points': scene_points(scene, frame)})
        clips.append({'name': action.name if action else None, 'frames': frames})
    return clips


def write(folder, name, build, form, actions=False, **options):
    clear()
    build()
    clips = record([a for a in bpy.data.actions if a.name.startswith('action ')] if actions else None)
    path = os.path.join(folder, name + ('.fbx' if form == 'fbx' else '.glb'))
    if form == 'fbx':
        defaults = dict(bake_anim_simplify_factor=0.0, bake_anim_use_nla_strips=False,
                        bake_anim_use_all_actions=actions, add_leaf_bones=False)
        defaults.update(options)
        bpy.ops.export_scene.fbx(filepath=path, **defaults)
    else:
        bpy.ops.export_scene.gltf(filepath=path, export_format='GLB', export_nla_strips=False,
                                  export_force_sampling=True, **options)
    with open(os.path.join(folder, name + '.json'), 'w', encoding='utf-8') as file:
        json.dump({'clips': clips}, file)


def main():
    folder = sys.argv[sys.argv.index('--') + 1]
    scenes = [moving_objects, rotation_modes, polygons, morphs, skinned, skinned_scaled, skinned_morphs, two_skins]
    for build in scenes:
        write(folder, build.__name__ + '_fbx', build, 'fbx')
        write(folder, build.__name__ + '_glb', build, 'glb')
    write(folder, 'several_actions_fbx', several_actions, 'fbx', actions=True)
    for build in (moving_objects, skinned_morphs):
        for name, options in (('z_up', dict(axis_forward='Y', axis_up='Z')),
                              ('x_up', dict(axis_forward='Z', axis_up='X')),
                              ('scale_all', dict(apply_scale_options='FBX_SCALE_ALL')),
                              ('scale_units', dict(apply_scale_options='FBX_SCALE_UNITS')),
                              ('no_unit', dict(apply_unit_scale=False)),
                              ('leaf_bones', dict(add_leaf_bones=True, primary_bone_axis='X', secondary_bone_axis='Y')),
                              ):
            write(folder, '%s_%s' % (build.__name__, name), build, 'fbx', **options)


main()
