"""Runs a model on an image in files."""

from __future__ import annotations

import hashlib
import time
import zipfile
from pathlib import Path
from typing import Any, Callable, Sequence

from lightship_worker.model.clicks import Click, correct
from lightship_worker.model.manifest import read_manifest
from lightship_worker.model.onnx_torch import onnx_network
from lightship_worker.model.run import predict
from lightship_worker.model.tiles import Network
from lightship_worker.unet.checkpoint import read_checkpoint
from lightship_worker.unet.configure import Machine
from lightship_worker.unet.evaluate import torch_network
from lightship_worker.unet.network import network_of
from lightship_worker.volume.image import read_image, write_labels


def infer(
    model: Path, manifest: Path, images: Sequence[Path], out: Path, machine: Machine, threads: int, progress: Callable[[float], None] = lambda _: None
) -> dict[str, Any]:
    """Writes the labels on the grid of the first image, and returns the summary. `model`: ONNX, or a checkpoint of a training. Raises BadInput."""
    described, network = read_manifest(manifest), network_in(model, machine.device, threads)
    volumes = [read_image(path) for path in images]
    found = predict(volumes, described, network, progress)
    write_labels(out, found.voxels, volumes[0].grid)
    return {**found.summary, 'modelSha256': hashlib.sha256(model.read_bytes()).hexdigest()}


def correct_by_clicks(
    model: Path, manifest: Path, images: Sequence[Path], mask: Path, out: Path, clicks: Sequence[tuple[int, int, int, bool]], machine: Machine, threads: int
) -> dict[str, Any]:
    """Clicks are column, row, slice of the first image, and whether they lie inside. Writes the mask. Raises BadInput."""
    described, network = read_manifest(manifest), network_in(model, machine.device, threads)
    volumes, before = [read_image(path) for path in images], read_image(mask)
    started = time.monotonic()
    after = correct(volumes, before, [Click((z, y, x), is_inside) for x, y, z, is_inside in clicks], described, network)
    seconds = round(time.monotonic() - started, 3)
    write_labels(out, after, before.grid)
    return {'voxelsBefore': int((before.voxels > 0).sum()), 'voxels': int(after.sum()), 'seconds': seconds}


def network_in(model: Path, device: str, threads: int) -> Network:
    """ONNX, or a checkpoint, which is a zip of arrays."""
    return _of_checkpoint(model, device) if zipfile.is_zipfile(model) else onnx_network(model, device, threads)


def _of_checkpoint(path: Path, device: str) -> Network:
    from lightship_worker.unet.checkpoint import load_weights

    checkpoint = read_checkpoint(path)
    net = network_of(checkpoint.settings)
    load_weights(net, checkpoint.best or checkpoint.weights)
    return torch_network(net.to(device).eval(), device)
