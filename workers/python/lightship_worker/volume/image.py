"""An image in memory, and its order along the patient's axes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from lightship_dataset import DatasetError, Volume, nifti_bytes, read_nifti
from lightship_worker.problems import BadInput


@dataclass(frozen=True)
class Grid:
    """Size in columns, rows and slices; affine 4 x 4 from (column, row, slice) to mm (right, anterior, superior)."""

    size: tuple[int, int, int]
    affine: np.ndarray

    @property
    def spacing(self) -> np.ndarray:
        """mm between columns, rows and slices."""
        return np.linalg.norm(self.affine[:3, :3], axis=0)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of an array: slices, rows, columns."""
        return self.size[::-1]


@dataclass(frozen=True)
class Image:
    """Voxels [slices, rows, columns] on a grid."""

    voxels: np.ndarray
    grid: Grid


@dataclass(frozen=True)
class Order:
    """How axes are swapped and flipped: new axis i is old axis `axes[i]`, flipped if `flipped[i]`."""

    axes: tuple[int, int, int]
    flipped: tuple[bool, bool, bool]


# Left, posterior and superior, in mm to the right, anterior and superior.
_TARGET = np.diag([-1.0, -1.0, 1.0])


def read_image(path: Path) -> Image:
    """A NIfTI file as float32. Raises BadInput."""
    try:
        volume = read_nifti(path)
    except (DatasetError, OSError) as error:
        raise BadInput(str(error) if isinstance(error, DatasetError) else 'An image could not be read') from error
    return Image(np.ascontiguousarray(volume.voxels.transpose(2, 1, 0)), Grid(volume.voxels.shape, volume.affine))


def write_labels(path: Path, labels: np.ndarray, grid: Grid) -> None:
    """Labels uint8 [slices, rows, columns] as NIfTI."""
    path.write_bytes(nifti_bytes(Volume(labels.transpose(2, 1, 0), grid.affine)))


def order_of(grid: Grid) -> Order:
    """The order whose axes run closest to patient left, posterior and superior; the clearest axis is given its direction first."""
    cosines = _TARGET @ (grid.affine[:3, :3] / grid.spacing)
    axes: dict[int, int] = {}
    for axis, side in sorted(product(range(3), range(3)), key=lambda pair: -abs(cosines[pair[1], pair[0]])):
        if side not in axes and axis not in axes.values():
            axes[side] = axis
    return Order((axes[0], axes[1], axes[2]), tuple(bool(cosines[side, axes[side]] < 0) for side in range(3)))


def reordered(image: Image, order: Order) -> Image:
    """The same voxels with axes in the given order."""
    # Arrays count axes from the slices.
    voxels = image.voxels.transpose([2 - axis for axis in order.axes][::-1])
    voxels = np.flip(voxels, [2 - i for i in range(3) if order.flipped[i]])
    return Image(np.ascontiguousarray(voxels), reordered_grid(image.grid, order))


def reordered_grid(grid: Grid, order: Order) -> Grid:
    change = np.zeros((4, 4))
    change[3, 3] = 1
    for i, (axis, flipped) in enumerate(zip(order.axes, order.flipped)):
        change[axis, i] = -1 if flipped else 1
        change[axis, 3] = grid.size[axis] - 1 if flipped else 0
    return Grid(tuple(grid.size[axis] for axis in order.axes), grid.affine @ change)


def in_first_order(voxels: np.ndarray, order: Order) -> np.ndarray:
    """Undoes `reordered` for an array [slices, rows, columns]."""
    voxels = np.flip(voxels, [2 - i for i in range(3) if order.flipped[i]])
    back = np.argsort([2 - axis for axis in order.axes][::-1])
    return np.ascontiguousarray(voxels.transpose(back))


def is_same_grid(one: Grid, other: Grid) -> bool:
    """Whether voxels lie within a hundredth of a voxel of each other."""
    if one.size != other.size:
        return False
    corners = np.array([[x, y, z, 1] for x in (0, one.size[0]) for y in (0, one.size[1]) for z in (0, one.size[2])], float)
    apart = np.linalg.norm(((one.affine - other.affine) @ corners.T)[:3], axis=0)
    return bool(apart.max() <= 0.01 * one.spacing.min())
