"""Sessions of clicks, beside jobs: a person waits for each answer. One at a time, in a thread of its own; it computes in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, Callable, Optional

from lightship_worker.problems import BadInput
from lightship_worker.protocol import Connection, KeyRefused, LeaseLost, Refused, Unreachable, opener_of
from lightship_worker.transfer import fetch_all, inputs_of

ENGINE = 'unet-clicks'
_WAIT_SECONDS = 20
# A server without such sessions is asked again now and then: it may be a new one by then.
_AFTER_REFUSAL_SECONDS = 60.0
_ANSWER_SECONDS = 60.0


class _Stopped(Exception):
    """The worker is stopping."""


class ClickSessions:
    """`path`: of the worker at the server, which may change when it registers again. `new_folder`: for the files of a session."""

    def __init__(
        self, connection: Connection, path: Callable[[], str], new_folder: Callable[[], Path], options: list[str], authority: Optional[Path]
    ) -> None:
        self._stopping = threading.Event()
        self._connection = replace(connection, sleep=self._pause)
        self._path, self._new_folder, self._options, self._authority = path, new_folder, options, authority
        self._held: Optional[str] = None
        self._folder: Optional[Path] = None
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._answer: Optional[dict[str, Any]] = None

    def start(self) -> None:
        threading.Thread(target=self._run, daemon=True).start()

    def close(self) -> None:
        """Nothing of a session stays."""
        self._stopping.set()
        self._end()

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                self._turn()
        except (_Stopped, KeyRefused):
            # The thread of the jobs is told the same, and ends the worker.
            pass
        finally:
            self._end()

    def _turn(self) -> None:
        body = {'waitSeconds': _WAIT_SECONDS, 'held': self._held, 'answer': self._answer}
        try:
            taken = self._connection.call('POST', self._path() + '/clicks', body, wait=_WAIT_SECONDS)
        except (Refused, LeaseLost):
            self._end()
            return self._pause(_AFTER_REFUSAL_SECONDS)
        self._answer = None
        if taken['ended']:
            self._end()
        elif taken['session'] is not None:
            self._begin(taken['session'])
        elif taken['prompt'] is not None:
            self._answer = self._ask(taken['prompt'])

    def _begin(self, session: dict[str, Any]) -> None:
        self._end()
        self._folder = self._new_folder()
        try:
            fetch_all(inputs_of(session), self._folder / 'inputs', opener_of(self._authority), self._pause)
        except (BadInput, Unreachable, OSError, KeyError, TypeError, ValueError):
            # Without a call in its name, another worker gets it.
            self._end()
            return self._pause(1)
        (self._folder / 'session.json').write_text(json.dumps({'manifest': session['manifest'], 'grid': session['grid']}))
        self._held = session['uuid']
        # The first click is answered sooner: PyTorch is loaded meanwhile.
        self._process = self._started()

    def _ask(self, prompt: dict[str, Any]) -> dict[str, Any]:
        """A process that has ended meanwhile is replaced once."""
        for _ in range(2):
            process = self._process
            if process is None:
                if self._stopping.is_set():
                    break
                process = self._process = self._started()
            answer = self._answer_of(process, prompt)
            if answer is not None:
                return answer
            _kill(process)
            process.wait()
            self._process = None
        return {'number': prompt['number'], 'mask': None, 'detail': 'The process that answers clicks has ended'}

    def _answer_of(self, process: 'subprocess.Popen[bytes]', prompt: dict[str, Any]) -> Optional[dict[str, Any]]:
        """None: the process has ended, or took too long."""
        assert process.stdin is not None and process.stdout is not None
        killer = threading.Timer(_ANSWER_SECONDS, lambda: _kill(process))
        killer.start()
        try:
            process.stdin.write(json.dumps(prompt).encode() + b'\n')
            process.stdin.flush()
            for line in process.stdout:
                event = json.loads(line)
                if event.get('number') == prompt['number']:
                    return {key: event[key] for key in ('number', 'mask', 'detail')}
        except (OSError, ValueError, KeyError):
            pass
        finally:
            killer.cancel()
        return None

    def _started(self) -> 'subprocess.Popen[bytes]':
        command = [sys.executable, '-m', 'lightship_worker', 'clicks', str(self._folder), *self._options]
        return subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=Path(__file__).parent.parent, start_new_session=True
        )

    def _end(self) -> None:
        process, self._process, self._held, self._answer = self._process, None, None, None
        if process is not None:
            _kill(process)
            process.wait()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _pause(self, seconds: float) -> None:
        if self._stopping.wait(seconds):
            raise _Stopped


def _kill(process: 'subprocess.Popen[bytes]') -> None:
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
