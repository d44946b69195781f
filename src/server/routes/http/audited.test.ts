import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { allRecords } from '#server/audit/audit-test-bench.ts';
import type { AuditEntry } from '#server/audit/record.ts';
import type { Trail } from '#server/audit/trail.ts';
import { verifyTrail } from '#server/audit/verify.ts';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { cookieOf, openTestServer, TEST_PASSWORD, type TestServer, type TestServerOptions } from '#server/test-server.ts';

const NORTH = 'north.app.localhost:8080';
const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';

describe.each(TEST_ENGINES)('an answer and its audit record on %s', (engine) => {
  let server: TestServer;
  let token: string;
  async function open(options: TestServerOptions): Promise<void> {
    server = await openTestServer(engine, options);
    const north = await server.addTeam('north');
    await server.addUser('ada@example.org', { [north]: ROLE.teamAdministrator });
    ({ token } = await server.signIn('ada@example.org', NORTH));
  }
  afterEach(() => server.close());

  /** Takes everything, until it is told to hold or to refuse. */
  function heldTrail() {
    const entries: AuditEntry[] = [];
    let gate = Promise.resolve();
    let refusal: Error | null = null;
    const asked: { waiting(): void } = { waiting: () => undefined };
    const take = async (entry: AuditEntry): Promise<void> => {
      asked.waiting();
      await gate;
      if (refusal !== null) throw refusal;
      entries.push(entry);
    };
    return {
      entries,
      trail: { record: take, recordOnce: take } satisfies Trail,
      /** Resolves with what lets it go on once somebody waits for it. */
      hold(): { isAsked: Promise<void>; release(): void } {
        const { promise, resolve } = Promise.withResolvers<void>();
        gate = promise;
        refusal = null;
        return { isAsked: new Promise((done) => (asked.waiting = done)), release: resolve };
      },
      refuse(because: Error) {
        refusal = because;
      },
    };
  }

  test.each([
    ['an answer', 'GET /api/user', 200],
    ['a refusal of the guard', 'GET /api/log/sessions', 403],
    ['a call that is not implemented yet', 'GET /api/studies-v2', 501],
    ['an address without a study', 'GET /api/studies-v2/files/x', 404],
  ])('%s is not sent before its record is durable', async (_what, request, status) => {
    const { trail, entries, hold } = heldTrail();
    await open({ trail });
    entries.length = 0;
    const { isAsked, release } = hold();
    let left = 0;
    const answering = server.ask(request, { host: NORTH, token }).then((answer) => (left = answer.status));
    await isAsked;
    // Whatever else the server does has its turn.
    await server.db.read.selectFrom('team').selectAll().execute();
    expect([left, entries.length]).toEqual([0, 0]);
    release();
    await answering;
    expect([left, entries.length]).toEqual([status, 1]);
  });

  const full = Object.assign(new Error('disk'), { code: 'SQLITE_FULL' });
  test.each([
    ['cannot be written', new Error('no'), 503, 'unavailable'],
    ['has no space', full, 507, 'storage_full'],
  ])('an answer whose record %s is withheld', async (_why, error, status, code) => {
    const { trail, refuse } = heldTrail();
    await open({ trail });
    refuse(error);
    const answer = await server.ask('GET /api/user', { host: NORTH, token });
    expect([answer.status, answer.body.code, answer.text.includes('ada')]).toEqual([status, code, false]);
    expect(Number(answer.headers['content-length'])).toBe(answer.text.length);
    const empty = await server.ask('POST /api/log?app=admin&type=route&path=/', { host: NORTH, token });
    expect([empty.status, empty.body.code]).toEqual([status, code]);
  });

  test('a sign-in whose answer is withheld sets no cookie', async () => {
    const { trail, refuse } = heldTrail();
    await open({ trail });
    refuse(new Error('no'));
    const answer = await server.ask('POST /api/login', { body: { email: 'ada@example.org', password: TEST_PASSWORD } });
    expect([answer.status, cookieOf(answer), answer.text.includes('token')]).toEqual([503, null, false]);
  });

  test('a file that is withheld reveals nothing, and is closed', async () => {
    const { trail, refuse } = heldTrail();
    const stream = Readable.from([Buffer.from('pixels')], { objectMode: false });
    const file = { size: 6, type: 'application/dicom', sha256: 'a'.repeat(64), saveAs: 'study.dcm', stream: () => stream };
    await open({ trail, handlers: { originalFile: async () => file } });
    refuse(new Error('no'));
    const closed = once(stream, 'close');
    const answer = await server.ask('GET /api/studies-v2/files/7', { host: NORTH, token });
    await closed;
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    expect(['etag', 'content-disposition', 'accept-ranges', 'content-range'].filter((name) => name in answer.headers)).toEqual([]);
  });

  test('a change whose answer was withheld stays, and the same call can be repeated', async () => {
    const { trail, refuse, hold } = heldTrail();
    await open({ trail });
    const prefer = () => server.ask('POST /api/teams/preferred', { host: NORTH, token, body: { slug: 'north' } });
    refuse(new Error('no'));
    expect((await prefer()).status).toBe(503);
    hold().release();
    expect((await prefer()).status).toBe(200);
  });

  test('a thousand simultaneous calls have a complete chain', async () => {
    await open({});
    const before = (await allRecords(server.db)).length;
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => server.ask('GET /api/user', { host: NORTH, token })));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await verifyTrail(server.db.read, { after: 0 })).toMatchObject({ records: before + 1_000, broken: null });
  });

  test('a frequent call has one record a minute for each subject and result', async () => {
    await open({ handlers: { uploadStatus: () => Promise.reject(new Error('not part of this test')) } });
    const before = (await allRecords(server.db)).length;
    const status = (session: string) => server.ask(`GET /services/c-upload/status/${session}`, { host: NORTH, token });
    const ask = async () => {
      for (let times = 0; times < 3; times += 1) {
        await status(UUID);
        await server.ask('GET /api/changes', { host: NORTH, token });
      }
      await status(UUID.replace('0', '1'));
    };
    await ask();
    const added = (await allRecords(server.db)).slice(before);
    expect(added.map(({ call, subject, result }) => [call, subject, result])).toEqual([
      ['uploadStatus', UUID, 'fault'],
      ['changes', null, 'done'],
      ['uploadStatus', UUID.replace('0', '1'), 'fault'],
    ]);
    server.clock.now += 60_000;
    await ask();
    expect(await allRecords(server.db)).toHaveLength(before + 6);
  });

  test('names the ids in the path, and nothing else of it', async () => {
    await open({});
    const paths = [`studies-v2/${UUID}`, 'studies-v2/41', 'studies-v2/DOE^JOHN', 'teams/north', 'studies/1.2.840/check'];
    for (const path of paths) await server.ask(`GET /api/${path}`, { host: NORTH, token });
    const subjects = (await allRecords(server.db)).slice(-paths.length).map(({ subject }) => subject);
    expect(subjects).toEqual([UUID, '41', null, null, null]);
  });
});
