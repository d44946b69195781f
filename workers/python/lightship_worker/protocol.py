"""Calls to the server: HTTPS, JSON, the key of the worker in the header. Nothing here knows what a job computes."""

from __future__ import annotations

import json
import random
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, Callable, Optional

from lightship_worker import VERSION

_TIMEOUT_SECONDS = 60
_LONGEST_PAUSE_SECONDS = 60.0
_MOST_ANSWER_BYTES = 64 * 2**20


class KeyRefused(Exception):
    """The server does not accept the key. Only a person can change that."""


class LeaseLost(Exception):
    """Somebody else has the job, or it has ended."""


class Refused(Exception):
    """Another refusal of a call: the code of the server, or the status."""


class Unreachable(Exception):
    """The network or the server failed, and the time for trying again is over."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


@dataclass(frozen=True)
class Connection:
    """server: https address. sleep: pauses between tries, and may raise to end them. tries: None means until it works."""

    server: str
    key: str
    opener: urllib.request.OpenerDirector
    sleep: Callable[[float], None] = time.sleep

    def open(self, method: str, path: str, body: Optional[bytes], headers: dict[str, str], timeout: float) -> HTTPResponse:
        """One try. Raises what urllib raises."""
        address, host = _reachable(self.server + path)
        request = urllib.request.Request(address, data=body, method=method)
        for name, value in {'Authorization': f'Bearer {self.key}', 'User-Agent': f'lightship-worker/{VERSION}', **host, **headers}.items():
            request.add_unredirected_header(name, value)
        return self.opener.open(request, timeout=timeout)

    def call(self, method: str, path: str, body: Optional[dict[str, Any]] = None, *, wait: float = 0, give_up_after: Optional[float] = None) -> Any:
        """JSON in, JSON out; None for 204. Tries again after faults of network and server, for `give_up_after` seconds at most.

        Every call of the protocol may be sent twice, so this is safe. `wait`: seconds that the server may take on purpose.
        Raises KeyRefused, LeaseLost, Refused, Unreachable.
        """
        data = None if body is None else json.dumps(body).encode()
        return self.send(method, path, data, {'Content-Type': 'application/json'}, wait=wait, give_up_after=give_up_after)

    def send(
        self, method: str, path: str, data: Optional[bytes], headers: dict[str, str], *, wait: float = 0, give_up_after: Optional[float] = None
    ) -> Any:
        """`call` with bytes as they are."""
        started, pause = time.monotonic(), 1.0
        while True:
            try:
                with self.open(method, path, data, headers, _TIMEOUT_SECONDS + wait) as answer:
                    content = answer.read(_MOST_ANSWER_BYTES)
                    return json.loads(content) if content else None
            except urllib.error.HTTPError as error:
                rest = _pause_after(error)
                why = f'the server answered {error.code}'
            except (OSError, HTTPException, json.JSONDecodeError) as error:
                rest, why = None, f'no answer ({type(error).__name__})'
            if give_up_after is not None and time.monotonic() - started > give_up_after:
                raise Unreachable(why)
            # Spread, so that workers do not come back all at once.
            self.sleep(rest if rest is not None else pause * random.uniform(0.5, 1))
            pause = min(pause * 2, _LONGEST_PAUSE_SECONDS)


def connect(server: str, key: str, authority: Optional[Path] = None, sleep: Callable[[float], None] = time.sleep) -> Connection:
    """Raises ValueError if the address is not https; http is allowed to this machine only."""
    parts = urllib.parse.urlsplit(server)
    if parts.scheme != 'https' and not (parts.scheme == 'http' and is_this_machine(parts.hostname or '')):
        raise ValueError('The address of the server must begin with https://')
    return Connection(server.rstrip('/'), key, opener_of(authority), sleep)


def opener_of(authority: Optional[Path]) -> urllib.request.OpenerDirector:
    context = ssl.create_default_context(cafile=str(authority) if authority else None)
    return urllib.request.build_opener(urllib.request.HTTPSHandler(context=context), _NoRedirects())


def is_this_machine(host: str) -> bool:
    return host in ('localhost', '127.0.0.1', '::1') or host.endswith('.localhost')


def _reachable(address: str) -> tuple[str, dict[str, str]]:
    """Names that end with .localhost mean this machine (RFC 6761), but not every system resolves them: the address, and the header Host."""
    parts = urllib.parse.urlsplit(address)
    if not (parts.hostname or '').endswith('.localhost'):
        return address, {}
    place = '127.0.0.1' if parts.port is None else f'127.0.0.1:{parts.port}'
    return urllib.parse.urlunsplit(parts._replace(netloc=place)), {'Host': parts.netloc}


def reachable_request(url: str) -> urllib.request.Request:
    """For addresses that the server has given out."""
    address, host = _reachable(url)
    request = urllib.request.Request(address)
    for name, value in host.items():
        request.add_unredirected_header(name, value)
    return request


def _pause_after(error: urllib.error.HTTPError) -> Optional[float]:
    """Seconds that the server asks for; None: the usual pause. Raises where trying again is of no use."""
    code = _code_of(error)
    if error.code in (401, 403):
        raise KeyRefused('The server does not accept the key of this worker. It was revoked, or it belongs to another server.')
    if error.code == 410:
        raise LeaseLost(code)
    if error.code == 429 or error.code >= 500:
        try:
            return min(max(float(error.headers.get('Retry-After', '')), 0.5), 600.0)
        except ValueError:
            return None
    raise Refused(f'{error.code} {code}'.strip())


def _code_of(error: urllib.error.HTTPError) -> str:
    """The error code of the server, of letters only: texts from outside do not enter the log."""
    try:
        content = json.loads(error.read(65536))
        code = content.get('code') or content.get('error', {}).get('code')
        return ''.join(letter for letter in str(code or '') if letter.isalnum() or letter in '_-')[:60]
    except (OSError, ValueError, AttributeError, HTTPException):
        return ''
