"""The package as a whole: nothing of the C interface is missing, and the wheel is what its name says."""

from __future__ import annotations

import enum
import inspect
import pathlib
import pkgutil
import importlib
import re
import shutil
import subprocess
import sys
from typing import Any, Dict, List, Set

import pytest

import mote
from mote._mote import lib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
HEADERS = "\n".join(path.read_text() for path in sorted((ROOT / "include" / "mote").glob("*.h"))
                    if path.name != "mpi.h")  # of a library of its own
SOURCES = "\n".join(path.read_text() for path in sorted(pathlib.Path(mote.__file__).parent.glob("*.py")))
BATCHES = (ROOT / "bindings" / "python" / "module" / "batch.c").read_text()

# Functions of the C interface that have no name in Python, because something else does the same.
REPLACED = {
    "mote_triangles_intersect": "triangles_intersect takes one triangle or many",
    "mote_triangles_intersect_one_many": "triangles_intersect takes one triangle or many",
    "mote_body_get_user_data": "Body.data",
    "mote_response_senin": "respond() names the response", "mote_response_general": "respond()",
    "mote_response_exchange": "respond()", "mote_response_reflect": "respond()",
    "mote_default_rigid": "the defaults of Rigid",
    "mote_check_run": "Check.run, frame by frame",
    "mote_check_default_json_def": "a report of CheckFormat.JSON", "mote_check_add_json": "the same",
    "mote_check_add_html": "a report of CheckFormat.HTML", "mote_check_format_name": "CheckFormat",
    "mote_check_split_name": "Split", "mote_check_severity_name": "Severity",
    "mote_check_verdict_name": "CheckVerdict", "mote_check_remark_name": "RemarkKind",
    "mote_default_smith_options": "mote.options()", "mote_default_senin_options": "mote.options()",
    "mote_default_lbg_options": "mote.options()",
    "mote_literal_smith_options": "papers.literal_options()",
    "mote_literal_senin_options": "papers.literal_options()", "mote_literal_lbg_options": "papers.literal_options()",
    "mote_world_def_get_smith": "World.option()", "mote_world_def_get_lbg": "World.option()",
    "mote_debug_draw_features": "arrays, which numpy and plots take", "mote_debug_draw_rays": "the same",
    "mote_debug_draw_closest_points": "the same", "mote_debug_draw_signed_distances": "the same",
    "mote_world_def_set_smith": "options by name", "mote_world_def_set_lbg": "options by name",
}

# Part of Python's stable interface since 3.9 or before (PEP 384): all that cffi's generated code may import.
STABLE = set("""
PyArg_UnpackTuple PyBool_FromLong PyBytes_AsString PyErr_Clear PyErr_ExceptionMatches PyErr_Fetch PyErr_Format
PyErr_Occurred
PyErr_Restore PyErr_SetString PyEval_RestoreThread PyEval_SaveThread PyExc_AttributeError PyExc_ImportError
PyExc_OverflowError PyExc_RuntimeError PyExc_SystemError PyExc_TypeError PyExc_ValueError PyFloat_AsDouble
PyFloat_FromDouble PyImport_GetModuleDict PyImport_ImportModule PyLong_AsLong PyLong_AsLongLong PyLong_AsUnsignedLong
PyLong_AsUnsignedLongLong PyLong_AsVoidPtr PyLong_FromLong PyLong_FromLongLong PyLong_FromSize_t PyLong_FromSsize_t
PyLong_FromUnsignedLong PyLong_FromUnsignedLongLong PyLong_FromVoidPtr PyMem_Free PyMem_Malloc PyModule_Create2
PyObject_CallFunction PyObject_CallMethod PyObject_Free PyObject_GetAttrString PyObject_IsTrue PyObject_Malloc
PyObject_SetAttrString PyTuple_GetItem PyTuple_Size PyUnicode_FromString Py_BuildValue Py_DecRef Py_IncRef
Py_IsInitialized _Py_Dealloc _Py_NoneStruct
""".split())


