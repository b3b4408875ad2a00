"""Where Blender has the vertices of all meshes of a scene."""

import bpy


def scene_points(scene, frame):
    """The coordinates in a frame, y up, one after the other."""
    scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    points = []
    for thing in scene.objects:
        if thing.type != 'MESH':
            continue
        evaluated = thing.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        for vertex in mesh.vertices:
            p = evaluated.matrix_world @ vertex.co
            points += [p.x, p.z, -p.y]
        evaluated.to_mesh_clear()
    return points
