"""Runs blocks of a page in a shell and compares what they print."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from inventory import Run

HERE = Path(__file__).resolve().parent
IS_LONG = os.environ.get("MOTE_TEST_RUN") == "long"
END = "-- end --"


class Wrong(Exception):
    """What the page says is not what happens."""


def edited(block, edits):
    """The block as it is run. An edit that changes nothing is for another text."""
    text = block.text
    for edit in edits:
        if edit.only_quick and IS_LONG:
            continue
        text, count = re.subn(edit.pattern, edit.to, text, flags=re.M)
        if not count:
            raise Wrong(f"{block}: nothing in this block matches '{edit.pattern}' (inventory.py)")
    # The shell would go on after a failure on the left of &&, even with -e.
    return re.sub(r" && ", "\n", text) if block.language in ("sh", None) else text


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
        self.chosen = [i for i, way in enumerate(document.ways)
                       if isinstance(way, Run) and document.part_of(way) == part]
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
        script = folder / "script.sh"
        script.write_text(self.script())
        page, work, copy = self.document.page, folder / "work", folder / "mote"
        work.mkdir()
        if page.in_copy or "MOTE_COPY" in script.read_text():
            copy_of_sources(self.source, copy)
        at = copy if page.in_copy else self.source if self.part in ("verbs", "blender") else work
        done = subprocess.run(["bash", "-e", "-o", "pipefail", script], cwd=at, env=self.environment(folder, work, copy), text=True,
                              stdin=subprocess.DEVNULL, capture_output=True)
        printed = self.outputs(done.stdout)
        if done.returncode or END not in done.stdout:
            last = self.document.blocks[list(printed)[-1]] if printed else f"{self.document.name}: the setup"
            yield f"{last} fails with exit code {done.returncode}:\n{tail(done.stdout)}\n{tail(done.stderr)}"
        else:
            yield from self.unexpected(printed)

    def environment(self, folder, work, copy):
        out = {**os.environ, "MOTE_SOURCE": str(self.source), "MOTE_BUILD": str(self.build), "MOTE_COPY": str(copy),
               "MOTE_WORK": str(work), "PATH": f"{self.build}:{os.environ['PATH']}"}
        if self.document.page.new_home:
            home = folder / "home"
            home.mkdir()
            out.update(HOME=str(home), XDG_CONFIG_HOME=str(home / ".config"))
        return out

    def unexpected(self, printed):
        for i, found in printed.items():
            expected = self.document.printed_after(i)
            if expected is not None and not ("\n" + without_times(found)).endswith("\n" + without_times(expected)):
                yield f"{self.document.blocks[i + 1]}: printed is\n{found}\nand the text says\n{expected}"

    def outputs(self, stdout):
        """What each block printed, by its number, as far as it was run."""
        out, rest = {}, stdout
        for i in self.chosen:
            _, found, rest = rest.partition(f"\n{mark(self.document.blocks[i])}\n")
            if not found:
                break
            out[i] = re.split(r"\n-- (?:block \S+|end) --\n", rest)[0]
        return out


def mark(block):
    return f"-- block {block} --"


def tail(text, count=40):
    return "\n".join(text.split("\n")[-count:])