def test_every_function_of_the_c_interface_can_be_reached() -> None:
    declared = set(re.findall(r"^MOTE(?:_CHECK)?_API [^;]*?\b(mote_\w+)\(", HEADERS, re.MULTILINE))
    assert len(declared) > 130
    used = set(re.findall(r"\bmote_\w+", SOURCES + BATCHES))
    assert declared - used == set(REPLACED)
    for name in declared:
        assert callable(getattr(lib, name))


def test_every_enumeration_has_all_members() -> None:
    known: Set[str] = set(re.findall(r"\bMOTE_[A-Z0-9_]+", SOURCES))
    for name, body in re.findall(r"typedef enum (\w+) \{(.*?)\}", HEADERS, re.DOTALL):
        members = re.findall(r"^\s*(MOTE_[A-Z0-9_]+)", re.sub(r"//.*", "", body), re.MULTILINE)
        assert members, name
        if name in ("mote_senin_movement", "mote_lbg_count", "mote_lbg_distance"):
            continue  # choices of options by name
        assert {one for one in members if not one.endswith("_COUNT")} <= known, name


def test_methods_have_the_names_of_the_library() -> None:
    assert {info.method.name.lower().replace("_", "-") for info in mote.methods()} == {
        info.name for info in mote.methods()}
    assert len(mote.methods()) == len(mote.Method)


def test_the_version_is_that_of_the_library() -> None:
    numbers = re.findall(r"#define MOTE_VERSION_\w+ (\d+)", HEADERS)
    assert mote.__version__ == ".".join(numbers)


def public(module: Any) -> Dict[str, Any]:
    return {name: value for name, value in vars(module).items() if not name.startswith("_")
            and (inspect.isclass(value) or inspect.isfunction(value)) and value.__module__ == module.__name__}


def test_everything_public_is_documented() -> None:
    missing: List[str] = []
    for info in pkgutil.iter_modules(mote.__path__, "mote."):
        if info.name == "mote._mote":
            continue
        module = importlib.import_module(info.name)
        assert module.__doc__
        for name, value in public(module).items():
            if not value.__doc__:
                missing.append(f"{info.name}.{name}")
            if inspect.isclass(value) and not issubclass(value, (enum.Enum, tuple)):
                missing += [f"{info.name}.{name}.{key}" for key, one in vars(value).items() if not key.startswith("_")
                            and (inspect.isfunction(one) or isinstance(one, property)) and not one.__doc__]
    assert missing == []


def test_all_names_exist_and_errors_are_one_family() -> None:
    for name in mote.__all__:
        assert hasattr(mote, name)
    for name, value in public(mote.errors).items():
        if inspect.isclass(value):
            assert issubclass(value, mote.Error) and name in mote.__all__


@pytest.mark.skipif(not sys.platform.startswith("linux") or not shutil.which("nm"), reason="needs nm")
def test_the_extension_imports_only_the_stable_interface() -> None:
    path = pathlib.Path(mote._mote.__file__)
    assert path.name == "_mote.abi3.so"
    table = subprocess.run(["nm", "-D", str(path)], check=True, stdout=subprocess.PIPE).stdout.decode()
    imported = {line.split()[-1].split("@")[0] for line in table.splitlines() if " U " in f" {line} "}
    python = {name for name in imported if re.match(r"_?Py", name)}
    assert python and python <= STABLE, python - STABLE
    assert not [name for name in imported if name.startswith(("mote_", "py_"))]
    exported = {line.split()[-1] for line in table.splitlines() if re.search(r" [TDBR] ", line)}
    assert not [name for name in exported if name.startswith("mote_")]


def test_every_setting_of_the_c_interface_can_be_set() -> None:
    # Python has its own memory, threads and user data; methods' options go by name; progress cancels a check; what is
    # read, and standard input, are of use to the command alone.
    elsewhere = {"cookie", "allocator", "tasks", "user_data", "method_options", "is_canceled", "is_canceled_context",
                 "on_read", "on_read_context", "input_format"}
    used = set(re.findall(r"\b[a-z_]+\b", SOURCES))
    for name, body in re.findall(r"typedef struct (mote_\w+_def|mote_impact) \{(.*?)\n\}", HEADERS, re.DOTALL):
        fields = re.findall(r"\b(\w+)(?:\[\d\])?\s*[;,]", re.sub(r"//.*", "", body))
        assert fields and set(fields) - elsewhere <= used, name
