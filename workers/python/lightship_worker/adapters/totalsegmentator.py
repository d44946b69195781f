"""TotalSegmentator, installed beside the worker (https://github.com/wasserth/TotalSegmentator). Could not be run where this was written."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Sequence

from lightship_worker.adapters.program import keep_labels, run_program, title_of
from lightship_worker.problems import BadInput

# Model of the job: task of the program, and whether its faster version of 6 mm is used.
MODELS = {'total': ('total', False), 'total6mm': ('total', True), 'total-mr': ('total_mr', False), 'total-mr6mm': ('total_mr', True)}

_NAMES = 'import json, sys; from totalsegmentator.map_to_binary import class_map; print(json.dumps(class_map[sys.argv[1]]))'


def command_of(program: str, model: str, image: Path, out: Path) -> list[str]:
    """One file with all labels."""
    task, is_fast = MODELS[model]
    return [program, '-i', str(image), '-o', str(out), '--ml', '--task', task, *(['--fastest'] if is_fast else [])]


def run_totalsegmentator(model: str, images: Sequence[Path], folder: Path, programs: dict[str, str], stopped: threading.Event) -> dict[str, Any]:
    """Raises BadInput, Stopped."""
    started = time.monotonic()
    found = folder / 'work' / 'found.nii.gz'
    run_program(command_of(programs['totalsegmentator'], model, images[0], found), {}, stopped)
    titles = _titles(programs['totalsegmentator'], MODELS[model][0])
    return keep_labels(found, images[0], folder / 'out' / 'labels.nii.gz', titles, started)


def _titles(program: str, task: str) -> dict[int, str]:
    """The installed package knows its labels; its Python stands beside the program."""
    beside = Path(program).resolve().parent / 'python3'
    python = str(beside) if beside.exists() else sys.executable
    try:
        answer = subprocess.run([python, '-c', _NAMES, task], capture_output=True, timeout=120, check=True).stdout
        return {int(value): title_of(name) for value, name in json.loads(answer.splitlines()[-1]).items()}
    except (subprocess.SubprocessError, OSError, ValueError, IndexError) as error:
        raise BadInput('TotalSegmentator does not tell what its labels mean') from error
