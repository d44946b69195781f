"""In what an image is unlike those of the training, as `src/imaging/inference/result/unlike-training.ts` decides it."""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np

from lightship_worker.volume.image import Grid

PERCENTILES = (5, 25, 50, 75, 95)

# Scanners round spacings, and crops of one kind differ by a few slices.
_SPACING_ROOM, _EXTENT_ROOM = 1.1, 1.25
_INTENSITY_DEVIATIONS, _LEAST_INTENSITY_DEVIATION = 4, 0.05
_ENTROPY_DEVIATIONS, _LEAST_ENTROPY_DEVIATION = 3, 0.02


def unlike_training(trained: Optional[dict[str, Any]], grid: Grid, channels: Sequence[np.ndarray], entropy: Optional[float]) -> list[dict[str, Any]]:
    """`grid`: of the first channel after reordering. `channels`: normalised. `entropy` in nats, None if nothing was found."""
    if trained is None:
        return []
    found = _outside('spacing', grid.spacing, trained['spacing'], _SPACING_ROOM)
    found += _outside('extent', grid.spacing * grid.size, trained['extent'], _EXTENT_ROOM)
    for index, (values, usual) in enumerate(zip(channels, trained['intensity'])):
        for percent, value, mean, deviation in zip(PERCENTILES, np.percentile(values, PERCENTILES), usual['mean'], usual['deviation']):
            room = _INTENSITY_DEVIATIONS * max(deviation, _LEAST_INTENSITY_DEVIATION)
            if abs(value - mean) > room:
                limits = {'found': float(value), 'least': mean - room, 'most': mean + room}
                found.append({'in': 'intensity', 'channel': index, 'percentile': percent, **limits})
    if trained['entropy'] is not None and entropy is not None:
        most = trained['entropy']['mean'] + _ENTROPY_DEVIATIONS * max(trained['entropy']['deviation'], _LEAST_ENTROPY_DEVIATION)
        if entropy > most:
            found.append({'in': 'entropy', 'found': entropy, 'least': 0, 'most': most})
    return found


def _outside(name: str, values: np.ndarray, usual: dict[str, Any], room: float) -> list[dict[str, Any]]:
    limits = [(float(value), least / room, most * room) for value, least, most in zip(values, usual['least'], usual['most'])]
    return [
        {'in': name, 'axis': axis, 'found': value, 'least': least, 'most': most}
        for axis, (value, least, most) in enumerate(limits)
        if not least <= value <= most
    ]
