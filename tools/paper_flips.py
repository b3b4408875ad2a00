#!/usr/bin/env python3
"""paper_flips.py FOLDER OTHER...: verdicts of the papers' claims that differ between runs.

Each folder has the NAME.json files of one run of `mote paper all`. Lists the runs, the claims whose verdict is not the
same in all of them, and how many are open, as Markdown: docs/papers/seeds.md. Exit code 1 if a verdict differs or more
than a fifth are open.
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


def name_of(folder: pathlib.Path, run: dict[Key, dict[str, Any]]) -> str:
    """The seed set and the dates of a run."""
    pages = [json.loads(path.read_text()) for path in sorted(folder.glob('*.json'))]
    sets = ', '.join(sorted({str(page['seed_set']) for page in pages}))
    dates = ', '.join(sorted({page['date'] for page in pages}))
    quick = ', quick' if any(page['quick'] for page in pages) else ''
    count = sum(estimate['verdict'] == 'open' for estimate in run.values())
    return f'set {sets} ({dates}{quick}): {len(run)} verdicts, {count} open'


def main() -> int:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folders = [pathlib.Path(name) for name in sys.argv[1:]]
    runs = [read_run(folder) for folder in folders]
    print('# Verdicts with other sets of seeds\n\nWritten by `tools/paper_seeds.sh`.\n')
    for folder, run in zip(folders, runs):
        print(f'- {name_of(folder, run)}')
    flips, contradictions = 0, 0
    lines = []
    for key in sorted({key for run in runs for key in run}):
        verdicts = {run[key]['verdict'] if key in run else 'missing' for run in runs}
        if len(verdicts) == 1:
            continue
        flips += 1
        contradictions += {'holds', 'fails'} <= verdicts
        lines.append(f'- {key[0]} {key[1]}, {key[4]}: {key[2]}' + (f' (read as: {key[3]})' if key[3] else ''))
        for run in runs:
            lines.append(f'  - {text_of(run[key]) if key in run else "missing"}')
    print(f'\n{flips} verdicts differ, {contradictions} of them between holds and fails.')
    if lines:
        print('\n' + '\n'.join(lines))
    too_many = any(sum(e['verdict'] == 'open' for e in run.values()) > MAX_OPEN * len(run) for run in runs)
    if too_many:
        print(f'\nMore than {100 * MAX_OPEN:.0f} % are open.')
    return 1 if flips or too_many else 0


if __name__ == '__main__':
    sys.exit(main())
