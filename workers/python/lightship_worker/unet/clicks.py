"""Clicks that a person would make, for training and for measuring: in the middle of the thickest error, on masks with errors."""

from __future__ import annotations

from typing import Callable, Optional, Sequence

import numpy as np
import torch
import torch.nn.functional as F

from lightship_worker.model.clicks import Click, click_channels, corrected
from lightship_worker.unet.evaluate import mean_and_deviation, torch_network
from lightship_worker.unet.prepare import PreparedCase
from lightship_worker.unet.settings import Settings

CURVE = (0, 1, 2, 3, 5, 7)
_MOST_CLICKS = 6


def click_on(mask: np.ndarray, wanted: np.ndarray, random: np.random.Generator) -> Optional[Click]:
    """A click in the middle of the thickest error; None if there is none. Both bool [slices, rows, columns]."""
    error = torch.from_numpy(mask != wanted).float()[None, None]
    if not error.any():
        return None
    while True:
        # Erosion: what is left last is the middle.
        smaller = -F.max_pool3d(-F.pad(error, (1,) * 6), 3, 1)
        if not smaller.any():
            break
        error = smaller
    places = error[0, 0].nonzero().numpy()
    place = tuple(int(at) for at in places[random.integers(len(places))])
    return Click(place, bool(wanted[place]))


def with_errors(wanted: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A mask like that of a poor model: its border is moved by smooth noise, to one side more than to the other."""
    soft = torch.from_numpy(wanted.astype(np.float32))[None, None]
    for _ in range(random.integers(2, 5)):
        soft = F.avg_pool3d(F.pad(soft, (1,) * 6, mode='replicate'), 3, 1)
    coarse = torch.from_numpy(random.standard_normal([max(2, size // 8) for size in wanted.shape], np.float32))[None, None]
    noise = F.interpolate(coarse, wanted.shape, mode='trilinear', align_corners=True)
    moved = soft + float(random.uniform(0.1, 0.45)) * noise + float(random.uniform(-0.15, 0.15))
    # Away from the border, nothing is found or lost.
    return ((moved > 0.5) & (soft > 0.02) | (soft > 0.98))[0, 0].numpy()


def clicked_batch(
    net: torch.nn.Module, x: torch.Tensor, y: torch.Tensor, settings: Settings, step: int, device: str
) -> tuple[torch.Tensor, torch.Tensor]:
    """From patches and class indices: inputs with clicks and the mask so far, and the object that is meant."""
    random = np.random.default_rng([settings.seed, step, 1])
    inputs, targets = [], []
    network = torch_network(net, device, settings.precision)
    for image, classes in zip(x.numpy(), y.numpy()):
        present = [value for value in np.unique(classes) if value > 0] or [1]
        wanted = classes == present[random.integers(len(present))]
        mask = with_errors(wanted, random) if random.random() < 0.8 else np.zeros_like(wanted)
        clicks: list[Click] = []
        for _ in range(random.integers(1, _MOST_CLICKS + 1)):
            if clicks and random.random() < 0.4:
                logits = network(np.concatenate([image, click_channels(clicks, mask)])[None])[0]
                mask = logits[1] > logits[0]
            click = click_on(mask, wanted, random)
            if click is None:
                break
            clicks.append(click)
        inputs.append(np.concatenate([image, click_channels(clicks, mask)]))
        targets.append(wanted)
    return torch.from_numpy(np.stack(inputs)), torch.from_numpy(np.stack(targets)).long()


def curve_from(
    net: torch.nn.Module, image: np.ndarray, mask: np.ndarray, wanted: np.ndarray, settings: Settings, device: str, random: np.random.Generator
) -> dict[int, float]:
    """Dice after 0, 1, 2, 3, 5 and 7 clicks on a mask. `image`: normalised channels."""
    network, manifest = torch_network(net, device), settings.manifest(None, None)
    clicks: list[Click] = []
    found = {0: _dice(mask, wanted)}
    for count in range(1, CURVE[-1] + 1):
        click = click_on(mask, wanted, random)
        if click is not None:
            clicks.append(click)
            mask = corrected(image, mask, clicks, manifest, network)
        if count in CURVE:
            found[count] = _dice(mask, wanted)
    return found


def click_curve(net: torch.nn.Module, case: PreparedCase, settings: Settings, device: str, number: int) -> dict[int, dict[str, float]]:
    """The curve of each class that occurs in a case, from a mask with errors; `foreground` is the mean over the classes. `number` seeds the errors."""
    rows: dict[int, dict[str, float]] = {count: {} for count in CURVE}
    for index, value in enumerate(settings.values, 1):
        wanted = np.asarray(case.mask) == index
        if wanted.any():
            random = np.random.default_rng([number, index])
            curve = curve_from(net, np.asarray(case.channels), with_errors(wanted, random), wanted, settings, device, random)
            for count, dice in curve.items():
                rows[count][str(value)] = dice
    return {count: {**row, 'foreground': float(np.mean(list(row.values())))} if row else {} for count, row in rows.items()}


def validate_clicks(
    net: torch.nn.Module, cases: Sequence[PreparedCase], settings: Settings, device: str, check: Callable[[], None]
) -> dict[str, float]:
    """Mean Dice over the curve."""
    rows = []
    for number, case in enumerate(cases, 1):
        check()
        curve = click_curve(net, case, settings, device, number)
        rows.append(mean_and_deviation([dice for count, dice in curve.items() if count > 0])[0])
    return mean_and_deviation(rows)[0]


def _dice(one: np.ndarray, other: np.ndarray) -> float:
    return 2 * int((one & other).sum()) / (int(one.sum()) + int(other.sum()))
