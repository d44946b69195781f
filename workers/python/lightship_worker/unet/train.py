"""The whole of a training: from a dataset in a folder to a model, its manifest and a report."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Optional

import torch

from lightship_worker.model.tiles import tiles_of
from lightship_worker.problems import BadInput, Stopped
from lightship_worker.unet.checkpoint import Checkpoint, Progress, load_moments, load_weights, read_checkpoint, write_checkpoint
from lightship_worker.unet.configure import Machine, configure, measure
from lightship_worker.unet.dataset import TrainingSet, read_case, read_training_set
from lightship_worker.unet.evaluate import score_of, torch_network, validate
from lightship_worker.unet.augment import batch_of
from lightship_worker.unet.clicks import CURVE, clicked_batch, validate_clicks
from lightship_worker.unet.loss import loss_of
from lightship_worker.unet.network import network_of
from lightship_worker.unet.prepare import PreparedCase, prepare_cases
from lightship_worker.unet.report import finish
from lightship_worker.unet.schedule import Budget, rate_and_momentum
from lightship_worker.unet.settings import Settings

Emit = Callable[[dict[str, Any]], None]

_SAY_SECONDS = 2.0
_CHECKPOINT_SECONDS = 30.0
_MOST_ROUNDS = 10
# Later weights, of a lower rate, are kept unless they are clearly worse: with few cases, a smaller difference of Dice is chance. Measured on the hippocampus
# set with four cases for validation: 0.8995 instead of 0.8937 on unseen patients.
_NOISE = 0.005
# Validation may take this part of the time, and the last evaluation that one.
_VALIDATION_PART, _LAST_PART = 0.1, 0.4


@dataclass(frozen=True)
class Options:
    """`seconds` or `steps`: the budget. `training`: uuid of the training, for the manifest. `checkpoint_seconds`: between two checkpoints.
    `clicks`: a network that corrects masks by clicks. `is_stopped` is asked between steps.
    """

    machine: Machine
    seed: int = 1
    seconds: Optional[float] = None
    steps: Optional[int] = None
    training: Optional[str] = None
    checkpoint_seconds: float = _CHECKPOINT_SECONDS
    clicks: bool = False
    is_stopped: Callable[[], bool] = lambda: False


def train(folder: Path, out: Path, work: Path, options: Options, emit: Emit, checkpoint: Optional[Path] = None) -> dict[str, Any]:
    """Writes model.onnx, manifest.json, report.json, checkpoint.bin and previews to `out`, and returns the report.

    `work`: for files of this training. `checkpoint`: of an earlier attempt, which it continues. Raises BadInput, and Stopped with a checkpoint in `out`.
    """
    out.mkdir(parents=True, exist_ok=True)
    run = _Run(folder, out, work, options, emit)
    run.prepare(read_checkpoint(checkpoint) if checkpoint is not None else None)
    run.train()
    return finish(run.context(), run.net, run.best)


@dataclass(frozen=True)
class Context:
    """What the last part of a training needs to know."""

    dataset: TrainingSet
    settings: Settings
    progress: Progress
    cases: list[PreparedCase]
    out: Path
    work: Path
    device: str
    training: Optional[str]
    emit: Emit
    check: Callable[[], None]


@dataclass
class _Run:
    folder: Path
    out: Path
    work: Path
    options: Options
    emit: Emit
    progress: Progress = field(default_factory=Progress)
    best: dict[str, torch.Tensor] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.device = self.options.machine.device
        self.started = time.monotonic()
        self.before, self.is_prepared = 0.0, False
        self.saved = self.said = self.started

    def prepare(self, checkpoint: Optional[Checkpoint]) -> None:
        self.emit({'event': 'progress', 'fraction': 0.0, 'message': 'Reading the cases'})
        self.dataset = read_training_set(self.folder)
        numbered = list(enumerate(self.dataset.cases, 1))
        training = [pair for pair in numbered if pair[1].part == 'train']
        if checkpoint is None:
            values = [item['value'] for item in self.dataset.classes]
            measured = [measure(*read_case(case, number, values)) for number, case in training]
            self.settings = configure(self.dataset, measured, self.options.machine, self.options.seed, self.options.clicks)
        else:
            self.settings = _continued(checkpoint, self.dataset, self.options.clicks)
        self.cases = prepare_cases(training, self.settings, self.work / 'train', self.check)
        validation = [pair for pair in numbered if pair[1].part == 'validation']
        self.validation = prepare_cases(validation, self.settings, self.work / 'validation', self.check)
        self.manifest = self.settings.manifest(None, None)
        torch.manual_seed(self.settings.seed)
        self.net = network_of(self.settings).to(self.device)
        self.optimiser = torch.optim.AdamW(self.net.parameters(), self.settings.rate, weight_decay=1e-2)
        if checkpoint is not None:
            self._restore(checkpoint)

    def train(self) -> None:
        """Steps and rounds until the budget is used."""
        budget = self._budget()
        rounds = self._rounds(budget)
        self.is_prepared = True
        while True:
            used = budget.used(self.progress.step, self.seconds())
            # A round that an earlier attempt did not finish comes before the next step.
            if int(used * rounds) > self._last_round():
                self._round(used, int(used * rounds))
            if used >= 1:
                break
            self.check()
            self._step(used)
            self._say(used)
            if time.monotonic() - self.saved > self.options.checkpoint_seconds:
                self.save()
        if not self.best:
            self.best = _copied(self.net)
        self.save()

    def context(self) -> Context:
        return Context(
            self.dataset, self.settings, self.progress, self.cases, self.out, self.work, self.device, self.options.training, self.emit, self.check
        )

    def seconds(self) -> float:
        """Of the budget that are used, those of earlier attempts included."""
        return self.before + time.monotonic() - self.started

    def check(self) -> None:
        if self.options.is_stopped():
            if self.is_prepared:
                self.save()
            raise Stopped

    def save(self) -> None:
        self.saved = time.monotonic()
        self.progress.seconds = self.seconds()
        write_checkpoint(self.out / 'checkpoint.bin', self.settings, self.progress, self.net, self.optimiser, self.best)
        self.emit({'event': 'output', 'name': 'checkpoint.bin'})

    def _restore(self, checkpoint: Checkpoint) -> None:
        self.progress = checkpoint.progress
        self.before = checkpoint.progress.seconds
        load_weights(self.net, checkpoint.weights)
        load_moments(self.net, self.optimiser, checkpoint.moments)
        self.best = {name: torch.from_numpy(value) for name, value in checkpoint.best.items()}

    def _last_round(self) -> int:
        return self.progress.rounds[-1]['round'] if self.progress.rounds else 0

    def _budget(self) -> Budget:
        if self.options.steps is not None:
            return Budget(steps=self.options.steps)
        if self.options.seconds is None:
            raise BadInput('The training has neither seconds nor steps')
        # What the last evaluation will take is known from one patch.
        held_out = len([case for case in self.dataset.cases if case.part != 'train'])
        last = 2 + self._patch_seconds() * self._patches_of_a_case() * (min(held_out, 12) if self.settings.clicks else held_out)
        return Budget(seconds=self.options.seconds - min(last, _LAST_PART * self.options.seconds))

    def _rounds(self, budget: Budget) -> int:
        """How often the training is validated: ten times, or less where that would take too long."""
        if not self.validation:
            return 0
        if budget.steps is not None:
            return max(1, min(_MOST_ROUNDS, budget.steps // 10))
        once = self._patch_seconds() * self._patches_of_a_case() * len(self.validation)
        return max(1, min(_MOST_ROUNDS, int(_VALIDATION_PART * (budget.seconds or 0) / max(once, 1e-3))))

    def _patch_seconds(self) -> float:
        network = torch_network(self.net, self.device)
        shape = (1, len(self.settings.inputs), *self.settings.patch[::-1])
        started = time.monotonic()
        network(torch.zeros(shape).numpy())
        return time.monotonic() - started

    def _patches_of_a_case(self) -> float:
        """With mirror images, or after as many clicks as are evaluated."""
        counts = [len(tiles_of(case.mask.shape, self.manifest)) for case in [*self.cases, *self.validation]]
        each = CURVE[-1] * len(self.settings.classes) if self.settings.clicks else 2 ** len(self.settings.mirror)
        return sum(counts) / len(counts) * each

    def _step(self, used: float) -> None:
        rate, momentum = rate_and_momentum(used, self.settings.rate)
        for group in self.optimiser.param_groups:
            group['lr'], group['betas'] = rate, (momentum, group['betas'][1])
        self.progress.step += 1
        x, y = batch_of(self.cases, self.settings, self.progress.step)
        if self.settings.clicks:
            x, y = clicked_batch(self.net, x, y, self.settings, self.progress.step, self.device)
        with torch.autocast(self.device, torch.bfloat16, enabled=self.settings.precision == 'bfloat16'):
            logits = self.net(x.to(self.device))
        loss = loss_of(logits, y.to(self.device))
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5)
        self.optimiser.step()
        self.progress.losses = [*self.progress.losses, round(float(loss.detach()), 6)][-20:]

    def _round(self, used: float, number: int) -> None:
        if self.settings.clicks:
            dice = validate_clicks(self.net.eval(), self.validation, self.settings, self.device, self.check)
        else:
            dice = validate(self.net.eval(), self.validation, self.settings, self.manifest, self.device, self.check)
        self.net.train()
        losses = self.progress.losses
        metrics = {'dice': dice, 'loss': round(sum(losses) / len(losses), 4)}
        self.progress.rounds += [{'round': number, 'step': self.progress.step, **metrics}]
        score = score_of(dice)
        if self.progress.best is None or score >= self.progress.best - _NOISE:
            self.progress.best = max(score, self.progress.best or 0)
            self.progress.best_step, self.best = self.progress.step, _copied(self.net)
        message = f'Round {number}, step {self.progress.step}'
        self.emit({'event': 'progress', 'fraction': round(used, 4), 'message': message, 'round': number, 'metrics': metrics})

    def _say(self, used: float) -> None:
        now = time.monotonic()
        if now - self.said >= _SAY_SECONDS:
            self.said = now
            self.emit({'event': 'progress', 'fraction': round(used, 4), 'message': f'Step {self.progress.step}'})


def _continued(checkpoint: Checkpoint, dataset: TrainingSet, clicks: bool) -> Settings:
    """Raises BadInput if the checkpoint was made for other classes or channels."""
    known = [{'name': channel['name'], 'acquisition': channel['acquisition']} for channel in checkpoint.settings.channels]
    if checkpoint.settings.classes != list(dataset.classes) or known != list(dataset.channels) or checkpoint.settings.clicks != clicks:
        raise BadInput('The checkpoint belongs to a training of another kind, or with other classes or channels')
    return checkpoint.settings


def _copied(net: torch.nn.Module) -> dict[str, torch.Tensor]:
    return {name: value.detach().cpu().clone() for name, value in net.state_dict().items()}
