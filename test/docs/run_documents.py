"""Runs the code of the documents, as inventory.py says.

    run_documents.py SOURCE BUILD PART    runs the blocks of one part, with a build of the sources, after a look at all:
                                          each block of each page is executed by some part, or is excused
    run_documents.py SOURCE --list        lists all blocks
    run_documents.py SOURCE --shell PAGE  prints the shell blocks of a page, as they are, as one script

The text that follows a block of commands is what its last command prints, up to times in microseconds. With
MOTE_TEST_RUN=long nothing is shortened.
"""

import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from blocks import pages_of
from document import Document
from inventory import INVENTORY, MAX_EXCUSED, PARTS, Excused, Names, OwnedBy, Quote, Run
from quotes import Programs
from session import Session


KINDS = {Quote: "quoted from programs that tests run", Names: "maps of files, compared with the tree",
         Excused: "excused", type(None): "neither executed nor excused"}


def check_names(files, block):
    """Each file and folder that a map names exists; * stands for letters."""
    words = re.findall(r"(?<![\w/*.-])(?:[\w*.-]+/)*[\w*-]+\.(?:c|h|hpp|ts|md)\b(?![-\w])", block.text)
    words += re.findall(r"^ *((?:[\w-]+/)+)", block.text, re.M)
    for word in words:
        pattern = "(^|/)" + re.escape(word).replace(r"\*", r"[^/]*") + ("" if word.endswith("/") else "$")
        if not any(re.search(pattern, file) for file in files):
            yield f"{block}: there is no {word}"


def check_owner(source, block, way):
    """The test exists, and its file reads the page."""
    file = source / way.file
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    if not re.search(rf"{re.escape(way.test)}(?!\w)", text):
        yield f"{block}: {way.file} does not have '{way.test}'"
    elif block.page not in text and f'"{Path(block.page).name}"' not in text:
        yield f"{block}: {way.file} does not read this page"


def check_parts(source, tests):
    """Each part is run. tests: those of the build, None if it has none."""
    for part, place in PARTS.items():
        if place is None:
            if tests is not None and "docs/documents" not in tests:
                yield f"inventory.py: no test of the build runs the part {part}"
        elif not re.search(rf"test_documents\.sh\b.* {part}\b", (source / place).read_text(encoding="utf-8")):
            yield f"inventory.py: {place} does not run the part {part}"


def check_rules(documents):
    """Each rule is about something."""
    names = {document.name for document in documents}
    yield from (f"inventory.py: there is no page {name}" for name in INVENTORY if name not in names)
    for document in documents:
        yield from (f"inventory.py: no block of {document.name} has a line that begins with '{start}'"
                    for start in document.unused_rules())


def check_excuses(documents):
    """There are few of them."""
    counted = [way for document in documents for way in document.ways if way is not document.page.generated]
    count = sum(isinstance(way, Excused) for way in counted)
    if count > MAX_EXCUSED * len(counted):
        yield f"inventory.py: {count} of {len(counted)} blocks are excused, at most {MAX_EXCUSED:.0%} may be"
    yield from (f"{block}: no block of README.md may be excused" for document in documents
                for block, way in zip(document.blocks, document.ways)
                if document.name == "README.md" and isinstance(way, Excused))


def check_blocks(source, documents, tests):
    """Each block is executed by somebody, or excused."""
    programs = Programs(source)
    files = files_of(source)
    for document in documents:
        for i, (block, way) in enumerate(zip(document.blocks, document.ways)):
            if way is None:
                yield f"{block}: neither executed nor excused (inventory.py)"
            elif isinstance(way, Names):
                yield from check_names(files, block)
            elif isinstance(way, OwnedBy):
                yield from check_owner(source, block, way)
            elif isinstance(way, Quote) and not document.is_printed_by_commands(i):
                yield from programs.check(block, tests)
            elif isinstance(way, Run) and document.part_of(way) not in PARTS:
                yield f"{block}: there is no part {document.part_of(way)}"


def files_of(source):
    return [file.relative_to(source).as_posix() for folder in source.iterdir() if folder.name not in ("build", ".git")
            for file in ([folder] if folder.is_file() else folder.rglob("*")) if "node_modules" not in file.parts]


def registered_tests(build):
    if not (build / "CTestTestfile.cmake").exists():
        return None
    done = subprocess.run(["ctest", "--test-dir", build, "-N"], capture_output=True, text=True, check=True)
    return set(re.findall(r"^ *Test *#\d+: (\S+)$", done.stdout, re.M))


def kind_of(document, i):
    way = document.ways[i]
    if isinstance(way, Run):
        return f"run by the part {document.part_of(way)}"
    if isinstance(way, OwnedBy):
        return f"{'generated' if way is document.page.generated else 'run'} by {way.file}"
    if document.is_printed_by_commands(i):
        return "printed by commands"
    return KINDS[type(way)]


def summary(documents):
    """The counts, and the reasons."""
    counts = Counter(kind_of(document, i) for document in documents for i in range(len(document.blocks)))
    excused, neither, maps = counts[KINDS[Excused]], counts[KINDS[type(None)]], counts[KINDS[Names]]
    generated = sum(count for kind, count in counts.items() if kind.startswith("generated"))
    executed = counts.total() - generated - maps - excused - neither
    lines = [f"documents: {counts.total() - generated} blocks: {executed} executed, {maps} maps compared with the tree, "
             f"{excused} excused, {neither} neither; beside them {generated} that are generated and compared"]
    lines += [f"{count:5} {kind}" for kind, count in counts.most_common()]
    lines += [f"      {block}: {way.reason}" for document in documents
              for block, way in zip(document.blocks, document.ways) if isinstance(way, Excused)]
    return "\n".join(lines)


def print_list(documents):
    for document in documents:
        for i, block in enumerate(document.blocks):
            print(f"{block}: {kind_of(document, i)}")


def print_shell(source, page):
    """For a machine on which nothing is installed yet. A failure ends the script, on the left of && too."""
    document = Document(source, page)
    print("set -ex")
    for block, way in zip(document.blocks, document.ways):
        if block.language == "sh" or block.language is None and isinstance(way, Run):
            print(f"# {block}\n" + block.text.replace(" && ", "\n"), end="")


def run_part(source, build, part, documents):
    """The errors, none if all is well."""
    sessions = [Session(source, build, document, part) for document in documents if part in document.parts()]
    # Verbs build in the same folders.
    with ThreadPoolExecutor(1 if part == "verbs" else 2) as pool:
        errors = [error for found in pool.map(lambda session: list(session.run()), sessions) for error in found]
    for session in sorted(sessions, key=lambda session: -session.seconds):
        print(f"{session.seconds:6.1f} s  {len(session.chosen):3} blocks of {session.document.name}")
    return errors


def main():
    source = Path(sys.argv[1]).resolve()
    if sys.argv[2] == "--shell":
        return print_shell(source, sys.argv[3])
    documents = [Document(source, page) for page in pages_of(source)]
    if sys.argv[2] == "--list":
        return print_list(documents)
    build, part = Path(sys.argv[2]).resolve(), sys.argv[3]
    tests = registered_tests(build)
    wrong = [*check_parts(source, tests), *check_rules(documents), *check_excuses(documents),
             *check_blocks(source, documents, tests), *run_part(source, build, part, documents)]
    print(summary(documents))
    print("\n".join(wrong) or f"documents: the part {part} does what the pages say")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
