import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { openTestServer, setPermissions } from '#server/test-server.ts';
import type { AnyJson, Asked, TestServer, TestServerOptions } from '#server/test-server.ts';
import { removeMember } from './members.ts';
import { findMember } from './membership.ts';

const NORTH = 'north.app.localhost:8080';
const SOUTH = 'south.app.localhost:8080';

describe.each(TEST_ENGINES)('members on %s', (engine) => {
  let server: TestServer;
  let north: number;
  let south: number;
  let ids: Record<'ada' | 'bob' | 'uma' | 'udo' | 'both', number>;
  let ada: string;
  beforeEach(() => open());
  afterEach(() => server.close());

  /** Two teams alike: an administrator and a member each, and one person in both. */
  async function open(settings: TestServerOptions['settings'] = {}): Promise<void> {
    server = await openTestServer(engine, { settings });
    north = await server.addTeam('north');
    south = await server.addTeam('south');
    ids = {
      ada: await server.addUser('ada@example.org', { [north]: ROLE.teamAdministrator }),
      bob: await server.addUser('bob@example.org', { [north]: ROLE.member }),
      uma: await server.addUser('uma@example.org', { [south]: ROLE.teamAdministrator }),
      udo: await server.addUser('udo@example.org', { [south]: ROLE.member }),
      both: await server.addUser('both@example.org', { [north]: ROLE.annotator, [south]: ROLE.annotator }),
    };
    ada = await tokenOf('ada@example.org');
    server.told.length = 0;
  }

  const tokenOf = async (email: string, host = NORTH) => (await server.signIn(email, host)).token;
  const asAda = (request: string, asked: Asked = {}) => server.ask(request, { host: NORTH, token: ada, ...asked });
  const setRole = (id: number, roleId: number, asked: Asked = {}) =>
    asAda(`PUT /api/team/users/${id}`, { body: { role_id: roleId }, ...asked });
  const remove = (id: number, asked: Asked = {}) => asAda(`DELETE /api/team/users/${id}`, asked);
  const rolesIn = async (teamId: number) =>
    Object.fromEntries(
      (
        await server.db.read
          .selectFrom('membership')
          .innerJoin('user', 'user.id', 'membership.user_id')
          .select(['user.name', 'membership.role_id'])
          .where('team_id', '=', teamId)
          .execute()
      ).map((one) => [one.name, one.role_id]),
    );
  const SOUTH_AS_MADE = { uma: ROLE.teamAdministrator, udo: ROLE.member, both: ROLE.annotator };

  describe('are listed', () => {
    test('by name with role and address, and whether their account is active', async () => {
      await server.disable(ids.bob);
      const { body } = await asAda('GET /api/team/users');
      expect(body.data.map((one: AnyJson) => [one.name, one.role_name, one.active])).toEqual([
        ['ada', 'Team administrator', true],
        ['bob', 'Member', false],
        ['both', 'Annotator', true],
      ]);
      expect(body.data[0]).toEqual({
        id: ids.ada,
        name: 'ada',
        email: 'ada@example.org',
        data: { color: expect.stringMatching(/^#/) },
        role_id: ROLE.teamAdministrator,
        role_name: 'Team administrator',
        active: true,
        created_at: '2026-11-20 12:00:00',
      });
    });

    test('for those with the permission, in the team of the request only', async () => {
      expect((await asAda('GET /api/team/users', { token: await tokenOf('bob@example.org') })).body.code).toBe('not_allowed');
      const uma = await tokenOf('uma@example.org', SOUTH);
      const { body } = await server.ask('GET /api/team/users', { host: SOUTH, token: uma });
      expect(body.data.map((one: AnyJson) => one.name)).toEqual(['both', 'udo', 'uma']);
    });
  });

  describe('get another role', () => {
    test('which is reported to them and the team, and applies from the next call on', async () => {
      const bob = await tokenOf('bob@example.org');
      const { status, body } = await setRole(ids.bob, ROLE.dataScientist);
      expect([status, body.id, body.role_id, body.role_name]).toEqual([200, ids.bob, ROLE.dataScientist, 'Data scientist']);
      expect(server.told.map(({ to, event }) => [to, event])).toEqual([
        [`team ${north}`, 'change'],
        [`user ${ids.bob}`, 'permission:updated'],
        [`user ${ids.bob}`, 'closed'],
      ]);
      expect((await server.ask('GET /api/user', { host: NORTH, token: bob })).body.scope).toContain('r:ai-trainings');
    });

    test('twice without harm: the second call changes and reports nothing', async () => {
      const once = await setRole(ids.bob, ROLE.annotator);
      server.told.length = 0;
      const twice = await setRole(ids.bob, ROLE.annotator);
      expect([twice.status, twice.text]).toEqual([200, once.text]);
      expect(server.told).toEqual([]);
    });

    test('in this team only', async () => {
      await setRole(ids.both, ROLE.member);
      expect((await rolesIn(north))['both']).toBe(ROLE.member);
      expect(await rolesIn(south)).toEqual(SOUTH_AS_MADE);
    });

    test.each([ROLE.platformAdministrator, 99])('but not one that may not be given: %i', async (roleId) => {
      expect((await setRole(ids.bob, roleId)).body.code).toBe('role_not_invitable');
      expect((await rolesIn(north))['bob']).toBe(ROLE.member);
    });

    test('but no more and no fewer permissions than the caller has', async () => {
      await setPermissions(server, ROLE.annotator, ['r:dashboard', 'r:studies', 'r:upload-v2', 'r:upload-history', 'r:team']);
      const token = await tokenOf('both@example.org');
      expect((await setRole(ids.bob, ROLE.teamAdministrator, { token })).body.code).toBe('role_not_invitable');
      expect((await setRole(ids.ada, ROLE.member, { token })).body.code).toBe('not_allowed');
      expect((await remove(ids.ada, { token })).body.code).toBe('not_allowed');
      expect((await setRole(ids.bob, ROLE.annotator, { token })).status).toBe(200);
      expect((await remove(ids.bob, { token })).status).toBe(204);
    });

    test('but not outside the team: someone in another team and nobody get the same answer', async () => {
      const answers = await Promise.all([ids.udo, 999_999].map((id) => setRole(id, ROLE.annotator)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.body.code).toBe('not_found');
      expect(await rolesIn(south)).toEqual(SOUTH_AS_MADE);
    });
  });

  describe('are removed', () => {
    test('and lose access from the next call on, reported once', async () => {
      const bob = await tokenOf('bob@example.org');
      for (let times = 0; times < 2; times += 1) expect((await remove(ids.bob)).status).toBe(204);
      expect(server.told.map(({ event }) => event)).toEqual(['change', 'permission:updated', 'closed']);
      expect((await server.ask('GET /api/structures/categories', { host: NORTH, token: bob })).body.code).toBe('not_a_member');
    });

    test('from this team only, and nobody from another', async () => {
      expect((await remove(ids.both)).status).toBe(204);
      expect((await remove(ids.udo)).status).toBe(204);
      expect((await remove(999_999)).status).toBe(204);
      expect(await rolesIn(south)).toEqual(SOUTH_AS_MADE);
      expect(await rolesIn(north)).toEqual({ ada: ROLE.teamAdministrator, bob: ROLE.member });
    });

    test('and may be invited again', async () => {
      await remove(ids.bob);
      const { body } = await asAda('POST /api/invitations/save-item', {
        body: { team_id: north, emails: [{ email: 'bob@example.org', role_id: ROLE.annotator }] },
      });
      const bob = (await server.signIn('bob@example.org')).token;
      await server.ask('POST /api/invitations/status', { token: bob, body: { id: body.data[0].id, status: 'accept' } });
      expect((await rolesIn(north))['bob']).toBe(ROLE.annotator);
    });
  });

  describe('of a team keep an administrator', () => {
    test('the last one can neither leave nor get another role', async () => {
      expect((await remove(ids.ada)).body.code).toBe('last_administrator');
      expect((await setRole(ids.ada, ROLE.member)).body.code).toBe('last_administrator');
      expect((await setRole(ids.ada, ROLE.teamAdministrator)).status).toBe(200);
      expect((await rolesIn(north))['ada']).toBe(ROLE.teamAdministrator);
    });

    test('of two one may leave', async () => {
      await setRole(ids.bob, ROLE.teamAdministrator);
      expect((await remove(ids.ada)).status).toBe(204);
      const bob = await tokenOf('bob@example.org');
      expect((await remove(ids.bob, { token: bob })).body.code).toBe('last_administrator');
    });

    test('of two who remove each other simultaneously one stays', async () => {
      await setRole(ids.bob, ROLE.teamAdministrator);
      // Past the guard both: it may have found out who they are before the other's call took effect.
      const asMember = async (userId: number) => (await findMember(server.db.read, { userId, signInId: 0 }, 'north'))!;
      const [one, other] = [await asMember(ids.ada), await asMember(ids.bob)];
      const ends = await Promise.allSettled([removeMember(server.context, one, ids.bob), removeMember(server.context, other, ids.ada)]);
      expect(ends.map((end) => (end.status === 'rejected' ? end.reason.code : 'removed')).toSorted()).toEqual([
        'last_administrator',
        'removed',
      ]);
      expect(Object.values(await rolesIn(north))).toContain(ROLE.teamAdministrator);
    });

    test('with an active account', async () => {
      await setRole(ids.bob, ROLE.teamAdministrator);
      await server.disable(ids.bob);
      expect((await remove(ids.ada)).body.code).toBe('last_administrator');
      expect((await remove(ids.bob)).status).toBe(204);
    });
  });

  describe('start with a team', () => {
    const create = (token: string, body: object) => server.ask('POST /api/teams', { token, body });
    let platform: string;
    beforeEach(async () => {
      await server.addUser('root@example.org', {}, { platformAdmin: true });
      platform = (await server.signIn('root@example.org')).token;
    });

    test('created by a platform administrator, who is its administrator', async () => {
      const { status, body } = await create(platform, { title: ' West ', slug: 'west', color: '#123456' });
      expect([status, body]).toEqual([
        200,
        {
          id: expect.any(Number),
          slug: 'west',
          title: 'West',
          data: { color: '#123456' },
          users: [expect.objectContaining({ name: 'root' })],
          preferred: 0,
          lock_minutes: 10,
        },
      ]);
      expect(await rolesIn(body.id)).toEqual({ root: ROLE.teamAdministrator });
      expect((await create(platform, { title: 'East', slug: 'east' })).body.data.color).toMatch(/^#[0-9A-F]{6}$/i);
    });

    test('once when it is sent twice, also simultaneously; a taken or reserved address is named', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => create(platform, { title: 'West', slug: 'west' })));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
      for (const given of [
        { title: 'Another', slug: 'west' },
        { title: 'north', slug: 'north' },
        { title: 'Upload', slug: 'upload' },
        { title: 'Log in', slug: 'login' },
        { title: 'Administration', slug: 'admin' },
      ]) {
        const { status, body } = await create(platform, given);
        expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'invalid', ['slug']]);
      }
    });

    test('but only by platform administrators when registration is by invitation', async () => {
      expect((await create(ada, { title: 'West', slug: 'west' })).body.code).toBe('not_allowed');
      expect(await server.db.read.selectFrom('team').select('id').execute()).toHaveLength(2);
    });

    test('by anyone with a verified address when registration is open', async () => {
      await server.close();
      await open({ registration: 'open' });
      expect((await create(ada, { title: 'West', slug: 'west' })).status).toBe(200);
      await server.addUser('new@example.org', {}, { verified: false });
      const unproved = (await server.signIn('new@example.org')).token;
      expect((await create(unproved, { title: 'East', slug: 'east' })).body.code).toBe('not_allowed');
    });

    test('up to a limit per account when registration is open, also simultaneously, and without limit by platform administrators', async () => {
      await server.close();
      await open({ registration: 'open' });
      const max = LIMITS.teamsPerAccount;
      const answers = await Promise.all(
        Array.from({ length: max + 2 }, (_, at) => create(ada, { title: `Team ${at}`, slug: `team-${at}` })),
      );
      const refused = answers.filter((answer) => answer.status !== 200);
      expect(refused.map(({ status, body }) => [status, body.code, body.limit])).toEqual([
        [429, 'too_many', { name: 'teamsPerAccount', max }],
        [429, 'too_many', { name: 'teamsPerAccount', max }],
      ]);
      const made = answers.findIndex((answer) => answer.status === 200);
      expect((await create(ada, { title: `Team ${made}`, slug: `team-${made}` })).status).toBe(200);
      await server.addUser('root@example.org', {}, { platformAdmin: true });
      const root = (await server.signIn('root@example.org')).token;
      for (let at = 0; at <= max; at += 1) expect((await create(root, { title: 'T', slug: `of-root-${at}` })).status).toBe(200);
    });
  });
});
