"""Blocks that are part of a program, or of what a program prints, and the test that runs it."""

import re

# Where programs are, and the test that runs each of them; \1 is the name of the file.
PROGRAMS = [
    (r"(examples/.*)\.(?:c|txt)$", r"\1"),
    (r"examples/objects\.(?:cpp|txt)$", "install/cpp"),
    (r"examples/tutorial/scene\.h$", "examples/tutorial/meet"),
    (r"test/install/\w+\.(?:c|cpp)$", "install/install"),
    (r"src/method/naive\.c$", "method/exact_methods"),
]
FOLDERS = ["examples/**/*", "test/install/*"]


def pieces_of(lines):
    """The block cut at its lines "...", each piece stripped of indentation and empty lines."""
    pieces = [[]]
    for line in lines:
        if line.strip() == "...":
            pieces.append([])
        elif line.strip():
            pieces[-1].append(line.strip())
    return [piece for piece in pieces if piece]


def is_part_of(pieces, lines):
    at = 0
    for piece in pieces:
        while at + len(piece) <= len(lines) and lines[at:at + len(piece)] != piece:
            at += 1
        if at + len(piece) > len(lines):
            return False
        at += len(piece)
    return True


def test_of(file):
    for pattern, test in PROGRAMS:
        match = re.match(pattern, file)
        if match:
            return match.expand(test)
    return None


class Programs:
    """The lines of all files that pages may quote, without indentation and empty lines."""

    def __init__(self, source):
        files = [file for folder in FOLDERS for file in sorted(source.glob(folder)) if file.is_file()]
        self.lines = {file.relative_to(source).as_posix():
                      [line.strip() for line in file.read_text(encoding="utf-8").split("\n") if line.strip()]
                      for file in files}

    def quoted(self, block):
        """The files of which the block is a part: its lines in the same order and without gaps, except at "..."."""
        pieces = pieces_of(block.lines)
        return [file for file, lines in self.lines.items()
                if (block.language == "text") == file.endswith(".txt") and is_part_of(pieces, lines)]

    def check(self, block, tests):
        """Whether a test runs a program that has the block. tests: those of the build, None if there are none."""
        files = self.quoted(block)
        if not files:
            yield (f"{block}: no program prints this block" if block.language == "text" else
                   f"{block}: this block is not part of a program (PROGRAMS in quotes.py)")
        elif tests is not None and not any(test_of(file) in tests for file in files):
            yield f"{block}: quotes {files[0]}, and no test of the build runs it"
