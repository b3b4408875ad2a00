"""The build backend of the repository's root, and so of source distributions: that of this folder."""

from __future__ import annotations

import os
import pathlib

os.chdir(pathlib.Path(__file__).resolve().parent)

from setuptools.build_meta import *  # noqa: E402, F401, F403
