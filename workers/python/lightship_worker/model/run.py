"""The whole way from images to labels on their own grid, by one manifest."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Callable, Sequence

import numpy as np

from lightship_worker.machine import free_memory_mb
from lightship_worker.model.manifest import Manifest
from lightship_worker.model.tiles import Network, probabilities
from lightship_worker.model.unlike import unlike_training
from lightship_worker.problems import BadInput
from lightship_worker.volume.image import Grid, Image, Order, in_first_order, order_of, reordered, reordered_grid
from lightship_worker.volume.normalise import normalised
from lightship_worker.volume.resample import memberships, resample, resampled_grid


@dataclass(frozen=True)
class Prepared:
    """Normalised channels [channels, slices, rows, columns] on the grid of the model, and how the first channel was reordered."""

    channels: np.ndarray
    grid: Grid
    order: Order


@dataclass(frozen=True)
class Labels:
    """Class values uint8 [slices, rows, columns] on the grid of the first channel; the softmax at the spacing of the model; a summary."""

    voxels: np.ndarray
    softmax: np.ndarray
    prepared: Prepared
    summary: dict[str, Any]


def prepare(images: Sequence[Image], spacing: tuple[float, float, float], how: Sequence[dict[str, Any]]) -> Prepared:
    """Reorders, resamples and normalises the channels of a case. Spacing in mm (columns, rows, slices)."""
    order = order_of(images[0].grid)
    first = reordered(images[0], order)
    grid = resampled_grid(first.grid, spacing)
    others = [reordered(image, order_of(image.grid)) for image in images[1:]]
    channels = [normalised(resample(image, grid), kind) for image, kind in zip([first, *others], how)]
    return Prepared(np.stack(channels), grid, order)


def predict(images: Sequence[Image], manifest: Manifest, network: Network, progress: Callable[[float], None] = lambda _: None) -> Labels:
    """Raises BadInput if the channels are not those of the model, or the memory does not suffice."""
    if len(images) != len(manifest.normalisations):
        raise BadInput('The number of images is not that of the channels of the model')
    _check_memory(images[0], manifest)
    clock = [time.monotonic()]
    prepared = prepare(images, manifest.spacing, manifest.normalisations)
    clock.append(time.monotonic())
    softmax = probabilities(prepared.channels, manifest, network, progress)
    clock.append(time.monotonic())
    values = np.array([0, *manifest.values], np.uint8)
    at_model = values[softmax.argmax(0)]
    target = reordered_grid(images[0].grid, prepared.order)
    labels = in_first_order(memberships(at_model, list(manifest.values), prepared.grid, target), prepared.order)
    clock.append(time.monotonic())
    steps = dict(zip(('prepare', 'run', 'finish'), (round(end - start, 3) for start, end in zip(clock, clock[1:]))))
    summary = _summary(labels, softmax, prepared, images[0].grid, manifest)
    return Labels(labels, softmax, prepared, {**summary, 'seconds': round(clock[-1] - clock[0], 3), 'steps': steps})


def entropy_inside(softmax: np.ndarray) -> float | None:
    """Mean entropy in nats where the prediction is foreground; None where nothing is."""
    inside = softmax.argmax(0) > 0
    if not inside.any():
        return None
    chosen = np.clip(softmax[:, inside], 1e-12, 1)
    return float(-(chosen * np.log(chosen)).sum(0).mean())


def _summary(labels: np.ndarray, softmax: np.ndarray, prepared: Prepared, grid: Grid, manifest: Manifest) -> dict[str, Any]:
    millilitres = abs(float(np.linalg.det(grid.affine[:3, :3]))) / 1000
    counts = {item['value']: int((labels == item['value']).sum()) for item in manifest.whole['classes']}
    entropy = entropy_inside(softmax)
    differs = unlike_training(manifest.whole['trainedOn'], reordered_grid(grid, prepared.order), prepared.channels, entropy)
    return {
        'engine': 'onnx',
        'training': manifest.whole['training'],
        'classes': [
            {'value': item['value'], 'title': item['title'], 'voxels': counts[item['value']], 'ml': counts[item['value']] * millilitres}
            for item in manifest.whole['classes']
        ],
        'entropy': entropy,
        'unlike': list(dict.fromkeys(item['in'] for item in differs)),
        'differences': differs,
        'size': list(prepared.grid.size),
    }


def _check_memory(image: Image, manifest: Manifest) -> None:
    """Blended softmax, its quotient, the channels and what resampling needs, before any of it is made."""
    grid = resampled_grid(reordered_grid(image.grid, order_of(image.grid)), manifest.spacing)
    at_model, at_image = float(np.prod(grid.size)), float(np.prod(image.grid.size))
    needed = round((at_model * 4 * (2 * (len(manifest.values) + 1) + 2 * len(manifest.normalisations)) + at_image * 4 * 4) / 2**20)
    free = free_memory_mb()
    if needed > free:
        raise BadInput(f'The image needs {needed:,} MB of memory with this model, and {free:,} MB are free')
