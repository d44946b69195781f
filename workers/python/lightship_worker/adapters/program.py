"""Runs a program of another maker, and turns its labels into the result of a job."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from pathlib import Path
from typing import Any, Sequence

import numpy as np

from lightship_worker.problems import BadInput, Stopped
from lightship_worker.volume.image import is_same_grid, read_image, write_labels


def run_program(command: Sequence[str], environment: dict[str, str], stopped: threading.Event) -> None:
    """Raises BadInput if it ends with an error; its output is not shown, because it names files."""
    process = subprocess.Popen(
        list(command), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **environment}
    )
    try:
        while True:
            try:
                code = process.wait(timeout=0.5)
                break
            except subprocess.TimeoutExpired:
                if stopped.is_set():
                    raise Stopped from None
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
    if code != 0:
        raise BadInput(f'The program ended with code {code}')


def keep_labels(found: Path, image: Path, out: Path, titles: dict[int, str], started: float) -> dict[str, Any]:
    """Checks that the labels lie on the grid of the image, writes them and returns the summary. `titles`: by value, 1 to 255."""
    labels, grid = read_image(found), read_image(image).grid
    if not is_same_grid(labels.grid, grid):
        raise BadInput('The program answered on another grid')
    result = np.rint(labels.voxels).astype(np.int64)
    if not titles or min(titles) < 1 or max(titles) > 255 or not np.isin(result, [0, *titles]).all():
        raise BadInput('The program answered with labels that it does not name')
    write_labels(out, result.astype(np.uint8), grid)
    millilitres = abs(float(np.linalg.det(grid.affine[:3, :3]))) / 1000
    counts = np.bincount(result.ravel(), minlength=256)
    return {
        'classes': [
            {'value': value, 'title': title, 'voxels': int(counts[value]), 'ml': int(counts[value]) * millilitres}
            for value, title in sorted(titles.items())
        ],
        'entropy': None,
        'unlike': [],
        'seconds': round(time.monotonic() - started, 3),
    }


def title_of(name: str) -> str:
    """From a name such as kidney_left."""
    words = name.replace('_', ' ').strip()
    return words[:1].upper() + words[1:]
