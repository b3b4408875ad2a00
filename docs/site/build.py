"""build.py --out DIR [--command MOTE]: builds the documentation as a static site.
build.py --check: fails if a link leads nowhere, a symbol has no documentation or a function no use; builds nothing.

The sources of Sphinx go to DIR-source: the pages of the repository with links of the site, the reference from the headers,
a page for each source that something links to, and, with a command, pictures of the scenes.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, Set

import cpp
from headers import read_headers, undocumented
from links import broken_links
from pages import rewritten_pages
from reference import names_of, overview, page
from uses import Use, find_uses, unused

SOURCE = Path(__file__).resolve().parents[2]
CPP = SOURCE / "include/mote/mote.hpp"
# Scenes of the gallery, each with a frame in which something meets.
GALLERY = [("character-garment", 111), ("cloth-on-sphere", 195), ("cloth-wound", 110), ("teapot-sphere", 174),
           ("letters-ww", 90), ("tori", 186), ("shuttles-15", 80), ("hand-chair", 60), ("senin-mv", 91),
           ("lbg-many", 102), ("gears", 30), ("twisting-rod", 60)]


class Stage:
    """The folder of Sphinx's sources. A file that stays the same is not written, so that Sphinx does not read it again."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.written: Set[Path] = set()

    def write(self, place: str, content: bytes) -> None:
        path = self.root / place
        self.written.add(path)
        if path.exists() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def write_text(self, place: str, text: str) -> None:
        self.write(place, text.encode("utf-8"))

    def copy(self, place: str, origin: Path) -> None:
        self.write(place, origin.read_bytes())

    def remove_others(self) -> None:
        for path in self.root.rglob("*"):
            if path.is_file() and path not in self.written:
                path.unlink()


def problems() -> List[str]:
    headers = read_headers(SOURCE / "include" / "mote")
    _, links = rewritten_pages(SOURCE, names_of(headers))
    bare = undocumented(headers) + cpp.undocumented(CPP)
    return (links.broken + [f"{one} has no documentation" for one in bare] +
            [f"{one} is used by no example and by no test" for one in unused(headers, find_uses(SOURCE))])


def source_page(path: str) -> str:
    """A file with numbered lines that can be linked to. Tests are not searched: they would hide the pages."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import TextLexer, get_lexer_for_filename
    from pygments.util import ClassNotFound
    try:
        lexer = get_lexer_for_filename(path)
    except ClassNotFound:
        lexer = TextLexer()
    formatter = HtmlFormatter(linenos="inline", linespans="L", cssclass="highlight source")
    html = highlight((SOURCE / path).read_text(encoding="utf-8"), lexer, formatter)
    html = re.sub(r'id="L-(\d+)"', r'id="L\1"', html)
    head = [":orphan:", *([] if path.startswith("examples/") else [":nosearch:"]), "", path, "=" * len(path), ""]
    return "\n".join(head + [".. raw:: html", ""] + ["   " + line for line in html.split("\n")]) + "\n"


def used_files(uses: Dict[str, List[Use]], names: Set[str]) -> Set[str]:
    return {use.path for name in names for use in uses.get(name, [])}


def draw_gallery(command: str, stage: Stage) -> str:
    """Pictures of scenes, and what shows them."""
    shown = ["", "## Pictures", "", "Drawn by `mote draw SCENE --frame N`; faces that meet are red.", "",
             '<div class="gallery">']
    with tempfile.TemporaryDirectory() as folder:
        for scene, frame in GALLERY:
            file = Path(folder) / f"{scene}.png"
            subprocess.run([command, "draw", scene, "--frame", str(frame), "--width", "640", "--height", "440", "--out",
                            str(file)], check=True, stdout=subprocess.DEVNULL)
            stage.copy(f"theme/static/scenes/{scene}.png", file)
            shown.append(f'<figure><img src="_static/scenes/{scene}.png" alt="frame {frame} of {scene}" width="640" '
                         f'height="440" loading="lazy"><figcaption><code>{scene}</code>, frame {frame}</figcaption>'
                         '</figure>')
    return "\n".join([*shown, "</div>", ""])


def version() -> str:
    text = (SOURCE / "include/mote/base.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define MOTE_VERSION_\w+ (\d+)", text))


def fill(stage: Stage, command: str) -> None:
    here = Path(__file__).parent
    for file in [file for file in (here / "theme").rglob("*") if file.is_file()]:
        stage.copy(file.relative_to(here).as_posix(), file)
    headers = read_headers(SOURCE / "include" / "mote")
    names, uses = names_of(headers), find_uses(SOURCE)
    pages, links = rewritten_pages(SOURCE, names)
    if command:
        pages["scenes.md"] += draw_gallery(command, stage)
    for place, text in pages.items():
        stage.write_text(place, text)
    for header in headers:
        stage.write_text(f"reference/{header.path[5:-2]}.rst", page(header, names, uses))
    stage.write_text("conf.py", (here / "conf.py").read_text() + f'release = "{version()}"\n')
    stage.write_text("reference/index.rst", overview(headers, names))
    stage.write_text("reference/cpp.md", cpp.page(CPP))
    for path in links.pictures:
        stage.copy(f"pictures/{path}", SOURCE / path)
    top_level = {name for header in headers for symbol in header.symbols() for name in symbol.names}
    examples = {file.relative_to(SOURCE).as_posix() for file in SOURCE.glob("examples/**/*.c*")}
    for path in sorted({*examples, *links.sources, *used_files(uses, top_level),
                        "include/mote/mote.hpp",
                        *(f"include/{one.path}" for one in headers)}):
        stage.write_text(f"source/{path}.rst", source_page(path))
    stage.remove_others()


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path)
    parser.add_argument("--command", default="")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    wrong = problems()
    print("\n".join(wrong) or "site: all links lead somewhere, every symbol is documented, every function is used")
    if wrong or given.check:
        return 1 if wrong else 0
    staged = Path(f"{given.out}-source")
    fill(Stage(staged), given.command)
    # -a: the navigation of every page has the titles of all others.
    built = subprocess.run([sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-a", "-b", "html", "-j", "2",
                            str(staged), str(given.out)])
    if built.returncode != 0:
        return built.returncode
    broken = broken_links(given.out)
    print("\n".join(broken) or f"site: {len(list(given.out.rglob('*.html')))} pages without a broken link")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
