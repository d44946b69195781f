import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { removeMembership, saveMembership } from '#server/rules/teams/membership.ts';
import { openTestServer, setPermissions } from '#server/test-server.ts';
import type { Asked, TestServer } from '#server/test-server.ts';

const NORTH = 'north.app.localhost:8080';

describe.each(TEST_ENGINES)('teams on %s', (engine) => {
  let server: TestServer;
  let north: number;
  let south: number;
  let ada: number;
  let token: string;
  beforeEach(async () => {
    server = await openTestServer(engine);
    south = await server.addTeam('south');
    north = await server.addTeam('north');
    await server.addTeam('west');
    ada = await server.addUser('ada@example.org', { [north]: ROLE.member, [south]: ROLE.dataScientist });
    await server.addUser('bob@example.org', { [north]: ROLE.annotator });
    ({ token } = await server.signIn('ada@example.org'));
  });
  afterEach(() => server.close());
  const ask = (request: string, asked: Asked = {}) => server.ask(request, { token, ...asked });

  describe('the signed-in user', () => {
    test('sees own teams by title with their members, and the permissions in the team of the request [ENT-03]', async () => {
      const { body } = await ask('GET /api/user', { host: NORTH });
      expect(body).toMatchObject({
        id: ada,
        name: 'ada',
        email: 'ada@example.org',
        invitations: [],
        email_verified_at: '2026-11-20 12:00:00',
        scope: ['r:dashboard', 'r:upload-v2', 'r:upload-history', 'r:studies'],
      });
      expect(
        body.teams.map((team: { slug: string; users: { name: string }[] }) => [team.slug, team.users.map((user) => user.name)]),
      ).toEqual([
        ['north', ['ada', 'bob']],
        ['south', ['ada']],
      ]);
    });

    test('has no permissions on the main domain, and different ones in another team', async () => {
      expect((await ask('GET /api/user')).body.scope).toEqual([]);
      expect((await ask('GET /api/user', { team: 'south' })).body.scope).toContain('r:ai-trainings');
      expect((await ask('GET /api/user', { team: 'west' })).body.scope).toEqual([]);
    });
  });

  describe('a team', () => {
    test('is shown to its members, by path and by query [TEAM-04]', async () => {
      for (const path of ['teams/north', 'teams/get-item?slug=north']) {
        expect((await ask(`GET /api/${path}`)).body).toMatchObject({
          id: north,
          slug: 'north',
          preferred: 0,
          data: { color: expect.stringMatching(/^#/) },
        });
      }
    });

    test('of others gets the same answer as one that does not exist', async () => {
      const answers = await Promise.all(
        ['teams/west', 'teams/nowhere', 'teams/get-item?slug=west', 'teams/get-item?slug=nowhere'].map((path) => ask(`GET /api/${path}`)),
      );
      expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(404);
    });

    test('is preferred one at a time, and may be set twice [TEAM-07]', async () => {
      const prefer = (slug: string) => ask('POST /api/teams/preferred', { body: { slug } });
      const preferred = async () =>
        (await ask('GET /api/user')).body.teams
          .filter((team: { preferred: number }) => team.preferred === 1)
          .map((team: { slug: string }) => team.slug);
      expect(await preferred()).toEqual([]);
      expect((await prefer('south')).body).toEqual({ ok: true });
      expect((await prefer('south')).body).toEqual({ ok: true });
      expect(await preferred()).toEqual(['south']);
      await prefer('north');
      expect(await preferred()).toEqual(['north']);
      expect((await prefer('west')).status).toBe(404);
      expect((await prefer('nowhere')).status).toBe(404);
    });
  });

  describe('permissions', () => {
    const permissions = async (asked: Asked = {}) => (await ask('GET /api/permissions/get-permission', asked)).body;

    test('are returned with their version, in both spellings [ENT-16, PERM-03]', async () => {
      const list = ['r:dashboard', 'r:upload-v2', 'r:upload-history', 'r:studies'];
      expect(await permissions({ host: NORTH })).toEqual({ permission_version: 3, user_permission: list, user_permision: list });
      expect(await permissions()).toEqual({ permission_version: 3, user_permission: [], user_permision: [] });
    });

    test('of another team are refused', async () => {
      expect((await ask('GET /api/permissions/get-permission', { team: 'west' })).body.code).toBe('not_a_member');
    });

    test('follow a new role, which is reported only to this user and the team [BACK-08, SOCK-09]', async () => {
      await saveMembership(server.context, { teamId: north, userId: ada, roleId: ROLE.teamAdministrator });
      expect(await permissions({ host: NORTH })).toMatchObject({
        permission_version: 4,
        user_permission: expect.arrayContaining(['r:team', 'r:invitations']),
      });
      expect(server.told).toEqual([
        { to: `team ${north}`, event: 'change', payload: { seq: 3 } },
        { to: `user ${ada}`, event: 'permission:updated', payload: { permission_version: 4 } },
        { to: `user ${ada}`, event: 'closed', payload: null },
      ]);
    });

    test('follow a role whose permissions are changed, for all its members', async () => {
      await setPermissions(server, ROLE.member, ['r:dashboard', 'r:ai-infers']);
      expect(await permissions({ host: NORTH })).toMatchObject({ permission_version: 4, user_permission: ['r:dashboard', 'r:ai-infers'] });
      expect(server.told.filter(({ event }) => event !== 'change').map(({ to, event }) => [to, event])).toEqual([
        [`user ${ada}`, 'permission:updated'],
        [`user ${ada}`, 'closed'],
      ]);
      await setPermissions(server, ROLE.member, []);
      expect((await permissions({ host: NORTH })).user_permission).toEqual([]);
    });

    test('end with the membership, from the next call on', async () => {
      await removeMembership(server.context, { teamId: north, userId: ada });
      expect((await ask('GET /api/structures/categories', { host: NORTH })).status).toBe(403);
      expect((await ask('GET /api/structures/categories', { team: 'south' })).status).toBe(200);
      server.told.length = 0;
      await removeMembership(server.context, { teamId: north, userId: ada });
      expect(server.told).toEqual([]);
    });
  });

  describe('the change log', () => {
    const changes = async (since: number | string, asked: Asked = {}) =>
      (await ask(`GET /api/changes?since=${since}`, { team: 'south', ...asked })).body;
    const append = (kind: string, teamId = south) => server.db.write((tx) => appendChange(tx, { teamId, kind, ref: 'x', now: 0 }));

    test('numbers the changes of each team without gaps, also for simultaneous changes', async () => {
      const seqs = await Promise.all(Array.from({ length: 25 }, () => append('study')));
      expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, i) => i + 2));
      expect(await append('study', north)).toBe(3);
      const answer = await changes(1);
      expect(answer.changes.map((change: { seq: number }) => change.seq)).toEqual(Array.from({ length: 25 }, (_, i) => i + 2));
      expect([answer.seq, answer.more]).toEqual([26, false]);
    });

    test('loses no number to a failed transaction', async () => {
      await expect(
        server.db.write(async (tx) => {
          await appendChange(tx, { teamId: south, kind: 'study', ref: 'x', now: 0 });
          throw new Error('later');
        }),
      ).rejects.toThrow('later');
      expect(await append('study')).toBe(2);
    });

    test('is returned in pages, and is empty at its end', async () => {
      await server.db.write(async (tx) => {
        for (let i = 0; i < 600; i += 1) await appendChange(tx, { teamId: south, kind: 'study', ref: String(i), now: 0 });
      });
      const first = await changes(1);
      expect([first.changes.length, first.seq, first.more]).toEqual([500, 501, true]);
      const second = await changes(first.seq);
      expect([second.changes.length, second.seq, second.more]).toEqual([100, 601, false]);
      expect(await changes(601)).toEqual({ seq: 601, changes: [], more: false });
    });

    test('returns a smaller number to a client that is ahead, as after a restore', async () => {
      expect(await changes(99)).toEqual({ seq: 1, changes: [], more: false });
    });

    test('refuses an invalid number', async () => {
      expect((await changes('x')).code).toBe('invalid');
      expect((await changes(-1)).code).toBe('invalid');
    });
  });

  test('body parts are returned in their order [ENT-15, UI-12, UPL2-044]', async () => {
    const { body } = await ask('GET /api/structures/categories', { team: 'north' });
    expect(body.data[0]).toEqual({ id: 1, slug: 'head', title: 'Head' });
    expect(body.data.map((category: { slug: string }) => category.slug)).toEqual(
      expect.arrayContaining([
        'prostate',
        'brain',
        'abdomen',
        'chest',
        'breast',
        'heart',
        'knee',
        'spine',
        'pelvis',
        'head',
        'neck',
        'liver',
        'kidney',
        'shoulder',
        'hand',
        'foot',
        'hip',
        'whole-body',
      ]),
    );
  });
});
