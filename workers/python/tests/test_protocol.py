"""Calls and downloads against a server that misbehaves."""

import dataclasses
import hashlib
import os
import tempfile
import unittest
import urllib.error
from pathlib import Path

from lightship_worker.problems import BadInput
from lightship_worker.protocol import KeyRefused, LeaseLost, Refused, Unreachable, connect, opener_of
from lightship_worker.transfer import Input, fetch_all, inputs_of
from lightship_worker.work_folder import WorkFolder
from tests.fake_server import JOB, KEY, WORKER, FakeServer


class Calls(unittest.TestCase):
    def setUp(self) -> None:
        self.server = FakeServer()
        self.addCleanup(self.server.close)
        self.pauses: list[float] = []
        self.connection = connect(self.server.address, KEY, sleep=self.pauses.append)

    def register(self) -> dict:
        return self.connection.call('POST', '/api/ai-workers/register', {'name': 'w'})

    def test_a_call_is_repeated_with_growing_pauses_after_faults_of_the_server(self) -> None:
        self.server.answers += [('/register', 500, {}), ('/register', 502, {}), ('/register', 503, {})]
        self.assertEqual(self.register()['worker'], WORKER)
        self.assertEqual(len(self.pauses), 3)
        for pause, longest in zip(self.pauses, (1, 2, 4)):
            self.assertTrue(longest / 2 <= pause <= longest)

    def test_the_server_says_when_to_come_back(self) -> None:
        self.server.answers.append(('/register', 429, {'Retry-After': '7'}))
        self.register()
        self.assertEqual(self.pauses, [7])

    def test_a_network_fault_is_tried_until_the_time_is_over(self) -> None:
        self.server.close()
        with self.assertRaises(Unreachable):
            self.connection.call('POST', '/api/ai-workers/register', {}, give_up_after=0)

    def test_a_key_that_is_not_accepted_is_not_tried_again(self) -> None:
        with self.assertRaises(KeyRefused):
            dataclasses.replace(self.connection, key='other').call('POST', '/api/ai-workers/register', {})
        self.server.answers.append(('/register', 403, {}))
        with self.assertRaises(KeyRefused):
            self.register()
        self.assertEqual(self.pauses, [])

    def test_a_lost_lease_and_other_refusals_are_told_apart(self) -> None:
        self.server.lost = True
        with self.assertRaises(LeaseLost):
            self.connection.call('POST', f'/api/ai-workers/jobs/{JOB}/progress', {})
        self.server.answers.append(('/register', 422, {}))
        with self.assertRaisesRegex(Refused, '422 planned'):
            self.register()

    def test_the_key_does_not_follow_a_redirect(self) -> None:
        other = FakeServer()
        self.addCleanup(other.close)
        for status in (302, 307):
            self.server.answers.append(('/register', status, {'Location': f'{other.address}/api/ai-workers/register'}))
            with self.assertRaises(Refused):
                self.register()
        self.assertEqual(other.calls, [])

    def test_only_https_reaches_another_machine(self) -> None:
        for address in ('http://lightship.example', 'ftp://lightship.example', 'lightship.example'):
            with self.assertRaises(ValueError):
                connect(address, KEY)
        connect('https://lightship.example', KEY)
        # A name that ends with .localhost is this machine, on systems that do not resolve it too.
        port = self.server.http.server_port
        self.assertEqual(connect(f'http://app.localhost:{port}', KEY).call('POST', '/api/ai-workers/register', {})['worker'], WORKER)


class Downloads(unittest.TestCase):
    def setUp(self) -> None:
        self.server = FakeServer()
        self.addCleanup(self.server.close)
        temp = tempfile.TemporaryDirectory()
        self.addCleanup(temp.cleanup)
        self.folder = Path(temp.name)
        self.data = os.urandom(300_000)

    def fetch(self, **changes: object) -> bytes:
        self.server.jobs.clear()
        self.server.add_job('train', {}, {'images/a.nii.gz': self.data})
        item = dataclasses.replace(inputs_of(self.server.jobs[0])[0], **changes)
        fetch_all([item], self.folder, opener_of(None), lambda _: None)
        return (self.folder / item.name).read_bytes()

    def test_a_broken_transfer_goes_on_where_it_stopped(self) -> None:
        self.server.cut += [100_000, 50_000]
        self.assertEqual(self.fetch(), self.data)
        self.assertEqual(self.server.ranges, [None, 'bytes=100000-', 'bytes=150000-'])

    def test_a_file_that_is_not_the_announced_one_is_refused_after_a_second_look(self) -> None:
        with self.assertRaises(BadInput):
            self.fetch(sha256=hashlib.sha256(b'other').hexdigest())
        self.assertEqual(self.server.ranges, [None, None])

    def test_more_than_was_announced_is_not_written(self) -> None:
        with self.assertRaises(BadInput):
            self.fetch(bytes=1000)
        self.assertLessEqual((self.folder / 'images/a.nii.gz').stat().st_size, 1000)

    def test_a_transfer_that_never_moves_on_ends(self) -> None:
        self.server.cut += [0] * 50
        with self.assertRaises(Unreachable):
            self.fetch()

    def test_names_that_lead_elsewhere_and_open_addresses_are_refused(self) -> None:
        good = {'name': 'a.nii.gz', 'url': 'https://store.example/a', 'bytes': 1, 'sha256': '0' * 64}
        self.assertEqual(inputs_of({'inputs': [good]}), [Input(**good)])
        bad = [{'name': name} for name in ('../a', '/etc/a', 'a/../../b', 'a//b', '.hidden', 'a\\b', '')] + [{'url': 'http://store.example/a'}]
        for change in bad:
            with self.assertRaises(BadInput):
                inputs_of({'inputs': [{**good, **change}]})


class WorkFolders(unittest.TestCase):
    def test_what_a_killed_worker_left_is_removed_and_two_workers_do_not_share(self) -> None:
        with tempfile.TemporaryDirectory() as temp:
            first = WorkFolder(Path(temp) / 'work', 'w')
            left = first.new_job()
            with self.assertRaises(BlockingIOError):
                WorkFolder(Path(temp) / 'work', 'w')
            self.assertTrue(left.exists())
            first.close()
            second = WorkFolder(Path(temp) / 'work', 'w')
            self.assertFalse(left.exists())
            second.close()


if __name__ == '__main__':
    unittest.main()
