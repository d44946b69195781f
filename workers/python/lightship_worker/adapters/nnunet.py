"""nnU-Net v2 with trained models in a folder (https://github.com/MIC-DKFZ/nnUNet). Could not be run where this was written."""

from __future__ import annotations

import gzip
import json
import re
import threading
import time
from pathlib import Path
from typing import Any, Sequence

from lightship_worker.adapters.program import keep_labels, run_program, title_of
from lightship_worker.problems import BadInput


def models_of_nnunet(results: Path) -> dict[str, Path]:
    """By the name that jobs use, for example nnunet-004 for Dataset004_Hippocampus: the folder of a trainer, its plans and its configuration."""
    found = {}
    for folder in sorted(results.glob('Dataset[0-9][0-9][0-9]_*/*__*__*')):
        number = re.match(r'Dataset(\d{3})_', folder.parent.name)
        if number and (folder / 'dataset.json').is_file():
            found.setdefault(f'nnunet-{number.group(1)}', folder)
    return found


def run_nnunet(model: str, images: Sequence[Path], folder: Path, programs: dict[str, str], stopped: threading.Event) -> dict[str, Any]:
    """Raises BadInput, Stopped."""
    started = time.monotonic()
    results = Path(programs['nnunetModels'])
    trained = models_of_nnunet(results)[model]
    trainer, plans, configuration = trained.name.split('__')
    given, found = folder / 'work' / 'given', folder / 'work' / 'found'
    given.mkdir()
    for channel, image in enumerate(images):
        (given / f'case_{channel:04}.nii.gz').write_bytes(_packed(image.read_bytes()))
    command = [programs['nnunet'], '-i', str(given), '-o', str(found), '-d', trained.parent.name, '-c', configuration, '-tr', trainer, '-p', plans]
    run_program(command, {'nnUNet_results': str(results), 'nnUNet_raw': str(given), 'nnUNet_preprocessed': str(found)}, stopped)
    return keep_labels(found / 'case.nii.gz', images[0], folder / 'out' / 'labels.nii.gz', _titles(trained), started)


def _titles(trained: Path) -> dict[int, str]:
    try:
        labels = json.loads((trained / 'dataset.json').read_text())['labels']
        return {int(value): title_of(name) for name, value in labels.items() if int(value) > 0}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput('The model of nnU-Net does not tell what its labels mean') from error


def _packed(data: bytes) -> bytes:
    return data if data[:2] == b'\x1f\x8b' else gzip.compress(data, 1)
