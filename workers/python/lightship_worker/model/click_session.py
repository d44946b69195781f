"""Clicks on one image: the image is prepared once, and each prompt brings all clicks and the mask so far."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any, Optional

import numpy as np

from lightship_worker.model.clicks import Click, correct_prepared, prepared_for
from lightship_worker.model.manifest import Manifest
from lightship_worker.model.tiles import Network
from lightship_worker.problems import BadInput
from lightship_worker.volume.image import Grid, Image, in_first_order, is_same_grid, order_of, reordered, reordered_grid


def grid_of(described: dict[str, Any]) -> Grid:
    """From the patient coordinates of DICOM, which count to the left and to the back."""
    affine = np.eye(4)
    affine[:3, :3] = np.array(described['steps'], float).T
    affine[:3, 3] = described['origin']
    return Grid(tuple(int(length) for length in described['size']), np.diag([-1.0, -1.0, 1.0, 1.0]) @ affine)


class ClickSession:
    """`image`: the volume of the series, whose axes may run otherwise than those of the grid of its masks. Raises BadInput."""

    def __init__(self, image: Image, grid: Grid, manifest: Manifest, network: Network) -> None:
        order, ordered = order_of(grid), reordered(image, order_of(image.grid))
        if not is_same_grid(ordered.grid, reordered_grid(grid, order)):
            raise BadInput('The volume of the series has other voxels than its masks')
        self.grid, self.manifest, self.network = grid, manifest, network
        self.ready = prepared_for([Image(in_first_order(ordered.voxels, order), grid)], manifest)

    def answer(self, prompt: dict[str, Any]) -> Optional[dict[str, Any]]:
        """The mask after the last click; None if nothing is set. Raises BadInput."""
        clicks = [Click(tuple(int(at) for at in click['place'][::-1]), bool(click['inside'])) for click in prompt['clicks']]
        mask = mask_of(prompt['mask'], self.grid)
        return box_of(correct_prepared(self.ready, Image(mask, self.grid), clicks, self.manifest, self.network))


def mask_of(box: Optional[dict[str, Any]], grid: Grid) -> np.ndarray:
    """uint8 [slices, rows, columns]. Raises BadInput if the box is not one of the grid."""
    mask = np.zeros(grid.shape, np.uint8)
    if box is None:
        return mask
    first, size = box['from'], box['size']
    if any(start + length > most for start, length, most in zip(first, size, grid.size)):
        raise BadInput('The mask lies beyond the grid')
    count = int(np.prod(size))
    try:
        # No more is unpacked than the box has.
        content = zlib.decompressobj().decompress(base64.b64decode(box['bytes'], validate=True), count + 1)
    except (zlib.error, binascii.Error) as error:
        raise BadInput('The mask cannot be read') from error
    if len(content) != count:
        raise BadInput('The mask does not fill its box')
    place = tuple(slice(start, start + length) for start, length in zip(first[::-1], size[::-1]))
    mask[place] = np.frombuffer(content, np.uint8).reshape(size[::-1]) > 0
    return mask


def box_of(mask: np.ndarray) -> Optional[dict[str, Any]]:
    """The smallest box; None if nothing is set."""
    places = np.argwhere(mask)
    if len(places) == 0:
        return None
    first, last = places.min(0), places.max(0)
    content = np.ascontiguousarray(mask[tuple(slice(a, b + 1) for a, b in zip(first, last))], np.uint8).tobytes()
    size = (last - first + 1)[::-1]
    return {'from': [int(at) for at in first[::-1]], 'size': [int(at) for at in size], 'bytes': base64.b64encode(zlib.compress(content)).decode()}
