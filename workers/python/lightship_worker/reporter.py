"""Tells the server how a job goes, from a thread of its own: also while a step of the computation runs long. The lease lives from it."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import Any, Callable, Optional

from lightship_worker.protocol import Connection, KeyRefused, LeaseLost, Refused, Unreachable

_SOON_SECONDS = 1.0
_MOST_EVENTS = _MOST_LINES = 100


class Reporter:
    """Sends at least every third of the lease, and soon after something was added. `ended` is set when the job must stop: see `why`."""

    def __init__(self, connection: Connection, path: str, attempt: int, lease_seconds: float, on_end: Callable[[], None]) -> None:
        self._connection, self._path, self._attempt, self._on_end = connection, path, attempt, on_end
        self._lease = lease_seconds
        self._fraction, self._message = 0.0, 'Getting the inputs'
        self._events: deque[dict[str, Any]] = deque()
        self._lines: deque[str] = deque()
        self._changed, self._closed = threading.Event(), threading.Event()
        self._lock = threading.Lock()
        self.why: Optional[str] = None
        """'cancelled', 'lease lost' or 'key refused' once the server has said so."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def add(self, event: dict[str, Any]) -> None:
        """A progress event of the engine."""
        with self._lock:
            self._fraction = float(event.get('fraction', self._fraction))
            self._message = str(event.get('message', self._message))[:200]
            # A round is kept; of the steps between, the last one says enough.
            if self._events and 'round' not in self._events[-1]:
                self._events.pop()
            self._events.append(event)
        self._changed.set()

    def log(self, line: str) -> None:
        with self._lock:
            self._lines.append(line[:500])
        self._changed.set()

    def close(self) -> None:
        """Sends what is left, once."""
        self._closed.set()
        self._changed.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closed.is_set():
            self._changed.wait(self._lease / 3)
            self._closed.wait(0 if self._closed.is_set() else _SOON_SECONDS)
            self._changed.clear()
            try:
                self._send()
            except Unreachable:
                # The computation goes on: the server may come back, and says then whether the lease still holds.
                self._changed.wait(1)
            except LeaseLost:
                return self._end('lease lost')
            except KeyRefused:
                return self._end('key refused')
            except Refused as refused:
                return self._end(f'refused: {refused}')

    def _send(self) -> None:
        with self._lock:
            events, lines = list(self._events)[:_MOST_EVENTS], list(self._lines)[:_MOST_LINES]
            body = {'attempt': self._attempt, 'fraction': self._fraction, 'message': self._message, 'events': events, 'log': lines}
        answer = self._connection.call('POST', self._path + '/progress', body, give_up_after=0 if self._closed.is_set() else self._lease / 3)
        with self._lock:
            # Only what was sent is removed; an event may have been replaced meanwhile.
            for queue, sent in ((self._events, events), (self._lines, lines)):
                for item in sent:
                    if queue and queue[0] is item:
                        queue.popleft()
            if self._events or self._lines:
                self._changed.set()
        self._lease = float((answer or {}).get('leaseSeconds', self._lease))
        if (answer or {}).get('cancel'):
            self._end('cancelled')

    def _end(self, why: str) -> None:
        if self.why is None:
            self.why = why
            self._on_end()
