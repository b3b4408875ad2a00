"""The pages of the site, and where each of their links leads.

Pages are the Markdown files of the repository; they link to each other, to pictures and to sources as on GitHub. Here
these links become links of the site: to a page, to a picture that is copied, to a page that shows a source, or, for a
folder, to its README.md.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Callable, Dict, List, Set, Tuple

# The chapters, in their order. The list of examples and the reference follow the guide. Pages that are not listed are
# added to the chapter of the command, those of bindings to that of languages.
CHAPTERS: List[Tuple[str, List[str]]] = [
    ("Guide", ["docs/tutorial.md", "docs/recipes.md", "docs/concepts.md", "docs/exactness.md", "docs/deformers.md",
               "docs/on-demand.md", "docs/contacts.md", "docs/continuous.md", "docs/queries.md", "docs/batch.md",
               "docs/dynamics.md", "docs/debug-draw.md", "docs/recording.md", "docs/areas.md", "docs/cluster.md"]),
    ("Command", ["docs/check.md", "docs/viewer.md", "docs/blender.md", "docs/scenes.md", "docs/recall.md",
                 "docs/benchmarking.md"]),
    ("Methods", ["docs/methods/hybrid.md", "docs/methods/naive.md", "docs/methods/refit.md", "docs/methods/paired.md",
                 "docs/methods/smith.md", "docs/methods/senin.md", "docs/methods/lbg.md",
                 "docs/methods/separating-plane.md", "docs/methods/octree-update.md", "docs/methods/closest-feature.md",
                 "docs/adding-a-method.md"]),
    ("Languages", ["docs/python.md", "docs/python-reference.md", "bindings/js/README.md"]),
    ("Evidence", ["docs/evidence.md", "docs/benchmarks.md", "docs/papers/README.md", "docs/papers/senin.md",
                  "docs/papers/lbg.md", "docs/papers/smith.md", "docs/papers/sulaiman.md", "docs/papers/recomputed.md",
                  "docs/papers/seeds.md"]),
    ("Project", ["docs/architecture.md", "docs/dependencies.md", "CONTRIBUTING.md", "CHANGELOG.md"]),
]
FURTHER = ["docs/**/*.md", "integrations/*/README.md", "bindings/*/README.md"]
START = "README.md"
EXAMPLES = "examples.md"


def chapters_of(source: Path) -> List[Tuple[str, List[str]]]:
    """CHAPTERS without pages that do not exist, and with those that are not listed."""
    listed = {page for _, pages in CHAPTERS for page in pages}
    out = [(name, [page for page in pages if (source / page).exists()]) for name, pages in CHAPTERS]
    for pattern in FURTHER:
        for file in sorted(source.glob(pattern)):
            page = file.relative_to(source).as_posix()
            if page not in listed and "/site/" not in page:
                out[3 if page.startswith("bindings") else 1][1].append(page)
    return out


def place_of(page: str) -> str:
    """The path of a page in the site: docs/methods/hybrid.md is methods/hybrid.md, README.md is index.md."""
    if page == START:
        return "index.md"
    if page == "bindings/js/README.md":
        return "javascript.md"
    place = page[len("docs/"):] if page.startswith("docs/") else page
    return re.sub(r"README\.md$", "index.md", place)


class Links:
    """Rewrites the links of pages, and collects which pictures and sources they need."""

    def __init__(self, source: Path, pages: List[str]) -> None:
        self.source = source
        self.pages = set(pages)
        self.pictures: Set[str] = set()
        self.sources: Set[str] = set()
        self.broken: List[str] = []

    def target(self, page: str, link: str) -> str:
        """What the link of a page is in the site; empty if only its text can be shown."""
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            return link
        path, _, anchor = link.partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(page), path))
        here = os.path.dirname(place_of(page))
        if file.startswith("examples") and (self.source / file).is_dir():
            return os.path.relpath(EXAMPLES, here or ".")
        if (self.source / file).is_dir():
            file = os.path.join(file, "README.md")
            if file not in self.pages:
                return ""
        if file in self.pages:
            return os.path.relpath(place_of(file), here or ".") + (f"#{anchor}" if anchor else "")
        if not (self.source / file).exists():
            self.broken.append(f"{page}: links to {link}, which is not there")
            return ""
        if file.endswith((".png", ".jpg", ".svg")):
            self.pictures.add(file)
            return os.path.relpath("pictures/" + file, here or ".")
        self.sources.add(file)
        return os.path.relpath("source/" + file, here or ".") + ".html"

    def rewrite(self, page: str, text: str, symbol_link: Callable[[str], str]) -> str:
        """The text of a page with links of the site; code in backticks that names a symbol becomes a link."""
        out = []
        for part in re.split(r"(^```.*?^```$|^    .*$|(?<!`)`[^`\n]+`(?!`))", text, flags=re.S | re.M):
            if part.startswith(("```", "    ")):
                out.append(part)
            elif part.startswith("`"):
                out.append(symbol_link(part[1:-1]) or part)
            else:
                out.append(part)
        joined = "".join(out)
        return re.sub(r"(!?)\[((?:[^][]|\[[^]]*\])*)\]\(([^)\s]+)\)",
                      lambda match: self.replaced(page, match), joined)

    def replaced(self, page: str, match: "re.Match[str]") -> str:
        target = self.target(page, match.group(3))
        if not target:
            return match.group(2)
        if ".html" in target and not target.startswith("http"):
            return f'<a href="{target}">{as_html(match.group(2))}</a>'
        return f"{match.group(1)}[{match.group(2)}]({target})"


def as_html(text: str) -> str:
    """The text of a link, which may have code in backticks."""
    plain = text.replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"`([^`]*)`", r'<code class="docutils literal">\1</code>', plain)


def symbol_linker(names: Dict[str, str]) -> Callable[[str], str]:
    """Code such as mote_world_detect or mote_world_def.origin as a link to the reference; empty for other code."""
    def link(code: str) -> str:
        name = code[:-2] if code.endswith("()") else code
        return f"{{c:type}}`{code} <{names[name]}>`" if name in names else ""
    return link


def table_of_contents(chapters: List[Tuple[str, List[str]]]) -> str:
    """The hidden lists of pages at the end of the start page, which become the navigation."""
    out = []
    for name, pages in chapters:
        out += ["", "```{toctree}", ":hidden:", f":caption: {name}", ":maxdepth: 1", ""]
        out += [re.sub(r"\.md$", "", place_of(page)) for page in pages] + ["```"]
        if name == "Guide":
            out[-1:] = ["examples", "reference/index", "```"]
    return "\n".join(out) + "\n"


def opening_of(file: Path) -> str:
    """The comment that a program starts with."""
    lines = []
    for line in file.read_text(encoding="utf-8").split("\n"):
        if not line.startswith("//"):
            break
        lines.append(line[2:].strip())
    return " ".join(lines)


def list_of_examples(source: Path) -> str:
    """The page of all programs of examples/, each with its opening comment."""
    out = ["# Examples", "", "Small programs, each about one topic. The tests build and run them, and compare their output."]
    for name, folder in [("Programs", "examples"), ("The steps of the [tutorial](tutorial.md)", "examples/tutorial")]:
        out += ["", f"## {name}", "", "| program | what it shows |", "|---|---|"]
        for file in sorted([*(source / folder).glob("*.c"), *(source / folder).glob("*.cpp")]):
            path = file.relative_to(source).as_posix()
            out.append(f'| <a href="source/{path}.html">{file.name}</a> | {opening_of(file)} |')
    return "\n".join(out) + "\n"


def all_pages(source: Path) -> List[str]:
    return [START, *[page for _, pages in chapters_of(source) for page in pages]]


def rewritten_pages(source: Path, names: Dict[str, str]) -> Tuple[Dict[str, str], Links]:
    """The text of each page by its path in the site."""
    pages = all_pages(source)
    links = Links(source, pages)
    out = {place_of(page): links.rewrite(page, (source / page).read_text(encoding="utf-8"), symbol_linker(names))
           for page in pages}
    out[EXAMPLES] = list_of_examples(source)
    out["index.md"] += table_of_contents(chapters_of(source))
    return out, links
