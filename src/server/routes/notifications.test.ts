import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { removeMembership } from '#server/rules/teams/membership.ts';
import { listNotifications } from '#server/rules/notifications/notifications.ts';
import { notify } from '#server/rules/notifications/notify.ts';
import { openTestServer, setPermissions } from '#server/test-server.ts';
import type { Answered, Asked, TestServer } from '#server/test-server.ts';

const NORTH = 'north.app.localhost:8080';
const SOUTH = 'south.app.localhost:8080';

describe.each(TEST_ENGINES)('notifications on %s', (engine) => {
  let server: TestServer;
  let north: number;
  let south: number;
  /** Ada is in both teams, Bob in both, too; each has as many of the same in each. */
  let ada: number;
  let bob: number;
  let token: string;
  let bobsToken: string;
  beforeEach(async () => {
    server = await openTestServer(engine);
    north = await server.addTeam('north');
    south = await server.addTeam('south');
    ada = await server.addUser('ada@example.org', { [north]: ROLE.member, [south]: ROLE.member });
    bob = await server.addUser('bob@example.org', { [north]: ROLE.member, [south]: ROLE.member });
    ({ token } = await server.signIn('ada@example.org'));
    ({ token: bobsToken } = await server.signIn('bob@example.org'));
  });
  afterEach(() => server.close());

  const ask = (request: string, asked: Asked = {}): Promise<Answered> => server.ask(request, { token, host: NORTH, ...asked });
  async function add(cause: string, teamId = north, userId = ada): Promise<number> {
    const notice = { type: 'aiinfer.done' as const, section: 'ai', description: cause, url: '/case/1?task_id=2', models: [1, 2] };
    const made = await server.db.write((tx) => notify(tx, { ...notice, teamId, userId, cause, now: server.clock.now }));
    return made?.id ?? 0;
  }
  async function fillAlike(count = 2): Promise<void> {
    for (let index = 0; index < count; index += 1)
      for (const teamId of [north, south]) for (const userId of [ada, bob]) await add(`${userId} in ${teamId}: ${index}`, teamId, userId);
  }
  const textsOf = (rows: Notification[]) => rows.map((row) => row.description);
  const listed = async (asked?: Asked) => (await ask('GET /api/notification', asked)).body.notifications;
  const everything = () => server.db.read.selectFrom('notification').selectAll().orderBy('id').execute();

  describe('the list', () => {
    test('shows those of the user in this team, newest first, and counts them', async () => {
      await fillAlike();
      expect(await listed()).toMatchObject({
        data: [{ description: `${ada} in ${north}: 1` }, { description: `${ada} in ${north}: 0` }],
        count: 2,
        unseen: 2,
      });
      expect(textsOf((await listed({ host: SOUTH })).data)).toEqual([`${ada} in ${south}: 1`, `${ada} in ${south}: 0`]);
      expect(textsOf((await listed({ token: bobsToken })).data)).toEqual([`${bob} in ${north}: 1`, `${bob} in ${north}: 0`]);
    });

    test('contains ten, and ten more with each "Load more"; the count covers all [CONST-01, CONST-02, CALL-018]', async () => {
      for (let index = 0; index < 25; index += 1) await add(String(index));
      const page = async (query: string) => (await ask(`GET /api/notification${query}`)).body.notifications;
      expect(textsOf((await page('')).data)).toEqual(Array.from({ length: 10 }, (_, index) => String(24 - index)));
      expect([(await page('')).count, (await page('?per_page=20')).data.length, (await page('?per_page=30')).data.length]).toEqual([
        25, 20, 25,
      ]);
    });

    test('contains complete notifications, and nothing about how they were made [ENT-09]', async () => {
      const id = await add('done');
      const date = '2026-11-20 12:00:00';
      expect((await listed()).data).toEqual([
        {
          id,
          type_code: 'aiinfer.done',
          description: 'done',
          section: 'ai',
          is_seen: 0,
          created_at: date,
          updated_at: date,
          url: '/case/1?task_id=2',
          model1_id: 1,
          model2_id: 2,
          model3_id: null,
          p: 'c3R1ZHk6MQ',
        },
      ]);
    });

    test('names a study only if it opens one [NOTIF-24]', async () => {
      const notice = { teamId: north, userId: ada, section: 'upload', description: '', url: '/studies-v2', models: [1, 2] };
      const type = 'upload.convert.fail';
      await server.db.write((tx) => notify(tx, { ...notice, type, cause: 'opens a list', now: server.clock.now }));
      expect((await listed()).data).toMatchObject([{ type_code: type }]);
      expect((await listed()).data[0]).not.toHaveProperty('p');
    });

    test('is returned with the current permissions and their version [NOTIF-34]', async () => {
      const before = (await ask('GET /api/notification?permission_version=1')).body;
      expect(before.user_permission).toContain('r:upload-v2');
      await setPermissions(server, ROLE.member, ['r:dashboard']);
      const { body } = await ask(`GET /api/notification?permission_version=${before.permissionVersion}`);
      expect([body.permissionVersion, body.user_permission]).toEqual([before.permissionVersion + 1, ['r:dashboard']]);
    });
  });

  test('the list never mixes permissions and a version of different times, also when they change meanwhile', async () => {
    const admitted = { userId: ada, signInId: 1, teamId: north, teamSlug: 'north', permissions: new Set(['r:studies'] as const) };
    const list = () => listNotifications(server.context, admitted, { per_page: 10 });
    await setPermissions(server, ROLE.member, ['r:dashboard']);
    expect((await list()).user_permission).toEqual(['r:dashboard']);
    await removeMembership(server.context, { teamId: north, userId: ada });
    await expect(list()).rejects.toMatchObject({ code: 'not_a_member' });
  });

  describe('new notifications', () => {
    test('are those after an id, newest first', async () => {
      const first = await add('first');
      await add('second');
      await add('in the other team', south);
      await add('of bob', north, bob);
      await add('third');
      const after = async (id: number) => textsOf((await ask(`GET /api/notification-new?last_id=${id}`)).body.data);
      expect(await after(first)).toEqual(['third', 'second']);
      expect(await after(0)).toEqual(['third', 'second', 'first']);
      expect(await after(999_999)).toEqual([]);
    });
  });

  describe('marking one as seen', () => {
    const see = (id: number, is_seen: unknown = 1, asked: Asked = {}) =>
      ask(`PUT /api/notification/${id}`, { body: { is_seen }, ...asked });

    test("returns its new state, and tells the user's other pages [SOCK-06]", async () => {
      const id = await add('one');
      server.clock.now += 1_000;
      expect((await see(id)).body).toMatchObject({ id, is_seen: 1, updated_at: '2026-11-20 12:00:01' });
      expect((await listed()).unseen).toBe(0);
      expect((await see(id, 0)).body.is_seen).toBe(0);
      expect((await listed()).unseen).toBe(1);
      const to = `member ${ada} of ${north}`;
      expect(server.told).toEqual([
        { to, event: 'notification:updated', payload: { id, is_seen: 1 } },
        { to, event: 'notification:updated', payload: { id, is_seen: 0 } },
      ]);
    });

    test('twice changes and reports nothing the second time', async () => {
      const id = await add('one');
      const first = await see(id);
      server.clock.now += 1_000;
      const second = await ask(`PUT /api/notification/${id}`, { body: { is_seen: 1, isPush: true } });
      expect([second.status, second.text]).toEqual([200, first.text]);
      expect(server.told).toHaveLength(1);
    });

    test('finds none of another user or team, with the same answer as for a missing one', async () => {
      const ids = [await add('of bob', north, bob), await add('in the other team', south), 999_999];
      const before = await everything();
      const answers = await Promise.all(ids.map((id) => see(id)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set([expect.stringMatching(/^404 .*"code":"not_found"/)]),
      );
      expect(await everything()).toEqual(before);
      expect(server.told).toEqual([]);
    });
  });

  describe('marking all as seen', () => {
    const seeAll = (body: unknown = { is_seen: 1 }, asked: Asked = {}) => ask('PUT /api/notification/update-all', { body, ...asked });

    test('marks those of the user in this team and no others, and reports it once [SOCK-07]', async () => {
      await fillAlike();
      expect((await seeAll()).status).toBe(204);
      expect((await seeAll()).status).toBe(204);
      const seen = (await everything()).filter((row) => row.is_seen === 1);
      expect(seen.map((row) => [row.team_id, row.user_id])).toEqual([
        [north, ada],
        [north, ada],
      ]);
      const last = Math.max(...seen.map((row) => row.id));
      expect(server.told).toEqual([
        { to: `member ${ada} of ${north}`, event: 'notification:updated:all', payload: { is_seen: 1, last_id: last } },
      ]);
    });

    test('up to the last shown one leaves newer ones', async () => {
      const shown = await add('shown');
      await add('came since');
      await seeAll({ is_seen: 1, last_id: shown });
      await seeAll({ is_seen: 1, last_id: shown });
      expect((await listed()).data).toMatchObject([
        { description: 'came since', is_seen: 0 },
        { description: 'shown', is_seen: 1 },
      ]);
      expect(server.told.map(({ payload }) => payload)).toEqual([{ is_seen: 1, last_id: shown }]);
    });
  });

  test('a former member cannot read them, and finds nothing after returning', async () => {
    await fillAlike();
    await removeMembership(server.context, { teamId: north, userId: ada });
    const id = (await everything())[0]?.id;
    for (const [request, body] of [
      ['GET /api/notification'],
      ['GET /api/notification-new?last_id=0'],
      ['PUT /api/notification/update-all', { is_seen: 1 }],
      [`PUT /api/notification/${id}`, { is_seen: 1 }],
    ] as const)
      expect((await ask(request, { body })).body.code).toBe('not_a_member');
    expect((await listed({ host: SOUTH })).count).toBe(2);
    expect((await listed({ token: bobsToken })).count).toBe(2);
  });
});
