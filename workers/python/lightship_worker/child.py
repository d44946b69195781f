"""Starts a job's process, follows its events, and stops it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable, Optional


class Child:
    """`on_event` is called in the thread that waits, for each line the process writes."""

    def __init__(self, folder: Path, options: list[str]) -> None:
        command = [sys.executable, '-m', 'lightship_worker', 'job', str(folder), *options]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=Path(__file__).parent.parent, start_new_session=True
        )

    def follow(self, on_event: Callable[[dict[str, Any]], None]) -> int:
        """Until the process has ended; its exit code, negative for a signal."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            event = _parsed(line)
            if event is not None:
                on_event(event)
        return self._process.wait()

    def stop(self) -> None:
        """Asks it to hand in what it has."""
        self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """At once, with the programs that it has started."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def end(self) -> None:
        """Nothing of it is left afterwards."""
        try:
            self._process.wait(timeout=0)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def _parsed(line: bytes) -> Optional[dict[str, Any]]:
    """Programs that a job starts may write there too."""
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) and 'event' in event else None
