"""Reads the public headers: every symbol with its documentation, in the order of the header.

A comment of slashes (///) documents the declaration below it, and those that follow without a comment or an empty
line between them. A comment that starts with ///< documents the declaration on its line. Lines of dashes begin a section,
whose title is the comment below. The layout is that of clang-format.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator, List, Optional


@dataclass
class Symbol:
    """A function, struct, enum, typedef, macro, member or enumerator. `signatures` has one element per declaration that
    the documentation covers."""

    kind: str
    names: List[str]
    signatures: List[str]
    doc: List[str]
    line: int
    members: List["Symbol"] = field(default_factory=list)


@dataclass
class Section:
    title: str
    text: List[str]


@dataclass
class Header:
    path: str  # such as mote/world.h
    doc: List[str]
    items: List[object]  # of Section and Symbol

    def symbols(self) -> Iterator[Symbol]:
        for item in self.items:
            if isinstance(item, Symbol):
                yield item


def joined(lines: List[str]) -> str:
    text = " ".join(line.strip() for line in lines)
    return re.sub(r"\s+", " ", text).strip()


def without_macros(text: str) -> str:
    return re.sub(r"\bMOTE_(CHECK_|MPI_)?API ", "", text).rstrip(";").strip()


def name_of(declaration: str) -> str:
    """The name that a declarator introduces: of a function, a pointer to a function, an array or a plain variable."""
    pointer = re.search(r"\(\*\s*(?:const )?(\w+)\)\s*\(", declaration)
    if pointer:
        return pointer.group(1)
    call = re.search(r"(\w+)\s*\(", declaration)
    if call:
        return call.group(1)
    return re.findall(r"\w+", re.sub(r"\[[^]]*\]", "", declaration))[-1]


def split_variables(declaration: str) -> List[str]:
    """'float x, *y' as ['float x', 'float *y']."""
    if "(" in declaration or "," not in declaration:
        return [declaration]
    first, *rest = [part.strip() for part in declaration.split(",")]
    base = re.match(r"(.*?)(\**\s*\w+(\[[^]]*\])?)$", first)
    assert base, declaration
    return [first] + [f"{base.group(1).strip()} {part}" for part in rest]


class Reader:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines = path.read_text(encoding="utf-8").split("\n")
        self.at = 0

    def fail(self, what: str) -> None:
        raise SystemExit(f"{self.path}:{self.at + 1}: {what}")

    def comment(self) -> List[str]:
        """The lines of a /// comment at the present line."""
        out = []
        while self.lines[self.at].strip().startswith("///"):
            out.append(re.sub(r"^\s*/// ?", "", self.lines[self.at]))
            self.at += 1
        return out

    def skip_conditional(self) -> None:
        depth = 0
        while True:
            line = self.lines[self.at]
            depth += line.startswith("#if")
            depth -= line.startswith("#endif")
            self.at += 1
            if depth == 0:
                return

    def section(self) -> Section:
        self.at += 1
        text = []
        while self.lines[self.at].startswith("//") and not self.lines[self.at].startswith("///"):
            text.append(self.lines[self.at][2:].strip())
            self.at += 1
        match = re.match(r"([^.:]+)[.:]?\s*(.*)", text[0])
        assert match
        rest = [match.group(2)] + text[1:] if match.group(2) else text[1:]
        return Section(match.group(1).strip(), rest)

    def declaration(self) -> List[str]:
        """The lines up to the semicolon that ends it."""
        out, depth = [], 0
        while True:
            line = self.lines[self.at]
            out.append(line)
            self.at += 1
            code = re.sub(r"//.*", "", line)
            depth += code.count("{") + code.count("(") - code.count("}") - code.count(")")
            if depth == 0 and code.rstrip().endswith(";"):
                return out

    def read(self) -> Header:
        doc: List[str] = []
        items: List[object] = []
        pending: List[str] = []
        group: Optional[Symbol] = None
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.startswith("/// @file"):
                doc = self.comment()[1:]
            elif line.startswith("///"):
                pending, group = self.comment(), None
            elif line.startswith("// ----"):
                items.append(self.section())
                pending, group = [], None
            elif not line.strip() or line.startswith("//"):
                self.at += 1
                pending, group = [], None
            elif line.startswith("#if") and not re.match(r"#ifndef MOTE_\w*H$", line):
                self.skip_conditional()
            elif line.startswith("#define") and not re.match(r"#define MOTE_\w*H$|#define MOTE_\w*API", line):
                items.append(self.macro(pending))
                pending = []
            elif line.startswith("#"):
                self.at += 1
            else:
                symbol = self.symbol(pending)
                if group and symbol.kind == group.kind == "function" and not pending:
                    group.names += symbol.names
                    group.signatures += symbol.signatures
                else:
                    items.append(symbol)
                    group = symbol
                pending = []
        return Header(f"mote/{self.path.name}", doc, items)

    def macro(self, doc: List[str]) -> Symbol:
        match = re.match(r"#define (\w+)\s*(.*)", self.lines[self.at])
        assert match
        self.at += 1
        value, _, after = match.group(2).partition("///<")
        return Symbol("macro", [match.group(1)], [match.group(1)], doc or [after.strip()] if after else doc, self.at,
                      [Symbol("value", [], [value.strip()], [], self.at)])

    def symbol(self, doc: List[str]) -> Symbol:
        line = self.at + 1
        lines = self.declaration()
        first = lines[0]
        compound = re.match(r"(typedef )?(struct|enum|union)( \w+)? \{", first)
        if compound:
            body = lines[1:-1] if len(lines) > 1 else [re.sub(r"^[^{]*\{|\}[^}]*;$", "", first)]
            name = re.search(r"\}\s*(\w*)\s*;", lines[-1])
            assert name
            out = Symbol(compound.group(2), [name.group(1)], [name.group(1)], doc, line)
            out.members = self.enumerators(body, line) if out.kind == "enum" else self.fields(body, line)
            return out
        text = without_macros(joined([re.sub(r"//.*", "", one) for one in lines]))
        opaque = re.match(r"typedef struct (\w+) (\w+)$", text)
        if opaque:
            return Symbol("opaque", [opaque.group(2)], [opaque.group(2)], doc, line)
        if text.startswith("typedef "):
            text = text[len("typedef "):]
            return Symbol("type", [name_of(text)], [text], doc, line)
        if not text.endswith(")"):
            self.fail(f"cannot read '{text}'")
        return Symbol("function", [name_of(text)], [text], doc, line)

    def enumerators(self, body: List[str], line: int) -> List[Symbol]:
        out: List[Symbol] = []
        doc: List[str] = []
        text = ""
        for number, raw in enumerate(body):
            code, _, after = raw.partition("///<")
            if code.strip().startswith("///"):
                doc.append(re.sub(r"^\s*/// ?", "", code))
                continue
            if code.strip().startswith("//"):
                continue
            text += " " + code.strip()
            names = [part.strip() for part in text.split(",") if part.strip()]
            if not after and text.strip() and not text.strip().endswith(",") and number + 1 < len(body):
                continue  # a value on the next line
            for name in names:
                own = [after.strip()] if after else doc
                out.append(Symbol("enumerator", [name.split()[0]], [name], own, line + number + 1))
            text, doc = "", []
        return out

    def fields(self, body: List[str], line: int) -> List[Symbol]:
        out: List[Symbol] = []
        doc: List[str] = []
        group: Optional[Symbol] = None
        fresh = True  # a comment starts here, and does not continue another
        text = ""
        for number, raw in enumerate(body):
            code, _, after = raw.partition("///<")
            if code.strip().startswith("///"):
                if fresh:
                    doc, group, fresh = [], None, False
                doc.append(re.sub(r"^\s*/// ?", "", code))
                continue
            if not code.strip() or code.strip().startswith("//"):
                doc, group = [], None
                continue
            fresh = True
            text += " " + code.strip()
            if not text.endswith(";"):
                continue
            for part in split_variables(re.sub(r"\s+", " ", text).strip().rstrip(";")):
                own = [after.strip()] if after else doc
                if group and not after and doc:
                    group.names.append(name_of(part))
                    group.signatures.append(part)
                elif out and after and out[-1].line == line + number + 1:
                    out[-1].names.append(name_of(part))
                    out[-1].signatures.append(part)
                else:
                    out.append(Symbol("member", [name_of(part)], [part], own, line + number + 1))
                    group = out[-1] if doc and not after else None
            if after:
                doc, group = [], None
            text = ""
        return out


