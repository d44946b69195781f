"""The worker: registers, waits for jobs, and sees each of them through to complete or fail."""

from __future__ import annotations

import argparse
import importlib.util
import json
import re
import os
import shutil
import signal
import sys
import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Optional

from lightship_worker import VERSION
from lightship_worker.adapters import models_of, programs_of
from lightship_worker.child import Child
from lightship_worker.click_sessions import ENGINE, ClickSessions
from lightship_worker.job import FINISHED, STOPPED
from lightship_worker.machine import memory_mb
from lightship_worker.outputs import Outputs
from lightship_worker.problems import BadInput
from lightship_worker.protocol import Connection, KeyRefused, LeaseLost, Refused, Unreachable, connect, opener_of
from lightship_worker.reporter import Reporter
from lightship_worker.transfer import fetch_all, inputs_of
from lightship_worker.work_folder import WorkFolder

KEY_REFUSED, WRONG_START = 3, 2
_STOP_SECONDS = 60.0
_AFTER_ERROR_SECONDS = 5.0
# Killed by the operating system: nearly always for its memory.
_KILLED = -signal.SIGKILL


class _WorkerStopped(Exception):
    """SIGTERM came while no job ran."""


@dataclass(frozen=True)
class Failure:
    """As the server takes it. detail: no path, no patient, at most 500 characters."""

    reason: str
    detail: str
    again: bool


_STOPPING = Failure('error', 'The worker is stopping', True)


@dataclass
class Worker:
    """connection: for calls between jobs, whose pauses SIGTERM ends. stopping: set by SIGTERM."""

    connection: Connection
    registration: dict[str, Any]
    folder: WorkFolder
    options: list[str]
    programs: dict[str, str]
    authority: Optional[Path]
    stopping: threading.Event = field(default_factory=threading.Event)
    idle: bool = True
    child: Optional[Child] = None
    path: str = ''

    def run(self) -> None:
        """Until SIGTERM. Raises KeyRefused."""
        registered = self._register()
        clicks = self._clicks()
        try:
            self._take_jobs(registered)
        finally:
            clicks.close()

    def _clicks(self) -> ClickSessions:
        clicks = ClickSessions(self.connection, lambda: self.path, self.folder.new_job, self.options, self.authority)
        if ENGINE in self.registration['engines']:
            clicks.start()
        return clicks

    def _take_jobs(self, registered: dict[str, Any]) -> None:
        while not self.stopping.is_set():
            try:
                wait = int(registered.get('pollSeconds', 25))
                answer = self.connection.call('POST', self.path + '/claim', {'waitSeconds': wait}, wait=wait)
            except (Refused, LeaseLost):
                # The server has forgotten this worker, or is another one by now.
                self.connection.sleep(_AFTER_ERROR_SECONDS)
                registered = self._register()
                continue
            if answer and answer.get('job'):
                self._in_job(answer['job'])

    def stop(self, *_: Any) -> None:
        """For SIGTERM and SIGINT."""
        self.stopping.set()
        if self.child is not None:
            self.child.stop()
        if self.idle:
            raise _WorkerStopped

    def end_with_input(self) -> None:
        """Whoever started this worker has gone, and so has the server: nothing can be told, and the work folder is wanted by the next worker."""
        while sys.stdin.buffer.read(4096):
            pass
        if self.child is not None:
            self.child.kill()
        os._exit(0)

    def _register(self) -> dict[str, Any]:
        registered = self.connection.call('POST', '/api/ai-workers/register', self.registration)
        self.path = f'/api/ai-workers/{registered["worker"]}'
        say('Registered; waiting for jobs')
        return registered

    def _in_job(self, job: dict[str, Any]) -> None:
        self.idle = False
        folder = self.folder.new_job()
        try:
            _Job(self, job, folder).run()
        finally:
            self.child = None
            shutil.rmtree(folder, ignore_errors=True)
            self.idle = True


