"""The page of mote.hpp: the public members of each class, without their bodies."""

from __future__ import annotations

import re
from pathlib import Path
from typing import List, Tuple


def without_initializers(text: str) -> str:
    """A constructor without ': member_(value), ...'."""
    return re.sub(r"\)\s*(noexcept)?\s+:\s[^:].*$", lambda m: ")" + (" noexcept" if m.group(1) else ""), text)


def end_of_head(text: str) -> int:
    """Where the body or the semicolon of a declaration starts; braces within parentheses are default arguments. -1: later."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0 and char in "{;":
            return at
    return -1


def declarations(lines: List[str]) -> List[str]:
    """The declarations of a class, each on one line, with the comments above them."""
    out: List[str] = []
    text = ""
    for line in lines:
        stripped = line.strip()
        if not text and stripped.startswith("///"):
            out.append(stripped[1:])
            continue
        text = f"{text} {re.sub(r'//.*', '', stripped)}".strip()
        end = end_of_head(text)
        if end >= 0 and text.count("{") == text.count("}") and text[-1] in ";}":
            out.append(without_initializers(text[:end]).strip() + ";")
            text = ""
    return out


def public_lines(lines: List[str]) -> List[str]:
    out, is_public = [], False
    for line in lines:
        label = re.match(r"  (public|private|protected):", line)
        if label:
            is_public = label.group(1) == "public"
        elif is_public:
            out.append(line)
    return out


def classes(text: str) -> List[Tuple[str, List[str], List[str]]]:
    """(head, comment, public declarations) of each class of the namespace."""
    out = []
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if not re.match(r"(template <.*> )?class \w+.* \{$", line):
            continue
        first = number
        while lines[first - 1].startswith("///"):
            first -= 1
        last = next(end for end in range(number, len(lines)) if lines[end].startswith("};"))
        out.append((line[:-2], [one[3:].strip() for one in lines[first:number]],
                    declarations(public_lines(lines[number + 1:last]))))
    return out


def page(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    opening = re.match(r"/// @file.*\n((?:///.*\n)*)", text)
    assert opening
    out = ["# mote/mote.hpp", "", " ".join(line[3:].strip() for line in opening.group(1).split("\n")), "",
           'Source: <a href="../source/include/mote/mote.hpp.html">include/mote/mote.hpp</a>. '
           'Example: <a href="../source/examples/objects.cpp.html">examples/objects.cpp</a>.', ""]
    for name, comment, members in classes(text):
        title = re.sub(r"template <.*?> ", "", name).split(" :")[0]
        out += [f"## {title}", "", " ".join(comment), "", "```cpp", f"{name} {{"]
        out += [*[f"    {one}" for one in members], "};", "```", ""]
    return "\n".join(out)


def undocumented(path: Path) -> List[str]:
    """Classes without a comment."""
    return [f"include/mote/{path.name}: {name}" for name, comment, _ in classes(path.read_text(encoding="utf-8"))
            if not comment]
