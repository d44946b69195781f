"""The network as ONNX with its manifest."""

from __future__ import annotations

import inspect
import json
import warnings
from pathlib import Path
from typing import Any

import torch

from lightship_worker.model.manifest import Manifest
from lightship_worker.unet.network import UNet

OPSET = 13


def export(folder: Path, net: UNet, manifest: Manifest) -> None:
    """Writes model.onnx (axes of slices, rows and columns free) and manifest.json."""
    example = torch.zeros(1, len(manifest.normalisations), *manifest.patch[::-1])
    axes = {2: 'slices', 3: 'rows', 4: 'columns'}
    # Newer versions of PyTorch have a second exporter, which needs packages beside it.
    choice: dict[str, Any] = {'dynamo': False} if 'dynamo' in inspect.signature(torch.onnx.export).parameters else {}
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        torch.onnx.export(
            net.cpu().eval(),
            example,
            str(folder / 'model.onnx'),
            opset_version=OPSET,
            input_names=['image'],
            output_names=['logits'],
            dynamic_axes={'image': axes, 'logits': axes},
            **choice,
        )
    (folder / 'manifest.json').write_text(json.dumps(manifest.whole, indent=1))
