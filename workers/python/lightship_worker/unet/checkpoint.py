"""A checkpoint is one file of arrays and a JSON header. It comes from other workers, so nothing in it is executed (PyTorch's own files can hold code)."""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Optional

import numpy as np
import torch

from lightship_worker.problems import BadInput
from lightship_worker.unet.settings import Settings, settings_from_json

_FORMAT = 1


@dataclass
class Progress:
    """How far a training is. seconds: used of the budget. rounds: what each validation found. best: the score of the kept weights. losses: the last 20."""

    step: int = 0
    seconds: float = 0.0
    best: Optional[float] = None
    best_step: int = 0
    rounds: list[dict[str, Any]] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Checkpoint:
    """Weights by name, Adam's two moments by place and its count of steps, and the best weights."""

    settings: Settings
    progress: Progress
    weights: dict[str, np.ndarray]
    moments: dict[str, np.ndarray]
    best: dict[str, np.ndarray]


def write_checkpoint(path: Path, settings: Settings, progress: Progress, net: torch.nn.Module, optimiser: torch.optim.Optimizer, best: dict[str, torch.Tensor]) -> None:
    """Whole or not at all."""
    header = json.dumps({'format': _FORMAT, 'settings': settings.to_json(), 'progress': asdict(progress)})
    arrays = {'header': np.frombuffer(header.encode(), np.uint8)}
    arrays |= {f'weights/{name}': _array(value) for name, value in net.state_dict().items()}
    arrays |= {f'best/{name}': _array(value) for name, value in best.items()}
    for index, parameter in enumerate(net.parameters()):
        state = optimiser.state.get(parameter)
        if state:
            arrays |= {f'moments/{index}/{name}': _array(torch.as_tensor(state[name])) for name in ('step', 'exp_avg', 'exp_avg_sq')}
    partial = path.with_suffix('.part')
    with partial.open('wb') as file:
        np.savez(file, **arrays)
    os.replace(partial, path)


def read_checkpoint(path: Path) -> Checkpoint:
    """Raises BadInput if it is none of this engine."""
    try:
        with np.load(path, allow_pickle=False) as file:
            header = json.loads(bytes(file['header']))
            if header['format'] != _FORMAT:
                raise BadInput('The checkpoint was written by another version of the worker')
            groups: dict[str, dict[str, np.ndarray]] = {'weights': {}, 'moments': {}, 'best': {}}
            for name in file.files:
                group, _, rest = name.partition('/')
                if group in groups:
                    groups[group][rest] = file[name]
        return Checkpoint(settings_from_json(header['settings']), Progress(**header['progress']), groups['weights'], groups['moments'], groups['best'])
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise BadInput('The checkpoint cannot be read') from error


def load_weights(net: torch.nn.Module, weights: dict[str, np.ndarray]) -> None:
    try:
        net.load_state_dict({name: torch.from_numpy(value) for name, value in weights.items()})
    except RuntimeError as error:
        raise BadInput('The checkpoint is not one of this network') from error


def load_moments(net: torch.nn.Module, optimiser: torch.optim.Optimizer, moments: dict[str, np.ndarray]) -> None:
    for index, parameter in enumerate(net.parameters()):
        if f'{index}/step' in moments:
            state = {name: torch.from_numpy(moments[f'{index}/{name}']) for name in ('step', 'exp_avg', 'exp_avg_sq')}
            optimiser.state[parameter] = {name: value if name == 'step' else value.to(parameter.device) for name, value in state.items()}


def _array(value: torch.Tensor) -> np.ndarray:
    return value.detach().cpu().numpy()