class _Job:
    def __init__(self, worker: Worker, job: dict[str, Any], folder: Path) -> None:
        self.worker, self.job, self.folder = worker, job, folder
        self.path = f'/api/ai-workers/jobs/{job["uuid"]}'
        # Pauses of calls that belong to a job are not ended by SIGTERM: the job is released first.
        self.connection = replace(worker.connection, sleep=time.sleep)
        self.lease = float(job.get('leaseSeconds', 60))
        self.failed: Optional[Failure] = None
        self.stopped_at: Optional[float] = None
        self.finished = threading.Event()

    def run(self) -> None:
        """Raises KeyRefused; everything else is told to the server."""
        say(f'Job {self.job["uuid"][:8]} ({self.job["kind"]}): attempt {self.job["attempt"]}')
        self.reporter = Reporter(self.connection, self.path, self.job['attempt'], self.lease, self._told_to_end)
        self.outputs = Outputs(self.connection, self.path, self.job['attempt'], self.folder / 'out', self.lease)
        try:
            failure = self._work()
        finally:
            self.finished.set()
            self.outputs.close()
            self.reporter.close()
        self._hand_in(failure)

    def _work(self) -> Optional[Failure]:
        """None: it is done, and everything was handed in."""
        try:
            self._fetch()
            if self.reporter.why is not None or self.worker.stopping.is_set():
                return _STOPPING
            code = self._compute()
            self.outputs.close()
            if code == FINISHED:
                self.outputs.send_all()
                return None
            if self.reporter.why in (None, 'cancelled'):
                self.outputs.send_checkpoint()
            return self._failure_of(code)
        except BadInput as error:
            return Failure('bad_input', str(error), False)
        except Unreachable as error:
            return Failure('error', str(error), True)
        except Refused as error:
            return Failure('error', f'The server refused a result ({error})', False)
        except LeaseLost:
            self.reporter.why = self.reporter.why or 'lease lost'
            return _STOPPING
        except (OSError, KeyError, TypeError, ValueError) as error:
            return Failure('error', str(error) if type(error) is OSError and error.errno is None else type(error).__name__, True)

    def _fetch(self) -> None:
        opener = opener_of(self.worker.authority)
        fetch_all(inputs_of(self.job), self.folder / 'inputs', opener, self._pause)
        content = {'kind': self.job['kind'], 'spec': self.job['spec'], 'programs': self.worker.programs}
        (self.folder / 'job.json').write_text(json.dumps(content))

    def _pause(self, seconds: float) -> None:
        """Between tries of a download, which end with the job."""
        if self.worker.stopping.wait(seconds) or self.reporter.why is not None:
            raise Unreachable('The worker is stopping')

    def _compute(self) -> int:
        child = Child(self.folder, self.worker.options)
        self.worker.child = child
        threading.Thread(target=self._kill_when_slow, args=(child,), daemon=True).start()
        # What came between the last look and here.
        if self.worker.stopping.is_set() or self.reporter.why is not None:
            child.stop()
        try:
            return child.follow(self._on_event)
        finally:
            child.end()

    def _on_event(self, event: dict[str, Any]) -> None:
        if event['event'] == 'progress':
            self.reporter.add(event)
            if 'round' in event:
                self.reporter.log(f'{event["message"]}: {json.dumps(event.get("metrics", {}))}')
        elif event['event'] == 'output':
            self.outputs.checkpoint_changed()
        elif event['event'] == 'failed':
            self.failed = Failure(event['reason'], event['detail'], event['again'])

    def _told_to_end(self) -> None:
        """By the server, in the thread of the reporter. Without a lease, nothing more is of use."""
        child = self.worker.child
        if child is not None:
            child.stop() if self.reporter.why == 'cancelled' else child.kill()

    def _kill_when_slow(self, child: Child) -> None:
        """A step may run long, but not for ever after it was asked to stop."""
        while not self.finished.wait(0.5):
            if self.worker.stopping.is_set() or self.reporter.why is not None:
                if not self.finished.wait(_STOP_SECONDS):
                    child.kill()
                return

    def _failure_of(self, code: int) -> Failure:
        if self.failed is not None:
            return self.failed
        if self.reporter.why == 'cancelled':
            return Failure('cancelled', 'It was cancelled', False)
        if code == STOPPED or self.worker.stopping.is_set():
            return _STOPPING
        if code == _KILLED:
            return Failure('out_of_memory', 'The operating system ended the process', False)
        return Failure('error', f'The process ended with code {code}', True)

    def _hand_in(self, failure: Optional[Failure]) -> None:
        attempt = {'attempt': self.job['attempt']}
        short = self.job['uuid'][:8]
        if self.reporter.why == 'key refused':
            raise KeyRefused('The server does not accept the key of this worker any more.')
        if self.reporter.why not in (None, 'cancelled'):
            return say(f'Job {short}: ended without a result ({self.reporter.why})')
        if self.reporter.why == 'cancelled' and failure is not None:
            failure = Failure('cancelled', 'It was cancelled', False)
        try:
            if failure is None:
                failure = self._complete(attempt)
            if failure is None:
                return say(f'Job {short}: complete')
            body = {**attempt, 'reason': failure.reason, 'detail': failure.detail[:500], 'again': failure.again}
            give_up = self.lease if self.worker.stopping.is_set() else 10 * self.lease
            self.connection.call('POST', self.path + '/fail', body, give_up_after=give_up)
            say(f'Job {short}: {failure.reason}')
        except (LeaseLost, Refused, Unreachable) as error:
            say(f'Job {short}: the end could not be told ({type(error).__name__})')

    def _complete(self, attempt: dict[str, int]) -> Optional[Failure]:
        """The server checks the results; what it refuses once, it refuses again."""
        try:
            self.connection.call('POST', self.path + '/complete', attempt, give_up_after=10 * self.lease)
            return None
        except Refused as error:
            return Failure('error', f'The server refused the results ({error})', False)


