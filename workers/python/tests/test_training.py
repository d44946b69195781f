"""The engine `unet` on balls in noise, in seconds."""

import argparse
import json
import os
import tempfile
import time
import unittest
import warnings
from pathlib import Path

import numpy as np
import torch

from lightship_worker.device import machine_of
from lightship_worker.model.manifest import parse_manifest, read_manifest
from lightship_worker.model.onnx_torch import onnx_network
from lightship_worker.model.run import predict
from lightship_worker.problems import BadInput, Stopped
from lightship_worker.unet.augment import batch_of
from lightship_worker.unet.checkpoint import read_checkpoint
from lightship_worker.unet.configure import Machine, Measured, configure
from lightship_worker.unet.dataset import TrainingSet, read_case, read_training_set
from lightship_worker.unet.evaluate import dice_of, mean_and_deviation, torch_network
from lightship_worker.unet.checkpoint import load_weights
from lightship_worker.unet.network import network_of
from lightship_worker.unet.prepare import PreparedCase
from lightship_worker.unet.schedule import Budget, rate_and_momentum
from lightship_worker.unet.train import Options, train
from lightship_worker.volume.image import Grid, read_image
from tests.balls import CHANNELS, CLASSES, write_balls

MACHINE = Machine('cpu', 1000, 'float32')
STEPS = 60


def setUpModule() -> None:
    warnings.simplefilter('ignore')
    torch.set_num_threads(1)


