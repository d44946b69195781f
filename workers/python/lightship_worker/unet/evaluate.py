"""Dice of predictions: of validation rounds at the spacing of the model, of held-out cases on the grids of their masks."""

from __future__ import annotations

from typing import Any, Callable, Optional, Sequence

import numpy as np
import torch

from lightship_worker.model.manifest import Manifest
from lightship_worker.model.tiles import Network, probabilities
from lightship_worker.unet.prepare import PreparedCase
from lightship_worker.unet.settings import Settings


def dice_of(found: np.ndarray, wanted: np.ndarray, values: Sequence[int]) -> dict[str, float]:
    """By class value as text, and of all classes together ('foreground'). A class that is absent in the mask is left out."""
    pairs = {**{str(value): (found == value, wanted == value) for value in values}, 'foreground': (found > 0, wanted > 0)}
    return {key: _dice(one, other) for key, (one, other) in pairs.items() if other.any()}


def mean_and_deviation(rows: Sequence[dict[str, float]]) -> tuple[dict[str, float], dict[str, float]]:
    """Over the cases that have it; the deviation is that of the population."""
    found = {key: [row[key] for row in rows if key in row] for key in dict.fromkeys(key for row in rows for key in row)}
    mean = {key: round(float(np.mean(values)), 4) for key, values in found.items()}
    return mean, {key: round(float(np.std(values)), 4) for key, values in found.items()}


def score_of(dice: dict[str, float]) -> float:
    """What the best weights are chosen by: the mean over the classes."""
    values = [value for key, value in dice.items() if key != 'foreground']
    return float(np.mean(values)) if values else 0.0


def torch_network(net: torch.nn.Module, device: str, precision: Optional[str] = None) -> Network:
    """A network in memory, for prediction. `precision` bfloat16 is for rounds, where speed counts more than the last digit."""

    def run(patch: np.ndarray) -> np.ndarray:
        with torch.no_grad(), torch.autocast(device, torch.bfloat16, enabled=precision == 'bfloat16'):
            return net(torch.from_numpy(patch).to(device)).float().cpu().numpy()

    return run


def validate(
    net: torch.nn.Module, cases: Sequence[PreparedCase], settings: Settings, manifest: Manifest, device: str, check: Callable[[], None]
) -> dict[str, float]:
    """Mean Dice over the cases. `check` is called before each and may raise."""
    indices = list(range(1, len(settings.values) + 1))
    network = torch_network(net, device, settings.precision)
    rows = []
    for case in cases:
        check()
        found = probabilities(np.asarray(case.channels), manifest, network).argmax(0)
        names = {**{str(index): str(value) for index, value in zip(indices, settings.values)}, 'foreground': 'foreground'}
        rows.append({names[key]: dice for key, dice in dice_of(found, case.mask, indices).items()})
    return mean_and_deviation(rows)[0]


def _dice(one: np.ndarray, other: np.ndarray) -> float:
    return 2 * int((one & other).sum()) / (int(one.sum()) + int(other.sum()))


def part_of_report(dataset_rows: Sequence[dict[str, Any]]) -> Optional[str]:
    """Means are over the cases for testing, or over those for validation where there are none."""
    parts = {row['part'] for row in dataset_rows}
    return 'test' if 'test' in parts else 'validation' if parts else None
