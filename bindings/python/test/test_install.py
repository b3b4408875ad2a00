"""The documented ways to install the package work, and what is missing is named.

They are run as written, in the repository, by Debian's Python, with a new home.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import tarfile
import venv
from typing import Dict, List

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
PYTHON = ROOT / "bindings" / "python"
#: With apt-get as it answers, but without its effect.
SUDO = '#!/bin/sh\n[ "$1" = apt-get ] && shift && exec apt-get --simulate "$@"\n'
#: Two tetrahedra meet; prints the folder of the package too.
PROGRAM = """
import mote
corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
mesh = mote.Mesh(corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
world = mote.World()
world.add(mesh)
world.add(mesh, transform=[[1, 0, 0, 0.25], [0, 1, 0, 0.25], [0, 0, 1, 0.1]])
print(world.detect().face_pair_count > 0, mote.__file__)
"""


def commands_of(page: str) -> List[str]:
    """The shell blocks of a page."""
    return re.findall(r"```sh\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)


def environment_of(home: pathlib.Path) -> Dict[str, str]:
    programs = home / "programs"
    programs.mkdir(parents=True)
    (programs / "sudo").write_text(SUDO)
    (programs / "sudo").chmod(0o755)
    return {**os.environ, "HOME": str(home), "PATH": f"{programs}:/usr/sbin:/usr/bin:/sbin:/bin",
            "PIP_NO_INDEX": "1", "PYTHONPATH": ""}


def run(command: List[str], **options: object) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)  # type: ignore
    output = done.stdout.decode()
    assert done.returncode == 0, f"{command} in {options.get('cwd')}:\n{output}"
    return output


def finds_faces(home: pathlib.Path, environment: Dict[str, str]) -> None:
    python = str(home / "mote-python" / "bin" / "python")
    meets, path = run([python, "-c", PROGRAM], cwd=home, env=environment).split()
    assert meets == "True" and path.startswith(str(home / "mote-python"))


@pytest.mark.skipif(not pathlib.Path("/etc/debian_version").exists(), reason="the pages name packages of Debian")
@pytest.mark.parametrize("page", ["docs/python.md", "bindings/python/README.md"])
def test_the_commands_of_the_page_install_the_package(page: str, tmp_path: pathlib.Path) -> None:
    environment = environment_of(tmp_path)
    blocks = commands_of(page)
    assert blocks and "pip install" in blocks[0]
    for block in blocks:
        run(["sh", "-euc", block], cwd=ROOT, env=environment)
        finds_faces(tmp_path, environment)
        run([str(tmp_path / "mote-python/bin/pip"), "uninstall", "--yes", "mote"], cwd=tmp_path, env=environment)


def test_the_folder_of_the_package_can_be_installed_as_well(tmp_path: pathlib.Path) -> None:
    environment = environment_of(tmp_path)
    block = commands_of("docs/python.md")[0].replace("isolation .\n", "isolation ./bindings/python\n")
    assert "bindings/python" in block
    run(["sh", "-euc", block], cwd=ROOT, env=environment)
    finds_faces(tmp_path, environment)


def test_a_source_distribution_has_sources_and_the_licence_and_nothing_that_was_built(tmp_path: pathlib.Path) -> None:
    python = os.environ.get("MOTE_PYTHON", "/usr/bin/python3")
    run([python, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(tmp_path), str(PYTHON)], cwd=tmp_path)
    (path,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        licence = archive.extractfile(f"{path.name[:-len('.tar.gz')]}/LICENSE")
        assert licence and licence.read() == (ROOT / "LICENSE").read_bytes()
    assert {"PKG-INFO", "pyproject.toml", "CMakeLists.txt", "src/world/world.c", "include/mote/mote.h",
            "bindings/python/setup.py", "bindings/python/mote/world.py", "bindings/python/module/batch.c"} <= names
    foreign = re.compile(r"(^|/)(build|__pycache__)/|\.(so|o|a|pyc)$|^docs/|^test/world")
    assert [name for name in names if foreign.search(name)] == []


def test_the_wheel_has_the_licence() -> None:
    import importlib.metadata

    files = importlib.metadata.files("mote")
    (licence,) = [file for file in files or [] if file.name == "LICENSE"]
    assert licence.read_text() == (ROOT / "LICENSE").read_text()


def test_missing_headers_of_python_are_named_before_anything_is_built(tmp_path: pathlib.Path) -> None:
    program = ("import runpy, sys, sysconfig; sysconfig.get_path = lambda *_: '/nowhere/python3'; "
               "sys.argv = ['setup.py', 'build_ext']; runpy.run_path('setup.py')")
    python = os.environ.get("MOTE_PYTHON", "/usr/bin/python3")
    done = subprocess.run([python, "-c", program], cwd=PYTHON, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = done.stdout.decode()
    assert done.returncode == 1 and "cmake" not in output and "Traceback" not in output
    assert output.splitlines()[-1] == ("mote: /nowhere/python3/Python.h is missing; install the headers of Python, on "
                                       "Debian the package python3-dev")


def test_a_folder_is_not_taken_for_a_package_of_python(tmp_path: pathlib.Path) -> None:
    venv.create(tmp_path / "bare")  # without the module build
    (tmp_path / "build").mkdir()
    program = f'. "{ROOT}/tools/packages.sh"; has_package "$1"'
    environment = {**os.environ, "MOTE_PYTHON": str(tmp_path / "bare" / "bin" / "python")}
    answers = [subprocess.run(["sh", "-c", program, "sh", package], cwd=tmp_path, env=environment).returncode
               for package in ("python3-build", "python3-json")]
    assert answers == [1, 0]
