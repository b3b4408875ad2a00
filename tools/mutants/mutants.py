#!/usr/bin/env python3
"""Mutation tests of the papers' rules.

Each list in this folder (*.txt, except survivors.txt) holds mutants of published rules, written by hand:

    file src/papers/senin/forces.c
    tests papers/senin/forces papers/senin/senin

    mutant senin-repulsion-attracts
    rule 3.3: particles of the same type repel each other
    - sums[k] -= logs[k];
    + sums[k] += logs[k];

`file` and `tests` hold until the next ones. The text of the `-` lines must occur exactly once in the file; the `+`
lines replace it. A mutant is killed if one of the tests fails. Those that survive are in survivors.txt, each with the
reason.

The sources are not touched: a mutated file is compiled in a folder of its own and linked before the library, whose own
object of that file is then not used. A mutated header is found before the real one, and all sources of its folder are
compiled again.
"""

import argparse
import concurrent.futures
import dataclasses
import fnmatch
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTS = pathlib.Path(__file__).resolve().parent
SURVIVORS = LISTS / 'survivors.txt'
MIN_KILLED = 0.95
MIN_MUTANTS = 150
CMOCKA_ERROR = '[  ERROR   ]'


class Broken(Exception):
    """The lists, the build or the tests are not in order: nothing can be said about mutants."""


@dataclasses.dataclass
class Mutant:
    name: str
    rule: str
    file: str
    tests: list[str]
    old: str
    new: str
    where: str  # in the list


@dataclasses.dataclass
class Outcome:
    mutant: Mutant
    killer: str  # the test that failed; empty if none did
    seconds: float


# ------------------------------------------------------------------------------------------------
# Lists

def read_list(path: pathlib.Path) -> list[Mutant]:
    mutants: list[Mutant] = []
    file, tests = '', []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where = f'{path.name}:{number}'
        word, _, rest = line.partition(' ')
        if not line.strip() or line.startswith('#'):
            continue
        if word == 'file':
            file = rest
        elif word == 'tests':
            tests = rest.split()
        elif word == 'mutant':
            mutants.append(Mutant(rest, '', file, tests, '', '', where))
        elif not mutants:
            raise Broken(f'{where}: expected file, tests or mutant')
        elif word == 'rule':
            mutants[-1].rule = rest
        elif word == '-':
            mutants[-1].old += ('\n' if mutants[-1].old else '') + rest
        elif word == '+':
            mutants[-1].new += ('\n' if mutants[-1].new else '') + rest
        else:
            raise Broken(f'{where}: expected file, tests, mutant, rule, - or +, not {word!r}')
    return mutants


def read_survivors() -> dict[str, str]:
    reasons = {}
    for line in SURVIVORS.read_text().splitlines():
        if not line.strip() or line.startswith('#'):
            continue
        name, _, reason = line.partition(': ')
        reasons[name] = reason.strip()
    return reasons


def source_of_test(test: str) -> pathlib.Path:
    folder, _, name = test.rpartition('/')
    return ROOT / 'test' / folder / f'test_{name}.c'


def mutated_text(mutant: Mutant) -> str:
    text = (ROOT / mutant.file).read_text()
    return text.replace(mutant.old, mutant.new)


def problems_of(mutant: Mutant) -> list[str]:
    found = []
    path = ROOT / mutant.file
    count = path.read_text().count(mutant.old) if path.is_file() and mutant.old else 0
    if not path.is_file():
        found.append(f'there is no file {mutant.file!r}')
    elif count != 1:
        found.append(f'its text occurs {count} times in {mutant.file}, expected once: {mutant.old!r}')
    if mutant.old == mutant.new:
        found.append('it changes nothing')
    if not mutant.rule:
        found.append('it names no rule')
    if not mutant.tests:
        found.append('it has no tests')
    found += [f'there is no test {t}' for t in mutant.tests if not source_of_test(t).is_file()]
    return [f'{mutant.where}: {mutant.name}: {problem}' for problem in found]


