"""A dataset in a folder: `dataset.json` (or the `frozen.json` of an export), with classes, channels and cases."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lightship_worker.problems import BadInput
from lightship_worker.volume.image import Image, is_same_grid, read_image

PARTS = ('train', 'validation', 'test')


@dataclass(frozen=True)
class TrainingCase:
    """Paths of the images, one for each channel, and of the mask on the grid of the first one."""

    id: str
    part: str
    images: tuple[Path, ...]
    mask: Path
    patient: str


@dataclass(frozen=True)
class TrainingSet:
    """`classes`: value and title. `channels`: name and acquisition."""

    classes: tuple[dict[str, Any], ...]
    channels: tuple[dict[str, Any], ...]
    cases: tuple[TrainingCase, ...]

    def of(self, part: str) -> list[TrainingCase]:
        return [case for case in self.cases if case.part == part]


def read_training_set(folder: Path) -> TrainingSet:
    """Raises BadInput if it is not complete, or has nothing to train on."""
    try:
        described = _described(folder)
        classes = tuple({'value': int(item['value']), 'title': str(item['title'])} for item in described['classes'])
        channels = tuple(_channel(item) for item in described['channels'])
        cases = tuple(_case(folder, item, len(channels)) for item in described['cases'] if not item.get('withdrawn'))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput('The dataset is not described completely') from error
    values = [item['value'] for item in classes]
    if not values or sorted(set(values)) != values or not all(1 <= value <= 255 for value in values):
        raise BadInput('The classes of the dataset must have ascending values from 1 to 255')
    if not any(case.part == 'train' for case in cases):
        raise BadInput('The dataset has no case for training')
    return TrainingSet(classes, channels, cases)


def read_case(case: TrainingCase, number: int, values: list[int]) -> tuple[list[Image], np.ndarray]:
    """Images, and the mask as uint8 [slices, rows, columns] of the first. `number`: the place of the case in the dataset, for a refusal."""
    images = [read_image(path) for path in case.images]
    mask = read_image(case.mask)
    if not is_same_grid(mask.grid, images[0].grid):
        raise BadInput(f'The mask of case {number} is not on the grid of its image')
    labels = np.rint(mask.voxels).astype(np.uint8)
    if not np.isin(labels, [0, *values]).all():
        raise BadInput(f'The mask of case {number} has values that are no class of the dataset')
    return images, labels


def _described(folder: Path) -> dict[str, Any]:
    """A frozen version says the same in frozen.json; its dataset.json is nnU-Net's."""
    frozen = folder / 'frozen.json'
    return json.loads((frozen if frozen.is_file() else folder / 'dataset.json').read_text())


def _channel(item: str | dict[str, Any]) -> dict[str, Any]:
    return {'name': item, 'acquisition': None} if isinstance(item, str) else {'name': str(item['name']), 'acquisition': item.get('acquisition')}


def _case(folder: Path, item: dict[str, Any], channels: int) -> TrainingCase:
    images = tuple(_inside(folder, name) for name in item['images'])
    if item['part'] not in PARTS or len(images) != channels:
        raise ValueError('part or channels')
    return TrainingCase(str(item['id']), item['part'], images, _inside(folder, item['mask']), str(item.get('patient', item['id'])))


def _inside(folder: Path, name: str) -> Path:
    path = (folder / name).resolve()
    if folder.resolve() not in path.parents or not path.is_file():
        raise ValueError('a file is missing')
    return path
