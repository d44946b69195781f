"""The algorithm of the manifest: order, resampling, normalisation, tiles, and the way back."""

import unittest

import numpy as np

from lightship_worker.model.manifest import parse_manifest
from lightship_worker.model.run import predict, prepare
from lightship_worker.model.tiles import probabilities, softmax, tiles_of
from lightship_worker.model.unlike import unlike_training
from lightship_worker.problems import BadInput
from lightship_worker.volume.image import Grid, Image, in_first_order, order_of, reordered
from lightship_worker.volume.normalise import normalised
from lightship_worker.volume.resample import memberships, resample, resampled_grid

ANY = {'kind': 'values', 'low': -10, 'high': 10, 'mean': 0, 'deviation': 1}


def manifest_of(**changes: object) -> dict:
    return {
        'format': 1, 'engine': 'onnx', 'spacing': [1, 1, 1], 'channels': [{'name': 'T1', 'acquisition': None, 'normalisation': ANY}],
        'patch': [8, 8, 8], 'multiple': [4, 4, 4], 'overlap': 0.5, 'mirror': [], 'classes': [{'value': 2, 'title': 'A'}, {'value': 5, 'title': 'B'}],
        'trainedOn': None, 'training': None, **changes,
    }  # fmt: skip


def by_sign(patch: np.ndarray) -> np.ndarray:
    """A network that finds class 1 where values are above one, class 2 where they are below minus one."""
    x = patch[:, 0]
    return np.stack([np.full(x.shape, 5, np.float32), 5 * x, -5 * x], 1)


class Order(unittest.TestCase):
    def test_columns_run_to_left_rows_to_posterior_slices_to_superior(self) -> None:
        # Stored as superior, anterior, right.
        affine = np.array([[0, 0, 3.0, 0], [0, 2.0, 0, 0], [1.0, 0, 0, 0], [0, 0, 0, 1]])
        voxels = np.arange(2 * 3 * 4, dtype=np.float32).reshape(4, 3, 2)
        image = Image(voxels, Grid((2, 3, 4), affine))
        order = order_of(image.grid)
        turned = reordered(image, order)
        self.assertEqual(turned.grid.size, (4, 3, 2))
        np.testing.assert_allclose(turned.grid.affine[:3, :3], np.diag([-3, -2, 1]))
        # The first voxel in the new order is the rightmost, most anterior, lowest one.
        self.assertEqual(turned.voxels[0, 0, 0], voxels[3, 2, 0])
        np.testing.assert_allclose(turned.grid.affine @ [0, 0, 0, 1], affine @ [0, 2, 3, 1])
        np.testing.assert_array_equal(in_first_order(turned.voxels, order), voxels)

    def test_every_order_comes_back(self) -> None:
        random = np.random.default_rng(1)
        for _ in range(30):
            turn, _ = np.linalg.qr(random.normal(size=(3, 3)))
            affine = np.eye(4)
            affine[:3, :3] = turn * random.uniform(0.5, 3, 3)
            image = Image(random.normal(size=(4, 5, 6)), Grid((6, 5, 4), affine))
            order = order_of(image.grid)
            turned = reordered(image, order)
            np.testing.assert_array_equal(in_first_order(turned.voxels, order), image.voxels)
            self.assertEqual(order_of(turned.grid), type(order)((0, 1, 2), (False, False, False)))


class Resampling(unittest.TestCase):
    def test_a_ramp_stays_a_ramp_about_the_same_middle_with_edge_values_outside(self) -> None:
        image = Image(np.arange(6, dtype=np.float32).reshape(1, 1, 6), Grid((6, 1, 1), np.diag([2.0, 1, 1, 1])))
        finer = resampled_grid(image.grid, (1, 1, 1))
        self.assertEqual(finer.size, (12, 1, 1))
        np.testing.assert_allclose(resample(image, finer).ravel(), np.clip(np.arange(12) / 2 - 0.25, 0, 5))

    def test_turned_grids_meet_in_the_patient(self) -> None:
        image = Image(np.random.default_rng(2).normal(size=(5, 6, 7)).astype(np.float32), Grid((7, 6, 5), np.diag([-1.0, -1, 1, 1])))
        # The same places with columns and rows exchanged.
        exchanged = Grid((6, 7, 5), image.grid.affine @ np.array([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]]))
        np.testing.assert_allclose(resample(image, exchanged), image.voxels.transpose(0, 2, 1), atol=1e-6)

    def test_classes_are_set_from_one_half_on_and_the_first_wins_a_draw(self) -> None:
        labels = np.array([[[2, 5, 0, 5]]], np.uint8)
        middles = Grid((3, 1, 1), np.array([[1, 0, 0, 0.5], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]]))
        np.testing.assert_array_equal(memberships(labels, [2, 5], Grid((4, 1, 1), np.eye(4)), middles).ravel(), [2, 5, 5])


