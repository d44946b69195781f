"""The server's side of the work protocol, in this process: it keeps what it was told, and can be made to misbehave."""

from __future__ import annotations

import hashlib
import json
import threading
import time
import urllib.parse
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Optional

KEY = 'lsw_test-key'
WORKER = '11111111-1111-4111-8111-111111111111'
JOB = '22222222-2222-4222-8222-222222222222'


@dataclass
class FakeServer:
    """jobs: given out in this order. answers: by the end of a path, what to answer instead, once each. cut: bytes after which the next downloads break."""

    jobs: list[dict[str, Any]] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    key: str = KEY
    lease_seconds: float = 3
    cancel: bool = False
    lost: bool = False
    answers: list[tuple[str, int, dict[str, str]]] = field(default_factory=list)
    cut: list[int] = field(default_factory=list)
    calls: list[tuple[str, str]] = field(default_factory=list)
    registrations: list[dict[str, Any]] = field(default_factory=list)
    progress: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    outputs: list[tuple[str, bytes]] = field(default_factory=list)
    parts: dict[str, dict[int, bytes]] = field(default_factory=dict)
    ends: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    ranges: list[Optional[str]] = field(default_factory=list)
    sessions: list[dict[str, Any]] = field(default_factory=list)
    prompts: list[dict[str, Any]] = field(default_factory=list)
    clicked: list[dict[str, Any]] = field(default_factory=list)
    session_ends: bool = False
    on_progress: Callable[[dict[str, Any]], None] = lambda _: None

    def __post_init__(self) -> None:
        self.http = ThreadingHTTPServer(('127.0.0.1', 0), _handler_of(self))
        self.http.daemon_threads = True
        # Workers are killed in the middle of a call.
        self.http.handle_error = lambda *_: None
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f'http://127.0.0.1:{self.http.server_port}'

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()

    def add_job(self, kind: str, spec: dict[str, Any], files: dict[str, bytes], attempt: int = 1) -> None:
        self.files.update(files)
        inputs = [
            {
                'name': name,
                'url': f'{self.address}/files/secret-ticket/{urllib.parse.quote(name, safe="")}',
                'bytes': len(data),
                'sha256': hashlib.sha256(data).hexdigest(),
            }
            for name, data in files.items()
        ]
        common = {'leaseSeconds': self.lease_seconds, 'team': 'a-team'}
        self.jobs.append({'uuid': JOB, 'kind': kind, 'attempt': attempt, **common, 'spec': spec, 'inputs': inputs})

    def add_session(self, uuid: str, manifest: dict[str, Any], grid: dict[str, Any], files: dict[str, bytes]) -> None:
        self.add_job('infer', {}, files)
        inputs = self.jobs.pop()['inputs']
        self.sessions.append({'uuid': uuid, 'team': 'a-team', 'leaseSeconds': 60, 'manifest': manifest, 'grid': grid, 'inputs': inputs})

    def output(self, name: str) -> bytes:
        """The last one counts."""
        return [data for found, data in self.outputs if found == name][-1]

    def wait_for(self, condition: Callable[[], bool], seconds: float = 240) -> None:
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f'waited in vain; calls: {self.calls[-20:]}, ends: {self.ends}')
            time.sleep(0.05)


def _handler_of(server: FakeServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'

        def do_GET(self) -> None:
            path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
            server.calls.append(('GET', path))
            if self.headers['Authorization'] is not None:
                return self.answer(400, {'code': 'header_not_wanted'})
            data, begin = server.files[path.removeprefix('/files/secret-ticket/')], 0
            server.ranges.append(self.headers['Range'])
            if self.headers['Range']:
                begin = int(self.headers['Range'].removeprefix('bytes=').rstrip('-'))
            self.send_response(206 if begin else 200)
            self.send_header('Content-Length', str(len(data) - begin))
            self.end_headers()
            if server.cut:
                self.wfile.write(data[begin : begin + server.cut.pop(0)])
                self.wfile.flush()
                self.close_connection = True
                return
            self.wfile.write(data[begin:])

        def do_POST(self) -> None:
            path, body = self.begin()
            if path is None:
                return
            content = json.loads(body)
            if path == '/api/ai-workers/register':
                server.registrations.append(content)
                return self.answer(200, {'worker': WORKER, 'leaseSeconds': server.lease_seconds, 'pollSeconds': 1})
            if path == f'/api/ai-workers/{WORKER}/claim':
                if not server.jobs:
                    time.sleep(min(content['waitSeconds'], 0.3))
                return self.answer(200, {'job': server.jobs.pop(0) if server.jobs else None})
            if path == f'/api/ai-workers/{WORKER}/clicks':
                return self.answer(200, self.clicks(content))
            rest = path.removeprefix('/api/ai-workers/')
            if server.lost:
                return self.answer(410, {'code': 'lease_lost'})
            if rest == f'jobs/{JOB}/progress':
                server.progress.append((time.monotonic(), content))
                server.on_progress(content)
                return self.answer(200, {'cancel': server.cancel, 'leaseSeconds': server.lease_seconds})
            server.ends.append((rest.rpartition('/')[2], content))
            self.answer(200, {})

        def clicks(self, content: dict[str, Any]) -> dict[str, Any]:
            if content['answer'] is not None:
                server.clicked.append(content)
            taken: dict[str, Any] = {'session': None, 'prompt': None, 'ended': False}
            if content['held'] is None and server.sessions:
                return {**taken, 'session': server.sessions.pop(0)}
            if content['held'] is not None and server.session_ends:
                return {**taken, 'ended': True}
            if content['held'] is not None and server.prompts:
                return {**taken, 'prompt': server.prompts.pop(0)}
            time.sleep(0.1)
            return taken

        def do_PUT(self) -> None:
            path, body = self.begin()
            if path is None:
                return
            if server.lost:
                return self.answer(410, {'code': 'lease_lost'})
            query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
            name = path.partition('/outputs/')[2]
            if hashlib.sha256(body).hexdigest() != query['sha256'] or '/' in name:
                return self.answer(422, {'code': 'invalid'})
            parts = server.parts.setdefault(query['file'], {})
            parts[int(query['part'])] = body
            if len(parts) == int(query['parts']):
                server.outputs.append((urllib.parse.unquote(name), b''.join(parts[number] for number in sorted(parts))))
            self.answer(200, {'data': None})

        def begin(self) -> tuple[Optional[str], bytes]:
            """Path and body; None if it was answered already."""
            body = self.rfile.read(int(self.headers['Content-Length'] or 0))
            path = urllib.parse.urlsplit(self.path).path
            server.calls.append((self.command, path))
            if self.headers['Authorization'] != f'Bearer {server.key}':
                self.answer(401, {'code': 'key_revoked'})
                return None, body
            for planned in server.answers:
                if path.endswith(planned[0]):
                    server.answers.remove(planned)
                    self.answer(planned[1], {'code': 'planned'}, planned[2])
                    return None, body
            return path, body

        def answer(self, status: int, content: Any, headers: Optional[dict[str, str]] = None) -> None:
            data = b'' if content is None else json.dumps(content).encode()
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            if status != 204:
                self.send_header('Content-Length', str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    return Handler
