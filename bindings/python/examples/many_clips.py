"""A data set of many clips in .npy files: a table of those in which two parts penetrate.

The files are mapped into memory and read frame by frame; the clips are checked by several threads at a time.
"""

from __future__ import annotations

import pathlib
import tempfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
from two_arrays import ball

import mote


def write_data_set(folder: pathlib.Path, vertices: npt.NDArray[Any], clips: int) -> None:
    """Clips in which a ball passes another one at different distances."""
    random = np.random.default_rng(7)
    for clip in range(clips):
        way = np.linspace([-3.0, 0.0, 0.0], [3.0, 0.0, 0.0], 40) + [0.0, random.uniform(1.0, 3.0), 0.0]
        frames = vertices + way[:, np.newaxis]
        np.save(folder / f"clip_{clip:03}.npy", frames.astype(np.float32))


def main() -> None:
    vertices, faces = ball(12)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_data_set(folder, vertices, 20)

        def check(path: pathlib.Path) -> mote.CheckResult:
            frames = np.load(path, mmap_mode="r")
            return mote.check({"still": (vertices, faces), "moving": (frames, faces)}, progress=False, faces=False)

        paths = sorted(folder.glob("*.npy"))
        with ThreadPoolExecutor() as pool:
            results = list(pool.map(check, paths))
    print("clip      frames  deepest")
    for path, result in zip(paths, results):
        penetrating = result.total.frames[mote.Severity.PENETRATE]
        if penetrating:
            print(f"{path.stem}  {penetrating:6}  {result.total.deepest:7.3f}")


if __name__ == "__main__":
    main()
