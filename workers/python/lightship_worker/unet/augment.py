"""Patches for training: cut where classes are balanced, turned, scaled, shifted, mirrored, and changed in contrast, brightness and noise."""

from __future__ import annotations

from functools import lru_cache
from typing import Sequence

import numpy as np
import torch
import torch.nn.functional as F

from lightship_worker.unet.prepare import PreparedCase
from lightship_worker.unet.settings import Settings

_TURN = 0.26
_SCALE = (0.85, 1.18)
_SHIFT = 0.075


def batch_of(cases: Sequence[PreparedCase], settings: Settings, step: int) -> tuple[torch.Tensor, torch.Tensor]:
    """float32 [batch, channels, slices, rows, columns] and class indices int64. The same seed and step give the same batch, whatever came before."""
    random = np.random.default_rng([settings.seed, step])
    pairs = [patch_of(cases[random.integers(len(cases))], settings, random) for _ in range(settings.batch)]
    return torch.stack([x for x, _ in pairs]), torch.stack([y for _, y in pairs])


def patch_of(case: PreparedCase, settings: Settings, random: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """One patch of a case: [channels, …] and class indices."""
    shape = np.array(settings.patch[::-1])
    centre = _centre(case, shape, random)
    change = _turned(settings, random)
    channels, mask = _cut(case, shape, centre, change)
    for axis in settings.mirror:
        if random.random() < 0.5:
            channels, mask = channels.flip(3 - axis), mask.flip(2 - axis)
    return _other_contrast(channels, random), mask


def _centre(case: PreparedCase, shape: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Half of the patches lie around a voxel of a class that is drawn first, so rare classes are seen as often as common ones."""
    size = np.array(case.mask.shape)
    if case.places and random.random() < 0.5:
        places = case.places[random.integers(len(case.places))]
        wanted = places[random.integers(len(places))].astype(float)
    else:
        wanted = random.uniform(0, size - 1)
    wanted += random.uniform(-1, 1, 3) * shape / 4
    # Inside the image; an image that is hardly larger than the patch stays in the middle of it.
    middle, room = (size - 1) / 2, np.maximum((size - shape) / 2, shape * _SHIFT)
    return np.clip(wanted, middle - room, middle + room)


def _turned(settings: Settings, random: np.random.Generator) -> np.ndarray:
    """3 x 3, from steps in the patch to steps in the image (slices, rows, columns): rotation in mm and a scale for each axis."""
    spacing = np.array(settings.spacing[::-1])
    angles = random.uniform(-_TURN, _TURN, 3)
    if spacing.max() > 3 * spacing.min():
        # Out of its plane, a thick slice would be mixed from places far apart.
        angles[[axis for axis in range(3) if axis != int(np.argmax(spacing))]] = 0
    turn = np.eye(3)
    for axis, angle in enumerate(angles):
        first, second = [other for other in range(3) if other != axis]
        part = np.eye(3)
        part[[first, second], [first, second]] = np.cos(angle)
        part[first, second], part[second, first] = -np.sin(angle), np.sin(angle)
        turn = turn @ part
    return np.diag(1 / spacing) @ turn @ np.diag(spacing * random.uniform(*_SCALE, 3))


def _cut(case: PreparedCase, shape: np.ndarray, centre: np.ndarray, change: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
    """Linear for images with the edge value outside, nearest for masks with background outside. Only the part that is needed is read."""
    size = np.array(case.mask.shape)
    half = np.abs(change) @ ((shape - 1) / 2)
    low = np.clip(np.floor(centre - half).astype(int) - 1, 0, size - 1)
    high = np.clip(np.ceil(centre + half).astype(int) + 2, low + 1, size)
    box = tuple(slice(a, b) for a, b in zip(low, high))
    channels = torch.from_numpy(np.array(case.channels[(slice(None), *box)]))[None]
    mask = torch.from_numpy(case.mask[box].astype(np.float32))[None, None]
    places = _steps(tuple(int(length) for length in shape)) @ torch.from_numpy(change.T.astype(np.float32)) + torch.from_numpy((centre - low).astype(np.float32))
    # From voxels to -1 … 1, columns first, as grid_sample counts.
    scale = torch.from_numpy((2 / np.maximum(high - low - 1, 1)).astype(np.float32))
    grid = (places * scale - 1).flip(-1)[None]
    image = F.grid_sample(channels, grid, 'bilinear', 'border', align_corners=True)[0]
    return image, F.grid_sample(mask, grid, 'nearest', 'zeros', align_corners=True)[0, 0].round().long()


@lru_cache(maxsize=2)
def _steps(shape: tuple[int, ...]) -> torch.Tensor:
    """Voxels of a patch from its middle, [slices, rows, columns, 3]."""
    lines = [torch.arange(length, dtype=torch.float32) - (length - 1) / 2 for length in shape]
    return torch.stack(torch.meshgrid(*lines, indexing='ij'), -1)


def _other_contrast(channels: torch.Tensor, random: np.random.Generator) -> torch.Tensor:
    for index in range(len(channels)):
        noise = torch.from_numpy(random.standard_normal(channels.shape[1:], np.float32))
        channels[index] = channels[index] * random.uniform(0.75, 1.3) + random.uniform(-0.3, 0.3) + noise * random.uniform(0, 0.15)
    return channels
