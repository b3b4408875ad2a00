"""The blocks of code of a page: fenced by ``` or ~~~, or indented by four spaces, as Markdown has them."""

import re
from typing import NamedTuple

PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**/*.md", "bindings/*/README.md",
         "integrations/*/README.md"]


class Block(NamedTuple):
    """language is that of the fence, "" without one, and None for an indented block."""

    page: str
    line: int
    language: str | None
    lines: list[str]

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"

    def __str__(self):
        return f"{self.page}:{self.line}"


def pages_of(source):
    """The pages that users read, relative to the folder of the sources."""
    return sorted({file.relative_to(source).as_posix() for pattern in PAGES for file in source.glob(pattern)})


def read_blocks(source, page):
    return list(blocks_of(page, (source / page).read_text(encoding="utf-8")))


def blocks_of(page, text):
    """Each block without the indentation of its fence, or without its four spaces."""
    lines = text.split("\n")
    at = 0
    list_indent = 0  # of the text of the list item that the line is in
    while at < len(lines):
        line = lines[at]
        fence = re.match(r"( *)(```|~~~) *(\S*)", line)
        item = re.match(r" *([-*+]|\d+[.)]) +(?=\S)", line)
        indent = len(line) - len(line.lstrip(" "))
        if re.match(r"\t|.*<pre\b", line):
            raise ValueError(f"{page}:{at + 1}: blocks of code are fenced or indented by spaces, not by a tab or <pre>")
        if fence:
            end = closing_line(page, lines, at, fence.group(2))
            yield Block(page, at + 1, fence.group(3), [one[len(fence.group(1)):] for one in lines[at + 1:end]])
            at = end
        elif line.strip() and indent >= list_indent + 4 and (at == 0 or not lines[at - 1].strip()):
            end = end_of_indented(lines, at, list_indent + 4)
            yield Block(page, at + 1, None, [one[list_indent + 4:] for one in lines[at:end]])
            at = end - 1
        elif item:
            list_indent = len(item.group(0))
        elif line.strip() and indent < list_indent:
            list_indent = 0
        at += 1


def closing_line(page, lines, start, fence):
    for at in range(start + 1, len(lines)):
        if lines[at].strip() == fence:
            return at
    raise ValueError(f"{page}:{start + 1}: this block has no end")


def end_of_indented(lines, start, indent):
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or lines[end].startswith(" " * indent)):
        end += 1
    while not lines[end - 1].strip():
        end -= 1
    return end
