#!/usr/bin/env python3
"""paper_flips.py FOLDER OTHER...: verdicts of the papers' claims that differ between runs.

Each folder has the NAME.json files of one run of `mote paper all`. Lists the claims whose verdict is not the same in
all of them, and how many are open. Exit code 1 if a verdict differs or more than a fifth are open.
"""

import json
import pathlib
import sys
from typing import Any

Key = tuple[str, str, str, str, str]  # paper, section, claim, reading, column
MAX_OPEN = 0.2


def read_run(folder: pathlib.Path) -> dict[Key, dict[str, Any]]:
    found: dict[Key, dict[str, Any]] = {}
    for path in sorted(folder.glob('*.json')):
        page = json.loads(path.read_text())
        for claim in page['claims']:
            for column in ('letter', 'ours'):
                if claim[column]:
                    key = (page['paper'], claim['section'], claim['claim'], claim['reading'] or '', column)
                    found[key] = claim[column]
    if not found:
        sys.exit(f'paper_flips.py: {folder} has no claims')
    return found


def text_of(estimate: dict[str, Any]) -> str:
    low, value, high = estimate['low'], estimate['value'], estimate['high']
    if value is None:
        return str(estimate['verdict'])
    ends = f' ({low:.4g} to {high:.4g})' if low is not None and high is not None else ''
    return f'{estimate["verdict"]}: {value:.4g}{ends}'


def main() -> int:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folders = [pathlib.Path(name) for name in sys.argv[1:]]
    runs = [read_run(folder) for folder in folders]
    flips, contradictions = 0, 0
    for key in sorted({key for run in runs for key in run}):
        verdicts = {run[key]['verdict'] if key in run else 'missing' for run in runs}
        if len(verdicts) == 1:
            continue
        flips += 1
        contradictions += {'holds', 'fails'} <= verdicts
        print(f'{key[0]} {key[1]}, {key[4]}: {key[2]}' + (f' (read as: {key[3]})' if key[3] else ''))
        for folder, run in zip(folders, runs):
            print(f'    {folder}: {text_of(run[key]) if key in run else "missing"}')
    counts = [sum(estimate['verdict'] == 'open' for estimate in run.values()) for run in runs]
    for folder, run, count in zip(folders, runs, counts):
        print(f'{folder}: {len(run)} verdicts, {count} open')
    print(f'{flips} verdicts differ, {contradictions} of them between holds and fails')
    too_many = any(count > MAX_OPEN * len(run) for run, count in zip(runs, counts))
    if too_many:
        print(f'more than {100 * MAX_OPEN:.0f} % are open')
    return 1 if flips or too_many else 0


if __name__ == '__main__':
    sys.exit(main())
