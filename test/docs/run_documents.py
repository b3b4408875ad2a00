"""Runs the code of the documents, as inventory.py says.

    run_documents.py SOURCE BUILD PART    runs the blocks of one part (PARTS in inventory.py), with a build of the sources,
                                          after a look at all: each block of each page is executed by a part or is excused
    run_documents.py SOURCE --list        lists all blocks
    run_documents.py SOURCE --shell PAGE  prints the shell blocks of a page, as they are, as one script

The text that follows a block of commands is what its last command prints, up to times in microseconds. With
MOTE_TEST_RUN=long nothing is shortened.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from blocks import pages_of, read_blocks
from inventory import DEFAULTS, INVENTORY, MOST_EXCUSED, PARTS, Excused, Names, OwnedBy, Page, Quote, Run
from quotes import Programs

HERE = Path(__file__).resolve().parent
IS_LONG = os.environ.get("MOTE_TEST_RUN") == "long"


class Wrong(Exception):
    """What the page says is not what happens."""


class Document:
    """A page, its blocks and how each is executed."""

    def __init__(self, source, name):
        self.name = name
        self.page = INVENTORY.get(name, Page())
        self.blocks = read_blocks(source, name)
        self.ways = [self.way_of(block) for block in self.blocks]

    def way_of(self, block):
        """None if nothing says how the block is executed."""
        starts = [start for start in self.page.rules
                  if any(line.startswith(start) for line in block.lines)]
        if starts:
            return self.page.rules[max(starts, key=len)]
        return self.page.generated or DEFAULTS.get(block.language)

    def part_of(self, way):
        return way.part or self.page.part

    def unused_rules(self):
        return [start for start, way in self.page.rules.items() if not any(one is way for one in self.ways)]

    def parts(self):
        return {self.part_of(way) for way in self.ways if isinstance(way, Run)}

    def printed_after(self, i):
        """The text that the block prints, or None."""
        if i + 1 < len(self.blocks) and self.blocks[i + 1].language == "text" and isinstance(self.ways[i], Run):
            return self.blocks[i + 1].text
        return None


def edited(block, edits):
    """The block as it is run. An edit that changes nothing is for another text."""
    text = block.text
    for edit in edits:
        if edit.only_quick and IS_LONG:
            continue
        text, count = re.subn(edit.pattern, edit.to, text, flags=re.M)
        if not count:
            raise Wrong(f"{block}: nothing in this block matches '{edit.pattern}' (inventory.py)")
    return text


def without_times(text):
    return re.sub(r"[0-9.]+ us\b", "N us", text)


def copy_of_sources(source, to):
    names = subprocess.run(["git", "-C", source, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                           capture_output=True, text=True)
    if names.returncode != 0:
        shutil.copytree(source, to, ignore=shutil.ignore_patterns("build", "node_modules"))
        return
    for name in filter(None, names.stdout.split("\0")):
        if (source / name).exists():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / name, to / name)


class Session:
    """The blocks of a page that belong to one part, in one shell."""

    def __init__(self, source, build, document, part):
        self.source, self.build, self.document, self.part = source, build, document, part
        self.chosen = [i for i, way in enumerate(document.ways) if isinstance(way, Run) and document.part_of(way) == part]
        self.seconds = 0.0

    def script(self):
        lines = [f". '{HERE}/session.sh'", self.document.page.setup.get(self.part, "")]
        for i in self.chosen:
            block, way = self.document.blocks[i], self.document.ways[i]
            shell = way.shell.replace("BLOCK", edited(block, way.edits))
            lines += [f"printf '\\n%s\\n' '{mark(block)}'", shell.rstrip("\n")]
        return "\n".join([*lines, f"printf '\\n%s\\n' '{END}'"]) + "\n"

    def run(self):
        """The errors, none if all is well."""
        started = time.monotonic()
        with tempfile.TemporaryDirectory(dir=self.parent_folder()) as folder:
            try:
                yield from self.run_in(Path(folder))
            except Wrong as wrong:
                yield str(wrong)
        self.seconds = time.monotonic() - started

    def parent_folder(self):
        """Packages of npm that refer to themselves are found below the package only."""
        return self.source / "bindings/js/dist" if self.part == "js" else None

    def run_in(self, folder):
        script = self.script()
        page, work = self.document.page, folder / "work"
        work.mkdir()
        copy = folder / "mote"
        if page.in_copy or "MOTE_COPY" in script:
            copy_of_sources(self.source, copy)
        (folder / "home").mkdir()
        environment = {**os.environ, "MOTE_SOURCE": str(self.source), "MOTE_BUILD": str(self.build), "MOTE_COPY": str(copy),
                       "MOTE_WORK": str(work), "PATH": f"{self.build}:{os.environ['PATH']}"}
        if page.new_home:
            environment.update(HOME=str(folder / "home"), XDG_CONFIG_HOME=str(folder / "home/.config"))
        at = copy if page.in_copy else self.source if self.part in ("verbs", "blender") else work
        done = subprocess.run(["sh", "-e"], input=script, cwd=at, env=environment, capture_output=True, text=True)
        printed = self.outputs(done.stdout)
        if done.returncode or END not in done.stdout:
            last = self.document.blocks[list(printed)[-1]] if printed else f"{self.document.name}: the setup"
            yield (f"{last} fails with exit code {done.returncode}:\n{tail(done.stdout)}\n{tail(done.stderr)}")
            return
        for i, found in printed.items():
            expected = self.document.printed_after(i)
            if expected is not None and not ("\n" + without_times(found)).endswith("\n" + without_times(expected)):
                yield f"{self.document.blocks[i + 1]}: printed is\n{found}\nand the text says\n{expected}"

    def outputs(self, stdout):
        """What each block printed, by its number, as far as it was run."""
        out, rest = {}, stdout
        for i in self.chosen:
            before, found, rest = rest.partition(f"\n{mark(self.document.blocks[i])}\n")
            if not found:
                break
            out[i] = re.split(r"\n-- (?:block \S+|end) --\n", rest)[0]
        return out


END = "-- end --"


def mark(block):
    return f"-- block {block} --"


def tail(text, count=40):
    return "\n".join(text.split("\n")[-count:])


def missing_names(source_files, block):
    """The files and folders that a map names and that do not exist; * stands for letters."""
    words = re.findall(r"(?<![\w/*.-])(?:[\w*.-]+/)*[\w*-]+\.(?:c|h|hpp|ts|md)\b(?![-\w])", block.text)
    words += [word for word in re.findall(r"^ *((?:[\w-]+/)+)", block.text, re.M)]
    for word in words:
        pattern = "(^|/)" + re.escape(word).replace(r"\*", r"[^/]*") + ("" if word.endswith("/") else "$")
        if not any(re.search(pattern, file) for file in source_files):
            yield f"{block}: there is no {word}"


def registered_tests(build):
    done = subprocess.run(["ctest", "--test-dir", build, "-N"], capture_output=True, text=True, check=True)
    return set(re.findall(r"^ *Test *#\d+: (\S+)$", done.stdout, re.M))


def check_owner(source, block, way):
    """The test exists, and reads the page."""
    file = source / way.file
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    if not re.search(rf"\bdef {way.test}\b", text):
        yield f"{block}: {way.file} has no test {way.test}"
    elif block.page not in text and f'"{block.page.split("/")[-1]}"' not in text:
        yield f"{block}: {way.file} does not read this page"


def check_parts(source, tests):
    for part, place in PARTS.items():
        if place is None:
            if tests is not None and "docs/documents" not in tests:
                yield f"inventory.py: no test of the build runs the part {part}"
        elif not re.search(rf"test_documents\.sh\b.* {part}\b(?! )", (source / place).read_text(encoding="utf-8"), re.M):
            yield f"inventory.py: {place} does not run the part {part}"


def check_inventory(source, documents, build):
    """Whether every block is executed or excused, and every rule is of use."""
    tests = registered_tests(build) if build else None
    yield from check_parts(source, tests)
    names = {document.name for document in documents}
    yield from (f"inventory.py: there is no page {name}" for name in INVENTORY if name not in names)
    programs = Programs(source)
    files = [file.relative_to(source).as_posix() for folder in source.iterdir() if folder.name not in ("build", ".git")
             for file in ([folder] if folder.is_file() else folder.rglob("*")) if "node_modules" not in file.parts]
    for document in documents:
        yield from (f"inventory.py: {document.name} has no block that begins with '{start}'"
                    for start in document.unused_rules())
        for i, (block, way) in enumerate(zip(document.blocks, document.ways)):
            if way is None:
                yield f"{block}: neither executed nor excused (inventory.py)"
            elif isinstance(way, Names):
                yield from missing_names(files, block)
            elif isinstance(way, OwnedBy):
                yield from check_owner(source, block, way)
            elif isinstance(way, Quote) and not (i and document.printed_after(i - 1)):
                yield from programs.check(block, tests)
            elif isinstance(way, Run) and document.part_of(way) not in PARTS:
                yield f"{block}: there is no part {document.part_of(way)}"
    excused = sum(isinstance(way, Excused) for document in documents for way in document.ways)
    total = sum(way is not None for document in documents for way in document.ways if way is not document.page.generated)
    if excused > MOST_EXCUSED * total:
        yield f"inventory.py: {excused} of {total} blocks are excused"
    yield from (f"{document.name}: no block may be excused" for document in documents if document.name == "README.md"
                and any(isinstance(way, Excused) for way in document.ways))


def summary(documents):
    """The counts, and the reasons."""
    counts, excuses = {}, []
    for document in documents:
        for block, way in zip(document.blocks, document.ways):
            if isinstance(way, Run):
                kind = f"run by the part {document.part_of(way)}"
            elif isinstance(way, OwnedBy):
                kind = f"{'generated' if way is document.page.generated else 'run'} by {way.test} of {way.file}"
            else:
                kind = {Quote: "quoted from programs that tests run", Names: "maps of files, compared with the tree",
                        Excused: "excused", type(None): "neither executed nor excused"}[type(way)]
            counts[kind] = counts.get(kind, 0) + 1
            if isinstance(way, Excused):
                excuses.append(f"  {block}: {way.reason}")
    order = sorted(counts.items(), key=lambda one: (one[0] == "excused", -one[1]))
    return "\n".join([f"documents: {sum(counts.values())} blocks", *(f"{count:5} {kind}" for kind, count in order), *excuses])


def print_shell(source, page):
    """As it is: for a machine on which nothing is installed yet."""
    document = Document(source, page)
    print("set -ex")
    for block, way in zip(document.blocks, document.ways):
        if block.language == "sh" or block.language is None and isinstance(way, Run):
            print(f"# {block}\n{block.text}", end="")


def run_part(source, build, part, documents):
    sessions = [Session(source, build, document, part) for document in documents if part in document.parts()]
    # Verbs build in the same folders.
    with ThreadPoolExecutor(1 if part == "verbs" else 2) as pool:
        wrong = [error for errors in pool.map(lambda session: list(session.run()), sessions) for error in errors]
    for session in sorted(sessions, key=lambda session: -session.seconds):
        print(f"{session.seconds:6.1f} s  {len(session.chosen):3} blocks of {session.document.name}")
    return wrong


def main():
    source = Path(sys.argv[1]).resolve()
    if sys.argv[2] == "--shell":
        return print_shell(source, sys.argv[3])
    documents = [Document(source, page) for page in pages_of(source)]
    if sys.argv[2] == "--list":
        for document in documents:
            for block, way in zip(document.blocks, document.ways):
                print(f"{block}: {block.language or ''} {type(way).__name__} {way.part or document.page.part if isinstance(way, Run) else ''}")
        return print(summary(documents))
    build, part = Path(sys.argv[2]).resolve(), sys.argv[3]
    has_tests = (build / "CTestTestfile.cmake").exists()
    wrong = list(check_inventory(source, documents, build if has_tests else None))
    wrong += run_part(source, build, part, documents)
    print(summary(documents))
    print("\n".join(wrong) or f"documents: the part {part} does what the pages say")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
