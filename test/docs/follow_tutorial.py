"""follow_tutorial.py SOURCE BUILD: does what docs/tutorial.md says, literally, and compares what is printed.

All blocks of shell commands run in one shell, in a copy of the sources. The block of text that follows one is what its last
command prints, up to times in microseconds; if that is a program of the tutorial, it is also the program's .txt file.

Not literal: packages are not installed (sudo), and the build of mote is that of BUILD, which is installed in its place. With
MOTE_TEST_RUN=long mote is built as the text says.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from check_pages import blocks_of

MARK = "-- end of block --"


def without_times(text):
    return re.sub(r"[0-9.]+ us\b", "N us", text)


def steps_of(page):
    """(line, commands, printed) of each block of commands; printed is None if no text follows."""
    steps = []
    for line, language, lines in blocks_of(page):
        if language == "sh":
            steps.append([line, lines, None])
        elif language == "text" and steps:
            steps[-1][2] = "\n".join(lines) + "\n"
    return steps


def on_this_machine(commands, build):
    """Without what needs root and, unless everything is to be built, with the build that is there."""
    lines = [line for line in commands if not line.startswith("sudo ")]
    if os.environ.get("MOTE_TEST_RUN") == "long":
        return lines
    lines = [line for line in lines if not re.match(r"cmake (-G Ninja -B|--build) build/tutorial", line)]
    return [line.replace("--install build/tutorial", f"--install '{build}'") for line in lines]


def copy_sources(source, to):
    names = subprocess.run(["git", "-C", source, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                           capture_output=True, text=True)
    if names.returncode != 0:
        shutil.copytree(source, to, ignore=shutil.ignore_patterns("build", "node_modules"))
        return
    for name in filter(None, names.stdout.split("\0")):
        if (source / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / name, to / name)


def follow(steps, build, folder):
    """Runs all blocks; yields what each printed."""
    script = ["set -e"]
    for _, commands, _ in steps:
        script += [*on_this_machine(commands, build), f"echo; echo '{MARK}'"]
    done = subprocess.run(["sh"], input="\n".join(script) + "\n", cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"the tutorial fails:\n{done.stdout}\n{done.stderr}")
    return [part[:-1] for part in done.stdout.split(f"{MARK}\n")][:-1]


def wrong_steps(source, steps, printed):
    for (line, commands, expected), found in zip(steps, printed):
        if expected is not None and not ("\n" + without_times(found)).endswith("\n" + without_times(expected)):
            yield f"docs/tutorial.md:{line}: prints\n{found}\nand the text says\n{expected}"
        program = re.match(r"\./(\w+)$", commands[-1])
        if program and (source / f"examples/tutorial/{program.group(1)}.txt").read_text() != expected:
            yield f"docs/tutorial.md:{line}: the text differs from examples/tutorial/{program.group(1)}.txt"


def main():
    source, build = Path(sys.argv[1]), sys.argv[2]
    steps = steps_of((source / "docs/tutorial.md").read_text(encoding="utf-8"))
    run = {command[2:] for _, commands, _ in steps for command in commands if command.startswith("./")}
    missing = [file.stem for file in (source / "examples/tutorial").glob("*.c") if file.stem not in run]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "mote"
        copy_sources(source, copy)
        wrong = list(wrong_steps(source, steps, follow(steps, build, copy)))
    wrong += [f"docs/tutorial.md: does not run {name}" for name in missing]
    print("\n".join(wrong) or f"tutorial: {len(steps)} blocks of commands work, and print what the text says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
