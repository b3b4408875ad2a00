"""Checks the built site: every link and every picture of every page leads to a file of the site, and to an element of it if
the link names one."""

from __future__ import annotations

import os
import re
from html import unescape
from pathlib import Path
from typing import Dict, List, Set
from urllib.parse import unquote


class Page:
    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        self.targets: List[str] = re.findall(r'<(?:a|img|link|script)\b[^>]*?\s(?:href|src)="([^"]*)"', text)
        self.ids: Set[str] = set(re.findall(r'\bid="([^"]+)"', text))


def broken_links(site: Path) -> List[str]:
    pages: Dict[str, Page] = {path.relative_to(site).as_posix(): Page(path) for path in site.rglob("*.html")}
    out = []
    for name, page in sorted(pages.items()):
        for target in sorted(set(page.targets)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = unquote(unescape(target)).partition("#")
            path = path.partition("?")[0]
            file = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
            if not (site / file).is_file():
                out.append(f"{name}: {target} is not there")
            elif anchor and file in pages and anchor not in pages[file].ids:
                out.append(f"{name}: {target} names no element of {file}")
    return out
