import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allRecords, openForTampering, writeChainAnew } from '#server/audit/audit-test-bench.ts';
import { FIRST_HASH } from '#server/audit/record.ts';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { ACTIVITY_AT_ONCE } from '#server/rules/logs/activity-log.ts';
import { removeMembership } from '#server/rules/teams/membership.ts';
import { openTestServer, type Answered, type AnyJson, type Asked, type TestServer } from '#server/test-server.ts';

const NORTH = 'north.app.localhost:8080';
const SOUTH = 'south.app.localhost:8080';
const READER = 80;
const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';

describe.each(TEST_ENGINES)('the logs on %s', (engine) => {
  let server: TestServer;
  let north: number;
  let south: number;
  /** Rita reads the log of north, Sid that of south; Ada and Bob are in both; Pia is a platform administrator in north. */
  let ada: number;
  let bob: number;
  const tokens = {} as Record<'ada' | 'bob' | 'rita' | 'sid' | 'pia', string>;
  beforeEach(async () => {
    server = await openTestServer(engine);
    north = await server.addTeam('north');
    south = await server.addTeam('south');
    await server.db.write(async (tx) => {
      await tx.insertInto('role').values({ id: READER, name: 'Reader of logs', invitable: 0 }).execute();
      await tx.insertInto('role_permission').values({ role_id: READER, permission: 'r:log-session' }).execute();
    });
    ada = await server.addUser('ada@example.org', { [north]: ROLE.member, [south]: ROLE.member });
    bob = await server.addUser('bob@example.org', { [north]: ROLE.member, [south]: ROLE.member });
    await server.addUser('rita@example.org', { [north]: READER });
    await server.addUser('sid@example.org', { [south]: READER });
    await server.addUser('pia@example.org', { [north]: ROLE.member }, { platformAdmin: true });
    for (const name of ['ada', 'bob', 'rita', 'sid', 'pia'] as const) tokens[name] = (await server.signIn(`${name}@example.org`)).token;
  });
  afterEach(() => server.close());

  const as = (name: keyof typeof tokens, request: string, asked: Asked = {}): Promise<Answered> =>
    // A moment of the wire has a space in it.
    server.ask(request.replace(/(?<=\?.*) /g, '+'), { host: NORTH, token: tokens[name], ...asked });
  const log = (name: keyof typeof tokens, fields: Record<string, string> = {}, asked: Asked = {}) =>
    as(name, `POST /api/log?${new URLSearchParams({ app: 'admin', type: 'route', path: '/studies-v2', data: '', ...fields })}`, asked);
  const entries = async (query = '', name: keyof typeof tokens = 'rita', asked: Asked = {}) =>
    (await as(name, `GET /api/log/entries${query}`, asked)).body as AnyJson;
  const kept = () => server.db.read.selectFrom('activity_entry').selectAll().orderBy('id').execute();
  const people = (page: AnyJson): number[] => page.data.map((entry: AnyJson) => entry.user.id);

  describe('the activity log', () => {
    test('stores who, where, when and what, and returns nothing [ENT-22]', async () => {
      const data = JSON.stringify({ name: 'open_annotator', uuid: UUID, patient: 'DOE^JOHN' });
      const answer = await log('ada', { type: 'click', path: '/notifications?name=DOE#DOE', data });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(await entries()).toEqual({
        data: [
          {
            id: expect.any(Number),
            session_id: expect.any(Number),
            user: { id: ada, name: 'ada' },
            team_id: north,
            type: 'click',
            path: '/notifications',
            name: 'open_annotator',
            uuid: UUID,
            created_at: '2026-11-20 12:00:00',
          },
        ],
        total: 1,
        per_page: 50,
        current_page: 1,
      });
    });

    test('refuses no text, and stores nothing of it that may identify a patient', async () => {
      for (const text of ['DOE^JOHN', '<script>', '\0', 'x'.repeat(5_000), '{"name":{}}'])
        expect((await log('ada', { app: text, type: text, path: text, data: text })).status).toBe(204);
      expect(JSON.stringify(await kept())).not.toMatch(/DOE|script|xx/);
    });

    test('counts an entry that one user sends twice once', async () => {
      const data = JSON.stringify({ id: UUID });
      for (const name of ['ada', 'ada', 'bob'] as const) expect((await log(name, { data })).status).toBe(204);
      expect((await kept()).map(({ user_id }) => user_id)).toEqual([ada, bob]);
    });

    test('sorts late entries by the time of the step', async () => {
      await log('ada', { path: '/uploads' });
      await log('ada', { path: '/studies-v2', data: JSON.stringify({ ago_ms: 600_000 }) });
      const { data } = await entries();
      expect(data.map((entry: AnyJson) => [entry.path, entry.created_at])).toEqual([
        ['/uploads', '2026-11-20 12:00:00'],
        ['/studies-v2', '2026-11-20 11:50:00'],
      ]);
    });

    test('drops entries above the rate limit of a sign-in, without affecting others', async () => {
      await Promise.all(Array.from({ length: ACTIVITY_AT_ONCE + 30 }, () => log('ada')));
      expect((await log('bob')).status).toBe(204);
      const of = async (userId: number) => (await kept()).filter((row) => row.user_id === userId).length;
      expect([await of(ada), await of(bob)]).toEqual([ACTIVITY_AT_ONCE, 1]);
      server.clock.now += 60_000;
      await Promise.all(Array.from({ length: 30 }, () => log('ada')));
      expect(await of(ada)).toBe(ACTIVITY_AT_ONCE + 12);
    });

    test('is searched by user, type, path and time [PCALL-33]', async () => {
      await log('ada', { path: '/studies-v2' });
      server.clock.now += 60_000;
      await log('ada', { type: 'click', path: `/studies-v2/${UUID}` });
      server.clock.now += 60_000;
      await log('bob', { path: '/uploads' });
      const pathsOf = async (query: string) => (await entries(query)).data.map((entry: AnyJson) => entry.path.slice(0, 11));
      expect(await pathsOf('')).toEqual(['/uploads', '/studies-v2', '/studies-v2']);
      expect(await pathsOf(`?user=${bob}`)).toEqual(['/uploads']);
      expect(await pathsOf('?type=click')).toEqual(['/studies-v2']);
      expect(await pathsOf('?path=/studies-v2')).toEqual(['/studies-v2', '/studies-v2']);
      expect(await pathsOf('?path=/studies-v2/')).toEqual(['/studies-v2']);
      expect(await pathsOf('?path=%25')).toEqual([]);
      expect(await pathsOf('?from=2026-11-20 12:01:00')).toEqual(['/uploads', '/studies-v2']);
      expect(await pathsOf('?to=2026-11-20 12:01:00')).toEqual(['/studies-v2']);
      expect(await pathsOf('?from=2026-11-20 12:01:00&to=2026-11-20 12:02:00&type=click')).toEqual(['/studies-v2']);
    });

    test('is returned in pages', async () => {
      for (let index = 1; index <= 60; index += 1) await log('ada', { path: `/case/${index}` });
      const [first, second, third] = [await entries(), await entries('?page=2'), await entries('?page=3')];
      expect([first, second, third].map(({ data, total }) => [data.length, total])).toEqual([
        [50, 60],
        [10, 60],
        [0, 60],
      ]);
      expect([first.data[0].path, second.data[9].path]).toEqual(['/case/60', '/case/1']);
    });
  });

  describe('the sessions of the activity log', () => {
    const sessions = async (query = '') => (await as('rita', `GET /api/log/sessions${query}`)).body as AnyJson;

    test('are sign-ins with their time range and number of entries [PCALL-33]', async () => {
      await log('ada');
      server.clock.now += 60_000;
      await log('bob');
      await log('ada');
      const { data, total } = await sessions();
      expect([total, data.map((row: AnyJson) => [row.user.name, row.started_at, row.last_at, row.entries])]).toEqual([
        2,
        [
          ['bob', '2026-11-20 12:01:00', '2026-11-20 12:01:00', 1],
          ['ada', '2026-11-20 12:00:00', '2026-11-20 12:01:00', 2],
        ].toSorted((a, b) => Number(b[0] === data[0].user.name) - Number(a[0] === data[0].user.name)),
      ]);
      expect(people(await sessions(`?user=${ada}`))).toEqual([ada]);
      expect(people(await sessions('?to=2026-11-20 12:01:00'))).toEqual([ada]);
      expect((await sessions('?from=2026-11-20 12:02:00')).total).toBe(0);
    });

    test('separate two sign-ins of one user, each with its entries in order', async () => {
      await log('ada', { path: '/team/1' });
      const { token } = await server.signIn('ada@example.org');
      await log('ada', { path: '/team/2' }, { token });
      await log('ada', { path: '/team/3' });
      const { data } = await sessions();
      expect(people({ data })).toEqual([ada, ada]);
      const whole = data.find((row: AnyJson) => row.entries === 2);
      const { body } = await as('rita', `GET /api/log/sessions/${whole.id}`);
      expect([body.session, body.data.map((entry: AnyJson) => entry.path), body.total]).toEqual([whole, ['/team/1', '/team/3'], 2]);
    });
  });

  describe('the audit trail', () => {
    const records = async (query = '', name: keyof typeof tokens = 'rita', asked: Asked = {}) =>
      (await as(name, `GET /api/audit/records${query}`, asked)).body as AnyJson;

    test('is shown with the permission, newest first, and reading it is recorded', async () => {
      await as('ada', 'GET /api/user');
      const { data, more } = await records();
      expect(more).toBe(false);
      expect(data[0]).toEqual({
        seq: expect.any(Number),
        created_at: '2026-11-20 12:00:00',
        team_id: north,
        user: { id: ada, name: 'ada' },
        kind: 'read',
        call: 'user',
        subject: null,
        study: null,
        result: 'done',
        address: '10.0.0.1',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect((await records()).data[0].call).toBe('auditRecords');
      expect((await as('ada', 'GET /api/audit/records')).body.code).toBe('not_allowed');
    });

    test('is searched by user, kind, call, subject, result and time, in pages', async () => {
      for (let index = 0; index < 60; index += 1) await as('ada', `GET /api/studies-v2/${index + 1}`);
      server.clock.now += 60_000;
      await as('bob', 'POST /api/teams/preferred', { body: { slug: 'north' } });
      await as('bob', 'GET /api/team/users');
      const callsOf = async (query: string) => (await records(query)).data.map((row: AnyJson) => `${row.call} ${row.result}`);
      expect(await callsOf(`?user=${bob}`)).toEqual(['teamMembers not_allowed', 'preferTeam done']);
      expect(await callsOf(`?user=${bob}&kind=write`)).toEqual(['preferTeam done']);
      expect(await callsOf('?call=preferTeam')).toEqual(['preferTeam done']);
      expect(await callsOf('?result=not_allowed')).toEqual(['teamMembers not_allowed']);
      expect(await callsOf(`?user=${bob}&refused=1`)).toEqual(['teamMembers not_allowed']);
      expect(await callsOf('?subject=41')).toEqual(['study not_built']);
      expect(await callsOf('?call=study&from=2026-11-20 12:01:00')).toEqual([]);
      const first = await records('?call=study');
      const second = await records(`?call=study&before=${first.data.at(-1).seq}`);
      expect([first.data.length, first.more, second.data.length, second.more]).toEqual([50, true, 10, false]);
      expect(second.data.at(-1).subject).toBe('1');
    });

    test('is verified by a call, with a saved hash', async () => {
      for (let index = 0; index < 5; index += 1) await as('ada', `GET /api/studies-v2/${index + 1}`);
      const { data } = await records();
      const kept = data[3];
      const verdict = async (query = '') => (await as('rita', `GET /api/audit/verify${query}`)).body;
      expect(await verdict()).toMatchObject({ broken: null, kept: null });
      expect(await verdict(`?seq=${kept.seq}&hash=${kept.hash}`)).toMatchObject({ broken: null, kept: 'stands' });
      expect(await verdict(`?seq=${kept.seq}&hash=${'0'.repeat(64)}`)).toMatchObject({ broken: null, kept: 'differs' });
      expect(await verdict(`?seq=999999&hash=${kept.hash}`)).toMatchObject({ broken: null, kept: 'missing' });
      await openForTampering(server.db);
      await server.db.write((tx) => tx.updateTable('audit_record').set({ user_id: 999 }).where('seq', '=', kept.seq).execute());
      expect((await verdict()).broken).toEqual({ seq: kept.seq, why: 'changed' });
    });

    test('returns its head to keep elsewhere, which is recorded, and can be compared later', async () => {
      for (let index = 0; index < 3; index += 1) await as('ada', `GET /api/studies-v2/${index + 1}`);
      const last = (await allRecords(server.db)).at(-1)!;
      const { status, body } = await as('rita', 'GET /api/audit/head');
      expect([status, body]).toEqual([200, { seq: last.seq, hash: last.hash, created_at: '2026-11-20 12:00:00' }]);
      expect((await allRecords(server.db)).at(-1)).toMatchObject({ kind: 'export', call: 'auditHead', result: 'done' });
      const verdict = async () => (await as('rita', `GET /api/audit/verify?seq=${body.seq}&hash=${body.hash}`)).body;
      expect(await verdict()).toMatchObject({ broken: null, kept: 'stands' });
      await openForTampering(server.db);
      await server.db.write((tx) => tx.updateTable('audit_record').set({ user_id: 999 }).where('seq', '=', 1).execute());
      await writeChainAnew(server.db);
      expect(await verdict()).toMatchObject({ broken: null, kept: 'differs' });
    });

    test('is exported as lines that can be verified without this server, and the export is recorded', async () => {
      for (let index = 0; index < 30; index += 1) await as('ada', `GET /api/studies-v2/${index + 1}`);
      const before = await allRecords(server.db);
      const answer = await as('pia', 'GET /api/audit/export?all=1');
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'application/x-ndjson; charset=utf-8',
        'private, no-store',
      ]);
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="audit_${before.length}.ndjson"`);
      const lines = answer.text.trimEnd().split('\n');
      const last = lines.pop()!;
      let hash = FIRST_HASH;
      for (const line of lines) {
        const withoutHash = line.replace(/,"hash":"[0-9a-f]{64}"\}$/, '}');
        hash = createHash('sha256').update(hash).update(withoutHash).digest('hex');
        expect((JSON.parse(line) as { hash: string }).hash).toBe(hash);
      }
      expect(JSON.parse(last)).toEqual({ head: { seq: before.length, hash }, records: before.length });
      expect((await allRecords(server.db)).at(-1)).toMatchObject({ kind: 'export', call: 'exportAudit', result: 'done' });
    });

    test('is verified in steps, so that the progress is visible', async () => {
      for (let index = 0; index < 30; index += 1) await as('ada', `GET /api/studies-v2/${index + 1}`);
      const first = (await as('rita', 'GET /api/audit/verify?most=1')).body;
      expect(first).toMatchObject({ checked_to: first.seq, broken: null });
      const next = (await as('rita', `GET /api/audit/verify?most=1&after=${first.checked_to}`)).body;
      expect(next).toMatchObject({ records: 1, broken: null });
    });

    test('is exported as a table with the current filters, with names that look like formulas as text', async () => {
      await server.db.write((tx) => tx.updateTable('user').set({ name: '=1+1,"Ada"' }).where('id', '=', ada).execute());
      await as('ada', 'GET /api/studies-v2/41');
      await as('bob', 'GET /api/studies-v2/42');
      const answer = await as('rita', `GET /api/audit/export?format=csv&user=${ada}&refused=1`);
      expect([answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
        'text/csv; charset=utf-8',
        expect.stringMatching(/^attachment; filename="audit_\d+\.csv"$/),
      ]);
      const [head, row, end] = answer.text.split('\r\n');
      expect([head!.slice(1), end]).toEqual([
        'number,time_utc,team_id,user_id,user_name,acted_by,kind,call,subject,study,result,address,hash',
        '',
      ]);
      expect(row!.replace(/^\d+|[0-9a-f]{64}$/g, '#')).toBe(
        `#,2026-11-20 12:00:00,${north},${ada},"'=1+1,""Ada""",,read,study,41,,not_built,10.0.0.1,#`,
      );
    });

    test('lists the users with records, and nobody from another team', async () => {
      await as('ada', 'GET /api/team/users');
      await log('bob');
      await as('sid', 'GET /api/team/users', { host: SOUTH });
      const people = async (name: keyof typeof tokens, query = '') => (await as(name, `GET /api/log/people${query}`)).body;
      const namesOf = (body: AnyJson) => body.data.map((person: AnyJson) => person.name);
      await people('rita');
      expect(namesOf(await people('rita'))).toEqual(['ada', 'bob', 'rita']);
      expect(namesOf(await people('pia', '?all=1'))).toEqual(['ada', 'bob', 'pia', 'rita', 'sid']);
      expect((await people('rita', '?all=1')).code).toBe('not_allowed');
    });

    test('is exported for a time range', async () => {
      await as('ada', 'GET /api/studies-v2/1');
      server.clock.now += 60_000;
      await as('ada', 'GET /api/studies-v2/2');
      const { text } = await as('rita', 'GET /api/audit/export?from=2026-11-20 12:01:00');
      expect(
        text
          .trimEnd()
          .split('\n')
          .map((line) => (JSON.parse(line) as AnyJson).subject ?? 'head'),
      ).toEqual(['2', 'head']);
    });
  });

  describe('two teams with the same data', () => {
    beforeEach(async () => {
      for (const name of ['ada', 'bob'] as const)
        for (const host of [NORTH, SOUTH]) {
          await log(name, { path: host === NORTH ? '/studies-v2' : '/uploads' }, { host });
          await as(name, 'GET /api/studies-v2/1', { host });
        }
      // On the main domain: of no team.
      await log('ada', { path: '/dashboard' }, { host: 'app.localhost:8080' });
    });

    const READS = ['log/sessions', 'log/entries', 'audit/records'];

    test('each reader sees their own', async () => {
      for (const [name, host, team] of [
        ['rita', NORTH, north],
        ['sid', SOUTH, south],
      ] as const) {
        const page = await entries('', name, { host });
        expect([page.total, new Set(page.data.map((entry: AnyJson) => entry.team_id))]).toEqual([2, new Set([team])]);
        const { body } = await as(name, 'GET /api/audit/records', { host });
        expect(new Set(body.data.map((row: AnyJson) => row.team_id))).toEqual(new Set([team]));
        const sessions = (await as(name, 'GET /api/log/sessions', { host })).body;
        expect(sessions.data.map((row: AnyJson) => row.entries)).toEqual([1, 1]);
        const lines = (await as(name, 'GET /api/audit/export', { host })).text.trimEnd().split('\n').slice(0, -1);
        expect(new Set(lines.map((line) => (JSON.parse(line) as AnyJson).team_id))).toEqual(new Set([team]));
      }
    });

    test('and nothing of the other, with any query', async () => {
      for (const read of [...READS, 'audit/export', 'log/sessions/1']) {
        expect((await as('rita', `GET /api/${read}?all=1`)).body.code).toBe('not_allowed');
        expect((await as('rita', `GET /api/${read}`, { host: SOUTH })).body.code).toBe('not_a_member');
      }
      // The session is there in both teams: of each only what was done in it.
      const { data } = await entries();
      const session = (await as('rita', `GET /api/log/sessions/${data[0].session_id}`)).body;
      expect([session.session.entries, session.data.map((entry: AnyJson) => entry.path)]).toEqual([1, ['/studies-v2']]);
      expect(await entries('?path=/uploads')).toMatchObject({ data: [], total: 0 });
    });

    test('a session of the other team gets the same answer as a missing one', async () => {
      await server.addUser('sue@example.org', { [south]: ROLE.member });
      const { token } = await server.signIn('sue@example.org');
      await log('ada', {}, { token, host: SOUTH });
      const id = (await kept()).at(-1)!.sign_in_id;
      const [other, none] = [await as('rita', `GET /api/log/sessions/${id}`), await as('rita', 'GET /api/log/sessions/999999')];
      expect([other.status, other.text]).toEqual([404, none.text]);
    });

    test('a platform administrator sees both when requesting all', async () => {
      expect((await entries('', 'pia')).total).toBe(2);
      expect((await entries('?all=1', 'pia')).total).toBe(5);
      expect((await as('pia', 'GET /api/log/sessions?all=1')).body.data.map((row: AnyJson) => row.entries).toSorted()).toEqual([2, 3]);
      const { data } = (await as('pia', 'GET /api/audit/records?all=1&kind=sign-in')).body;
      expect(data.map((row: AnyJson) => row.call)).toEqual(['login', 'login', 'login', 'login', 'login']);
    });

    test('a removed member sees nothing more', async () => {
      const rita = (await server.db.read.selectFrom('user').select('id').where('name', '=', 'rita').executeTakeFirstOrThrow()).id;
      await removeMembership(server.context, { teamId: north, userId: rita });
      for (const read of [...READS, 'audit/verify', 'audit/export'])
        expect((await as('rita', `GET /api/${read}`)).body.code).toBe('not_a_member');
    });
  });
});
