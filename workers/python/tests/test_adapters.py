"""Programs of other makers, played by scripts: what they are called with, and what becomes of their labels."""

import argparse
import gzip
import json
import stat
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np

from lightship_dataset import Volume, nifti_bytes, read_nifti
from lightship_worker.adapters import models_of, programs_of, run_adapter
from lightship_worker.adapters.totalsegmentator import command_of
from lightship_worker.problems import BadInput, Stopped


class Adapters(unittest.TestCase):
    def setUp(self) -> None:
        temp = tempfile.TemporaryDirectory()
        self.addCleanup(temp.cleanup)
        self.folder = Path(temp.name)
        for name in ('inputs', 'out', 'work', 'bin'):
            (self.folder / name).mkdir()
        self.affine = np.diag([2.0, 2, 3, 1])
        self.image = self.folder / 'inputs/image_0000.nii'
        self.image.write_bytes(gzip.decompress(nifti_bytes(Volume(np.zeros((4, 4, 4), np.int16), self.affine))))
        found = np.zeros((4, 4, 4), np.int16)
        found[0], found[1] = 5, 117
        self.answer = self.folder / 'answer.nii.gz'
        self.answer.write_bytes(nifti_bytes(Volume(found, self.affine)))
        # The package that the program belongs to, as far as it is asked.
        self.script('python3', 'print("a line of its own")\nprint(\'{"5": "kidney_left", "117": "costal_cartilages"}\')')
        trained = self.folder / 'models/Dataset004_Hippocampus/nnUNetTrainer__nnUNetPlans__3d_fullres'
        trained.mkdir(parents=True)
        (trained / 'dataset.json').write_text(json.dumps({'labels': {'background': 0, 'Anterior': 5, 'posterior': 117}}))

    def script(self, name: str, body: str) -> str:
        path = self.folder / 'bin' / name
        path.write_text(f'#!{sys.executable}\nimport os, pathlib, shutil, sys, time\nargs = sys.argv[1:]\nafter = lambda word: args[args.index(word) + 1]\n{body}\n')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    def run_model(self, model: str, programs: dict[str, str], stopped: bool = False) -> dict:
        event = threading.Event()
        if stopped:
            event.set()
        return run_adapter({'model': model}, [self.image], self.folder, programs, event)

    def check_labels(self) -> None:
        labels = read_nifti(self.folder / 'out/labels.nii.gz')
        np.testing.assert_array_equal(labels.voxels[:, 0, 0], [5, 117, 0, 0])
        np.testing.assert_allclose(labels.affine, self.affine)

    def test_totalsegmentator(self) -> None:
        path = self.script('TotalSegmentator', f"assert '--fastest' in args and after('--task') == 'total_mr'\nshutil.copy({str(self.answer)!r}, after('-o'))")
        summary = self.run_model('total-mr6mm', {'totalsegmentator': path})
        self.check_labels()
        self.assertEqual(summary['classes'][0], {'value': 5, 'title': 'Kidney left', 'voxels': 16, 'ml': 16 * 0.012})
        self.assertEqual(summary['classes'][1]['title'], 'Costal cartilages')

    def test_nnunet(self) -> None:
        path = self.script(
            'nnUNetv2_predict',
            f"assert os.environ['nnUNet_results'] == {str(self.folder / 'models')!r} and after('-d') == 'Dataset004_Hippocampus'\n"
            "assert after('-c') == '3d_fullres' and after('-tr') == 'nnUNetTrainer' and after('-p') == 'nnUNetPlans'\n"
            "assert pathlib.Path(after('-i'), 'case_0000.nii.gz').read_bytes()[:2] == b'\\x1f\\x8b'\n"
            f"out = pathlib.Path(after('-o')); out.mkdir(); shutil.copy({str(self.answer)!r}, out / 'case.nii.gz')",
        )
        programs = {'nnunet': path, 'nnunetModels': str(self.folder / 'models')}
        summary = self.run_model('nnunet-004', programs)
        self.check_labels()
        self.assertEqual([item['title'] for item in summary['classes']], ['Anterior', 'Posterior'])
        with self.assertRaises(BadInput):
            self.run_model('nnunet-005', programs)

    def test_failing_missing_and_stopped_programs(self) -> None:
        with self.assertRaisesRegex(BadInput, 'code 4'):
            self.run_model('total', {'totalsegmentator': self.script('TotalSegmentator', 'sys.exit(4)')})
        with self.assertRaisesRegex(BadInput, 'not installed'):
            self.run_model('total', {})
        with self.assertRaises(Stopped):
            self.run_model('total', {'totalsegmentator': self.script('TotalSegmentator', 'time.sleep(100)')}, stopped=True)

    def test_labels_without_a_name_and_other_grids_are_refused(self) -> None:
        path = self.script('TotalSegmentator', f"shutil.copy({str(self.answer)!r}, after('-o'))")
        self.script('python3', 'print(\'{"5": "kidney_left"}\')')
        with self.assertRaisesRegex(BadInput, 'does not name'):
            self.run_model('total', {'totalsegmentator': path})
        self.answer.write_bytes(nifti_bytes(Volume(np.zeros((4, 4, 5), np.int16), self.affine)))
        with self.assertRaisesRegex(BadInput, 'another grid'):
            self.run_model('total', {'totalsegmentator': path})

    def test_each_model_has_its_task(self) -> None:
        tasks = [command_of('t', model, Path('i'), Path('o'))[6:] for model in ('total', 'total6mm', 'total-mr', 'total-mr6mm')]
        self.assertEqual(tasks, [['--task', 'total'], ['--task', 'total', '--fastest'], ['--task', 'total_mr'], ['--task', 'total_mr', '--fastest']])

    def test_only_what_is_installed_is_offered(self) -> None:
        given = argparse.Namespace(totalsegmentator='/opt/t', nnunet='/opt/n', nnunet_models=self.folder / 'models')
        self.assertEqual(models_of(programs_of(given)), ['total', 'total6mm', 'total-mr', 'total-mr6mm', 'nnunet-004'])
        self.assertEqual(models_of(programs_of(argparse.Namespace(totalsegmentator='/opt/t', nnunet='/opt/n', nnunet_models=None))), list(models_of({'totalsegmentator': '/opt/t'})))


if __name__ == '__main__':
    unittest.main()
