import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { firstAccepted, goldenOfCall } from '#tests/contract/golden.ts';
import { NORTH, openContractServer, type ContractServer } from '#tests/contract/contract-server.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
const asJson = { 'content-type': 'application/json' };
/** Brackets around nothing, as deep as a body has room for. */
const DEEP = `{"x":${'['.repeat(LIMITS.jsonBodyBytes / 2 - 10)}${']'.repeat(LIMITS.jsonBodyBytes / 2 - 10)}}`;

describe.each(TEST_ENGINES)('requests that no page makes, on %s', (engine) => {
  let server: ContractServer;
  /** Gives up a chunk at once. */
  let impatient: ContractServer;
  const lines: string[] = [];

  beforeAll(async () => {
    const opened = (chunk: number) =>
      openContractServer(engine, { log: { write: (line) => void lines.push(line) }, timeLimitsMs: { json: 30_000, chunk } });
    [server, impatient] = [await opened(30_000), await opened(200)];
    for (const { app } of [server, impatient]) await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    await impatient.close();
  });
  afterEach(() => expect(lines.splice(0).filter((line) => line.includes('"fault"'))).toEqual([]));

  test.each([
    ['GET /api/studies-v2?page=9007199254740991', 200],
    ['GET /api/studies-v2?page=9007199254740992', 422],
    ['GET /api/studies-v2?page=1e300', 422],
    ['GET /api/studies-v2?page=-1', 422],
    ['GET /api/studies-v2?page=NaN', 422],
    ['GET /api/studies-v2?bupload_id=-9007199254740991', 200],
    ['GET /api/studies-v2/999999999999999', 404],
    [`GET /api/studies-v2/${'9'.repeat(64)}`, 404],
    ['GET /api/uploads?page=9007199254740991', 200],
    ['GET /api/changes?since=9007199254740991', 200],
    ['GET /api/changes?since=Infinity', 422],
    ['GET /api/studies-v2?search=a&search=b', 422],
    ['GET /api/studies-v2?__proto__=1&constructor=2', 200],
    [`GET /api/studies-v2?${'x=1&'.repeat(4_000)}`, 200],
    [`GET /api/studies-v2/${'x'.repeat(10_000)}`, 404],
    ['GET /api/%', 400],
    ['GET /api/%00', 400],
    ['GET /api/studies-v2/%c0%af', 400],
  ])('%s', async (request, status) => {
    expect((await server.asAda(request)).status).toBe(status);
  });

  test.each([
    ['nested too deeply', DEEP],
    ['nested, with a forbidden key at its end', DEEP.replace('{', '{"__proto__":1,')],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['nothing', 'null'],
    ['a hundred thousand keys', JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`key${n}`, n])))],
    ['keys of objects', '{"constructor":{"prototype":{"hurt":1}},"toString":1,"hasOwnProperty":1}'],
    ['one key many times', `{${'"id":"x",'.repeat(50_000)}"id":"y"}`],
    ['numbers that overflow', '{"action":"prepare","id":"x","started":1e400}'],
    ['a lone surrogate', '{"action":"\\ud800","id":"\\udfff","started":0}'],
  ])('a body that is %s is refused by name', async (_what, payload) => {
    for (const path of ['c-upload', 'upload/studies?version=2', 'upload-finished', 'upload/change-status']) {
      const answer = await server.asAda(`POST /api/${path}`, { payload, headers: asJson });
      expect([400, 422]).toContain(answer.status);
      expect(['malformed', 'invalid']).toContain(answer.body.code);
    }
    expect('hurt' in {}).toBe(false);
  });

  test.each<[string, unknown]>([
    ['file_count', LARGEST],
    ['totalFileSize', LARGEST],
    ['idx', LARGEST],
    ['rows', LARGEST],
    ['numberOfFrames', LARGEST],
    ['seriesNumber', -1.7e308],
    ['sliceThickness', 1.7e308],
    ['sliceThickness', -5e-324],
  ])('a series whose %s is %d is accepted or refused by name', async (field, value) => {
    const session = crypto.randomUUID();
    await server.asAda('POST /api/c-upload', { body: { action: 'prepare', id: session, started: LARGEST } });
    const body = structuredClone(firstAccepted(goldenOfCall('registerStudy'), 'body')) as { study: { series: object[] } };
    Object.assign(body, { session_id: session });
    Object.assign(body.study.series[0] ?? {}, { [field]: value });
    const answer = await server.asAda('POST /api/upload/studies?version=2', { body });
    expect([200, 413, 422, 429]).toContain(answer.status);
    expect((await server.asAda('GET /api/studies-v2')).status).toBe(200);
    expect((await server.asAda('GET /api/uploads')).status).toBe(200);
  });

  test('a compressed body is not decompressed, so a gzip bomb has no effect', async () => {
    const bomb = gzipSync(Buffer.alloc(32 * 1024 ** 2));
    for (const encoding of ['gzip', 'deflate', 'br', 'identity, gzip', 'x'.repeat(100)]) {
      const headers = { 'content-encoding': encoding };
      const json = await server.asAda('POST /api/c-upload', { payload: bomb, headers: { ...asJson, ...headers } });
      const chunk = await server.asAda('POST /services/c-upload/file', { payload: bomb, headers });
      expect([json.body.code, chunk.body.code]).toEqual(['malformed', 'too_large']);
    }
  });

  /** Sends these bytes and gives what comes until the other side ends the connection, or is done with it. */
  function sendRaw(bytes: string, then: 'and waits' | 'and ends' = 'and waits', to = server): Promise<string> {
    const { port } = to.app.server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => {
        if (then === 'and ends') socket.end(bytes, 'latin1');
        else socket.write(bytes, 'latin1');
      });
      socket
        .setEncoding('latin1')
        .on('data', (part: string) => {
          answer += part;
          if (answer.endsWith('}')) socket.destroy();
        })
        .on('close', () => resolve(answer))
        .on('error', reject);
    });
  }
  const openConnections = (of = server): Promise<number> =>
    new Promise((resolve) => of.app.server.getConnections((_error, count) => resolve(count)));
  const head = (more: string[], to: ContractServer) =>
    [`Host: ${NORTH}`, `Authorization: Bearer ${to.ada.token}`, 'Content-Type: application/octet-stream', ...more].join('\r\n');
  const chunkRequest = (more: string[], body = '', to = server) =>
    `POST /services/c-upload/file HTTP/1.1\r\n${head(more, to)}\r\n\r\n${body}`;

  test.each<[string, number, string[], string]>([
    ['two lengths', 400, ['Content-Length: 4', 'Content-Length: 5'], 'xxxx'],
    ['a length and chunked encoding', 400, ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\nGET /api/user HTTP/1.1\r\n\r\n'],
    ['a negative length', 400, ['Content-Length: -1'], ''],
    ['a length that is not a number', 400, ['Content-Length: 0x10'], ''],
    ['an overflowing length', 400, [`Content-Length: ${'9'.repeat(40)}`], ''],
    ['a length above the limit, without a body', 413, [`Content-Length: ${LIMITS.chunkMaxBytes + 1}`], ''],
    ['an unknown transfer encoding', 400, ['Transfer-Encoding: x'], ''],
    ['pieces with wrong lengths', 400, ['Transfer-Encoding: chunked'], 'zz\r\nxxxx\r\n'],
    ['a line break in a header', 400, ['X: a\rb'], ''],
    ['a NUL in a header', 400, ['X: a\0b'], ''],
    ['endless headers', 400, [`X: ${'x'.repeat(100_000)}`], ''],
  ])('on the wire, %s: refused in our format', async (_what, status, headers, body) => {
    const answer = await sendRaw(chunkRequest(headers, body));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/"code":"(?:malformed|too_large)"/);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test.each([
    ['truncated', 'half of it', 'and ends', '"code":"malformed"'],
    [
      'followed by another request',
      `\0\0\0\x10{"not":"header"}GET /api/setup HTTP/1.1\r\nHost: ${NORTH}\r\n\r\n`,
      // Who ends before the answer is told nothing more: Node drops what is under way.
      'and waits',
      '{"chunk":["not_a_header"]}',
    ],
  ] as const)(
    'a chunk whose announced length is %s is refused in our format, and the next one is read',
    async (_what, body, then, refusal) => {
      const answer = await sendRaw(chunkRequest(['Content-Length: 20'], body), then);
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toContain(refusal);
      await expect.poll(() => openConnections(), { timeout: 10_000 }).toBe(0);
      const next = await server.asAda('POST /services/c-upload/file', { payload: Buffer.from('{}') });
      expect(next.body).toMatchObject({ code: 'malformed', errors: { chunk: ['short'] } });
    },
  );

  test('an endless chunk in pieces is refused at the limit', async () => {
    const piece = `100000\r\n${'x'.repeat(1024 ** 2)}\r\n`;
    const answer = await sendRaw(chunkRequest(['Transfer-Encoding: chunked'], piece.repeat(13)));
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('"code":"too_large"');
  });

  test('a stalled chunk is given up, and its reserved memory is released', async () => {
    const request = chunkRequest([`Content-Length: ${LIMITS.chunkMaxBytes}`], 'one byte, and then nothing', impatient);
    const stalled = () => sendRaw(request, 'and waits', impatient);
    for (let round = 0; round < 2; round += 1) {
      // Room is kept until the connection is gone, and with it what had come of the chunk.
      await expect.poll(() => openConnections(impatient), { timeout: 10_000 }).toBe(0);
      const answers = await Promise.all(Array.from({ length: LIMITS.chunksAtOncePerUpload }, stalled));
      expect(answers.filter((answer) => /^HTTP\/1.1 408 /.test(answer) && answer.includes('"code":"time_out"'))).toHaveLength(
        LIMITS.chunksAtOncePerUpload,
      );
    }
  });
});
