"""Inputs from the server to the work folder: resumed after a broken transfer, checked by length and hash."""

from __future__ import annotations

import hashlib
import re
import shutil
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any, Callable

from lightship_worker.problems import BadInput
from lightship_worker.protocol import Unreachable, is_this_machine, reachable_request

_PIECE = 1 << 20
_TRIES_WITHOUT_PROGRESS = 6
_NAME = re.compile(r'[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*')


@dataclass(frozen=True)
class Input:
    """A file that a job needs. `url` is short-lived and needs no key."""

    name: str
    url: str
    bytes: int
    sha256: str


def inputs_of(job: dict[str, Any]) -> list[Input]:
    """Raises BadInput: a name must not lead out of the folder of the job, and an address must be https."""
    inputs = [Input(str(item['name']), str(item['url']), int(item['bytes']), str(item['sha256'])) for item in job['inputs']]
    for item in inputs:
        parts = urllib.request.urlparse(item.url)
        if not is_safe_name(item.name) or not (parts.scheme == 'https' or (parts.scheme == 'http' and is_this_machine(parts.hostname or ''))):
            raise BadInput('An input of the job has a name or an address that is not allowed')
    return inputs


def is_safe_name(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and len(name) <= 200


def fetch_all(inputs: list[Input], folder: Path, opener: urllib.request.OpenerDirector, sleep: Callable[[float], None] = time.sleep) -> None:
    """Raises BadInput if a file is not the one that was announced, Unreachable if it cannot be had, OSError if there is no room."""
    needed = sum(item.bytes for item in inputs)
    if shutil.disk_usage(folder).free < needed * 1.1:
        raise OSError('There is not enough room on the disk of the worker')
    for item in inputs:
        path = folder / item.name
        path.parent.mkdir(parents=True, exist_ok=True)
        _fetch(item, path, opener, sleep)


def _fetch(item: Input, path: Path, opener: urllib.request.OpenerDirector, sleep: Callable[[float], None]) -> None:
    path.write_bytes(b'')
    tries, wrong = 0, 0
    while True:
        before = path.stat().st_size
        try:
            _go_on(item, path, before, opener)
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code not in (408, 416, 429):
                raise Unreachable('An input of the job is no longer given out') from error
            if error.code == 416:
                path.write_bytes(b'')
        except (OSError, HTTPException):
            pass
        if path.stat().st_size == item.bytes:
            if _sha256(path) == item.sha256.lower():
                return
            wrong += 1
            # Once may be the transfer's fault.
            if wrong > 1:
                raise BadInput('An input of the job does not match its hash')
            path.write_bytes(b'')
            continue
        tries = 0 if path.stat().st_size > before else tries + 1
        if tries >= _TRIES_WITHOUT_PROGRESS:
            raise Unreachable('An input of the job could not be read to its end')
        sleep(min(2**tries, 30))


def _go_on(item: Input, path: Path, from_byte: int, opener: urllib.request.OpenerDirector) -> None:
    """Appends what is missing; never more than was announced."""
    request = reachable_request(item.url)
    if from_byte > 0:
        request.add_header('Range', f'bytes={from_byte}-')
    with opener.open(request, timeout=60) as answer:
        is_part = answer.status == 206
        with path.open('ab' if is_part else 'wb') as file:
            rest = item.bytes - (from_byte if is_part else 0)
            while rest > 0 and (piece := answer.read(min(_PIECE, rest))):
                file.write(piece)
                rest -= len(piece)


def _sha256(path: Path) -> str:
    found = hashlib.sha256()
    with path.open('rb') as file:
        while piece := file.read(_PIECE):
            found.update(piece)
    return found.hexdigest()
