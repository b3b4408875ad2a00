"""Writes docs/python-reference.md from the docstrings of the package: make_reference.py [FILE]."""

from __future__ import annotations

import enum
import importlib
import inspect
import pathlib
import re
import sys
from typing import Any, List

import mote

MODULES = [
    ("mote.mesh", "Meshes"), ("mote.world", "Worlds, bodies and queries"), ("mote.report", "Reports"),
    ("mote.motion", "Motions and sweeps"),
    ("mote.deform", "Deformers"), ("mote.checking", "Checks of whole animations"),
    ("mote.trimesh", "CollisionManager, as in trimesh"), ("mote.recording", "Recordings"),
    ("mote.dynamics", "Dynamics"), ("mote.geometry", "Geometry"), ("mote.drawing", "Debug drawing"),
    ("mote.catalog", "Methods and options"), ("mote.papers", "The papers"), ("mote.arrays", "Which arrays are taken"),
    ("mote.layouts", "Layouts of structured arrays"), ("mote.enums", "Enumerations"), ("mote.errors", "Exceptions"),
]
# Modules of which only the text matters, and classes that nobody makes or catches.
TEXT_ONLY = {"mote.arrays", "mote.layouts"}
INTERNAL = {"Record", "LockOnly", "WorldState", "one_point", "read_report", "member", "error_of", "check", "text",
            "set_option", "get_option", "as_vertex_numbers", "as_frames", "bar", "draw",
            "Motion", "swept", "motion_deformers", "read_sweep", "motion_of"}


def names_of(module: Any) -> List[str]:
    """What a module offers, in the order of its source."""
    found = [name for name, value in vars(module).items()
             if not name.startswith(("_", "py_")) and name not in INTERNAL and not name.endswith("Caller")
             and (inspect.isclass(value) or inspect.isfunction(value)) and value.__module__ == module.__name__]
    if module.__name__ == "mote.checking":
        found += ["check"]
    return found


def signature(value: Any) -> str:
    """The arguments of a function, without the types' modules."""
    text = str(inspect.signature(value))
    text = re.sub(r"(?:typing|numpy|mote\.\w+)\.", "", text).replace("'", "").replace("NoneType", "None")
    text = re.sub(r"\(self(?:, )?", "(", text, count=1)
    return re.sub(r"<(\w+)\.(\w+): \d+>", r"\1.\2", text)


def entry(name: str, value: Any, level: int) -> List[str]:
    """A heading and a docstring."""
    lines = [f"{'#' * level} {name}", ""]
    if inspect.isfunction(value):
        lines = [f"{'#' * level} {name}", "", f"```python\n{name.split('.')[-1]}{signature(value)}\n```", ""]
    return lines + [inspect.getdoc(value) or "", ""]


def class_entry(name: str, value: Any) -> List[str]:
    """A class with its methods and properties."""
    lines = entry(name, value, 3)
    if issubclass(value, enum.Enum):
        return lines + [", ".join(f"`{member.name}`" for member in value), ""]
    if issubclass(value, tuple):
        fields: Any = getattr(value, "_fields")
        return lines + ["Fields: " + ", ".join(f"`{field}`" for field in fields), ""]
    if not issubclass(value, BaseException) and "__init__" in vars(value):
        lines[2:2] = [f"```python\n{name}{signature(value.__init__)}\n```".replace(" -> None", ""), ""]
    for key, one in vars(value).items():
        if key.startswith("_"):
            continue
        if isinstance(one, property):
            summary = (inspect.getdoc(one) or "").replace("\n", " ")
            lines += [f"- `{key}`: {summary}"]
        elif inspect.isfunction(one):
            summary = (inspect.getdoc(one) or "").replace("\n", " ")
            lines += [f"- `{key}{signature(one)}`: {summary}"]
    return lines + [""]


def reference() -> str:
    """The whole page."""
    lines = ["# Reference of the Python package", "",
             "Made from the docstrings by `bindings/python/make_reference.py`. [python.md](python.md) is the way in.",
             ""]
    for module_name, title in MODULES:
        module = importlib.import_module(module_name)
        lines += [f"## {title}: `{module_name}`", "", inspect.getdoc(module) or "", ""]
        if module_name in TEXT_ONLY:
            continue
        for name in names_of(module):
            value = getattr(module, name)
            lines += class_entry(name, value) if inspect.isclass(value) else entry(name, value, 3)
    text = "\n".join(lines)
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


if __name__ == "__main__":
    assert mote.__version__
    default = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "python-reference.md"
    (pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default).write_text(reference(), encoding="utf-8")
