"""Normalisation as the manifest describes it."""

from __future__ import annotations

from typing import Any

import numpy as np


def normalised(voxels: np.ndarray, how: dict[str, Any]) -> np.ndarray:
    """Of one channel after resampling, float32, clipped to ±10."""
    if how['kind'] == 'percentiles':
        low, high = np.percentile(voxels, [how['low'], how['high']])
        result = ((voxels - low) / (high - low if high > low else 1) - how['centre']) / how['scale']
    elif how['kind'] == 'values':
        result = (np.clip(voxels, how['low'], how['high']) - how['mean']) / how['deviation']
    else:
        result = (voxels - voxels.mean(dtype=np.float64)) / (float(voxels.std(dtype=np.float64)) or 1)
    return np.clip(result, -10, 10).astype(np.float32)
