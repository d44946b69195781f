"""Corrects a mask by clicks with a network that was trained for that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

import numpy as np
import torch
import torch.nn.functional as F

from lightship_worker.model.manifest import Manifest
from lightship_worker.model.run import Prepared, prepare
from lightship_worker.model.tiles import Network
from lightship_worker.problems import BadInput
from lightship_worker.volume.image import Image, in_first_order, reordered, reordered_grid
from lightship_worker.volume.resample import memberships

_SIGMA = 2.0
_REACH = 3
_EXTRA = 3


@dataclass(frozen=True)
class Click:
    """A voxel (slice, row, column), and whether it belongs to the mask."""

    place: tuple[int, int, int]
    is_inside: bool


def click_channels(clicks: Sequence[Click], mask: np.ndarray) -> np.ndarray:
    """float32 [3, slices, rows, columns]: Gaussians of two voxels around clicks inside and outside, and the mask so far."""
    channels = np.zeros((_EXTRA, *mask.shape), np.float32)
    channels[2] = mask
    for click in clicks:
        lines = [np.exp(-((np.arange(length) - at) ** 2) / (2 * _SIGMA**2)).astype(np.float32) for length, at in zip(mask.shape, click.place)]
        blob = lines[0][:, None, None] * lines[1][None, :, None] * lines[2][None, None, :]
        channel = channels[0 if click.is_inside else 1]
        np.maximum(channel, blob, out=channel)
    return channels


def corrected(image: np.ndarray, mask: np.ndarray, clicks: Sequence[Click], manifest: Manifest, network: Network) -> np.ndarray:
    """The mask after the last click: bool [slices, rows, columns]. `image`: normalised channels [channels, slices, rows, columns] at the spacing of the model.

    The network sees one patch around the last click. Of what it would change, only what is connected with that click and goes its way is taken: a click inside
    adds, a click outside removes, and nothing changes elsewhere.
    """
    last = clicks[-1]
    shape = manifest.patch[::-1]
    # Around the click, but inside the image as far as the patch fits there.
    start = [int(np.clip(at - length // 2, min(0, size - length), max(0, size - length))) if size > length else -((length - size) // 2)
             for at, length, size in zip(last.place, shape, mask.shape)]  # fmt: skip
    places = np.ix_(*(np.clip(np.arange(first, first + length), 0, size - 1) for first, length, size in zip(start, shape, mask.shape)))
    here = [Click(tuple(at - first for at, first in zip(click.place, start)), click.is_inside) for click in clicks]
    before = mask[places]
    logits = network(np.concatenate([image[(slice(None), *places)], click_channels(here, before)])[None].astype(np.float32))[0]
    change = _connected((logits[1] > logits[0]) != before, before, here[-1])
    inside = [slice(max(0, -first), min(length, size - first)) for first, length, size in zip(start, shape, mask.shape)]
    result = mask.copy()
    target = tuple(slice(first + part.start, first + part.stop) for first, part in zip(start, inside))
    result[target] ^= change[tuple(inside)]
    return result


def correct(images: Sequence[Image], mask: Image, clicks: Sequence[Click], manifest: Manifest, network: Network) -> np.ndarray:
    """The same on the grid of the first image: uint8 [slices, rows, columns]. Clicks are voxels of that grid. Raises BadInput."""
    if mask.voxels.shape != images[0].voxels.shape:
        raise BadInput('A network for clicks needs a mask on its first image')
    return correct_prepared(prepared_for(images, manifest), mask, clicks, manifest, network)


def prepared_for(images: Sequence[Image], manifest: Manifest) -> Prepared:
    """The images as a network for clicks sees them. Raises BadInput."""
    if len(images) != len(manifest.normalisations) - _EXTRA:
        raise BadInput('The number of images is not that of the channels of the model')
    return prepare(images, manifest.spacing, manifest.normalisations[:-_EXTRA])


def correct_prepared(ready: Prepared, mask: Image, clicks: Sequence[Click], manifest: Manifest, network: Network) -> np.ndarray:
    """`correct` on images that were prepared before. The mask is on the grid of the first one. Raises BadInput."""
    if not clicks or not all(0 <= at < size for click in clicks for at, size in zip(click.place, mask.voxels.shape)):
        raise BadInput('A click lies outside of the image')
    ordered = reordered(mask, ready.order)
    so_far = memberships((ordered.voxels > 0).astype(np.uint8), [1], ordered.grid, ready.grid) > 0
    to_model = np.linalg.inv(ready.grid.affine) @ mask.grid.affine
    at_model = [Click(_nearest(to_model, click.place, so_far.shape), click.is_inside) for click in clicks]
    after = corrected(ready.channels, so_far, at_model, manifest, network)
    # Only what changed is carried over, so that the rest of the mask keeps every voxel.
    target = reordered_grid(mask.grid, ready.order)
    change = in_first_order(memberships((after ^ so_far).astype(np.uint8), [1], ready.grid, target), ready.order)
    result = (mask.voxels > 0).astype(np.uint8)
    result[change > 0] = 1 if clicks[-1].is_inside else 0
    result[clicks[-1].place] = 1 if clicks[-1].is_inside else 0
    return result


def _nearest(affine: np.ndarray, place: tuple[int, int, int], shape: tuple[int, ...]) -> tuple[int, int, int]:
    found = (affine @ [*place[::-1], 1])[:3][::-1]
    return tuple(int(np.clip(np.rint(at), 0, size - 1)) for at, size in zip(found, shape))


def _connected(differs: np.ndarray, before: np.ndarray, click: Click) -> np.ndarray:
    """Of the voxels that differ, those that go the way of the click and are connected with it or begin within three voxels of it."""
    allowed = torch.from_numpy(differs & (before != click.is_inside)).float()[None, None]
    found = torch.zeros_like(allowed)
    near = tuple(slice(max(0, at - _REACH), at + _REACH + 1) for at in click.place)
    found[(0, 0, *near)] = allowed[(0, 0, *near)]
    while True:
        grown = F.max_pool3d(found, 3, 1, 1) * allowed
        if torch.equal(grown, found):
            break
        found = grown
    result = found[0, 0].numpy() > 0
    if bool(before[click.place]) != click.is_inside:
        result[click.place] = True
    return result
