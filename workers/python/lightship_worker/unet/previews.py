"""Pictures of held-out slices: the image, the mask's outline in green, the prediction's in magenta, white where both are."""

from __future__ import annotations

import numpy as np

from lightship_worker.png import png_bytes

_WIDTH = 384
_MASK, _FOUND = (60, 220, 90), (255, 70, 220)


def preview(channel: np.ndarray, mask: np.ndarray, found: np.ndarray) -> bytes:
    """PNG of the slice with the largest mask. All [slices, rows, columns] on one grid; values normalised."""
    index = int((mask > 0).sum((1, 2)).argmax())
    low, high = np.percentile(channel, [1, 99])
    grey = np.clip((channel[index] - low) / max(high - low, 1e-6) * 255, 0, 255).astype(np.uint8)
    factor = max(1, _WIDTH // grey.shape[1])
    pixels = np.repeat(_large(grey, factor)[..., None], 3, 2)
    for labels, colour in ((mask[index], _MASK), (found[index], _FOUND)):
        outline = _outline(_large(labels, factor))
        pixels[outline] = np.where((pixels[outline] == _MASK).all(-1, keepdims=True), 255, colour)
    return png_bytes(pixels)


def _large(slice_: np.ndarray, factor: int) -> np.ndarray:
    return np.repeat(np.repeat(slice_, factor, 0), factor, 1)


def _outline(labels: np.ndarray) -> np.ndarray:
    """Pixels whose neighbour has another value, on the side that is not background."""
    edge = np.zeros(labels.shape, bool)
    for axis in (0, 1):
        for step in (1, -1):
            edge |= labels != np.roll(labels, step, axis)
    return edge & (labels > 0)
