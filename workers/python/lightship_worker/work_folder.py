"""The folder for jobs: one worker at a time, and nothing stays of a job, also after the worker was killed."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from pathlib import Path
from typing import IO, Optional


class WorkFolder:
    """Raises BlockingIOError if another worker uses it."""

    def __init__(self, root: Optional[Path], name: str) -> None:
        safe = ''.join(letter if letter.isalnum() else '-' for letter in name)[:40]
        self.root = root or Path(tempfile.gettempdir()) / f'lightship-worker-{os.getuid()}-{safe}'
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.root.stat().st_uid != os.getuid():
            raise PermissionError('The work folder belongs to somebody else')
        self._lock: IO[str] = (self.root / 'worker.lock').open('w')
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise
        for left in self.root.glob('job-*'):
            shutil.rmtree(left, ignore_errors=True)

    def new_job(self) -> Path:
        """With folders for inputs and results."""
        folder = Path(tempfile.mkdtemp(prefix='job-', dir=self.root))
        for name in ('inputs', 'out', 'work'):
            (folder / name).mkdir()
        return folder

    def close(self) -> None:
        self._lock.close()
