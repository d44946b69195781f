"""Clicks: simulated ones, and that a correction changes what it was made for and nothing else."""

from __future__ import annotations

import argparse
import json
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np
import torch

from lightship_dataset import Volume, nifti_bytes, read_nifti
from lightship_worker.device import machine_of
from lightship_worker.model.clicks import Click, click_channels, correct, corrected
from lightship_worker.model.infer import correct_by_clicks
from lightship_worker.model.manifest import parse_manifest
from lightship_worker.problems import BadInput
from lightship_worker.unet.clicks import click_on, with_errors
from lightship_worker.unet.configure import Machine
from lightship_worker.unet.train import Options, train
from lightship_worker.volume.image import Grid, Image
from tests.balls import ball_case, write_balls
from tests.test_model import ANY, manifest_of

FOUR = [{'name': name, 'acquisition': None, 'normalisation': ANY} for name in 'abcd']
MANIFEST = parse_manifest(manifest_of(channels=FOUR, patch=[16, 16, 8], classes=[{'value': 1, 'title': 'Clicked'}]))


def bright(patch: np.ndarray) -> np.ndarray:
    """A network that finds what is bright, and cares for no click."""
    return np.stack([np.zeros(patch[:, 0].shape, np.float32), patch[:, 0]], 1)


class Corrections(unittest.TestCase):
    def setUp(self) -> None:
        self.image = np.full((1, 12, 20, 30), -1, np.float32)
        self.image[0, 4:8, 4:8, 4:8] = 1
        self.image[0, 4:8, 12:16, 4:8] = 1

    def test_a_click_inside_adds_the_object_there_and_not_the_other_one(self) -> None:
        mask = np.zeros((12, 20, 30), bool)
        after = corrected(self.image, mask, [Click((5, 5, 5), True)], MANIFEST, bright)
        self.assertTrue(after[4:8, 4:8, 4:8].all())
        self.assertEqual(int(after.sum()), 64)

    def test_a_click_outside_removes_and_never_adds(self) -> None:
        mask = np.zeros((12, 20, 30), bool)
        mask[2:6, 2:6, 2:10] = True
        after = corrected(self.image, mask, [Click((2, 2, 2), False)], MANIFEST, bright)
        self.assertFalse((after & ~mask).any())
        self.assertFalse(after[2, 2, 2])
        self.assertTrue(after[4:6, 4:6, 4:8].all())

    def test_the_clicked_voxel_is_as_it_was_clicked_even_if_the_network_disagrees(self) -> None:
        mask = np.zeros((12, 20, 30), bool)
        after = corrected(self.image, mask, [Click((11, 0, 29), True)], MANIFEST, bright)
        self.assertEqual(np.argwhere(after).tolist(), [[11, 0, 29]])

    def test_an_image_smaller_than_the_patch_and_a_click_at_its_corner(self) -> None:
        mask = np.zeros((3, 5, 30), bool)
        image = np.ones((1, 3, 5, 30), np.float32)
        after = corrected(image, mask, [Click((0, 0, 29), True)], MANIFEST, bright)
        # One patch around the click, as far as the image goes.
        self.assertTrue(after[:, :, 14:].all())
        self.assertFalse(after[:, :, :14].any())

    def test_on_the_grid_of_the_series_voxels_elsewhere_stay_as_they_are(self) -> None:
        # 0.5 mm, stored from the left of the patient; the model is at 1 mm.
        grid = Grid((60, 40, 24), np.diag([0.5, -0.5, 0.5, 1]))
        voxels = np.repeat(np.repeat(np.repeat(self.image[0], 2, 0), 2, 1), 2, 2)
        mask = np.zeros(voxels.shape, np.float32)
        mask[::3, 30:, ::2] = 1
        images, before = [Image(voxels, grid)], Image(mask, grid)
        after = correct(images, before, [Click((11, 11, 11), True)], MANIFEST, bright)
        # Of a voxel of 1 mm at a corner, less than half is on the way to its neighbours.
        self.assertGreater(after[8:16, 8:16, 8:16].mean(), 0.95)
        np.testing.assert_array_equal(after[:, 30:], mask[:, 30:])
        for clicks in ([], [Click((11, 11, 60), True)]):
            with self.assertRaises(BadInput):
                correct(images, before, clicks, MANIFEST, bright)


class Simulated(unittest.TestCase):
    def test_a_click_lies_in_the_middle_of_the_thickest_error(self) -> None:
        wanted, mask = np.zeros((2, 20, 20, 20), bool)
        wanted[5:10, 5:10, 5:10] = True
        mask[15:18, 15:18, 15:18] = True
        random = np.random.default_rng(1)
        self.assertEqual(click_on(mask, wanted, random), Click((7, 7, 7), True))
        self.assertEqual(click_on(mask | wanted, wanted, random), Click((16, 16, 16), False))
        self.assertIsNone(click_on(wanted, wanted, random))

    def test_masks_with_errors_lie_near_the_border_of_the_true_one(self) -> None:
        mask = ball_case(3, 32)[1].voxels == 1
        random = np.random.default_rng(2)
        found = [with_errors(mask, random) for _ in range(20)]
        dice = [2 * (one & mask).sum() / (one.sum() + mask.sum()) for one in found]
        self.assertGreater(min(dice), 0.4)
        self.assertLess(np.median(dice), 0.97)
        self.assertGreater(np.std([one.sum() for one in found]), 0)

    def test_channels_have_their_peak_at_the_click(self) -> None:
        channels = click_channels([Click((1, 2, 3), True), Click((4, 5, 6), False)], np.ones((8, 8, 8), bool))
        self.assertEqual([tuple(np.argwhere(channel == channel.max())[0]) for channel in channels[:2]], [(1, 2, 3), (4, 5, 6)])
        self.assertTrue((channels[2] == 1).all())


class TrainedForClicks(unittest.TestCase):
    def test_clicks_make_masks_of_unseen_cases_better(self) -> None:
        warnings.simplefilter('ignore')
        torch.set_num_threads(1)
        with tempfile.TemporaryDirectory() as temp:
            root = Path(temp)
            write_balls(root / 'set', 4, 1, 2)
            report = train(root / 'set', root / 'out', root / 'work', Options(Machine('cpu', 1000, 'float32'), seed=2, steps=80, clicks=True), lambda _: None)
            curve = {count: dice['foreground'] for count, dice in report['settings']['curve'].items()}
            self.assertGreater(curve['3'], curve['0'] + 0.03)
            self.assertGreater(curve['7'], curve['0'] + 0.05)
            self.assertIs(json.loads((root / 'out/manifest.json').read_text())['clicks'], True)
            # From nothing, in files, by the exported network.
            image, mask = ball_case(6)
            (root / 'empty.nii.gz').write_bytes(nifti_bytes(Volume(np.zeros_like(mask.voxels), mask.affine)))
            place = tuple(int(at) for at in np.argwhere(mask.voxels == 1).mean(0).round())
            machine = machine_of(argparse.Namespace(device='cpu', threads=1, memory_mb=100))
            files = (root / 'out/model.onnx', root / 'out/manifest.json', [root / 'set/images/c6_0000.nii.gz'], root / 'empty.nii.gz', root / 'after.nii.gz')
            correct_by_clicks(*files, [(*place, True)], machine, 1)
            found, wanted = read_nifti(root / 'after.nii.gz').voxels > 0, mask.voxels == 1
            self.assertGreater(2 * (found & wanted).sum() / (found.sum() + wanted.sum()), 0.4)
            self.assertEqual(image.voxels.shape, found.shape)


if __name__ == '__main__':
    unittest.main()
