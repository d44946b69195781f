import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chunkHeaderToBytes, parseChunk } from '#contract/chunk.ts';
import type { ChunkHeader } from '#contract/chunk.ts';
import { LIMITS } from '#contract/limits.ts';
import { Refusal } from '#server/rules/context.ts';
import { openTestServer, TEST_PASSWORD } from '#server/test-server.ts';
import type { TestServer, TestServerOptions } from '#server/test-server.ts';

const NORTH = 'north.app.localhost:8080';
const SESSION = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';

let server: TestServer;
let token: string;
const lines: string[] = [];
const open = async (options: TestServerOptions = {}) => {
  server = await openTestServer('sqlite', options);
  const north = await server.addTeam('north');
  await server.addUser('ada@example.org', { [north]: 5 });
  ({ token } = await server.signIn('ada@example.org', NORTH));
};
const ask: TestServer['ask'] = (request, asked) => server.ask(request, { host: NORTH, token, ...asked });
beforeEach(() => void (lines.length = 0));
afterEach(() => server.close());

describe('an answer', () => {
  test('contains what the contract names and nothing else', async () => {
    await open({ handlers: { categories: async () => ({ data: [{ id: 25, slug: 'knee', title: 'Knee', secret: 'x' }] }) } });
    expect((await ask('GET /api/structures/categories')).text).toBe('{"data":[{"slug":"knee","title":"Knee","id":25}]}');
  });

  test('that violates the contract is not sent, but is an error', async () => {
    await open({ handlers: { categories: async () => ({ data: [{ slug: 7 }] }) as never } });
    const answer = await ask('GET /api/structures/categories');
    expect([answer.status, answer.body]).toEqual([
      500,
      { message: 'The server had an error. Your work on this device is safe.', code: 'fault' },
    ]);
  });

  test('is never cached, for any client', async () => {
    await open();
    for (const path of ['/api/user', '/api/setup', '/api/nothing', '/services/nothing']) {
      expect((await ask(`GET ${path}`)).headers['cache-control']).toBe('no-store');
    }
  });

  test('may be false', async () => {
    await open({ handlers: { checkStudy: async () => false as const } });
    expect((await ask('GET /api/studies/1.2.3/check')).text).toBe('false');
  });
});

describe('a path', () => {
  test('may end with a slash, and start with two [CFG-25, ODD-08]', async () => {
    await open();
    for (const path of ['/api/user', '/api/user/', '//api//user']) expect((await ask(`GET ${path}`)).status).toBe(200);
  });

  test('of an upload answers on both base paths and on the upload host', async () => {
    await open();
    const path = `c-upload/status/${SESSION}`;
    expect((await ask(`GET /services/${path}`)).status).toBe(501);
    expect((await ask(`GET /api/${path}`)).status).toBe(501);
    expect((await ask(`GET /services/${path}`, { host: 'upload.app.localhost:8080', team: 'north' })).status).toBe(501);
    expect((await ask(`GET /services/${path}`, { host: 'upload.app.localhost:8080' })).status).toBe(403);
  });

  test('that no call has, or that is invalid, is not found', async () => {
    await open();
    for (const path of ['/api/nothing', '/services/user', `/services/c-upload/status/not-a-session`, '/api', '/services/']) {
      const answer = await ask(`GET ${path}`, { headers: { accept: 'text/html' } });
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found']);
    }
  });

  test('is served only under our host names', async () => {
    await open({ names: { uploadUrl: 'https://bulk.hospital.example' } });
    expect((await ask('GET /api/setup', { host: 'evil.example' })).status).toBe(404);
    expect((await ask('GET /api/setup', { host: 'a.b.app.localhost' })).status).toBe(404);
    for (const host of ['app.localhost', 'localhost:1', '127.0.0.1', '192.168.1.4:80', 'bulk.hospital.example', 'www.app.localhost']) {
      expect([host, (await ask('GET /api/setup', { host })).status]).toEqual([host, 200]);
    }
  });

  test.each([
    ['app.localhost:8080', 'http://upload.app.localhost:8080'],
    ['north.app.localhost', 'http://upload.app.localhost'],
    ['192.168.1.4:8080', 'http://192.168.1.4:8080'],
  ])('for the host %s uploads use %s', async (host, url) => {
    await open();
    expect((await ask('GET /api/setup', { host })).body.upload_url).toBe(url);
  });
});

