"""The worker as it is started, against a fake server: whole jobs, and every way in which one ends early."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np

from lightship_dataset import read_nifti
from lightship_worker.device import machine_of
from lightship_worker.model.click_session import grid_of, mask_of
from lightship_worker.unet.checkpoint import read_checkpoint
from lightship_worker.unet.train import Options, train
from tests.balls import CHANNELS, CLASSES, write_balls
from tests.fake_server import JOB, KEY, FakeServer

ROOT = Path(__file__).parent.parent


class Serving(unittest.TestCase):
    def setUp(self) -> None:
        self.server = FakeServer()
        self.addCleanup(self.server.close)
        temp = tempfile.TemporaryDirectory()
        self.addCleanup(temp.cleanup)
        self.folder = Path(temp.name)

    def start(self, **environment: str) -> subprocess.Popen:
        command = [sys.executable, '-m', 'lightship_worker', 'serve', '--server', self.server.address, '--name', 'test-worker']
        command += ['--work', str(self.folder / 'jobs'), '--threads', '1', '--device', 'cpu', '--memory-mb', '1000']
        self.log = (self.folder / 'log.txt').open('w+')
        self.addCleanup(self.log.close)
        variables = {**os.environ, 'LIGHTSHIP_WORKER_KEY': KEY, **environment}
        worker = subprocess.Popen(command, cwd=ROOT, env=variables, stdout=self.log, stderr=subprocess.STDOUT)
        self.addCleanup(lambda: (worker.kill(), worker.wait()))
        return worker

    def add_training(self, attempt: int = 1, checkpoint: bytes | None = None, **spec: object) -> None:
        folder = self.folder / f'set{attempt}'
        described = write_balls(folder, 3, 1, 1)
        names = [name for case in described['cases'] for name in (*case['images'], case['mask'])]
        files = {name: (folder / name).read_bytes() for name in names}
        if checkpoint is not None:
            files['checkpoint.bin'] = checkpoint
        budget = spec or {'steps': 40}
        self.server.add_job('train', {'engine': 'unet', 'seed': 3, **budget, **described}, files, attempt)

    def stop(self, worker: subprocess.Popen) -> int:
        worker.send_signal(signal.SIGTERM)
        code = worker.wait(timeout=120)
        self.assertEqual(list((self.folder / 'jobs').glob('job-*')), [])
        return code

    def said(self) -> str:
        return (self.folder / 'log.txt').read_text()

    def until_ended(self) -> tuple[str, dict]:
        self.server.wait_for(lambda: bool(self.server.ends))
        return self.server.ends[-1]

    def test_a_training_and_an_inference_with_what_it_made(self) -> None:
        # The first answer about a result is lost: it is sent again.
        self.server.answers.append(('/outputs/model.onnx', 503, {}))
        self.server.cut.append(100)
        self.add_training()
        worker = self.start()
        self.assertEqual(self.until_ended(), ('complete', {'attempt': 1}))
        self.assertEqual(self.server.registrations[0]['engines'], ['unet', 'unet-clicks', 'onnx'])
        self.assertEqual(self.server.registrations[0]['kinds'], ['train', 'infer'])
        names = {name for name, _ in self.server.outputs}
        self.assertEqual(names, {'model.onnx', 'manifest.json', 'report.json', 'checkpoint.bin', 'previews/01.png', 'previews/02.png'})
        rounds = [event for _, body in self.server.progress for event in body['events'] if 'round' in event]
        self.assertEqual([event['round'] for event in rounds], [1, 2, 3, 4])
        self.assertEqual(set(rounds[-1]['metrics']['dice']), {'1', '3', 'foreground'})
        self.assertTrue(any('Round 4' in line for _, body in self.server.progress for line in body['log']))
        report = json.loads(self.server.output('report.json'))
        self.assertEqual((report['engine'], report['seed'], report['settings']['steps']), ('unet', 3, 40))

        self.server.ends.clear()
        image = gzip.decompress((self.folder / 'set1/images/c4_0000.nii.gz').read_bytes())
        files = {'model': self.server.output('model.onnx'), 'image_0000.nii': image}
        spec = {'manifest': json.loads(self.server.output('manifest.json')), 'model': 'model', 'images': ['image_0000.nii']}
        self.server.add_job('infer', spec, files)
        self.assertEqual(self.until_ended(), ('complete', {'attempt': 1}))
        labels, mask = read_nifti(self.server.output('labels.nii.gz')), read_nifti(self.folder / 'set1/labels/c4.nii.gz')
        np.testing.assert_array_equal(labels.affine, mask.affine)
        one, other = labels.voxels > 0, mask.voxels > 0
        dice = next(row['dice']['foreground'] for row in report['heldOut'] if row['id'] == 'c4')
        self.assertAlmostEqual(2 * (one & other).sum() / (one.sum() + other.sum()), dice, places=3)
        summary = json.loads(self.server.output('summary.json'))
        self.assertEqual(summary['classes'][0]['voxels'], int((labels.voxels == 1).sum()))
        self.assertEqual(self.stop(worker), 0)
        for word in ('secret-ticket', KEY, 'c4_0000', 'images/'):
            self.assertNotIn(word, self.said())

    def test_clicks_are_answered_beside_jobs_also_after_the_process_was_killed(self) -> None:
        write_balls(self.folder / 'set', 2, 1, 1)
        options = Options(machine_of(argparse.Namespace(device='cpu', threads=1, memory_mb=1000)), seed=2, steps=3, clicks=True)
        train(self.folder / 'set', self.folder / 'out', self.folder / 'work', options, lambda _: None)
        image = read_nifti(self.folder / 'set/images/c1_0000.nii.gz')
        size = list(image.voxels.shape)
        # The masks of the series have their rows the other way round than its volume.
        turned = (np.diag([-1.0, -1.0, 1.0, 1.0]) @ image.affine).T
        steps, origin = turned[:3, :3].copy(), turned[3, :3].copy()
        origin += steps[1] * (size[1] - 1)
        steps[1] *= -1
        grid = {'size': size, 'origin': origin.tolist(), 'steps': steps.tolist()}
        files = {
            'image_0000.nii': gzip.decompress((self.folder / 'set/images/c1_0000.nii.gz').read_bytes()),
            'model': (self.folder / 'out/model.onnx').read_bytes(),
        }
        manifest = json.loads((self.folder / 'out/manifest.json').read_text())
        session = '33333333-3333-4333-8333-333333333333'
        self.server.add_session(session, manifest, grid, files)
        place = [size[0] // 2, 2, size[2] // 2]
        self.server.prompts.append({'number': 1, 'clicks': [{'place': place, 'inside': True}], 'mask': None})
        worker = self.start()
        self.server.wait_for(lambda: len(self.server.clicked) == 1)
        first = self.server.clicked[0]
        self.assertEqual((first['held'], first['answer']['number'], first['answer']['detail']), (session, 1, ''))
        mask = mask_of(first['answer']['mask'], grid_of(grid))
        self.assertEqual(mask[tuple(place[::-1])], 1)
        for process in clicks_processes(worker.pid):
            os.kill(process, signal.SIGKILL)
        clicks = [{'place': place, 'inside': True}, {'place': place, 'inside': False}]
        self.server.prompts.append({'number': 2, 'clicks': clicks, 'mask': first['answer']['mask']})
        self.server.wait_for(lambda: len(self.server.clicked) == 2)
        answer = self.server.clicked[1]['answer']
        self.assertEqual((answer['number'], answer['detail']), (2, ''))
        self.assertEqual(mask_of(answer['mask'], grid_of(grid))[tuple(place[::-1])], 0)
        self.server.prompts.append({'number': 3, 'clicks': clicks, 'mask': {'from': [0, 0, 0], 'size': size, 'bytes': 'AAAA'}})
        self.server.wait_for(lambda: len(self.server.clicked) == 3)
        self.assertEqual(self.server.clicked[2]['answer'], {'number': 3, 'mask': None, 'detail': 'The mask cannot be read'})
        self.server.session_ends = True
        self.server.wait_for(lambda: not list((self.folder / 'jobs').glob('job-*')))
        self.assertEqual(clicks_processes(worker.pid), [])
        self.assertEqual(self.stop(worker), 0)

    def test_a_worker_that_is_killed_leaves_a_training_that_another_ends(self) -> None:
        self.add_training(steps=40, checkpointSeconds=0.2)
        worker = self.start()
        self.server.wait_for(lambda: any(name == 'checkpoint.bin' for name, _ in self.server.outputs))
        job = next((self.folder / 'jobs').glob('job-*'))
        processes = children_of(worker.pid)
        self.assertEqual(len(processes), 1)
        worker.kill()
        worker.wait()
        # Its process ends by itself.
        self.server.wait_for(lambda: not any(is_running(pid) for pid in processes))
        self.assertTrue(job.exists())
        self.assertEqual(self.server.ends, [])
        checkpoint = self.folder / 'checkpoint.bin'
        checkpoint.write_bytes(self.server.output('checkpoint.bin'))
        progress = read_checkpoint(checkpoint).progress
        self.assertTrue(0 < progress.step < 40)
        self.assertGreater(progress.seconds, 0)
        self.server.progress.clear()
        self.add_training(attempt=2, checkpoint=checkpoint.read_bytes(), steps=40)
        second = self.start()
        self.assertEqual(self.until_ended(), ('complete', {'attempt': 2}))
        self.assertFalse(job.exists())
        # It went on where the first one was, and came to the end of the same training.
        rounds = [event['round'] for _, body in self.server.progress for event in body['events'] if 'round' in event]
        done = [event['round'] for event in progress.rounds]
        self.assertEqual([*done, *rounds], [1, 2, 3, 4])
        checkpoint.write_bytes(self.server.output('checkpoint.bin'))
        whole = self.train_here()
        for name, value in read_checkpoint(checkpoint).weights.items():
            np.testing.assert_array_equal(value, whole[name])
        self.assertEqual(self.stop(second), 0)

    def train_here(self) -> dict[str, np.ndarray]:
        """Weights of the same training without any interruption."""
        options = Options(machine_of(argparse.Namespace(device='cpu', threads=1, memory_mb=1000)), seed=3, steps=40)
        train(self.folder / 'set1', self.folder / 'whole', self.folder / 'files', options, lambda _: None)
        return read_checkpoint(self.folder / 'whole/checkpoint.bin').weights

    def step(self) -> int:
        messages = [body['message'] for _, body in self.server.progress]
        return max([int(message.split()[-1]) for message in messages if message.split()[-1].isdigit()], default=0)

    def test_a_worker_that_is_stopped_hands_in_a_checkpoint_and_releases_the_job(self) -> None:
        self.add_training(seconds=600)
        worker = self.start()
        self.server.wait_for(lambda: self.step() > 0)
        self.assertEqual(self.stop(worker), 0)
        self.assertEqual(self.server.ends, [('fail', {'attempt': 1, 'reason': 'error', 'detail': 'The worker is stopping', 'again': True})])
        checkpoint = self.server.output('checkpoint.bin')
        self.server.ends.clear()
        self.add_training(attempt=2, checkpoint=checkpoint, steps=1)
        second = self.start()
        self.assertEqual(self.until_ended()[0], 'complete')
        # It went on, and had nothing left to do within so few steps.
        self.assertGreater(json.loads(self.server.output('report.json'))['settings']['steps'], 1)
        self.stop(second)

    def test_a_cancelled_job_ends_and_the_worker_waits_for_the_next(self) -> None:
        self.add_training(seconds=600)
        worker = self.start()
        self.server.wait_for(lambda: self.step() > 0)
        self.server.cancel = True
        kind, body = self.until_ended()
        self.assertEqual((kind, body['reason'], body['again']), ('fail', 'cancelled', False))
        self.assertTrue(self.server.output('checkpoint.bin'))
        claims = len(self.server.calls)
        self.server.wait_for(lambda: any(path.endswith('/claim') for _, path in self.server.calls[claims:]))
        self.assertEqual(self.stop(worker), 0)

    def test_a_lost_lease_ends_the_computation_and_nothing_more_is_sent(self) -> None:
        self.add_training(seconds=600)
        worker = self.start()
        self.server.wait_for(lambda: self.step() > 0)
        processes = children_of(worker.pid)
        self.server.lost = True
        self.server.wait_for(lambda: not any(is_running(pid) for pid in processes))
        self.server.wait_for(lambda: self.server.calls[-1][1].endswith('/claim'))
        self.assertEqual((self.server.ends, self.server.outputs), ([], []))
        self.assertEqual(self.stop(worker), 0)

    def test_the_lease_is_renewed_while_one_step_runs_long(self) -> None:
        self.add_training(seconds=600)
        worker = self.start()
        self.server.wait_for(lambda: self.step() > 0)
        for pid in children_of(worker.pid):
            os.kill(pid, signal.SIGSTOP)
            self.addCleanup(kill, pid)
        time.sleep(0.5)
        before = len(self.server.progress)
        self.server.wait_for(lambda: len(self.server.progress) >= before + 3)
        times = [at for at, _ in self.server.progress[before:]]
        self.assertLess(max(later - earlier for earlier, later in zip(times, times[1:])), self.server.lease_seconds)
        for pid in children_of(worker.pid):
            os.kill(pid, signal.SIGCONT)
        self.stop(worker)

    def test_a_revoked_key_stops_the_worker_with_a_clear_line(self) -> None:
        worker = self.start()
        self.server.wait_for(lambda: any(path.endswith('/claim') for _, path in self.server.calls))
        self.server.key = 'another'
        self.assertEqual(worker.wait(timeout=120), 3)
        self.assertIn('does not accept the key', self.said())

    def test_a_key_that_is_revoked_during_a_job_ends_that_too(self) -> None:
        self.add_training(seconds=600)
        worker = self.start()
        self.server.wait_for(lambda: self.step() > 0)
        processes = children_of(worker.pid)
        self.server.key = 'another'
        self.assertEqual(worker.wait(timeout=120), 3)
        self.assertFalse(any(is_running(pid) for pid in processes))
        self.assertEqual(list((self.folder / 'jobs').glob('job-*')), [])

    def test_inputs_that_cannot_be_used_are_named_without_a_path_or_patient(self) -> None:
        self.server.add_job(
            'train',
            {'engine': 'unet', 'seed': 1, 'steps': 2, 'classes': CLASSES, 'channels': CHANNELS,
             'cases': [{'id': 'Miller-Anna', 'part': 'train', 'images': ['images/Miller-Anna_0000.nii.gz'], 'mask': 'labels/Miller-Anna.nii.gz'}]},
            {'images/Miller-Anna_0000.nii.gz': b'no image', 'labels/Miller-Anna.nii.gz': b'no mask'},
        )  # fmt: skip
        worker = self.start()
        kind, body = self.until_ended()
        self.assertEqual((kind, body['reason'], body['again']), ('fail', 'bad_input', False))
        self.assertEqual(body['detail'], 'This is no NIfTI file')
        self.stop(worker)
        self.assertNotIn('Miller', self.said())

    def test_a_process_that_the_system_ends_is_told_as_out_of_memory(self) -> None:
        self.add_training(seconds=600)
        worker = self.start()
        self.server.wait_for(lambda: self.step() > 0)
        for pid in children_of(worker.pid):
            os.kill(pid, signal.SIGKILL)
        kind, body = self.until_ended()
        self.assertEqual((kind, body['reason'], body['again']), ('fail', 'out_of_memory', False))
        self.assertEqual(self.stop(worker), 0)

    def test_results_that_the_server_refuses_end_the_job(self) -> None:
        self.server.answers.append(('/complete', 422, {}))
        self.add_training(steps=2)
        worker = self.start()
        kind, body = self.until_ended()
        self.assertEqual((kind, body['reason'], body['again']), ('fail', 'error', False))
        self.assertEqual(body['detail'], 'The server refused the results (422 planned)')
        self.stop(worker)

    def test_without_a_key_it_does_not_start(self) -> None:
        worker = self.start(LIGHTSHIP_WORKER_KEY='')
        self.assertEqual(worker.wait(timeout=120), 2)
        self.assertIn('There is no key', self.said())


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f'/proc/{pid}/task/{pid}/children').read_text().split()]


def clicks_processes(pid: int) -> list[int]:
    """Those that answer clicks: another thread of the worker has started them."""
    children = [int(child) for task in Path(f'/proc/{pid}/task').iterdir() for child in (task / 'children').read_text().split()]
    return [child for child in children if b'clicks' in Path(f'/proc/{child}/cmdline').read_bytes().split(b'\0') and is_running(child)]


def is_running(pid: int) -> bool:
    try:
        return Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()[0] != 'Z'
    except OSError:
        return False


def kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


if __name__ == '__main__':
    unittest.main()
