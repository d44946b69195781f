"""The manifest of a model, as `src/contract/ai/manifest.ts` declares it. Lists count columns, rows, slices."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lightship_worker.problems import BadInput


@dataclass(frozen=True)
class Manifest:
    """The parts of a manifest that running needs; `whole` is the manifest itself."""

    spacing: tuple[float, float, float]
    normalisations: tuple[dict[str, Any], ...]
    patch: tuple[int, int, int]
    multiple: tuple[int, int, int]
    overlap: float
    mirror: tuple[int, ...]
    values: tuple[int, ...]
    whole: dict[str, Any]


def parse_manifest(whole: dict[str, Any]) -> Manifest:
    """Raises BadInput if the manifest is of another format or engine."""
    if whole.get('format') != 1 or whole.get('engine') != 'onnx':
        raise BadInput('The model is not one that this worker runs')
    try:
        return Manifest(
            tuple(float(value) for value in whole['spacing']),
            tuple(channel['normalisation'] for channel in whole['channels']),
            tuple(int(value) for value in whole['patch']),
            tuple(int(value) for value in whole['multiple']),
            float(whole['overlap']),
            tuple(int(axis) for axis in whole['mirror']),
            tuple(int(item['value']) for item in whole['classes']),
            whole,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput('The manifest of the model is not complete') from error


def read_manifest(path: Path) -> Manifest:
    try:
        return parse_manifest(json.loads(path.read_text()))
    except (OSError, json.JSONDecodeError) as error:
        raise BadInput('The manifest of the model cannot be read') from error
