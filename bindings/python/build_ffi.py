"""Describes the extension module mote._mote to cffi: the public headers, and the functions of module/.

The declarations are read from the headers themselves at every build, so that they cannot get stale. setup.py and the
tests use this file.
"""

from __future__ import annotations

import pathlib
import re

import cffi

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CMAKE_DIRECTORY = ROOT / "build" / "python"
HEADERS = [
    ROOT / "include" / "mote" / name
    for name in (
        "base.h",
        "geometry.h",
        "mesh.h",
        "deform.h",
        "method.h",
        "world.h",
        "manifold.h",
        "origin.h",
        "view.h",
        "features.h",
        "motion.h",
        "options.h",
        "recording.h",
        "dynamics.h",
        "papers.h",
        "check.h",
    )
] + [HERE / "module" / "batch.h"]

# What the library calls back: defined in Python with @ffi.def_extern().
CALLBACKS = """
extern "Python" void py_log(void *context, mote_log_level level, const char *message);
extern "Python" void py_evaluate(void *context, const uint32_t *vertices, size_t count, mote_vec3 *out);
extern "Python" void py_bound(void *context, const mote_node *node, mote_box *box);
extern "Python" float py_potential(void *context, float distance, float reach);
extern "Python" bool py_record_write(void *context, const void *data, size_t size);
extern "Python" bool py_check_write(void *context, const char *bytes, size_t size);
extern "Python" mote_result py_get_positions(void *context, uint32_t part, uint32_t frame, mote_vec3 *out);
extern "Python" void py_draw_box(void *context, mote_draw_kind kind, const mote_box *box);
extern "Python" void py_draw_triangle(void *context, mote_body_id body, uint32_t face, const mote_vec3 *corners);
extern "Python" void py_draw_segment(void *context, mote_vec3 p, mote_vec3 q);
extern "Python" void py_draw_point(void *context, mote_draw_kind kind, mote_body_id body, uint32_t id, mote_vec3 at);
extern "Python" void py_draw_vector(void *context, mote_draw_kind kind, mote_body_id body, mote_vec3 at, mote_vec3 v);
extern "Python" void py_draw_areas(void *context, mote_body_id body, const uint32_t *area_of, uint32_t vertex_count,
                                   uint32_t area_count);
"""


def declarations(header: str) -> str:
    """The declarations of a header as cffi's parser takes them: no comments, no preprocessor, no export macros."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\b(?:MOTE_API|MOTE_CHECK_API)\b", "", text)
    return re.sub(r"\n\s*\n+", "\n", text).strip() + "\n"


def all_declarations() -> str:
    """The declarations of all headers, in an order in which each knows what it needs."""
    return "".join(declarations(path.read_text(encoding="utf-8")) for path in HEADERS)


def make_builder() -> cffi.FFI:
    """The description of mote._mote, to be linked with the static libraries that CMake has built."""
    builder = cffi.FFI()
    builder.cdef(all_declarations())
    builder.cdef(CALLBACKS)
    builder.set_source(
        "mote._mote",
        '#include <mote/mote.h>\n#include <mote/papers.h>\n#include <mote/check.h>\n#include "module/batch.h"\n',
        sources=["module/batch.c"],
        include_dirs=[str(ROOT / "include"), str(HERE)],
        extra_objects=[str(CMAKE_DIRECTORY / "libmote_check.a"), str(CMAKE_DIRECTORY / "libmote.a")],
        libraries=["m", "dl", "pthread"],
        extra_compile_args=["-std=gnu17", "-O2"],
        # The library stays inside the module: another libmote in the process is another library.
        extra_link_args=["-Wl,--exclude-libs,ALL", "-Wl,-Bsymbolic"],
        py_limited_api=True,
    )
    return builder


# cffi's hook for setuptools looks for a builder by name, and runs this file for it.
if __name__ != "__main__":
    ffibuilder = make_builder()