def serve(arguments: argparse.Namespace) -> int:
    """The command. Exit codes: 0 after SIGTERM, 2 for a wrong start, 3 for a key that is not accepted."""
    key = arguments.key_file.read_text().strip() if arguments.key_file else os.environ.pop('LIGHTSHIP_WORKER_KEY', '').strip()
    if key == '':
        return _wrong('There is no key: give --key-file, or set LIGHTSHIP_WORKER_KEY')
    if not re.fullmatch(r'[A-Za-z0-9][A-Za-z0-9._-]{0,63}', arguments.name):
        return _wrong('The name of the worker may have letters, digits, dots, hyphens and underscores, 64 at most')
    try:
        connection = connect(arguments.server, key, arguments.ca)
        folder = WorkFolder(arguments.work, arguments.name)
    except BlockingIOError:
        return _wrong('Another worker uses this work folder: give --work another one')
    except (ValueError, OSError) as error:
        return _wrong(str(error))
    registration = _registration(arguments)
    if not registration['engines']:
        return _wrong('Neither PyTorch nor another program was found: there is nothing that this worker could run')
    worker = Worker(connection, registration, folder, _options(arguments), programs_of(arguments), arguments.ca)
    worker.connection = replace(connection, sleep=lambda seconds: _pause(worker, seconds))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, worker.stop)
    if arguments.with_input:
        threading.Thread(target=worker.end_with_input, daemon=True).start()
    try:
        worker.run()
    except _WorkerStopped:
        pass
    except KeyRefused as refused:
        print(refused, file=sys.stderr, flush=True)
        return KEY_REFUSED
    finally:
        folder.close()
    say('Stopped')
    return 0


def say(line: str) -> None:
    """The log of the worker: no names from outside, no addresses."""
    print(line, flush=True)


def _registration(arguments: argparse.Namespace) -> dict[str, Any]:
    device, memory = arguments.device, arguments.memory_mb or memory_mb()
    if device != 'cpu':
        device, memory = _gpu(device, memory)
    # Without PyTorch, only programs beside it run.
    own = ['unet', 'unet-clicks', 'onnx'] if importlib.util.find_spec('torch') else []
    engines, kinds = own + models_of(programs_of(arguments)), ['train', 'infer'] if own else ['infer']
    return {'name': arguments.name, 'version': VERSION, 'device': device, 'memoryMb': memory, 'engines': engines, 'kinds': kinds}


def _gpu(device: str, memory: int) -> tuple[str, int]:
    try:
        import torch
    except ImportError:
        return 'cpu', memory
    if not torch.cuda.is_available():
        return 'cpu', memory
    return 'cuda', torch.cuda.get_device_properties(0).total_memory // 2**20


def _options(arguments: argparse.Namespace) -> list[str]:
    return ['--threads', str(arguments.threads), '--device', arguments.device, '--memory-mb', str(arguments.memory_mb)]


def _pause(worker: Worker, seconds: float) -> None:
    if worker.stopping.wait(seconds):
        raise _WorkerStopped


def _wrong(line: str) -> int:
    print(line, file=sys.stderr, flush=True)
    return WRONG_START