describe('a body', () => {
  test('that is not JSON, or has another type, is refused first', async () => {
    await open();
    const answers = [
      await ask('POST /api/login', { payload: '{"email":', headers: { 'content-type': 'application/json' } }),
      await ask('POST /api/login', { payload: '{"__proto__":{}}', headers: { 'content-type': 'application/json' } }),
      await ask('POST /api/login', { payload: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
      await ask('POST /api/login', { payload: '{}', headers: { 'content-type': 'text/plain' } }),
    ];
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([400, 'malformed']);
  });

  test('above the limit is refused with the limit', async () => {
    await open();
    const answer = await ask('POST /api/login', { body: { email: 'x'.repeat(LIMITS.jsonBodyBytes) } });
    expect([answer.status, answer.body]).toEqual([
      413,
      {
        message: 'The request is larger than the limit.',
        code: 'too_large',
        limit: { name: 'jsonBodyBytes', max: 1_048_576 },
      },
    ]);
  });

  test('is not read for a client without access', async () => {
    await open();
    const answer = await ask('POST /api/teams/preferred', {
      token: 'wrong',
      payload: '{"slug":',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(401);
  });
});

describe('a request on the wire', () => {
  /** Sends these bytes, leaves the connection open, and gives what comes until the other side ends it. */
  const sendRaw = async (bytes: string): Promise<string> => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket
        .setEncoding('utf8')
        .on('data', (part: string) => {
          answer += part;
          if (answer.endsWith('}')) socket.destroy();
        })
        .on('close', () => resolve(answer))
        .on('error', reject);
    });
  };

  test('whose body does not arrive is given up', async () => {
    server = await openTestServer('sqlite', { timeLimitsMs: { json: 50, chunk: 50 } });
    const answer = await sendRaw(
      'POST /api/login HTTP/1.1\r\nHost: app.localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"email"',
    );
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('"code":"time_out"');
  });

  test('that is not HTTP is refused in our format', async () => {
    await open();
    const answer = await sendRaw('nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ message: 'The request could not be read.', code: 'malformed' });
  });
});

describe('simultaneous chunks', () => {
  test('beyond the reserved memory are asked to retry before their body is read; answered ones free memory', async () => {
    const held: ((value: null) => void)[] = [];
    await open({
      handlers: {
        sendChunk: async () => {
          await new Promise((resolve) => held.push(resolve));
          return { ok: true, chunk: 0, proved: [] };
        },
      },
    });
    const send = () =>
      ask('POST /services/c-upload/file', { payload: Buffer.from('x'), headers: { 'content-type': 'application/octet-stream' } });
    const taken = Array.from({ length: LIMITS.chunksAtOncePerUpload }, send);
    await vi.waitUntil(() => held.length === LIMITS.chunksAtOncePerUpload);
    const answer = await send();
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([429, 'too_many', '2']);
    expect(answer.body.limit).toEqual({ name: 'chunksAtOncePerUpload', max: LIMITS.chunksAtOncePerUpload });
    for (const go of held.splice(0)) go(null);
    for (const each of taken) expect((await each).status).toBe(200);
    const again = send();
    await vi.waitUntil(() => held.length === 1);
    held[0]!(null);
    expect((await again).status).toBe(200);
  });
});

describe('the chunk call', () => {
  const bytes = new Uint8Array([1, 2, 3, 4, 5]);
  const header: ChunkHeader = {
    v: 1,
    session_id: SESSION,
    chunk: 7,
    preview: 'client',
    studyUuid: SESSION,
    parts: [
      {
        file_id: 'f1',
        name: 'IM1',
        serie_id: 's1',
        size: 5,
        offset: 0,
        length: 5,
        enc: '',
        plain: 5,
        crc: 1191942644,
        sha256: 'a'.repeat(64),
      },
    ],
  };
  const packed = () => Buffer.concat([chunkHeaderToBytes(header), bytes]);
  let received: Uint8Array[];
  const openForChunks = () => {
    received = [];
    return open({
      handlers: {
        sendChunk: async ({ body }) => {
          received.push(body);
          return { ok: true, chunk: 7, proved: ['f1'] };
        },
      },
    });
  };
  const send = (payload: Buffer, headers: Record<string, string>) => ask('POST /services/c-upload/file', { payload, headers });

  test.each([
    ['octets', { 'content-type': 'application/octet-stream' }],
    ['without a type', {}],
    ['an unknown type', { 'content-type': 'x/y' }],
    ['the wrong type JSON', { 'content-type': 'application/json' }],
  ])('accepts a packed body unchanged, sent as %s', async (_name, headers) => {
    await openForChunks();
    const answer = await send(packed(), headers);
    expect([answer.status, answer.body]).toEqual([200, { ok: true, chunk: 7, proved: ['f1'] }]);
    expect(Buffer.from(received[0] ?? []).equals(packed())).toBe(true);
  });

  const form = (fields: Record<string, string>) => {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = '--b\r\ncontent-disposition: form-data; name="chunk"; filename="blob"\r\ncontent-type: application/octet-stream\r\n\r\n';
    return Buffer.concat([Buffer.from(parts.join('') + file), bytes, Buffer.from('\r\n--b--\r\n')]);
  };
  const fields = {
    session_id: SESSION,
    chunk_index: '7',
    preview: 'client',
    studyUuid: SESSION,
    file_id: 'f1',
    name: 'IM1',
    serie_id: 's1',
    size: '5',
    offset: '0',
    crc: '1191942644',
    sha256: 'a'.repeat(64),
  };
  const asForm = { 'content-type': 'multipart/form-data; boundary=b' };

  test('converts a form into the same packed bytes', async () => {
    await openForChunks();
    expect((await send(form(fields), asForm)).status).toBe(200);
    expect(parseChunk(received[0] ?? new Uint8Array())).toEqual({ ok: true, header, bodyOffset: packed().length - 5 });
    expect(Buffer.from(received[0] ?? []).subarray(-5)).toEqual(Buffer.from(bytes));
  });

  test('names the errors in a form', async () => {
    await openForChunks();
    const { sha256: _, ...incomplete } = fields;
    const answer = await send(form({ ...incomplete, size: '-1' }), asForm);
    expect([answer.status, Object.keys(answer.body.errors).toSorted()]).toEqual([422, ['sha256', 'size']]);
    expect((await send(Buffer.from('--b\r\nbroken'), asForm)).status).toBe(400);
    expect((await send(Buffer.from('--b--\r\n'), asForm)).body).toMatchObject({
      code: 'invalid',
      errors: { chunk: ['The bytes are missing.'] },
    });
    expect(received).toEqual([]);
  });

  test('refuses a body shorter or longer than announced, and accepts one without a length', async () => {
    await openForChunks();
    for (const announced of [packed().length - 1, packed().length + 1, 0, LIMITS.chunkMaxBytes]) {
      const answer = await send(packed(), { 'content-type': 'application/octet-stream', 'content-length': String(announced) });
      expect([announced, answer.status, answer.body.code]).toEqual([announced, 400, 'malformed']);
    }
    expect(received).toEqual([]);
    const inPieces = Readable.from([packed().subarray(0, 9), packed().subarray(9)], { objectMode: false });
    const answer = await ask('POST /services/c-upload/file', { payload: inPieces, headers: { 'content-type': 'x/y' } });
    expect(answer.status).toBe(200);
    expect(Buffer.from(received[0] ?? []).equals(packed())).toBe(true);
  });

  test('forwards deflated parts as the plain chunk and refuses damaged ones', async () => {
    await openForChunks();
    const zeros = new Uint8Array(1_000);
    const part = { ...header.parts[0]!, size: 1_000, length: 1_000, plain: 1_000 };
    const plain = Buffer.concat([chunkHeaderToBytes({ ...header, parts: [part] }), zeros]);
    const deflated = deflateRawSync(zeros);
    const encoded = chunkHeaderToBytes({ ...header, parts: [{ ...part, enc: 'deflate-raw', length: deflated.length }] });
    expect((await send(Buffer.concat([encoded, deflated]), {})).status).toBe(200);
    expect(Buffer.from(received[0] ?? []).equals(plain)).toBe(true);
    const refused = await send(Buffer.concat([encoded, deflated.toReversed()]), {});
    expect([refused.status, refused.body.errors]).toEqual([422, { f1: ['crc'] }]);
    expect(received).toHaveLength(1);
  });

  test('refuses an empty body, and one above the limit, naming the limit', async () => {
    await openForChunks();
    expect((await send(Buffer.alloc(0), {})).body.code).toBe('malformed');
    const tooLarge = await send(Buffer.alloc(LIMITS.chunkMaxBytes + 1), { 'content-type': 'application/octet-stream' });
    expect([tooLarge.status, tooLarge.body.limit]).toEqual([413, { name: 'chunkMaxBytes', max: LIMITS.chunkMaxBytes }]);
    expect((await send(Buffer.alloc(LIMITS.chunkMaxBytes), { 'content-type': 'application/octet-stream' })).status).toBe(200);
  });
});

describe('calls from other hosts of the base domain', () => {
  const preflight = (origin: string) =>
    ask('OPTIONS /services/c-upload/file', {
      origin,
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,team,upload' },
    });

  test('are allowed once per two hours, with our headers, without cookies [BACK-09]', async () => {
    await open();
    const answer = await preflight('http://south.app.localhost:8080');
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'http://south.app.localhost:8080',
      'access-control-allow-headers':
        'Authorization, Team, Upload, Token, X-Requested-With, Idempotency-Key, Content-Type, Range, If-Range, If-None-Match',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-max-age': '7200',
      vary: expect.stringContaining('Origin'),
    });
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('may be read, including refusals', async () => {
    await open();
    for (const asked of [{}, { token: 'wrong' }]) {
      const answer = await ask('GET /api/user', { origin: `http://${NORTH}`, ...asked });
      expect(answer.headers['access-control-allow-origin']).toBe(`http://${NORTH}`);
    }
  });

  test.each(['http://evil.example', 'http://evilapp.localhost:8080', 'null', 'file://', 'http://a.b.app.localhost'])(
    'are not allowed for %s [BACK-09]',
    async (origin) => {
      await open();
      const answer = await preflight(origin);
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
      expect((await ask('GET /api/setup', { origin })).headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});

describe('the log', () => {
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const log = { write: (line: string) => void lines.push(line) };

  test('has one line per request with its route pattern, without addresses, names or tokens', async () => {
    await open({ log });
    lines.length = 0;
    await ask('GET /api/studies/1.2.840.99/check?name=DOE%5EJOHN');
    await ask('POST /api/login', { body: { email: 'doe@example.org', password: TEST_PASSWORD } });
    expect(logged()).toMatchObject([
      { msg: 'request', method: 'GET', route: '/api/studies/:studyInstanceUid/check', status: 501, ms: expect.any(Number) },
      { msg: 'request', method: 'POST', route: '/api/login', status: 422 },
    ]);
    for (const secret of ['1.2.840.99', 'DOE', 'doe@example.org', TEST_PASSWORD, token]) expect(lines.join('')).not.toContain(secret);
  });

  test('shows the kind and place of an error, not its message', async () => {
    await open({ log, handlers: { categories: () => Promise.reject(new TypeError('Key (patient_name)=(DOE^JOHN)')) } });
    lines.length = 0;
    expect((await ask('GET /api/structures/categories')).text).not.toContain('DOE');
    const [fault] = logged();
    expect(fault).toMatchObject({
      msg: 'fault',
      fault: 'TypeError',
      route: '/api/structures/categories',
      at: expect.arrayContaining([expect.stringContaining('serve.test.ts')]),
    });
    expect(lines.join('')).not.toContain('DOE');
  });
});

describe('an error of the machine', () => {
  test.each([
    ['ENOSPC', 507, 'storage_full'],
    ['SQLITE_FULL', 507, 'storage_full'],
    ['53100', 507, 'storage_full'],
    ['40P01', 503, 'unavailable'],
    ['S3:SlowDown', 503, 'unavailable'],
    ['S3:ECONNRESET', 503, 'unavailable'],
    ['S3:AccessDenied', 500, 'fault'],
    ['EIO', 500, 'fault'],
  ])('%s answers %i', async (code, status, name) => {
    await open({ handlers: { categories: () => Promise.reject(Object.assign(new Error('x'), { code })) } });
    const answer = await ask('GET /api/structures/categories');
    expect([answer.status, answer.body.code]).toEqual([status, name]);
  });

  test('a refusal includes its fields and its limit', async () => {
    await open({ handlers: { categories: () => Promise.reject(new Refusal('storage_full', { limit: { name: 'disk', max: 1 } })) } });
    expect((await ask('GET /api/structures/categories')).body).toMatchObject({ code: 'storage_full', limit: { name: 'disk', max: 1 } });
  });
});
