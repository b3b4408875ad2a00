"""Builds the wheel of mote: the C library by CMake, then the extension module around it by cffi."""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess

from setuptools import setup
from setuptools.command.build_ext import build_ext

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CMAKE_DIRECTORY = ROOT / "build" / "python"


def version() -> str:
    """The version of the library, which include/mote/base.h alone states."""
    header = (ROOT / "include" / "mote" / "base.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define MOTE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))


class BuildLibraryAndExtension(build_ext):
    """Builds libmote and libmote_check as static libraries before the extension that holds them."""

    def run(self) -> None:
        configure = ["cmake", "-S", str(ROOT), "-B", str(CMAKE_DIRECTORY), "-DCMAKE_BUILD_TYPE=Release"]
        configure += ["-DMOTE_TESTS=OFF", "-DMOTE_SHARED=OFF", "-DMOTE_INSTALL=OFF"]
        if shutil.which("ninja"):
            configure += ["-G", "Ninja"]
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", str(CMAKE_DIRECTORY), "--parallel", "--target", "mote_check"], check=True)
        super().run()


setup(
    version=version(),
    cffi_modules=["build_ffi.py:ffibuilder"],
    cmdclass={"build_ext": BuildLibraryAndExtension},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
