"""Chooses spacing, patch, levels, widths and batch from the training images and the memory."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Sequence

import numpy as np

from lightship_worker.unet.dataset import TrainingSet
from lightship_worker.unet.network import bytes_per_voxel
from lightship_worker.unet.settings import Settings
from lightship_worker.volume.image import Image, order_of, reordered


@dataclass(frozen=True)
class Measured:
    """Of one training case after reordering: size in voxels, spacing in mm, and of each channel (and of its voxels inside the mask) what normalisation needs."""

    size: np.ndarray
    spacing: np.ndarray
    least: list[float]
    inside: list[np.ndarray]


@dataclass(frozen=True)
class Machine:
    """`device`: cpu or cuda. `memory_mb`: what the training may use. `precision`: float32 or bfloat16."""

    device: str
    memory_mb: int
    precision: str


# Voxels of a patch and of the median image at the spacing of the model, deepest level, widths: what a processor can do in minutes, and a GPU in hours.
_LIMITS = {'cpu': (92_000, 4_000_000, 3, 16), 'cuda': (2_100_000, 64_000_000, 5, 32)}
_MOST_WIDTH = 320
_INSIDE_VALUES = 10_000


def measure(images: Sequence[Image], labels: np.ndarray) -> Measured:
    """`labels`: of the first image, [slices, rows, columns]."""
    first = reordered(images[0], order_of(images[0].grid)).grid
    inside = [_some(image.voxels[labels > 0] if image.voxels.shape == labels.shape else image.voxels.ravel()) for image in images]
    return Measured(np.array(first.size), first.spacing, [float(image.voxels.min()) for image in images], inside)


def configure(dataset: TrainingSet, measured: Sequence[Measured], machine: Machine, seed: int, clicks: bool = False) -> Settings:
    """`measured`: of the cases for training."""
    most_patch, most_image, most_levels, width = _LIMITS[machine.device]
    spacing = np.median([case.spacing for case in measured], axis=0)
    extent = np.median([case.size * case.spacing for case in measured], axis=0)
    spacing = _coarser(spacing, extent, most_image)
    size = np.maximum(1, np.round(extent / spacing)).astype(int)
    most_levels = most_levels if machine.device == 'cpu' or size.min() >= 64 else 4
    while True:
        patch, strides, kernels = _shape(size, spacing, most_patch, most_levels)
        widths = [min(width * 2**level, _MOST_WIDTH) for level in range(len(strides))]
        needed = bytes_per_voxel(widths, strides) * np.prod(patch) * 2
        if needed <= machine.memory_mb * 2**20 or most_patch < 4096:
            break
        most_patch = int(most_patch * 0.7)
    batch = 2 if machine.device == 'cpu' else int(np.clip(machine.memory_mb * 2**20 // (needed // 2), 2, 8))
    return Settings(
        engine='unet-clicks' if clicks else 'unet',
        seed=seed,
        classes=list(dataset.classes),
        channels=[{**channel, 'normalisation': _normalisation(measured, index)} for index, channel in enumerate(dataset.channels)],
        spacing=[round(float(value), 4) for value in spacing],
        patch=[int(value) for value in patch],
        multiple=[int(value) for value in np.prod(strides, axis=0)],
        strides=strides,
        kernels=kernels,
        widths=widths,
        batch=batch,
        # A click must be answered at once: no mirror image is averaged in. While training, objects may be mirrored whatever they are called.
        mirror=[0] if clicks or not _names_a_side(dataset.classes) else [],
        overlap=0.5,
        rate=3e-3,
        precision=machine.precision,
        memory_mb=machine.memory_mb,
        clicks=clicks,
    )


def _coarser(spacing: np.ndarray, extent: np.ndarray, most: int) -> np.ndarray:
    """Enlarges the finest spacings until the median image has no more than `most` voxels."""
    spacing = spacing.copy()
    while np.prod(extent / spacing) > most:
        spacing = np.maximum(spacing, spacing.min() * 1.05)
    return spacing


def _shape(size: np.ndarray, spacing: np.ndarray, most: int, most_levels: int) -> tuple[np.ndarray, list[list[int]], list[list[int]]]:
    """Patch, strides and kernels. The patch is the median image, or a part of it that has its shape in mm as far as possible."""
    patch = size.astype(float)
    while np.prod(patch) > most:
        longest = int(np.argmax(patch * spacing))
        patch[longest] = max(1, patch[longest] * 0.95)
    strides, kernels, rest, now = [[1, 1, 1]], [_kernel(spacing)], patch.copy(), spacing.copy()
    while len(strides) < most_levels:
        # An axis that is coarse already is left until the others are as coarse.
        halved = [bool(rest[axis] >= 15 and now[axis] < 2 * now.min()) for axis in range(3)]
        if not any(halved):
            break
        stride = [2 if half else 1 for half in halved]
        rest, now = rest / stride, now * stride
        strides.append(stride)
        kernels.append(_kernel(now))
    multiple = np.prod(strides, axis=0)
    # To the nearest whole number of the multiple: median images fill the patch.
    return np.maximum(multiple, np.round(patch / multiple).astype(int) * multiple), strides, kernels


def _kernel(spacing: np.ndarray) -> list[int]:
    """Neighbours along a coarse axis say little as long as the others are fine."""
    return [1 if value > 2 * spacing.min() else 3 for value in spacing]


def _normalisation(measured: Sequence[Measured], channel: int) -> dict[str, Any]:
    """Hounsfield units are kept as they are; anything else is scaled by its own image."""
    if np.median([case.least[channel] for case in measured]) > -500:
        return {'kind': 'percentiles', 'low': 2, 'high': 98, 'centre': 0.5, 'scale': 0.3}
    values = np.concatenate([case.inside[channel] for case in measured])
    low, high = np.percentile(values, [0.5, 99.5])
    clipped = np.clip(values, low, high)
    return {'kind': 'values', 'low': float(low), 'high': float(high), 'mean': float(clipped.mean()), 'deviation': max(float(clipped.std()), 1.0)}


def _names_a_side(classes: Sequence[dict[str, Any]]) -> bool:
    """Mirror images would exchange such classes."""
    return any(re.search(r'\b(left|right|l|r)\b', item['title'].lower().replace('_', ' ')) for item in classes)


def _some(values: np.ndarray) -> np.ndarray:
    """Evenly spaced among them, so that large images do not fill the memory."""
    return values[:: max(1, len(values) // _INSIDE_VALUES)].copy()
