"""check_pages.py SOURCE: what the pages say about files is true.

- Every block of C or C++ is taken from a program that is compiled: its lines are lines of one file (PROGRAMS), in
  the same order and without gaps, except where a line of the block is "...". Indentation may differ.
- Every block of text is what a program of examples/ prints: part of its .txt file, in the same way.
- Every link leads to a file that is there, and to a heading of it if it names one.
- README.md shows examples/hello.c from its first line to its last.
- CITATION.cff has the version of the library.
"""

import re
import sys
from pathlib import Path
from urllib.parse import unquote

PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**/*.md", "bindings/*/README.md",
         "integrations/*/README.md"]
PROGRAMS = ["examples/**/*.c", "examples/**/*.h", "examples/**/*.cpp", "test/install/*.c", "test/install/*.cpp",
            "src/method/naive.c"]
OUTPUTS = ["examples/**/*.txt"]


def pages_of(source):
    return sorted(page for pattern in PAGES for page in source.glob(pattern))


def blocks_of(text):
    """(line number, language, lines) of each fenced block, without the indentation of its fence."""
    language = start = None
    for number, line in enumerate(text.split("\n"), 1):
        fence = re.match(r"( *)```([\w+-]*)$", line)
        if fence and language is None:
            indent, language, start, lines = len(fence.group(1)), fence.group(2), number, []
        elif fence:
            yield start, language, lines
            language = None
        elif language is not None:
            lines.append(line[indent:])


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


def is_part_of_one(lines, files):
    return any(is_part_of(pieces_of(lines), file) for file in files)


def check_blocks(page, text, programs, outputs):
    for number, language, lines in blocks_of(text):
        if language in ("c", "cpp") and not is_part_of_one(lines, programs):
            yield f"{page}:{number}: this block is not part of a program (PROGRAMS in check_pages.py)"
        if language == "text" and not is_part_of_one(lines, outputs):
            yield f"{page}:{number}: no program of examples/ prints this block"


def stripped_lines(source, patterns):
    """The lines of each file, without indentation and empty lines."""
    return [[line.strip() for line in file.read_text(encoding="utf-8").split("\n") if line.strip()]
            for pattern in patterns for file in sorted(source.glob(pattern))]


def anchors_of(text):
    """Headings as GitHub and the site name them."""
    out = set()
    for line in re.sub(r"```.*?```", "", text, flags=re.S).split("\n"):
        heading = re.match(r"#+ (.*)", line)
        if heading:
            plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading.group(1)).replace("`", "")
            out.add(re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-"))
    return out


def check_links(source, page, text):
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        path, _, anchor = unquote(target).partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        file = (source / page).parent / path if path else source / page
        if not file.exists():
            yield f"{page}: links to {target}, which is not there"
        elif anchor and file.suffix == ".md" and anchor not in anchors_of(file.read_text(encoding="utf-8")):
            yield f"{page}: links to {target}, but there is no such heading"


def main():
    source = Path(sys.argv[1])
    programs, outputs = stripped_lines(source, PROGRAMS), stripped_lines(source, OUTPUTS)
    wrong = []
    for file in pages_of(source):
        page, text = file.relative_to(source), file.read_text(encoding="utf-8")
        wrong += check_blocks(page, text, programs, outputs)
        wrong += check_links(source, page, text)
    hello = (source / "examples/hello.c").read_text(encoding="utf-8")
    if f"```c\n{hello}```" not in (source / "README.md").read_text(encoding="utf-8"):
        wrong.append("README.md: does not show all of examples/hello.c")
    version = ".".join(re.findall(r"#define MOTE_VERSION_\w+ (\d+)", (source / "include/mote/base.h").read_text()))
    if f"\nversion: {version}\n" not in (source / "CITATION.cff").read_text():
        wrong.append(f"CITATION.cff: the version is not {version}")
    print("\n".join(wrong) or "pages: all blocks are compiled or printed, all links lead somewhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
