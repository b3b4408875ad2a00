"""follow_adding_a_method.py SOURCE WORK: does in a copy of the tree what docs/adding-a-method.md says.

A block in the language diff changes a file, the block of C is the file that its step names, and the block of sh is run. The
method must then be in the list, and the test that the page names must have compared it.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PAGE = "docs/adding-a-method.md"
# What ./run check needs.
NEEDED = ["CMakeLists.txt", "CMakePresets.json", "assets", "bindings/js/module", "cmake", "examples", "fuzz", "include", "io",
          "run", "scenes", "src", "test", "tools"]


def blocks_of(text):
    """(language, text above the block since the last one, block), without the indentation of its fence."""
    above = block = None
    previous = []
    for line in text.split("\n"):
        fence = re.match(r"( *)```(\w*)$", line)
        if fence and block is None:
            indent, language, above, block, previous = len(fence[1]), fence[2], "\n".join(previous), [], []
        elif fence:
            yield language, above, "\n".join(block) + "\n"
            block = None
        elif block is not None:
            block.append(line[indent:])
        else:
            previous.append(line)


def apply(tree, diff):
    """The lines that the diff removes or keeps must occur exactly once."""
    target = re.search(r"^\+\+\+ b/(\S+)$", diff, re.M)[1]
    lines = [line for line in diff.split("\n") if line and not line.startswith(("---", "+++"))]
    old = "".join(line[1:] + "\n" for line in lines if line[0] in " -")
    new = "".join(line[1:] + "\n" for line in lines if line[0] in " +")
    text = (tree / target).read_text(encoding="utf-8")
    if text.count(old) != 1:
        sys.exit(f"{PAGE}: {target} has these lines {text.count(old)} times:\n{old}")
    (tree / target).write_text(text.replace(old, new), encoding="utf-8")


def create(tree, above, code):
    """The step names the file: Write `FILE`."""
    target = tree / re.search(r"Write `(src/[\w/]+\.c)`", above)[1]
    if target.exists():
        sys.exit(f"{PAGE}: {target} is there already")
    target.write_text(code, encoding="utf-8")


def copy_tree(source, tree):
    for name in NEEDED:
        origin = source / name
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if origin.is_dir() else shutil.copy2)(origin, tree / name)


def main():
    source, tree = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    copy_tree(source, tree)
    # The build need not be fast: most of its time is that of the compiler.
    subprocess.run(["cmake", "--preset", "core", "-DCMAKE_C_FLAGS_RELEASE=-O0"], cwd=tree, check=True, stdout=subprocess.DEVNULL)
    languages = []
    for language, above, block in blocks_of((source / PAGE).read_text(encoding="utf-8")):
        languages.append(language)
        if language == "diff":
            apply(tree, block)
        elif language == "c":
            create(tree, above, block)
        elif language == "sh":
            done = subprocess.run(["sh", "-ec", block], cwd=tree, env={**os.environ, "MOTE_TEST_RUN": "quick"},
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if done.returncode or "100% tests passed" not in done.stdout:
                sys.exit(f"{PAGE}: this fails in {tree}:\n{block}{done.stdout}")
        else:
            sys.exit(f"{PAGE}: nothing here does something with a block in the language '{language}'")
    if languages != ["diff", "c", "diff", "sh"]:
        sys.exit(f"{PAGE}: its blocks are {languages}")
    print("the method of the page finds what naive finds")


main()
