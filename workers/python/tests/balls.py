"""Images made by code: two balls in noise, one brighter than the other."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from lightship_dataset import Volume, nifti_bytes

SIZE = 16
CLASSES = [{'value': 1, 'title': 'Bright'}, {'value': 3, 'title': 'Dark'}]
CHANNELS = [{'name': 'T1', 'acquisition': None}]


def ball_case(seed: int, size: int = SIZE, affine: np.ndarray | None = None) -> tuple[Volume, Volume]:
    """Image and mask, [columns, rows, slices]."""
    random = np.random.default_rng(seed)
    places = np.stack(np.meshgrid(*[np.arange(size)] * 3, indexing='ij'), -1)
    image, mask = random.normal(100, 8, (size,) * 3), np.zeros((size,) * 3, np.uint8)
    for value, brightness, low in ((1, 90, 0.2), (3, -60, 0.6)):
        middle = random.uniform([low * size] + [0.3 * size] * 2, [(low + 0.2) * size] + [0.7 * size] * 2)
        inside = np.linalg.norm(places - middle, axis=-1) < size / 5
        image[inside] += brightness
        mask[inside] = value
    affine = np.eye(4) if affine is None else affine
    return Volume(image.astype(np.int16), affine), Volume(mask, affine)


def write_balls(folder: Path, train: int = 4, validation: int = 2, test: int = 2, size: int = SIZE) -> dict:
    """A dataset of files, and what its dataset.json says."""
    for name in ('images', 'labels'):
        (folder / name).mkdir(parents=True)
    parts = ['train'] * train + ['validation'] * validation + ['test'] * test
    cases = []
    for number, part in enumerate(parts):
        image, mask = ball_case(number, size)
        (folder / f'images/c{number}_0000.nii.gz').write_bytes(nifti_bytes(image))
        (folder / f'labels/c{number}.nii.gz').write_bytes(nifti_bytes(mask))
        cases.append({'id': f'c{number}', 'part': part, 'images': [f'images/c{number}_0000.nii.gz'], 'mask': f'labels/c{number}.nii.gz'})
    described = {'classes': CLASSES, 'channels': CHANNELS, 'cases': cases}
    (folder / 'dataset.json').write_text(json.dumps(described))
    return described