def read_headers(folder: Path) -> List[Header]:
    return [Reader(path).read() for path in sorted(folder.glob("*.h"))]


def says_enough(owner: Symbol, symbol: Symbol) -> bool:
    """Whether a member or an enumerator may stand without a comment: its name, its type and the comment of its owner can say
    everything. That is not so for a pointer, which has an owner and a lifetime, and for a floating-point number, which has a unit,
    unless it is a coordinate."""
    if symbol.kind not in ("member", "enumerator") or not "".join(owner.doc).strip():
        return False
    return all("*" not in text and (not re.match(r"(const )?(float|double)\b", text) or len(name) <= 2)
               for name, text in zip(symbol.names, symbol.signatures))


def undocumented(headers: List[Header]) -> List[str]:
    """Symbols without the documentation that they need, as FILE:LINE: NAME."""
    out = []
    for header in headers:
        if not header.doc:
            out.append(f"include/{header.path}:1: the header")
        for symbol in header.symbols():
            for one in [symbol, *symbol.members]:
                if one.kind != "value" and not "".join(one.doc).strip() and not says_enough(symbol, one):
                    owner = f"{symbol.names[0]}." if one.kind == "member" else ""
                    out.append(f"include/{header.path}:{one.line}: {owner}{', '.join(one.names)}")
    return out
