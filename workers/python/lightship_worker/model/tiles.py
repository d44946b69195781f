"""Runs a network on patches that overlap, and blends their softmax values."""

from __future__ import annotations

from itertools import product
from typing import Callable

import numpy as np

from lightship_worker.model.manifest import Manifest

Network = Callable[[np.ndarray], np.ndarray]
"""float32 [1, channels, slices, rows, columns] to logits [1, classes + 1, slices, rows, columns]."""


def probabilities(channels: np.ndarray, manifest: Manifest, network: Network, progress: Callable[[float], None] = lambda _: None) -> np.ndarray:
    """Softmax [classes + 1, slices, rows, columns] of normalised channels [channels, slices, rows, columns]."""
    shape = channels.shape[1:]
    pads = [_padding(size, patch, multiple) for size, patch, multiple in zip(shape, manifest.patch[::-1], manifest.multiple[::-1])]
    padded = np.pad(channels, [(0, 0), *pads], mode='edge')
    blended = _blended(padded, manifest, network, progress)
    return blended[(slice(None), *(slice(before, before + size) for (before, _), size in zip(pads, shape)))]


def tiles_of(shape: tuple[int, ...], manifest: Manifest) -> list[tuple[int, ...]]:
    """First voxels (slice, row, column) of the patches for an image of this shape."""
    padded = [size + sum(_padding(size, p, m)) for size, p, m in zip(shape, manifest.patch[::-1], manifest.multiple[::-1])]
    return list(product(*(_starts(size, patch, manifest.overlap) for size, patch in zip(padded, manifest.patch[::-1]))))


def softmax(logits: np.ndarray) -> np.ndarray:
    """Along the first axis."""
    powers = np.exp(logits - logits.max(0, keepdims=True))
    return powers / powers.sum(0, keepdims=True)


def _blended(padded: np.ndarray, manifest: Manifest, network: Network, progress: Callable[[float], None]) -> np.ndarray:
    patch = manifest.patch[::-1]
    tiles = list(product(*(_starts(size, length, manifest.overlap) for size, length in zip(padded.shape[1:], patch))))
    if len(tiles) == 1:
        return _mirrored(padded, manifest, network)
    weights, total = _gaussian(patch), np.zeros(padded.shape[1:], np.float32)
    result = np.zeros((len(manifest.values) + 1, *padded.shape[1:]), np.float32)
    for index, start in enumerate(tiles):
        place = tuple(slice(first, first + length) for first, length in zip(start, patch))
        result[(slice(None), *place)] += _mirrored(padded[(slice(None), *place)], manifest, network) * weights
        total[place] += weights
        progress((index + 1) / len(tiles))
    return result / total


def _mirrored(patch: np.ndarray, manifest: Manifest, network: Network) -> np.ndarray:
    """Softmax of one patch, the mean over itself and its mirror images along every combination of axes."""
    flips = [[]]
    for axis in manifest.mirror:
        flips += [[*flip, 3 - axis] for flip in flips]
    parts = [np.flip(softmax(network(np.ascontiguousarray(np.flip(patch, flip))[None])[0]), flip) for flip in flips]
    return sum(parts[1:], parts[0]) / len(parts)


def _padding(size: int, patch: int, multiple: int) -> tuple[int, int]:
    """Voxels before and after, up to a whole number of `multiple` and at least one patch."""
    missing = max(patch, -(-size // multiple) * multiple) - size
    return missing // 2, missing - missing // 2


def _starts(size: int, patch: int, overlap: float) -> list[int]:
    """Evenly spaced, so that neighbours share at least `overlap`."""
    room, longest = size - patch, max(1, int(patch * (1 - overlap)))
    gaps = -(-room // longest)
    return [int(room * index / max(1, gaps) + 0.5) for index in range(gaps + 1)]


def _gaussian(patch: tuple[int, ...]) -> np.ndarray:
    """Weights of a patch: a Gaussian whose standard deviation is an eighth of it."""
    weights = np.ones((1, 1, 1), np.float32)
    for axis, length in enumerate(patch):
        places = np.arange(length) - (length - 1) / 2
        line = np.exp(-0.5 * (places / (length / 8)) ** 2).astype(np.float32)
        weights = weights * line.reshape([-1 if i == axis else 1 for i in range(3)])
    return weights
