"""lightship_dataset.py: reading frozen datasets, and writing masks back."""

import gzip
import hashlib
import json
import struct
import tempfile
import threading
import unittest
import zipfile
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import numpy as np

from lightship_dataset import DatasetError, MaskChanged, Refused, Server, Volume, nifti_bytes, open_dataset, read_nifti
from tests.balls import ball_case, write_balls


class Nifti(unittest.TestCase):
    def test_what_is_written_is_read_with_its_affine(self) -> None:
        affine = np.array([[-0.5, 0.1, 0, 10], [0, 0.7, 0.2, -4], [0.1, 0, 2, 3], [0, 0, 0, 1]], float)
        voxels = np.arange(2 * 3 * 4, dtype=np.int16).reshape(2, 3, 4)
        volume = read_nifti(nifti_bytes(Volume(voxels, affine)))
        np.testing.assert_array_equal(volume.voxels, voxels)
        np.testing.assert_allclose(volume.affine, affine, atol=1e-6)

    def test_big_endian_slope_and_quaternion_are_read(self) -> None:
        header = bytearray(352)
        struct.pack_into('>i', header, 0, 348)
        struct.pack_into('>8h', header, 40, 3, 2, 1, 2, 1, 1, 1, 1)
        struct.pack_into('>2h', header, 70, 4, 16)
        struct.pack_into('>4f', header, 76, -1, 2, 3, 4)
        struct.pack_into('>3f', header, 108, 352, 2, -10)
        struct.pack_into('>2h', header, 252, 1, 0)
        # Half a turn about the third axis.
        struct.pack_into('>6f', header, 256, 0, 0, 1, 5, 6, 7)
        volume = read_nifti(bytes(header) + struct.pack('>4h', 1, 2, 3, 4))
        np.testing.assert_array_equal(volume.voxels, np.array([[[-8, -4]], [[-6, -2]]]))
        np.testing.assert_allclose(volume.affine, [[-2, 0, 0, 5], [0, -3, 0, 6], [0, 0, -4, 7], [0, 0, 0, 1]], atol=1e-6)

    def test_what_is_no_image_is_refused(self) -> None:
        good = gzip.decompress(nifti_bytes(ball_case(1)[0]))
        four = bytearray(good)
        struct.pack_into('<8h', four, 40, 4, 16, 16, 16, 2, 1, 1, 1)
        huge = bytearray(good)
        struct.pack_into('<8h', huge, 40, 3, 32767, 32767, 32767, 1, 1, 1, 1)
        for bad in (b'', b'nothing', good[:-1], bytes(four), bytes(huge), nifti_bytes(ball_case(1)[0])[:-100]):
            with self.assertRaises(DatasetError):
                read_nifti(bad)


class FrozenDatasets(unittest.TestCase):
    def setUp(self) -> None:
        self.temp = tempfile.TemporaryDirectory()
        self.addCleanup(self.temp.cleanup)
        self.folder = Path(self.temp.name) / 'set'
        self.described = write_balls(self.folder)
        hash_of = lambda path: hashlib.sha256((self.folder / path).read_bytes()).hexdigest()  # noqa: E731
        cases = [
            {**case, 'images_sha256': [hash_of(path) for path in case['images']], 'mask_sha256': hash_of(case['mask']), 'withdrawn': False}
            for case in self.described['cases']
        ]
        withdrawn = {'id': 'gone', 'part': 'train', 'images': [], 'mask': None, 'images_sha256': [], 'mask_sha256': None, 'withdrawn': True}
        frozen = {'format': 'lightship-dataset', 'classes': self.described['classes'], 'channels': ['T1'], 'cases': [*cases, withdrawn]}
        (self.folder / 'frozen.json').write_text(json.dumps(frozen))
        # As in an export, where it is nnU-Net's.
        (self.folder / 'dataset.json').write_text(json.dumps({'channel_names': {'0': 'T1'}, 'labels': {'background': 0}}))

    def _paths(self) -> list[str]:
        return [path for case in self.described['cases'] for path in (*case['images'], case['mask'])]

    def test_a_folder_and_its_zip_give_the_same_arrays(self) -> None:
        zipped = Path(self.temp.name) / 'set.zip'
        with zipfile.ZipFile(zipped, 'w') as file:
            for path in [*self._paths(), 'frozen.json']:
                file.write(self.folder / path, path)
        for source in (self.folder, zipped):
            with open_dataset(source) as dataset:
                self.assertEqual([case.part for case in dataset.cases].count('train'), 4)
                self.assertEqual(dataset.channels, [{'name': 'T1'}])
                image, mask = ball_case(0)
                np.testing.assert_array_equal(dataset.image(dataset.cases[0]).voxels, image.voxels)
                np.testing.assert_array_equal(dataset.mask(dataset.cases[0]).voxels, mask.voxels)
                self.assertEqual(dataset.verify(), 16)

    def test_a_changed_file_is_refused(self) -> None:
        (self.folder / 'labels/c1.nii.gz').write_bytes(nifti_bytes(ball_case(7)[1]))
        with open_dataset(self.folder) as dataset:
            dataset.mask(dataset.cases[0])
            with self.assertRaises(DatasetError):
                dataset.mask(dataset.cases[1])
            with self.assertRaises(DatasetError):
                dataset.verify()

    def test_a_path_that_leads_out_of_the_folder_is_refused(self) -> None:
        outside = Path(self.temp.name) / 'outside.nii.gz'
        outside.write_bytes(nifti_bytes(ball_case(1)[1]))
        with open_dataset(self.folder) as dataset, self.assertRaises(DatasetError):
            dataset.read('../outside.nii.gz')


