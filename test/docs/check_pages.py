"""check_pages.py SOURCE: what the pages say about files is true. Their blocks of code are run by run_documents.py.

- Every link leads to a file that is there, and to a heading of it if it names one.
- README.md shows examples/hello.c from its first line to its last.
- CITATION.cff has the version of the library.
"""

import re
import sys
from pathlib import Path
from urllib.parse import unquote

from blocks import pages_of


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
    wrong = []
    for page in pages_of(source):
        wrong += check_links(source, page, (source / page).read_text(encoding="utf-8"))
    hello = (source / "examples/hello.c").read_text(encoding="utf-8")
    if f"```c\n{hello}```" not in (source / "README.md").read_text(encoding="utf-8"):
        wrong.append("README.md: does not show all of examples/hello.c")
    tutorial = (source / "docs/tutorial.md").read_text(encoding="utf-8")
    wrong += [f"docs/tutorial.md: does not run {file.stem}" for file in (source / "examples/tutorial").glob("*.c")
              if f"\n./{file.stem}\n" not in tutorial]
    version = ".".join(re.findall(r"#define MOTE_VERSION_\w+ (\d+)", (source / "include/mote/base.h").read_text()))
    if f"\nversion: {version}\n" not in (source / "CITATION.cff").read_text():
        wrong.append(f"CITATION.cff: the version is not {version}")
    print("\n".join(wrong) or "pages: all links lead somewhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
