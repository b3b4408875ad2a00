"""Builds the wheel of mote: the C library by CMake, then the extension module around it by cffi."""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sysconfig
from typing import List

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CMAKE_DIRECTORY = ROOT / "build" / "python"

# The folders and files of the repository that the wheel is built from, and what CMake wants to see besides.
SOURCES = (
    "CMakeLists.txt", "LICENSE", "pyproject.toml", "apps/mote", "apps/report/dist", "assets", "bench",
    "bindings/python", "check", "cmake", "decoders", "include", "io", "samples", "scenes", "src", "test/wasm",
)


def version() -> str:
    """The version of the library, which include/mote/base.h alone states."""
    header = (ROOT / "include" / "mote" / "base.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define MOTE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))


def require_python_headers() -> None:
    """Stops before minutes of compiling that the headers of Python would end."""
    folder = pathlib.Path(sysconfig.get_path("include"))
    if not (folder / "Python.h").exists():
        raise SystemExit(f"mote: {folder}/Python.h is missing; install the headers of Python, on Debian the package "
                         "python3-dev")


class BuildLibraryAndExtension(build_ext):
    """Builds libmote and libmote_check as static libraries before the extension that holds them."""

    def run(self) -> None:
        require_python_headers()
        configure = ["cmake", "-S", str(ROOT), "-B", str(CMAKE_DIRECTORY), "-DCMAKE_BUILD_TYPE=Release"]
        configure += ["-DMOTE_TESTS=OFF", "-DMOTE_SHARED=OFF", "-DMOTE_INSTALL=OFF"]
        if shutil.which("ninja"):
            configure += ["-G", "Ninja"]
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", str(CMAKE_DIRECTORY), "--parallel", "--target", "mote_check"], check=True)
        super().run()


class DistributeSources(sdist):
    """Makes a source distribution with the folders of the repository, so that it builds by itself."""

    def make_release_tree(self, base_dir: str, files: List[str]) -> None:
        # Not what was built, and not the tree itself, which setuptools makes in this folder.
        ignored = shutil.ignore_patterns("build", "__pycache__", "*.egg-info", "*.so", ".*", base_dir)
        for name in SOURCES:
            source, target = ROOT / name, pathlib.Path(base_dir) / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=ignored)
            elif source.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
        self.distribution.metadata.write_pkg_info(base_dir)


shutil.copyfile(ROOT / "LICENSE", HERE / "LICENSE")  # where setuptools looks for it
setup(
    version=version(),
    cffi_modules=["build_ffi.py:ffibuilder"],
    cmdclass={"build_ext": BuildLibraryAndExtension, "sdist": DistributeSources},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