class Training(unittest.TestCase):
    """One whole training, looked at from several sides."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.temp = tempfile.TemporaryDirectory()
        cls.root = Path(cls.temp.name)
        write_balls(cls.root / 'set')
        cls.events: list[dict] = []
        cls.report = train(cls.root / 'set', cls.root / 'out', cls.root / 'work', Options(MACHINE, seed=4, steps=STEPS), cls.events.append)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.temp.cleanup()

    def test_balls_are_found_on_unseen_cases(self) -> None:
        self.assertGreater(self.report['mean']['foreground'], 0.8)
        self.assertGreater(self.report['mean']['1'], 0.8)
        self.assertGreater(self.report['mean']['3'], 0.8)
        self.assertEqual(self.report['settings']['meanOf'], 'test')
        self.assertEqual(sorted(row['part'] for row in self.report['heldOut']), ['test', 'test', 'validation', 'validation'])

    def test_the_dice_of_the_report_is_that_of_the_exported_model_computed_apart(self) -> None:
        manifest, network = read_manifest(self.root / 'out/manifest.json'), onnx_network(self.root / 'out/model.onnx', 'cpu', 1)
        dataset = read_training_set(self.root / 'set')
        for row in self.report['heldOut']:
            case = next(case for case in dataset.cases if case.id == row['id'])
            images, mask = read_case(case, 1, [1, 3])
            found = predict(images, manifest, network).voxels
            for value in (1, 3):
                both = (found == value).sum() + (mask == value).sum()
                self.assertAlmostEqual(2 * ((found == value) & (mask == value)).sum() / both, row['dice'][str(value)], places=3)

    def test_the_exported_model_answers_as_the_network_of_other_sizes_too(self) -> None:
        checkpoint = read_checkpoint(self.root / 'out/checkpoint.bin')
        net = network_of(checkpoint.settings)
        load_weights(net, checkpoint.best)
        patch = np.random.default_rng(1).normal(size=(1, 1, 8, 24, 12)).astype(np.float32)
        one, other = torch_network(net.eval(), 'cpu')(patch), onnx_network(self.root / 'out/model.onnx', 'cpu', 1)(patch)
        np.testing.assert_allclose(one, other, atol=1e-4)

    def test_the_manifest_says_what_the_training_saw(self) -> None:
        whole = json.loads((self.root / 'out/manifest.json').read_text())
        self.assertEqual(whole['classes'], CLASSES)
        self.assertEqual(whole['trainedOn']['patients'], 4)
        self.assertEqual(whole['trainedOn']['extent'], {'least': [16, 16, 16], 'most': [16, 16, 16]})
        self.assertEqual(len(whole['trainedOn']['intensity'][0]['mean']), 5)
        self.assertGreater(whole['trainedOn']['entropy']['mean'], 0)
        self.assertTrue(all(size % multiple == 0 for size, multiple in zip(whole['patch'], whole['multiple'])))
        image = read_image(self.root / 'set/images/c7_0000.nii.gz')
        found = predict([image], parse_manifest(whole), onnx_network(self.root / 'out/model.onnx', 'cpu', 1))
        self.assertEqual(found.summary['unlike'], [])

    def test_progress_rises_and_rounds_have_dice(self) -> None:
        fractions = [event['fraction'] for event in self.events if event['event'] == 'progress']
        self.assertEqual(fractions, sorted(fractions))
        self.assertEqual(fractions[-1], 1)
        rounds = [event for event in self.events if 'round' in event]
        self.assertEqual([event['round'] for event in rounds], [1, 2, 3, 4, 5, 6])
        self.assertEqual(set(rounds[-1]['metrics']['dice']), {'1', '3', 'foreground'})
        self.assertGreater(rounds[-1]['metrics']['dice']['foreground'], rounds[0]['metrics']['dice']['foreground'])

    def test_held_out_slices_are_drawn(self) -> None:
        names = {row['preview'] for row in self.report['heldOut']}
        self.assertEqual(len(names), 4)
        for name in names:
            self.assertEqual((self.root / 'out' / name).read_bytes()[:8], b'\x89PNG\r\n\x1a\n')

    def test_a_training_that_was_stopped_twice_ends_with_the_same_weights(self) -> None:
        given, weights = None, None
        for attempt, most in enumerate((17, 40, 1000)):
            steps = _Counter(most)
            options = Options(MACHINE, seed=4 if attempt == 0 else 99, steps=STEPS, is_stopped=steps)
            out = self.root / f'out{attempt}'
            try:
                train(self.root / 'set', out, self.root / f'work{attempt}', options, lambda _: None, given)
            except Stopped:
                pass
            given = out / 'checkpoint.bin'
            weights = read_checkpoint(given)
        whole = read_checkpoint(self.root / 'out/checkpoint.bin')
        self.assertEqual(weights.progress.step, STEPS)
        self.assertEqual(weights.progress.rounds, whole.progress.rounds)
        for name, value in whole.weights.items():
            np.testing.assert_array_equal(weights.weights[name], value)
        for name, value in whole.best.items():
            np.testing.assert_array_equal(weights.best[name], value)

    def test_seconds_of_earlier_attempts_count(self) -> None:
        stop = _Counter(12)
        with self.assertRaises(Stopped):
            train(self.root / 'set', self.root / 's1', self.root / 'sw1', Options(MACHINE, seconds=1000, checkpoint_seconds=0, is_stopped=stop), lambda _: None)
        first = read_checkpoint(self.root / 's1/checkpoint.bin').progress
        self.assertGreater(first.seconds, 0)
        # What was used is more than the whole budget of the second one.
        options = Options(MACHINE, seconds=first.seconds / 2)
        train(self.root / 'set', self.root / 's2', self.root / 'sw2', options, lambda _: None, self.root / 's1/checkpoint.bin')
        self.assertEqual(read_checkpoint(self.root / 's2/checkpoint.bin').progress.step, first.step)

    def test_a_checkpoint_of_other_classes_is_refused(self) -> None:
        write_balls(self.root / 'other')
        described = json.loads((self.root / 'other/dataset.json').read_text())
        described['classes'][0]['title'] = 'Another'
        (self.root / 'other/dataset.json').write_text(json.dumps(described))
        with self.assertRaises(BadInput):
            train(self.root / 'other', self.root / 'o', self.root / 'w', Options(MACHINE, steps=2), lambda _: None, self.root / 'out/checkpoint.bin')

    def test_a_checkpoint_cannot_carry_code(self) -> None:
        class Hostile:
            def __reduce__(self) -> tuple:
                return os.mkdir, (str(root / 'ran'),)

        root = self.root
        torch.save({'weights': Hostile()}, root / 'pickle.bin')
        np.savez(root / 'objects.npz', header=np.array([Hostile()], dtype=object))
        for name in ('pickle.bin', 'objects.npz'):
            with self.assertRaises(BadInput):
                read_checkpoint(root / name)
        self.assertFalse((root / 'ran').exists())


class _Counter:
    """Stops after so many questions."""

    def __init__(self, most: int) -> None:
        self.left = most

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


class Budgets(unittest.TestCase):
    def test_seconds_are_held_with_evaluation_and_export(self) -> None:
        with tempfile.TemporaryDirectory() as temp:
            root = Path(temp)
            write_balls(root / 'set', 2, 1, 1)
            started = time.monotonic()
            report = train(root / 'set', root / 'out', root / 'work', Options(MACHINE, seconds=6), lambda _: None)
            self.assertLess(time.monotonic() - started, 9)
            self.assertGreater(report['settings']['steps'], 5)

    def test_the_rate_rises_once_and_falls_to_nothing(self) -> None:
        rates = [rate_and_momentum(used / 100, 1)[0] for used in range(101)]
        self.assertEqual(max(rates), rates[10])
        self.assertEqual(rates[:11], sorted(rates[:11]))
        self.assertEqual(rates[10:], sorted(rates[10:], reverse=True))
        self.assertLess(rates[-1], 1e-4)
        self.assertEqual(Budget(steps=10).used(5, 1e9), 0.5)
        self.assertEqual(Budget(seconds=10).used(10**9, 2.5), 0.25)


class Configuring(unittest.TestCase):
    def settings(self, size: tuple, spacing: tuple, machine: Machine = MACHINE, classes: tuple = tuple(CLASSES), least: float = 0):
        inside = [np.linspace(-100, 300, 100, dtype=np.float32)]
        measured = [Measured(np.array(size), np.array(spacing, float), [least], inside)] * 3
        return configure(TrainingSet(classes, tuple(CHANNELS), ()), measured, machine, 1)

    def test_a_small_isotropic_image_is_one_patch(self) -> None:
        settings = self.settings((36, 50, 36), (1, 1, 1))
        self.assertEqual((settings.patch, settings.multiple, settings.widths), ([36, 48, 36], [4, 4, 4], [16, 32, 64]))

    def test_a_large_image_is_made_coarser_and_cut_and_memory_makes_the_patch_smaller(self) -> None:
        settings = self.settings((512, 512, 300), (0.7, 0.7, 1))
        self.assertGreater(settings.spacing[0], 1.5)
        self.assertLessEqual(np.prod(settings.patch), 110_000)
        small = self.settings((512, 512, 300), (0.7, 0.7, 1), Machine('cpu', 60, 'float32'))
        self.assertLess(np.prod(small.patch), np.prod(settings.patch) / 2)
        gpu = self.settings((512, 512, 300), (0.7, 0.7, 1), Machine('cuda', 16000, 'bfloat16'))
        self.assertGreater(np.prod(gpu.patch), 500_000)

    def test_thick_slices_are_pooled_later(self) -> None:
        settings = self.settings((160, 160, 20), (0.5, 0.5, 3))
        self.assertEqual(settings.strides[1], [2, 2, 1])
        self.assertEqual(settings.kernels[0], [3, 3, 1])

    def test_images_of_a_ct_keep_their_units(self) -> None:
        kinds = [self.settings((40, 40, 40), (1, 1, 1), least=least).channels[0]['normalisation']['kind'] for least in (-1024, 0)]
        self.assertEqual(kinds, ['values', 'percentiles'])

    def test_classes_that_name_a_side_are_not_mirrored(self) -> None:
        sided = ({'value': 1, 'title': 'Left kidney'}, {'value': 2, 'title': 'Right kidney'})
        self.assertEqual(self.settings((40, 40, 40), (1, 1, 1), classes=sided).mirror, [])
        self.assertEqual(self.settings((40, 40, 40), (1, 1, 1)).mirror, [0])


class Augmenting(unittest.TestCase):
    def setUp(self) -> None:
        measured = [Measured(np.array([16, 16, 16]), np.ones(3), [0.0], [np.zeros(1)])]
        self.settings = configure(TrainingSet(tuple(CLASSES), tuple(CHANNELS), ()), measured, MACHINE, 1)

    def case_with(self, *places: tuple[int, int, int]) -> PreparedCase:
        """Small bright cubes, one for each class, in a large image."""
        mask = np.zeros((60, 60, 60), np.uint8)
        for index, (z, y, x) in enumerate(places, 1):
            mask[z : z + 4, y : y + 4, x : x + 4] = index
        image = np.where(mask > 0, 3, 0).astype(np.float32)[None]
        return PreparedCase(image, mask, [np.argwhere(mask == index) for index in range(1, len(places) + 1)], Grid((60, 60, 60), np.eye(4)))

    def test_rare_classes_are_seen_often_and_the_rest_too(self) -> None:
        case = self.case_with((4, 50, 30), (40, 8, 8))
        batches = [batch_of([case], self.settings, step)[1] for step in range(100)]
        seen = [sum(bool((patch == value).any()) for batch in batches for patch in batch) for value in (1, 2)]
        # By chance alone it would be one patch of fifty.
        self.assertGreater(min(seen), 25)
        self.assertGreater(200 - sum(seen), 60)

    def test_images_and_masks_are_changed_together(self) -> None:
        case = self.case_with((30, 30, 30))
        for step in range(30):
            x, y = batch_of([case], self.settings, step)
            if (y == 1).sum() > 20:
                self.assertGreater(x[:, 0][y == 1].mean(), x[:, 0][y == 0].mean() + 0.5)

    def test_the_same_step_gives_the_same_batch(self) -> None:
        case = self.case_with((30, 30, 30))
        first, again, other = (batch_of([case], self.settings, step)[0] for step in (5, 5, 6))
        self.assertTrue(torch.equal(first, again))
        self.assertFalse(torch.equal(first, other))


class Measures(unittest.TestCase):
    def test_dice_of_known_masks(self) -> None:
        found, wanted = np.array([1, 1, 3, 4]), np.array([1, 3, 3, 0])
        rows = [dice_of(found, wanted, [1, 3, 4]), dice_of(found, found, [1, 3, 4])]
        self.assertEqual(rows[0], {'1': 2 / 3, '3': 2 / 3, 'foreground': 6 / 7})
        mean, deviation = mean_and_deviation(rows)
        self.assertEqual(mean, {'1': 0.8333, '3': 0.8333, 'foreground': 0.9286, '4': 1.0})
        self.assertEqual(deviation['4'], 0)


class Machines(unittest.TestCase):
    def test_memory_and_device_come_from_the_command(self) -> None:
        machine = machine_of(argparse.Namespace(device='cpu', threads=1, memory_mb=123))
        self.assertEqual((machine.device, machine.memory_mb), ('cpu', 123))


if __name__ == '__main__':
    unittest.main()
