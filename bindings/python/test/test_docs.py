"""The examples and the reference are true. The code of pages is run by test/docs/run_documents.py."""

from __future__ import annotations

import importlib.util
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
PYTHON = ROOT / "bindings" / "python"


@pytest.mark.parametrize("path", sorted((PYTHON / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_examples_run_and_print_something(path: pathlib.Path) -> None:
    output = subprocess.run([sys.executable, str(path)], check=True, stdout=subprocess.PIPE).stdout.decode()
    assert len(output.splitlines()) > 3 and re.search(r"[1-9]", output)


def test_the_reference_is_that_of_the_docstrings() -> None:
    specification = importlib.util.spec_from_file_location("make_reference", PYTHON / "make_reference.py")
    assert specification and specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    written = (ROOT / "docs" / "python-reference.md").read_text()
    assert module.reference() == written, "run bindings/python/make_reference.py"