def read_all() -> tuple[list[Mutant], dict[str, str]]:
    """All mutants and the reasons of survivors. Fails with all that is wrong with them."""
    mutants: list[Mutant] = []
    for path in sorted(LISTS.glob('*.txt')):
        if path != SURVIVORS:
            mutants += read_list(path)
    problems = [problem for mutant in mutants for problem in problems_of(mutant)]
    names = [mutant.name for mutant in mutants]
    problems += [f'{name}: two mutants have this name' for name in sorted(set(names)) if names.count(name) > 1]
    reasons = read_survivors()
    problems += [f'survivors.txt: there is no mutant {name}' for name in reasons if name not in names]
    problems += [f'survivors.txt: {name} has no reason' for name, reason in reasons.items() if not reason]
    if len(mutants) < MIN_MUTANTS:
        problems.append(f'there are {len(mutants)} mutants, expected at least {MIN_MUTANTS}')
    if problems:
        raise Broken('\n'.join(problems))
    return mutants, reasons


# ------------------------------------------------------------------------------------------------
# Building and running

def target_of(test: str) -> str:
    return 'test_' + test.replace('/', '_')


class Build:
    """A build folder of Ninja in which the tests are built, and how it compiles and links."""

    def __init__(self, folder: pathlib.Path, tests: list[str]):
        self.folder = folder
        self.commands = json.loads((folder / 'compile_commands.json').read_text())
        built = subprocess.run(['ninja', '-C', str(folder)] + [target_of(t) for t in tests],
                               capture_output=True, text=True)
        if built.returncode != 0:
            raise Broken(f'the tests cannot be built in {folder}:\n{built.stdout[-4000:]}{built.stderr}')
        self.links = {test: self.link_command(test) for test in tests}
        self.seconds: dict[str, float] = {}

    def link_command(self, test: str) -> list[str]:
        lines = subprocess.run(['ninja', '-C', str(self.folder), '-t', 'commands', target_of(test)],
                               check=True, capture_output=True, text=True).stdout.splitlines()
        words = shlex.split(lines[-1])
        return words[words.index('&&') + 1:len(words) - words[::-1].index('&&') - 1]

    def run_all_once(self) -> None:
        """Without mutants every test passes; how long each takes limits how long a mutant may run."""
        for test in self.links:
            started = time.monotonic()
            if not self.passes(self.folder / target_of(test), 600):
                raise Broken(f'{test} fails without a mutant')
            self.seconds[test] = time.monotonic() - started

    def passes(self, program: pathlib.Path, limit: float) -> bool:
        environment = dict(os.environ, MOTE_TEST_RUN='quick', MOTE_COMMAND=str(self.folder / 'mote'))
        with subprocess.Popen([str(program)], cwd=self.folder, env=environment, text=True, errors='replace',
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
            # A rule without an end is a rule that is broken.
            timer = threading.Timer(limit, process.kill)
            timer.start()
            assert process.stderr
            for line in process.stderr:
                if CMOCKA_ERROR in line:  # the tests after it need not run
                    process.kill()
            timer.cancel()
        return process.returncode == 0

    def sources_to_compile(self, mutant: Mutant) -> list[pathlib.Path]:
        path = ROOT / mutant.file
        return [path] if path.suffix == '.c' else sorted(path.parent.glob('*.c'))

    def compile(self, mutant: Mutant, work: pathlib.Path) -> list[str]:
        """The objects of the mutant: one per kernel pass of each file that it changes."""
        text, relative = mutated_text(mutant), pathlib.Path(mutant.file).relative_to('src')
        copy = work / relative
        copy.parent.mkdir(parents=True)
        copy.write_text(text)
        objects: list[str] = []
        for source in self.sources_to_compile(mutant):
            for entry in self.commands:
                if pathlib.Path(entry['file']) != source:
                    continue
                out = str(work / f'{len(objects)}.o')
                words = [w for w in shlex.split(entry['command']) if w != '-Werror']
                words[words.index('-o') + 1] = out
                words[-1] = str(copy if source.name == copy.name else source)
                words[1:1] = ['-w', f'-I{work}']
                result = subprocess.run(words, cwd=entry['directory'], capture_output=True, text=True)
                if result.returncode != 0:
                    raise Broken(f'{mutant.name} does not compile:\n{result.stderr}')
                objects.append(out)
        return objects

    def link(self, test: str, objects: list[str], out: pathlib.Path) -> None:
        words = list(self.links[test])
        at = words.index('-o')
        words[at + 1] = str(out)
        result = subprocess.run(words[:at] + objects + words[at:], cwd=self.folder, capture_output=True, text=True)
        if result.returncode != 0:
            raise Broken(f'{test} does not link:\n{result.stderr}')

    def try_mutant(self, mutant: Mutant) -> Outcome:
        started, killer = time.monotonic(), ''
        work = pathlib.Path(tempfile.mkdtemp(dir=self.folder, prefix='mutant-'))
        try:
            objects = self.compile(mutant, work)
            for test in mutant.tests:
                self.link(test, objects, work / 'test')
                if not self.passes(work / 'test', 20 + 20 * self.seconds[test]):
                    killer = test
                    break
        finally:
            shutil.rmtree(work)
        return Outcome(mutant, killer, time.monotonic() - started)


# ------------------------------------------------------------------------------------------------
# The campaign

def run_all(build: Build, mutants: list[Mutant], jobs: int) -> list[Outcome]:
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for outcome in pool.map(build.try_mutant, mutants):
            verdict = f'killed by {outcome.killer}' if outcome.killer else 'SURVIVED'
            print(f'{outcome.mutant.name:52} {outcome.seconds:6.1f} s  {verdict}', flush=True)
            outcomes.append(outcome)
    return outcomes


def judge(outcomes: list[Outcome], reasons: dict[str, str]) -> bool:
    survivors = [o.mutant for o in outcomes if not o.killer]
    killed = len(outcomes) - len(survivors)
    print(f'\n{len(outcomes)} mutants, {killed} killed ({100 * killed / len(outcomes):.1f} %), '
          f'{len(survivors)} survived')
    for mutant in survivors:
        print(f'  {mutant.name} ({mutant.file}, {mutant.rule}): {reasons.get(mutant.name, "NO REASON")}')
    killed_now = [o.mutant.name for o in outcomes if o.killer and o.mutant.name in reasons]
    for name in killed_now:
        print(f'  {name} is killed now: take it out of survivors.txt')
    enough = killed >= MIN_KILLED * len(outcomes)
    if not enough:
        print(f'fewer than {100 * MIN_KILLED:.0f} % were killed')
    return enough and not killed_now and all(m.name in reasons for m in survivors)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description='Mutation tests of the rules of the papers.')
    parser.add_argument('--check', action='store_true', help='only check that all lists fit the sources')
    parser.add_argument('--build', default='build/mutants', help='build folder of Ninja; default build/mutants')
    parser.add_argument('--only', default='*', help='names of mutants, with wildcards and commas')
    parser.add_argument('--file', default='*', help='files of src/, with wildcards')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--sample', type=int, default=0, help='try only so many, spread over the lists')
    return parser.parse_args()


def main() -> int:
    given = arguments()
    try:
        mutants, reasons = read_all()
        if given.check:
            print(f'{len(mutants)} mutants fit the sources')
            return 0
        mutants = [m for m in mutants if fnmatch.fnmatch(m.file, given.file) and
                   any(fnmatch.fnmatch(m.name, name) for name in given.only.split(','))]
        if given.sample:
            mutants = [m for m in mutants if m.name not in reasons]
            mutants = mutants[::max(1, len(mutants) // given.sample)][:given.sample]
        if not mutants:
            raise Broken('no mutant is selected')
        folder = pathlib.Path(given.build).resolve()
        tests = sorted({test for mutant in mutants for test in mutant.tests})
        build = Build(folder, tests)
        build.run_all_once()
        return 0 if judge(run_all(build, mutants, given.jobs), reasons) else 1
    except Broken as problem:
        print(f'mutants: {problem}', file=sys.stderr)
        return 2


if __name__ == '__main__':
    sys.exit(main())