class Normalising(unittest.TestCase):
    def test_each_kind(self) -> None:
        values = np.array([[[0, 10, 20, 30, 40]]], np.float32)
        np.testing.assert_allclose(normalised(values, {'kind': 'percentiles', 'low': 25, 'high': 75, 'centre': 0.5, 'scale': 0.25})[0, 0], [-4, -2, 0, 2, 4])
        np.testing.assert_allclose(normalised(values, {'kind': 'values', 'low': 5, 'high': 30, 'mean': 10, 'deviation': 5})[0, 0], [-1, 0, 2, 4, 4])
        np.testing.assert_allclose(normalised(values, {'kind': 'image'})[0, 0, ::2], [-np.sqrt(2), 0, np.sqrt(2)], atol=1e-6)
        self.assertEqual(normalised(values, {'kind': 'values', 'low': 0, 'high': 40, 'mean': 0, 'deviation': 1}).max(), 10)
        self.assertTrue(np.isfinite(normalised(np.ones((1, 1, 3), np.float32), {'kind': 'image'})).all())


class Tiles(unittest.TestCase):
    def test_blended_patches_of_a_network_without_neighbours_are_its_answer(self) -> None:
        manifest = parse_manifest(manifest_of(mirror=[0]))
        channels = np.random.default_rng(3).normal(0, 2, (1, 9, 21, 13)).astype(np.float32)
        calls = []

        def network(patch: np.ndarray) -> np.ndarray:
            calls.append(patch.shape)
            return by_sign(patch)

        found = probabilities(channels, manifest, network)
        np.testing.assert_allclose(found, softmax(by_sign(channels[None])[0]), atol=1e-5)
        self.assertEqual(set(calls), {(1, 1, 8, 8, 8)})
        self.assertEqual(len(calls), 2 * len(tiles_of((9, 21, 13), manifest)))

    def test_neighbours_share_the_overlap_and_the_whole_is_covered(self) -> None:
        starts = sorted({start[1] for start in tiles_of((8, 21, 8), parse_manifest(manifest_of()))})
        self.assertEqual(starts, [0, 4, 8, 12, 16])


class Whole(unittest.TestCase):
    def test_labels_come_back_on_the_grid_of_the_series(self) -> None:
        # Sagittal, 0.5 x 0.5 x 1 mm, model at 1 mm.
        affine = np.array([[0, 0, 1.0, 0], [0.5, 0, 0, 0], [0, -0.5, 0, 0], [0, 0, 0, 1]])
        voxels = np.zeros((10, 24, 24), np.float32)
        voxels[2:8, 4:14, 6:16] = 3
        voxels[2:8, 16:22, 6:16] = -3
        found = predict([Image(voxels, Grid((24, 24, 10), affine))], parse_manifest(manifest_of()), by_sign)
        wanted = np.where(voxels > 0, 2, np.where(voxels < 0, 5, 0))
        for value in (2, 5):
            one, other = found.voxels == value, wanted == value
            self.assertGreater(2 * (one & other).sum() / (one.sum() + other.sum()), 0.99)
        self.assertEqual(found.summary['size'], [10, 12, 12])
        self.assertAlmostEqual(found.summary['classes'][0]['ml'], found.summary['classes'][0]['voxels'] * 0.00025)

    def test_a_second_channel_is_taken_at_the_place_of_the_first(self) -> None:
        first = Image(np.zeros((6, 6, 6), np.float32), Grid((6, 6, 6), np.diag([-1.0, -1, 1, 1])))
        ramp = np.broadcast_to(np.arange(12, dtype=np.float32), (12, 12, 12))
        second = Image(np.ascontiguousarray(ramp), Grid((12, 12, 12), np.diag([-0.5, -0.5, 0.5, 1])))
        ready = prepare([first, second], (1, 1, 1), [ANY, {**ANY, 'high': 100, 'deviation': 10}])
        np.testing.assert_allclose(ready.channels[1][0, 0], np.arange(6) * 2 / 10, atol=1e-6)

    def test_wrong_channels_and_other_engines_are_refused(self) -> None:
        image = Image(np.zeros((4, 4, 4), np.float32), Grid((4, 4, 4), np.eye(4)))
        with self.assertRaises(BadInput):
            predict([image, image], parse_manifest(manifest_of()), by_sign)
        with self.assertRaises(BadInput):
            parse_manifest(manifest_of(engine='trees'))

    def test_an_image_unlike_the_training_is_marked_with_what_differs(self) -> None:
        usual = {'least': [1, 1, 1], 'most': [1, 1, 1]}
        trained = {
            'spacing': usual, 'extent': {'least': [8, 8, 8], 'most': [10, 10, 10]}, 'entropy': {'mean': 0.2, 'deviation': 0.05},
            'intensity': [{'mean': [-1, -0.5, 0, 0.5, 1], 'deviation': [0.1] * 5}],
        }  # fmt: skip
        channel = np.linspace(-1.1, 1.1, 1000, dtype=np.float32)
        self.assertEqual(unlike_training(trained, Grid((9, 9, 9), np.eye(4)), [channel], 0.2), [])
        found = unlike_training(trained, Grid((9, 9, 4), np.diag([1, 1, 3.0, 1])), [channel + 2], 0.9)
        self.assertEqual([item['in'] for item in found], ['spacing'] + ['intensity'] * 5 + ['entropy'])


if __name__ == '__main__':
    unittest.main()
