"""Finds where each public symbol is used: programs of examples/ first, then tests."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List

from headers import Header

EXAMPLES = ["examples/*.c", "examples/*.cpp", "examples/tutorial/*.c"]
TESTS = ["test/**/test_*.c", "test/install/*.c", "test/install/*.cpp", "test/support/*.c"]
MAX_EXAMPLES = 3


@dataclass
class Use:
    path: str
    line: int


def first_lines(file: Path) -> Dict[str, int]:
    """The first line of the code, comments left out, that names each identifier of the library."""
    out: Dict[str, int] = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
        for name in re.findall(r"\b(?:mote|MOTE)_\w+", re.sub(r"//.*", "", line)):
            out.setdefault(name, number)
    return out


def uses_in(source: Path, patterns: List[str]) -> Dict[str, List[Use]]:
    """The uses of each name, in the smallest file first."""
    out: Dict[str, List[Use]] = {}
    files = sorted(file for pattern in patterns for file in source.glob(pattern))
    for file in sorted(files, key=lambda file: file.stat().st_size):
        for name, line in first_lines(file).items():
            out.setdefault(name, []).append(Use(file.relative_to(source).as_posix(), line))
    return out


def plainest(name: str, uses: List[Use]) -> List[Use]:
    """The test that names the symbol's own concept comes first: mote_mesh_create is in test/mesh/test_mesh.c."""
    words = set(name.lower().split("_"))
    return sorted(uses, key=lambda use: -len(words & set(re.split(r"[/_.]", use.path))))


def find_uses(source: Path) -> Dict[str, List[Use]]:
    """Up to MAX_EXAMPLES examples and one test for each symbol that has a use."""
    examples, tests = uses_in(source, EXAMPLES), uses_in(source, TESTS)
    return {name: examples.get(name, [])[:MAX_EXAMPLES] + plainest(name, tests.get(name, []))[:1]
            for name in {*examples, *tests}}


def unused(headers: List[Header], uses: Dict[str, List[Use]]) -> List[str]:
    """Public functions without a use, as FILE:LINE: NAME."""
    return [f"include/{header.path}:{symbol.line}: {name}" for header in headers for symbol in header.symbols()
            if symbol.kind == "function" for name in symbol.names if not uses.get(name)]
