import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PERMISSIONS, ROLE } from '#contract/permissions.ts';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { openTestServer, setPermissions } from '#server/test-server.ts';
import type { AnyJson, Answered, Asked, TestServer } from '#server/test-server.ts';
import { saveMembership } from './membership.ts';

const NORTH = 'north.app.localhost:8080';
const SOUTH = 'south.app.localhost:8080';

describe.each(TEST_ENGINES)('roles on %s', (engine) => {
  let server: TestServer;
  let north: number;
  let south: number;
  let ids: Record<'root' | 'ada' | 'bob' | 'uma' | 'udo', number>;
  let root: string;

  /** Two teams alike, and one platform administrator, who is a mere member of north. */
  beforeEach(async () => {
    server = await openTestServer(engine);
    north = await server.addTeam('north');
    south = await server.addTeam('south');
    ids = {
      root: await server.addUser('root@example.org', { [north]: ROLE.member }, { platformAdmin: true }),
      ada: await server.addUser('ada@example.org', { [north]: ROLE.teamAdministrator }),
      bob: await server.addUser('bob@example.org', { [north]: ROLE.annotator, [south]: ROLE.annotator }),
      uma: await server.addUser('uma@example.org', { [south]: ROLE.teamAdministrator }),
      udo: await server.addUser('udo@example.org', { [south]: ROLE.member }),
    };
    root = await tokenOf('root@example.org');
    server.told.length = 0;
  });
  afterEach(() => server.close());

  const tokenOf = async (email: string, host = NORTH) => (await server.signIn(email, host)).token;
  const asRoot = (request: string, asked: Asked = {}) => server.ask(request, { host: NORTH, token: root, ...asked });
  const rolesNow = async (): Promise<AnyJson[]> => (await asRoot('GET /api/roles')).body.data;
  const roleNow = async (id: number): Promise<AnyJson> => (await rolesNow()).find((role) => role.id === id);
  const save = ({ id, name, permissions, invitable, version }: AnyJson, asked: Asked = {}): Promise<Answered> =>
    asRoot(`PUT /api/roles/${id}`, { body: { name, permissions, invitable, version }, ...asked });
  const create = (name: string, permissions: readonly string[] = ['r:dashboard'], asked: Asked = {}): Promise<Answered> =>
    asRoot('POST /api/roles', { body: { name, permissions, invitable: true }, ...asked });
  const grant = (id: number, permission: string, held: boolean, asked: Asked = {}): Promise<Answered> =>
    asRoot(`PUT /api/roles/${id}/permissions`, { body: { permission, held }, ...asked });
  const mayIn = async (email: string, host: string): Promise<string[]> =>
    (await server.ask('GET /api/permissions/get-permission', { host, token: await tokenOf(email, host) })).body.user_permission;
  const versionOf = async (id: number): Promise<number> =>
    (await server.db.read.selectFrom('user').select('permission_version').where('id', '=', id).executeTakeFirstOrThrow())
      .permission_version;
  /** Who was told that their rights changed, and whose connections were looked at again. */
  const toldOf = (event: string) => server.told.filter((one) => one.event === event).map(({ to }) => to);

  describe('that are changed', () => {
    test('hold at the next call in every team, and are told to those who hold them and to nobody else', async () => {
      const before = await Promise.all([ids.bob, ids.udo].map(versionOf));
      const role = await roleNow(ROLE.annotator);
      expect((await save({ ...role, permissions: ['r:dashboard', 'r:reviews'] })).body).toMatchObject({ version: 2, people: 1 });
      expect(await mayIn('bob@example.org', NORTH)).toEqual(['r:dashboard', 'r:reviews']);
      expect(await mayIn('bob@example.org', SOUTH)).toEqual(['r:dashboard', 'r:reviews']);
      expect(await Promise.all([ids.bob, ids.udo].map(versionOf))).toEqual([before[0]! + 1, before[1]]);
      expect(toldOf('permission:updated')).toEqual([`user ${ids.bob}`]);
      expect(toldOf('closed')).toEqual([`user ${ids.bob}`]);
      expect(toldOf('change').toSorted()).toEqual([`team ${north}`, `team ${south}`]);
    });

    test('twice change and tell nothing the second time', async () => {
      const role = await roleNow(ROLE.annotator);
      const once = await save({ ...role, name: 'Contourer' });
      server.told.length = 0;
      const twice = await save({ ...role, name: 'Contourer' });
      expect([twice.status, twice.text]).toEqual([200, once.text]);
      expect(server.told).toEqual([]);
    });

    test('by two at the same moment keep one change, and the other is told of it', async () => {
      const role = await roleNow(ROLE.annotator);
      const answers = await Promise.all([
        save({ ...role, permissions: [...role.permissions, 'r:datasets'] }),
        save({ ...role, permissions: [...role.permissions, 'r:flow'] }),
      ]);
      expect(answers.map(({ body }) => body.code ?? 'saved').toSorted()).toEqual(['role_changed', 'saved']);
    });

    test('a permission at a time keep both', async () => {
      await Promise.all([grant(ROLE.annotator, 'r:datasets', true), grant(ROLE.annotator, 'r:flow', true)]);
      const { permissions, version } = await roleNow(ROLE.annotator);
      expect([permissions.includes('r:datasets') && permissions.includes('r:flow'), version]).toEqual([true, 3]);
    });

    test('show in the lists of every team by their new name', async () => {
      await save({ ...(await roleNow(ROLE.annotator)), name: 'Contourer' });
      const { body } = await server.ask('GET /api/team/users', { host: SOUTH, token: await tokenOf('uma@example.org', SOUTH) });
      expect(body.data.find((one: AnyJson) => one.id === ids.bob).role_name).toBe('Contourer');
    });

    test('are given in teams only while they are for teams to give', async () => {
      await save({ ...(await roleNow(ROLE.annotator)), invitable: false });
      const { body } = await server.ask('GET /api/invitations/role-list', { host: NORTH, token: await tokenOf('ada@example.org') });
      expect(body.data.map((role: AnyJson) => role.id)).toEqual([ROLE.member, ROLE.reviewer, ROLE.dataScientist, ROLE.teamAdministrator]);
    });

    test('by a thousand holders are told to each of them once', async () => {
      const users = Array.from({ length: 1_001 }, (_, n) => ({
        email: `many-${n}@example.org`,
        name: `Many ${n}`,
        color: '#112233',
        password_hash: '',
        email_verified_at: 1,
        platform_admin: 0 as const,
        preferred_team_id: null,
        permission_version: 1,
        disabled_at: null,
        created_at: 1,
      }));
      await server.db.write(async (tx) => {
        const made = await tx.insertInto('user').values(users).returning('id').execute();
        await tx
          .insertInto('membership')
          .values(made.map(({ id }) => ({ team_id: north, user_id: id, role_id: ROLE.reviewer, created_at: 1 })))
          .execute();
      });
      expect((await grant(ROLE.reviewer, 'r:flow', true)).body.people).toBe(1_001);
      expect(new Set(toldOf('permission:updated')).size).toBe(1_001);
    });
  });

  describe('are looked after', () => {
    test('by nobody without the permission, in whatever team; the platform administrator has it in each of theirs', async () => {
      const ada = await tokenOf('ada@example.org');
      for (const request of ['GET /api/roles', 'DELETE /api/roles/3', 'GET /api/permissions'])
        expect((await server.ask(request, { host: NORTH, token: ada })).body.code).toBe('not_allowed');
      expect((await asRoot('GET /api/roles', { host: SOUTH })).body.code).toBe('not_a_member');
      expect((await asRoot('GET /api/roles')).status).toBe(200);
    });

    test('by who has the permission no further than their own rights reach', async () => {
      const keeper = (await create('Keeper of roles', ['r:dashboard', 'r:roles', 'r:permissions', 'r:studies'])).body;
      await server.addUser('kim@example.org', { [north]: keeper.id });
      const kim = { token: await tokenOf('kim@example.org') };
      const small = (await create('Small', ['r:dashboard', 'r:studies'], kim)).body;
      expect((await grant(small.id, 'r:studies', false, kim)).status).toBe(200);
      // Neither to themselves nor to another what they lack, nor anything of who has more.
      for (const id of [keeper.id, small.id]) expect((await grant(id, 'admin', true, kim)).body.code).toBe('not_allowed');
      expect((await create('Boss', PERMISSIONS, kim)).body.code).toBe('not_allowed');
      const member = await roleNow(ROLE.member);
      expect((await save({ ...member, name: 'Guest' }, kim)).body.code).toBe('not_allowed');
      expect((await grant(ROLE.platformAdministrator, 'r:flow', false, kim)).body.code).toBe('not_allowed');
      expect((await asRoot(`DELETE /api/roles/${(await create('Flow', ['r:dashboard', 'r:flow'])).body.id}`, kim)).body.code).toBe(
        'not_allowed',
      );
      expect((await roleNow(ROLE.member)).name).toBe('Member');
    });

    test('by their names, which are different from each other', async () => {
      await create('Study nurse');
      for (const answer of [await create('study NURSE', ['r:dashboard', 'r:flow']), await create('Member')])
        expect([answer.body.code, Object.keys(answer.body.errors)]).toEqual(['invalid', ['name']]);
      const { body } = await save({ ...(await roleNow(ROLE.reviewer)), name: 'Study nurse' });
      expect([body.code, Object.keys(body.errors)]).toEqual(['invalid', ['name']]);
    });

    test('up to a number', async () => {
      const before = (await rolesNow()).length;
      await server.db.write((tx) =>
        tx
          .insertInto('role')
          .values(Array.from({ length: LIMITS.roles - before }, (_, n) => ({ id: 100 + n, name: `R${n}`, invitable: 0 as const })))
          .execute(),
      );
      expect((await create('One more')).body).toMatchObject({ code: 'too_many', limit: { name: 'roles', max: LIMITS.roles } });
    });
  });

  describe('lock nobody out', () => {
    test.each(['admin', 'r:roles', 'r:permissions', 'r:dashboard'])('platform administrators keep %s', async (permission) => {
      expect((await grant(ROLE.platformAdministrator, permission, false)).body.code).toBe('role_keeps');
      const role = await roleNow(ROLE.platformAdministrator);
      const rest = role.permissions.filter((one: string) => one !== permission);
      expect((await save({ ...role, permissions: rest })).body.code).toBe('role_keeps');
      expect((await save({ ...role, invitable: true })).body.code).toBe('role_not_invitable');
      expect(await roleNow(ROLE.platformAdministrator)).toMatchObject({ version: 1, people: 1, permissions: [...PERMISSIONS] });
    });

    test('what else platform administrators may do is data, and can be given back', async () => {
      await grant(ROLE.platformAdministrator, 'r:studies:detail', false);
      expect(toldOf('permission:updated')).toEqual([`user ${ids.root}`]);
      expect(await mayIn('root@example.org', NORTH)).not.toContain('r:studies:detail');
      // What their role in the team allows they may all the same.
      await grant(ROLE.platformAdministrator, 'r:studies', false);
      expect(await mayIn('root@example.org', NORTH)).toContain('r:studies');
      expect((await grant(ROLE.platformAdministrator, 'r:studies:detail', true)).status).toBe(200);
      expect(await mayIn('root@example.org', NORTH)).toContain('r:studies:detail');
    });

    test('no team loses its last administrator by a change of a role', async () => {
      const heads = (await create('Head', ['r:dashboard', 'r:team', 'r:invitations'])).body;
      await saveMembership(server.context, { teamId: south, userId: ids.udo, roleId: heads.id });
      expect((await grant(heads.id, 'r:team', false)).status).toBe(200);
      await grant(heads.id, 'r:team', true);
      await saveMembership(server.context, { teamId: south, userId: ids.uma, roleId: ROLE.member });
      expect((await grant(heads.id, 'r:team', false)).body.code).toBe('last_administrator');
      expect((await grant(heads.id, 'r:studies', true)).status).toBe(200);
    });

    test('nor one whose other administrators are not in use', async () => {
      const heads = (await create('Head', ['r:dashboard', 'r:team', 'r:invitations'])).body;
      await saveMembership(server.context, { teamId: south, userId: ids.udo, roleId: heads.id });
      await server.disable(ids.uma);
      expect((await grant(heads.id, 'r:invitations', false)).body.code).toBe('last_administrator');
    });
  });

  describe('that are deleted', () => {
    test('are held by nobody and asked of nobody; the refusal says by how many', async () => {
      const { id } = (await create('Study nurse')).body;
      await saveMembership(server.context, { teamId: south, userId: ids.udo, roleId: id });
      await asRoot('POST /api/invitations/save-item', { body: { team_id: north, emails: [{ email: 'new@example.org', role_id: id }] } });
      const refused = await asRoot(`DELETE /api/roles/${id}`);
      expect([refused.status, refused.body.code, refused.body.held_by]).toEqual([409, 'role_in_use', { people: 1, invitations: 1 }]);
      await saveMembership(server.context, { teamId: south, userId: ids.udo, roleId: ROLE.member });
      // An invitation that ran out keeps nobody: it cannot be sent again once the role is gone.
      server.clock.now += LIMITS.invitationLastsMs + 1;
      expect((await asRoot(`DELETE /api/roles/${id}`)).status).toBe(204);
      const { body } = await asRoot('GET /api/team/invitations');
      expect((await asRoot(`POST /api/team/invitations/${body.data[0].id}/resend`)).body.code).toBe('role_not_invitable');
    });

    test('can be given to nobody, and their number goes to no other', async () => {
      const { id } = (await create('Study nurse')).body;
      await asRoot(`DELETE /api/roles/${id}`);
      expect((await asRoot(`PUT /api/team/users/${ids.bob}`, { body: { role_id: id } })).body.code).toBe('role_not_invitable');
      for (const answer of [
        await grant(id, 'r:studies', true),
        await save({ id, name: 'x', permissions: [], invitable: true, version: 1 }),
      ])
        expect(answer.body.code).toBe('not_found');
      expect((await create('Study nurse')).body.id).toBeGreaterThan(id);
    });

    test('at the moment in which somebody is given them are given or deleted, never both', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = (await create(`Short-lived ${round}`)).body;
        const [given, removed] = await Promise.all([
          asRoot(`PUT /api/team/users/${ids.bob}`, { body: { role_id: id } }),
          asRoot(`DELETE /api/roles/${id}`),
        ]);
        expect([given.body?.code ?? 'given', removed.body?.code ?? 'removed']).toEqual(
          given.status === 200 ? ['given', 'role_in_use'] : ['role_not_invitable', 'removed'],
        );
      }
    });
  });

  test('tell nothing of people: numbers alone cross from team to team', async () => {
    const { text } = await asRoot('GET /api/roles');
    for (const word of ['udo', 'uma', 'south', 'example.org']) expect(text).not.toContain(word);
  });

  test('leave their records in the audit trail, by the number of the role', async () => {
    const { id } = (await create('Study nurse')).body;
    await grant(id, 'r:studies', true);
    await asRoot(`DELETE /api/roles/${id}`);
    await grant(ROLE.platformAdministrator, 'admin', false);
    const records = await server.db.read
      .selectFrom('audit_record')
      .select(['call', 'kind', 'subject', 'result', 'user_id', 'team_id'])
      .where('call', 'in', ['createRole', 'grantPermission', 'removeRole'])
      .orderBy('seq')
      .execute();
    const own = { kind: 'write', user_id: ids.root, team_id: north };
    expect(records).toEqual([
      { ...own, call: 'createRole', subject: String(id), result: 'done' },
      { ...own, call: 'grantPermission', subject: String(id), result: 'done' },
      { ...own, call: 'removeRole', subject: String(id), result: 'done' },
      { ...own, call: 'grantPermission', subject: '6', result: 'role_keeps' },
    ]);
  });

  test('that are changed in the database by hand hold as they stand there', async () => {
    await setPermissions(server, ROLE.annotator, []);
    expect(await mayIn('bob@example.org', SOUTH)).toEqual([]);
  });
});
