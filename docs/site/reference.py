"""Writes the reference, one page of reStructuredText per public header, with links to examples and tests."""

from __future__ import annotations

import re
from typing import Dict, List

from headers import Header, Section, Symbol
from uses import Use

DIRECTIVES = {"function": "c:function", "struct": "c:struct", "union": "c:union", "enum": "c:enum",
              "enumerator": "c:enumerator", "macro": "c:macro", "type": "c:type", "opaque": "c:type",
              "member": "c:member"}


def names_of(headers: List[Header]) -> Dict[str, str]:
    """Every name that a text can link to, and what Sphinx calls it; members are struct.member."""
    out: Dict[str, str] = {}
    for header in headers:
        for symbol in header.symbols():
            own = symbol.names[0]
            out.update({name: name for name in symbol.names if name})  # an enum may have no name
            for name in [name for member in symbol.members for name in member.names]:
                is_plain = symbol.kind == "enum"
                out[name if is_plain else f"{own}.{name}"] = f"{own}.{name}" if own else name
    return out


def escape(text: str) -> str:
    return re.sub(r"([\\*`|_])", r"\\\1", text)


def role(name: str, names: Dict[str, str]) -> str:
    return f"\\ :c:type:`{name} <{names[name]}>`\\ "


def inline(text: str, names: Dict[str, str]) -> str:
    """Text of a comment as reStructuredText: code in backticks, and names of symbols as links."""
    out = []
    for part in re.split(r"(`[^`]*`|\b(?:mote|MOTE)_\w+(?:\.\w+)?)", text):
        code = part[1:-1] if len(part) > 2 and part.startswith("`") else None
        name = code or part
        if name in names:
            out.append(role(name, names))
        elif "." in name and name.split(".")[0] in names and not code:
            first, _, rest = name.partition(".")
            out.append(role(first, names) + escape(f".{rest}"))
        elif code is not None:
            out.append(f"\\ ``{code}``\\ ")
        else:
            out.append(escape(part))
    return "".join(out)


def body(lines: List[str], names: Dict[str, str]) -> List[str]:
    """A comment as reStructuredText: paragraphs, lists and blocks of code."""
    out: List[str] = []
    kind = "empty"
    for line in lines:
        if not line.strip():
            new = "empty"
        elif line.startswith("    ") and kind in ("empty", "code"):
            new = "code"
        elif re.match(r"\s*- ", line):
            new = "item"
        elif kind == "item" and line.startswith("  "):
            new = "item"
        else:
            new = "text"
        if new == "code" and kind != "code":
            out += ["", ".. code-block:: c", ""]
        elif new != kind:
            out.append("")
        out.append(line if new == "code" else "" if new == "empty" else
                   re.match(r"\s*", line).group() + inline(line.strip(), names) if new == "item" else
                   inline(line.strip(), names))
        # A paragraph within a block of code keeps it open.
        kind = kind if new == "empty" and kind == "code" else new
    return out


def source_link(path: str, line: int = 0) -> str:
    anchor = f"#L{line}" if line else ""
    return f"`{path} <../source/{path}.html{anchor}>`__"


def used_in(symbol: Symbol, uses: Dict[str, List[Use]]) -> List[str]:
    """Where the names of a symbol are used; each file once."""
    seen: Dict[str, Use] = {}
    for name in symbol.names:
        for use in uses.get(name, []):
            seen.setdefault(use.path, use)
    links = [f"{source_link(use.path, use.line)}" for use in seen.values()]
    return ["", ".. rst-class:: uses", "", "Used in " + ", ".join(links) + "."] if links else []


def indented(lines: List[str], by: int) -> List[str]:
    return [" " * by + line if line else "" for line in lines]


def describe(symbol: Symbol, names: Dict[str, str], uses: Dict[str, List[Use]]) -> List[str]:
    if not symbol.names[0]:
        return body(symbol.doc, names) + [""] + [line for one in symbol.members for line in describe(one, names, uses)]
    directive = DIRECTIVES[symbol.kind]
    first, *rest = symbol.signatures
    out = [f".. {directive}:: {first}"]
    out += [" " * (len(directive) + 6) + one for one in rest]
    inside = body(symbol.doc, names)
    if symbol.kind == "macro" and symbol.members[0].signatures[0]:
        inside += ["", f"Value: ``{symbol.members[0].signatures[0]}``"]
    else:
        for member in symbol.members:
            inside += ["", *describe(member, names, {})]
    return out + [""] + indented(inside + used_in(symbol, uses), 3) + [""]


def title(text: str, line: str) -> List[str]:
    return [text, line * len(text), ""]


def functions_from(items: List[object], names: Dict[str, str]) -> List[str]:
    """Links to the functions up to the next section."""
    found: List[str] = []
    for item in items:
        if isinstance(item, Section):
            break
        if isinstance(item, Symbol) and item.kind == "function":
            found += [role(name, names) for name in item.names]
    return [".. rst-class:: symbols", "", " ".join(found), ""] if len(found) > 1 else []


def page(header: Header, names: Dict[str, str], uses: Dict[str, List[Use]]) -> str:
    out = title(header.path, "=")
    out += [*body(header.doc, names), "", f"Source: {source_link('include/' + header.path)}", ""]
    out += functions_from(header.items, names)
    for number, item in enumerate(header.items):
        if isinstance(item, Section):
            out += title(item.title, "-") + [*body(item.text, names), ""]
            out += functions_from(header.items[number + 1:], names)
        elif isinstance(item, Symbol):
            out += describe(item, names, uses)
    return "\n".join(out) + "\n"


def first_sentence(lines: List[str]) -> str:
    text = " ".join(line.strip() for line in lines)
    match = re.match(r"(.*?[.:])(\s|$)", text)
    return match.group(1) if match else text


def overview(headers: List[Header], names: Dict[str, str]) -> str:
    """The list of all functions, by header."""
    out = title("Reference", "=")
    count = sum(len(symbol.names) for header in headers for symbol in header.symbols() if symbol.kind == "function")
    out += [f"All of the {count} functions, by header. Types and constants are on the pages of the headers.", "",
            ".. toctree::", "   :hidden:", "", *[f"   {header.path[5:-2]}" for header in headers], "   cpp", "",
            "For C++17: :doc:`mote/mote.hpp <cpp>`.", ""]
    for header in headers:
        out += title(header.path, "-")
        out += [inline(first_sentence(header.doc), names) + f" :doc:`More <{header.path[5:-2]}>`", ""]
        for symbol in header.symbols():
            if symbol.kind == "function":
                out += [", ".join(role(name, names) for name in symbol.names),
                        f"   {inline(first_sentence(symbol.doc), names)}", ""]
    return "\n".join(out) + "\n"
