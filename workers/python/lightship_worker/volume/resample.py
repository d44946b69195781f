"""Linear interpolation between voxel centres, with the edge value outside."""

from __future__ import annotations

import numpy as np

from lightship_worker.volume.image import Grid, Image

HALF = 0.5 - 1e-6
"""Rounding must not decide whether a half is a half."""


def resampled_grid(grid: Grid, spacing: tuple[float, float, float]) -> Grid:
    """The grid with another spacing in mm (columns, rows, slices), the same middle, and the nearest whole number of voxels."""
    ratio = np.asarray(spacing, float) / grid.spacing
    size = tuple(max(1, int(np.floor(count / r + 0.5))) for count, r in zip(grid.size, ratio))
    change = np.diag([*ratio, 1.0])
    change[:3, 3] = ((np.array(grid.size) - 1) - (np.array(size) - 1) * ratio) / 2
    return Grid(size, grid.affine @ change)


def resample(image: Image, grid: Grid) -> np.ndarray:
    """Voxels of the image at the centres of another grid, float32 [slices, rows, columns]."""
    step = np.linalg.inv(image.grid.affine) @ grid.affine
    is_straight = np.abs(step[:3, :3] - np.diag(np.diag(step[:3, :3]))).max() * max(grid.size) < 1e-3
    return _along_axes(image.voxels, step, grid) if is_straight else _by_slices(image.voxels, step, grid)


def memberships(labels: np.ndarray, values: list[int], source: Grid, target: Grid) -> np.ndarray:
    """Labels uint8 on another grid: each class by linear interpolation of its membership, set where that is at least one half and the largest."""
    result, most = np.zeros(target.shape, np.uint8), np.full(target.shape, HALF, np.float32)
    for value in values:
        part = labels == value
        if not part.any():
            continue
        inside = resample(Image(part.astype(np.float32), source), target)
        # The first of two equal classes stays; their difference is rounding.
        taken = (inside >= HALF) & ((result == 0) | (inside > most + 1e-6))
        result[taken], most[taken] = value, inside[taken]
    return result


def _along_axes(voxels: np.ndarray, step: np.ndarray, grid: Grid) -> np.ndarray:
    for axis in range(3):
        at = np.arange(grid.size[axis]) * step[axis, axis] + step[axis, 3]
        voxels = _along(voxels, 2 - axis, at)
    return voxels.astype(np.float32, copy=False)


def _along(voxels: np.ndarray, axis: int, at: np.ndarray) -> np.ndarray:
    """Values at fractional places along one axis."""
    count = voxels.shape[axis]
    if len(at) == count and np.abs(at - np.arange(count)).max() < 1e-4:
        return voxels
    at = np.clip(at, 0, count - 1)
    low = np.minimum(np.floor(at).astype(int), max(0, count - 2))
    weight = (at - low).astype(np.float32).reshape([-1 if i == axis else 1 for i in range(3)])
    first, second = np.take(voxels, low, axis), np.take(voxels, np.minimum(low + 1, count - 1), axis)
    return first + (second - first) * weight


def _by_slices(voxels: np.ndarray, step: np.ndarray, grid: Grid) -> np.ndarray:
    """For grids that are rotated against each other; one slice at a time, so that memory stays small."""
    result = np.empty(grid.shape, np.float32)
    rows, columns = np.meshgrid(np.arange(grid.size[1]), np.arange(grid.size[0]), indexing='ij')
    most = np.array(voxels.shape[::-1]) - 1
    for index in range(grid.size[2]):
        at = [np.clip(step[i, 0] * columns + step[i, 1] * rows + step[i, 2] * index + step[i, 3], 0, most[i]) for i in range(3)]
        low = [np.minimum(np.floor(place).astype(int), max(0, last - 1)) for place, last in zip(at, most)]
        weight = [(place - first).astype(np.float32) for place, first in zip(at, low)]
        total = np.zeros(rows.shape, np.float32)
        for corner in range(8):
            up = [corner >> i & 1 for i in range(3)]
            x, y, z = (np.minimum(first + u, last) for first, u, last in zip(low, up, most))
            part = voxels[z, y, x].astype(np.float32)
            for i in range(3):
                part = part * (weight[i] if up[i] else 1 - weight[i])
            total += part
        result[index] = total
    return result
