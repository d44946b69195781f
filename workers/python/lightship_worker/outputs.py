"""Results of a job to the server, in parts. Sent again, a name counts as its last file."""

from __future__ import annotations

import hashlib
import threading
import time
import urllib.parse
import uuid
from pathlib import Path
from typing import Optional

from lightship_worker.protocol import Connection, KeyRefused, LeaseLost, Refused, Unreachable

_PART_BYTES = 8 * 2**20
# A slow line still carries a part before it is given up.
_SLOWEST_BYTES_PER_SECOND = 50_000
# A large checkpoint must not keep the network busy all the time.
_PART_OF_TIME = 0.05
_LEAST_PAUSE_SECONDS = 30.0


class Outputs:
    """`attempt` and `path` of the job; `folder` holds what it wrote."""

    def __init__(self, connection: Connection, path: str, attempt: int, folder: Path, lease_seconds: float) -> None:
        self._connection, self._path, self._attempt = connection, path, attempt
        self._folder, self._lease = folder, lease_seconds
        self._wanted, self._closed = threading.Event(), threading.Event()
        self._next = 0.0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def checkpoint_changed(self) -> None:
        """Sends it when the last one is long enough ago."""
        self._wanted.set()

    def close(self) -> None:
        """Nothing is sent by itself afterwards."""
        self._closed.set()
        self._wanted.set()
        self._thread.join()

    def send_all(self) -> None:
        """Everything in the folder, the checkpoint last. Raises what `Connection.send` raises."""
        files = [path for path in sorted(self._folder.rglob('*')) if path.is_file() and path.suffix != '.part']
        for path in sorted(files, key=lambda file: file.name == 'checkpoint.bin'):
            self._send(path.relative_to(self._folder).as_posix(), None)

    def send_checkpoint(self) -> None:
        """If there is one; gives up after the time of a lease."""
        if (self._folder / 'checkpoint.bin').is_file():
            self._send('checkpoint.bin', self._lease)

    def _send(self, name: str, give_up_after: Optional[float]) -> None:
        # As it is now: the process may replace it meanwhile.
        data = (self._folder / name).read_bytes()
        file, parts = str(uuid.uuid4()), max(1, -(-len(data) // _PART_BYTES))
        for number in range(parts):
            part = data[number * _PART_BYTES : (number + 1) * _PART_BYTES]
            query = {'attempt': self._attempt, 'file': file, 'part': number, 'parts': parts, 'sha256': hashlib.sha256(part).hexdigest()}
            path = f'{self._path}/outputs/{urllib.parse.quote(name, safe="")}?{urllib.parse.urlencode(query)}'
            wait = len(part) / _SLOWEST_BYTES_PER_SECOND
            self._connection.send('PUT', path, part, {'Content-Type': 'application/octet-stream'}, wait=wait, give_up_after=give_up_after)

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            if self._closed.wait(max(0.0, self._next - time.monotonic())):
                return
            self._wanted.clear()
            started = time.monotonic()
            try:
                self.send_checkpoint()
            except (Unreachable, Refused, OSError):
                # The next one, or the one at the end, stands for it.
                pass
            except (LeaseLost, KeyRefused):
                # The reporter hears the same and ends the job.
                return
            took = time.monotonic() - started
            self._next = time.monotonic() + max(_LEAST_PAUSE_SECONDS, took / _PART_OF_TIME)