class MasksBack(unittest.TestCase):
    """The calls of the server; its side has tests of its own, which run this file too."""

    def setUp(self) -> None:
        received = self.received = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
                is_right = asked == {'email': 'ann@hospital.org', 'password': 'secret'}
                self._answer(200, {'token': 'key'}) if is_right else self._answer(422, {'message': 'E-mail or password is wrong'})

            def do_PUT(self) -> None:
                data = self.rfile.read(int(self.headers['Content-Length']))
                received.append((self.path, self.headers['Authorization'], self.headers['Team'], read_nifti(data).voxels))
                self._answer(200, {'data': {'revision': 9}}) if self.headers['If-Match'] == '"7"' else self._answer(412, {'message': 'changed'})

            def _answer(self, status: int, body: object) -> None:
                self.send_response(status)
                self.end_headers()
                self.wfile.write(json.dumps(body).encode())

            def log_message(self, *_: object) -> None:
                pass

        server = HTTPServer(('127.0.0.1', 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(lambda: (server.shutdown(), server.server_close()))
        self.address = f'http://127.0.0.1:{server.server_port}'
        temp = tempfile.TemporaryDirectory()
        self.addCleanup(temp.cleanup)
        back = {'study': 's-1', 'segmentation': 'm-1', 'operation': 7, 'segment_values': [300, 4]}
        case = {'id': 'c0', 'part': 'train', 'images': [], 'mask': None, **back}
        classes = [{'value': 1, 'title': 'Ball'}, {'value': 2, 'title': 'Shell'}]
        (Path(temp.name) / 'frozen.json').write_text(json.dumps({'classes': classes, 'channels': [], 'cases': [case]}))
        self.dataset = open_dataset(temp.name)

    def test_a_mask_is_put_over_the_state_that_was_frozen_and_over_no_other(self) -> None:
        server = Server(self.address, 'ann@hospital.org', 'secret', team='north')
        [case] = self.dataset.cases
        voxels = np.array([[[0, 1], [2, 0]]], np.uint8)
        mask = Volume(voxels, np.eye(4))
        self.assertEqual(server.put_mask(self.dataset, case, mask), 9)
        path, authorization, team, sent = self.received[0]
        self.assertEqual((path, authorization, team), ('/api/v2/mask/s-1/m-1?order=300,4', 'Bearer key', 'north'))
        # The values of the segments, not those of the classes.
        np.testing.assert_array_equal(sent, [[[0, 300], [4, 0]]])
        with self.assertRaises(MaskChanged):
            server.put_mask(self.dataset, case, mask, revision=6)

    def test_a_value_that_is_no_class_is_refused_here(self) -> None:
        server = Server(self.address, 'ann@hospital.org', 'secret')
        with self.assertRaises(DatasetError):
            server.put_mask(self.dataset, self.dataset.cases[0], Volume(np.full((2, 2, 2), 3, np.uint8), np.eye(4)))
        self.assertEqual(self.received, [])

    def test_a_refusal_has_the_words_of_the_server(self) -> None:
        with self.assertRaisesRegex(Refused, 'E-mail or password is wrong'):
            Server(self.address, 'ann@hospital.org', 'other')

    def test_a_password_goes_nowhere_without_encryption(self) -> None:
        with self.assertRaises(ValueError):
            Server('http://team.imaging.hospital.org', 'ann@hospital.org', 'secret')


if __name__ == '__main__':
    unittest.main()
