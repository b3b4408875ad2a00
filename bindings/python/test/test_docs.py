"""The page in docs/, the examples and the reference are true."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
PYTHON = ROOT / "bindings" / "python"


def test_the_code_of_the_page_runs(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_arm = os.environ.get("MOTE_MAKE_ARM")
    if not make_arm:
        pytest.skip("MOTE_MAKE_ARM does not name the program that ./run test-python builds")
    (tmp_path / "build" / "demo").mkdir(parents=True)
    subprocess.run([make_arm, str(tmp_path / "build" / "demo" / "arm.glb")], check=True)
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.DOTALL)
    assert len(blocks) == 5
    exec(compile("\n".join(blocks), "docs/python.md", "exec"), {"__name__": "__main__"})
    assert (tmp_path / "arm.json").exists()


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
