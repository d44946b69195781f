"""Cases as arrays at the spacing of the model, kept in files of the work folder, so that memory does not grow with the dataset."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Sequence

import numpy as np

from lightship_worker.model.run import prepare
from lightship_worker.model.unlike import PERCENTILES
from lightship_worker.unet.dataset import TrainingCase, read_case
from lightship_worker.unet.settings import Settings
from lightship_worker.volume.image import Grid, Image, reordered
from lightship_worker.volume.resample import memberships

_PLACES = 4000


@dataclass(frozen=True)
class PreparedCase:
    """channels: float32 [channels, slices, rows, columns]. mask: uint8, index of the class (0: background). places: voxels [n, 3] of each class that occurs."""

    channels: np.ndarray
    mask: np.ndarray
    places: list[np.ndarray]
    grid: Grid


def prepare_cases(
    cases: Sequence[tuple[int, TrainingCase]], settings: Settings, folder: Path, check: Callable[[], None]
) -> list[PreparedCase]:
    """`cases` with their numbers in the dataset. `check` is called before each and may raise."""
    folder.mkdir(parents=True, exist_ok=True)
    prepared = []
    for number, case in cases:
        check()
        prepared.append(_prepare(*read_case(case, number, settings.values), settings, folder / str(number)))
    return prepared


def intensities(cases: Sequence[PreparedCase]) -> list[dict[str, Any]]:
    """Percentiles of normalised values, as the manifest has them: mean and deviation over the cases, by channel."""
    channels = range(cases[0].channels.shape[0])
    found = [np.array([np.percentile(case.channels[channel], PERCENTILES) for case in cases]) for channel in channels]
    return [{'mean': values.mean(0).round(5).tolist(), 'deviation': values.std(0).round(5).tolist()} for values in found]


def _prepare(images: list[Image], labels: np.ndarray, settings: Settings, file: Path) -> PreparedCase:
    ready = prepare(images, tuple(settings.spacing), [channel['normalisation'] for channel in settings.channels])
    mask = reordered(Image(labels, images[0].grid), ready.order)
    at_model = memberships(mask.voxels, settings.values, mask.grid, ready.grid)
    index = np.searchsorted([0, *settings.values], at_model).astype(np.uint8)
    places = [_some_places(index == value + 1) for value in range(len(settings.values))]
    return PreparedCase(_kept(ready.channels, file, 'c'), _kept(index, file, 'm'), [found for found in places if len(found)], ready.grid)


def _some_places(inside: np.ndarray) -> np.ndarray:
    places = np.argwhere(inside)
    return places[:: max(1, len(places) // _PLACES)]


def _kept(values: np.ndarray, file: Path, kind: str) -> np.ndarray:
    path = file.with_suffix(f'.{kind}.npy')
    np.save(path, values)
    return np.load(path, mmap_mode='r')
