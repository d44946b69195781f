"""The end of a training: held-out cases on their own grids, pictures, the exported model, and the report."""

from __future__ import annotations

import json
import platform
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from lightship_worker import VERSION
from lightship_worker.model.manifest import Manifest
from lightship_worker.model.run import entropy_inside, predict
from lightship_worker.unet.dataset import TrainingCase, read_case
from lightship_worker.unet.evaluate import dice_of, mean_and_deviation, part_of_report, torch_network
from lightship_worker.unet.export import export
from lightship_worker.unet.network import UNet
from lightship_worker.unet.clicks import click_curve
from lightship_worker.unet.prepare import intensities, prepare_cases
from lightship_worker.unet.previews import preview
from lightship_worker.volume.image import order_of, read_image, reordered, reordered_grid, Image
from lightship_worker.volume.resample import memberships

if TYPE_CHECKING:
    from lightship_worker.unet.train import Context

_MOST_PREVIEWS = 12
_MOST_CLICKED = 12


def finish(context: Context, net: UNet, best: dict[str, torch.Tensor]) -> dict[str, Any]:
    """Evaluates and exports the best weights; returns the report."""
    net.load_state_dict({name: value.to(context.device) for name, value in best.items()})
    net.eval()
    rows, entropies = _clicked(context, net) if context.settings.clicks else _held_out(context, net)
    trained_on = _trained_on(context, entropies)
    export(context.out, net, context.settings.manifest(trained_on, context.training))
    part = part_of_report(rows)
    mean, deviation = mean_and_deviation([row['dice'] for row in rows if row['part'] == part])
    report = {
        'engine': context.settings.engine,
        'seed': context.settings.seed,
        'seconds': round(context.progress.seconds, 1),
        'heldOut': rows,
        'mean': mean,
        'deviation': deviation,
        'settings': {
            **context.settings.to_json(),
            'meanOf': part,
            **_mean_curve(rows, part),
            'steps': context.progress.step,
            'bestStep': context.progress.best_step or context.progress.step,
            'made': {'worker': VERSION, 'torch': torch.__version__, 'python': platform.python_version(), 'device': context.device},
        },
    }
    (context.out / 'report.json').write_text(json.dumps(report, indent=1))
    context.emit({'event': 'progress', 'fraction': 1.0, 'message': 'Finished', 'metrics': {'dice': mean}})
    return report


def _held_out(context: Context, net: UNet) -> tuple[list[dict[str, Any]], list[float]]:
    """Dice of each held-out case, and the entropies of the predictions."""
    manifest, network = context.settings.manifest(None, None), torch_network(net, context.device)
    cases = [(number, case) for number, case in enumerate(context.dataset.cases, 1) if case.part != 'train']
    rows, entropies = [], []
    for number, case in cases:
        context.check()
        images, mask = read_case(case, number, context.settings.values)
        found = predict(images, manifest, network)
        row: dict[str, Any] = {'id': case.id, 'part': case.part, 'dice': _rounded(dice_of(found.voxels, mask, context.settings.values))}
        if len(rows) < _MOST_PREVIEWS:
            row['preview'] = f'previews/{len(rows) + 1:02}.png'
            _draw(context, row['preview'], found, Image(mask, images[0].grid), manifest)
        rows.append(row)
        entropy = entropy_inside(found.softmax)
        entropies += [entropy] if entropy is not None else []
    return rows, entropies


def _clicked(context: Context, net: UNet) -> tuple[list[dict[str, Any]], list[float]]:
    """Dice after one click on a mask with errors, and the whole curve. The first twelve cases for testing, else for validation: each takes seconds."""
    numbered = list(enumerate(context.dataset.cases, 1))
    tested = [pair for pair in numbered if pair[1].part == 'test'] or [pair for pair in numbered if pair[1].part == 'validation']
    cases = tested[:_MOST_CLICKED]
    rows = []
    for number, case in cases:
        context.check()
        [prepared] = prepare_cases([(number, case)], context.settings, context.work / 'held-out', context.check)
        curve = click_curve(net, prepared, context.settings, context.device, number)
        rows.append({'id': case.id, 'part': case.part, 'dice': _rounded(curve[1]), 'curve': {str(count): _rounded(dice) for count, dice in curve.items()}})
    return rows, []


def _draw(context: Context, name: str, found: Any, mask: Image, manifest: Manifest) -> None:
    """On the grid of the model, where slices are axial."""
    target, values = found.prepared.grid, list(manifest.values)
    source = reordered(mask, found.prepared.order)
    labels = np.array([0, *values], np.uint8)[found.softmax.argmax(0)]
    path = context.out / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(preview(found.prepared.channels[0], memberships(source.voxels, values, source.grid, target), labels))


def _trained_on(context: Context, entropies: list[float]) -> dict[str, Any]:
    cases = context.dataset.of('train')
    grids = [_grid_of(case) for case in cases]
    spacing, extent = [np.array(values) for values in zip(*grids)]
    ends = lambda values: {'least': values.min(0).round(5).tolist(), 'most': values.max(0).round(5).tolist()}  # noqa: E731
    return {
        'patients': len({case.patient for case in cases}),
        'spacing': ends(spacing),
        'extent': ends(extent),
        'intensity': intensities(context.cases),
        'entropy': {'mean': round(float(np.mean(entropies)), 5), 'deviation': round(float(np.std(entropies)), 5)} if entropies else None,
    }


def _grid_of(case: TrainingCase) -> tuple[np.ndarray, np.ndarray]:
    """Spacing and extent in mm after reordering."""
    grid = read_image(case.images[0]).grid
    ordered = reordered_grid(grid, order_of(grid))
    return ordered.spacing, ordered.spacing * ordered.size


def _mean_curve(rows: list[dict[str, Any]], part: str | None) -> dict[str, Any]:
    """Mean Dice by the number of clicks."""
    curves = [row['curve'] for row in rows if row['part'] == part and 'curve' in row]
    return {'curve': {count: mean_and_deviation([curve[count] for curve in curves])[0] for count in curves[0]}} if curves else {}


def _rounded(dice: dict[str, float]) -> dict[str, float]:
    return {key: round(value, 4) for key, value in dice.items()}
