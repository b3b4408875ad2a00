"""numpy dtypes of the library's structs, generated from their declarations."""

from __future__ import annotations

from typing import Any, List, Tuple

import numpy as np

from ._mote import ffi

_VECTORS = {"mote_vec3": "f4", "mote_dvec3": "f8"}


def layout_of(name: str) -> np.dtype[Any]:
    """The dtype of a struct, field by field at the same offsets.

    Vectors are subarrays of 3, boxes of (2, 3), times of 2: low and high. A mote_body_id `a` becomes the field `a`, its
    index, and `a_generation`. Pointers are left out.
    """
    kind = ffi.typeof(name)
    fields: List[Tuple[str, Any, int]] = []
    for field, description in kind.fields:
        _add(fields, field, description.type, description.offset)
    return np.dtype({
        "names": [field[0] for field in fields],
        "formats": [field[1] for field in fields],
        "offsets": [field[2] for field in fields],
        "itemsize": ffi.sizeof(name),
    })


def _add(fields: List[Tuple[str, Any, int]], name: str, kind: Any, offset: int) -> None:
    c_name = kind.cname.replace("struct ", "")
    if c_name in _VECTORS:
        fields.append((name, (_VECTORS[c_name], 3), offset))
    elif c_name == "mote_box":
        fields.append((name, ("f4", (2, 3)), offset))
    elif c_name == "mote_impact_time":
        fields.append((name, ("f8", 2), offset))
    elif c_name == "mote_manifold_side":
        for field, description in kind.fields:
            _add(fields, f"{name}_{field}", description.type, offset + description.offset)
    elif kind.kind == "array":
        fields.append((name, (_primitive(kind.item), kind.length), offset))
    elif c_name == "mote_body_id":
        fields.append((name, "u4", offset))
        fields.append((name + "_generation", "u4", offset + 4))
    elif kind.kind == "enum":
        fields.append((name, f"u{ffi.sizeof(kind)}", offset))
    elif kind.kind == "primitive":
        fields.append((name, _primitive(kind), offset))


def _primitive(kind: Any) -> str:
    if kind.cname == "_Bool":
        return "?"
    if kind.cname in ("float", "double"):
        return f"f{ffi.sizeof(kind)}"
    return f"{'i' if kind.cname.startswith('int') else 'u'}{ffi.sizeof(kind)}"


#: mote_pair_report: one pair of bodies; a and b are indices of bodies.
PAIR = layout_of("mote_pair_report")
#: mote_face_pair: face_a and face_b.
FACE_PAIR = layout_of("mote_face_pair")
#: mote_contact.
CONTACT = layout_of("mote_contact")
#: mote_manifold.
MANIFOLD = layout_of("mote_manifold")
#: mote_manifold_point; the fields of its sides begin with a_ and b_.
MANIFOLD_POINT = layout_of("mote_manifold_point")
#: mote_segment: p and q.
SEGMENT = layout_of("mote_segment")
#: mote_pair_estimate.
ESTIMATE = layout_of("mote_pair_estimate")
#: mote_unexamined_pair.
UNEXAMINED = layout_of("mote_unexamined_pair")
#: mote_body_id: index and generation.
BODY_ID = layout_of("mote_body_id")
#: mote_distance.
DISTANCE = layout_of("mote_distance")
#: mote_surface_point: body, face (NONE where there is none), point and distance.
SURFACE_POINT = layout_of("mote_surface_point")
#: mote_signed_distance: distance, gradient, closest, face and winding.
SIGNED_DISTANCE = layout_of("mote_signed_distance")
#: mote_ray: origin, direction and t_max.
RAY = layout_of("mote_ray")
#: mote_feature_body_pair: the features of two bodies.
FEATURE_PAIR = layout_of("mote_feature_body_pair")
#: mote_near_pair: two features within a distance.
FEATURE = layout_of("mote_near_pair")
#: mote_body_face: body and face.
BODY_FACE = layout_of("mote_body_face")
#: mote_swept_pair: two bodies that meet in a step.
SWEPT_PAIR = layout_of("mote_swept_pair")
#: mote_swept_impact.
SWEPT_IMPACT = layout_of("mote_swept_impact")
#: mote_swept_contact: where and when an impact happens, and its normal.
SWEPT_CONTACT = layout_of("mote_swept_contact")
#: mote_swept_faces: two faces that meet in a step.
SWEPT_FACES = layout_of("mote_swept_faces")
#: mote_body_step: body and safe_step.
BODY_STEP = layout_of("mote_body_step")
