import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PERMISSIONS, ROLE } from '#contract/permissions.ts';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { openTestServer, setPermissions, TEST_PASSWORD } from '#server/test-server.ts';
import type { AnyJson, Answered, Asked, TestServer } from '#server/test-server.ts';
import { saveMembership } from './membership.ts';

const NORTH = 'north.app.localhost:8080';
const SOUTH = 'south.app.localhost:8080';

type AsScope = Asked & { scope?: 'server' | 'team' };

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
  const create = (name: string, permissions: readonly string[] = ['r:dashboard'], { scope, ...asked }: AsScope = {}): Promise<Answered> =>
    asRoot('POST /api/roles', { body: { name, permissions, invitable: true, ...(scope === undefined ? {} : { scope }) }, ...asked });
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
    test('apply from the next call on in every team, and are reported only to their holders', async () => {
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

    test('twice change and report nothing the second time', async () => {
      const role = await roleNow(ROLE.annotator);
      const once = await save({ ...role, name: 'Contourer' });
      server.told.length = 0;
      const twice = await save({ ...role, name: 'Contourer' });
      expect([twice.status, twice.text]).toEqual([200, once.text]);
      expect(server.told).toEqual([]);
    });

    test('by two users simultaneously keep one change, and the other is told so', async () => {
      const role = await roleNow(ROLE.annotator);
      const answers = await Promise.all([
        save({ ...role, permissions: [...role.permissions, 'r:datasets'] }),
        save({ ...role, permissions: [...role.permissions, 'r:flow'] }),
      ]);
      expect(answers.map(({ body }) => body.code ?? 'saved').toSorted()).toEqual(['role_changed', 'saved']);
    });

    test('by one permission each keep both changes', async () => {
      await Promise.all([grant(ROLE.annotator, 'r:datasets', true), grant(ROLE.annotator, 'r:flow', true)]);
      const { permissions, version } = await roleNow(ROLE.annotator);
      expect([permissions.includes('r:datasets') && permissions.includes('r:flow'), version]).toEqual([true, 3]);
    });

    test('appear in the lists of every team with their new name', async () => {
      await save({ ...(await roleNow(ROLE.annotator)), name: 'Contourer' });
      const { body } = await server.ask('GET /api/team/users', { host: SOUTH, token: await tokenOf('uma@example.org', SOUTH) });
      expect(body.data.find((one: AnyJson) => one.id === ids.bob).role_name).toBe('Contourer');
    });

    test('can be given in teams only while they are meant for teams', async () => {
      await save({ ...(await roleNow(ROLE.annotator)), invitable: false });
      const { body } = await server.ask('GET /api/invitations/role-list', { host: NORTH, token: await tokenOf('ada@example.org') });
      expect(body.data.map((role: AnyJson) => role.id)).toEqual([ROLE.member, ROLE.reviewer, ROLE.dataScientist, ROLE.teamAdministrator]);
    });

    test('are reported once to each of a thousand holders', async () => {
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

  describe('are managed', () => {
    test('by nobody without the permission, in any team; platform administrators have it in each of theirs', async () => {
      const ada = await tokenOf('ada@example.org');
      for (const request of ['GET /api/roles', 'DELETE /api/roles/3', 'GET /api/permissions'])
        expect((await server.ask(request, { host: NORTH, token: ada })).body.code).toBe('not_allowed');
      expect((await asRoot('GET /api/roles', { host: SOUTH })).body.code).toBe('not_a_member');
      expect((await asRoot('GET /api/roles')).status).toBe(200);
    });

    test('only within the permissions of the one who manages them', async () => {
      const keeper = (await create('Keeper of roles', ['r:dashboard', 'r:roles', 'r:permissions', 'r:studies'])).body;
      await server.addUser('kim@example.org', { [north]: keeper.id });
      const kim = { token: await tokenOf('kim@example.org') };
      const small = (await create('Small', ['r:dashboard', 'r:studies'], kim)).body;
      expect((await grant(small.id, 'r:studies', false, kim)).status).toBe(200);
      // Neither to themselves nor to another what they lack, nor anything of who has more.
      for (const id of [keeper.id, small.id]) expect((await grant(id, 'admin', true, kim)).body.code).toBe('not_allowed');
      expect((await create('Boss', PERMISSIONS, kim)).body.code).toBe('not_allowed');
      expect((await create('Scientist', ['r:dashboard', 'r:datasets'], kim)).body.code).toBe('not_allowed');
      const big = (await create('Big', ['r:dashboard', 'r:studies', 'r:flow'], { scope: 'team' })).body;
      expect((await grant(big.id, 'r:roles', true, kim)).body.code).toBe('not_allowed');
      expect((await grant(big.id, 'r:studies', false, kim)).body.code).toBe('not_allowed');
      expect((await asRoot(`DELETE /api/roles/${big.id}`, kim)).body.code).toBe('not_allowed');
      const member = await roleNow(ROLE.member);
      expect((await save({ ...member, name: 'Guest' }, kim)).body.code).toBe('not_allowed');
      expect((await grant(ROLE.platformAdministrator, 'r:flow', false, kim)).body.code).toBe('not_allowed');
      expect((await asRoot(`DELETE /api/roles/${(await create('Flow', ['r:dashboard', 'r:flow'])).body.id}`, kim)).body.code).toBe(
        'not_allowed',
      );
      expect((await roleNow(ROLE.member)).name).toBe('Member');
    });

    test('with unique names', async () => {
      await create('Study nurse');
      for (const answer of [await create('study NURSE', ['r:dashboard', 'r:flow']), await create('Member')])
        expect([answer.body.code, Object.keys(answer.body.errors)]).toEqual(['invalid', ['name']]);
      const { body } = await save({ ...(await roleNow(ROLE.reviewer)), name: 'Study nurse' });
      expect([body.code, Object.keys(body.errors)]).toEqual(['invalid', ['name']]);
    });

    test('up to a limit', async () => {
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

  describe('never lock anyone out', () => {
    test.each(['admin', 'r:roles', 'r:permissions', 'r:dashboard'])('platform administrators keep %s', async (permission) => {
      expect((await grant(ROLE.platformAdministrator, permission, false)).body.code).toBe('role_keeps');
      const role = await roleNow(ROLE.platformAdministrator);
      const rest = role.permissions.filter((one: string) => one !== permission);
      expect((await save({ ...role, permissions: rest })).body.code).toBe('role_keeps');
      expect((await save({ ...role, invitable: true })).body.code).toBe('role_not_invitable');
      expect(await roleNow(ROLE.platformAdministrator)).toMatchObject({ version: 1, people: 1, permissions: [...PERMISSIONS] });
    });

    test('other permissions of platform administrators are data, and can be restored', async () => {
      await grant(ROLE.platformAdministrator, 'r:studies:detail', false);
      expect(toldOf('permission:updated')).toEqual([`user ${ids.root}`]);
      expect(await mayIn('root@example.org', NORTH)).not.toContain('r:studies:detail');
      // What their role in the team allows they may all the same.
      await grant(ROLE.platformAdministrator, 'r:studies', false);
      expect(await mayIn('root@example.org', NORTH)).toContain('r:studies');
      expect((await grant(ROLE.platformAdministrator, 'r:studies:detail', true)).status).toBe(200);
      expect(await mayIn('root@example.org', NORTH)).toContain('r:studies:detail');
    });

    test('no team loses its last administrator by a role change', async () => {
      const heads = (await create('Head', ['r:dashboard', 'r:team', 'r:invitations'])).body;
      await saveMembership(server.context, { teamId: south, userId: ids.udo, roleId: heads.id });
      expect((await grant(heads.id, 'r:team', false)).status).toBe(200);
      await grant(heads.id, 'r:team', true);
      await saveMembership(server.context, { teamId: south, userId: ids.uma, roleId: ROLE.member });
      expect((await grant(heads.id, 'r:team', false)).body.code).toBe('last_administrator');
      expect((await grant(heads.id, 'r:studies', true)).status).toBe(200);
    });

    test('nor one whose other administrators are inactive', async () => {
      const heads = (await create('Head', ['r:dashboard', 'r:team', 'r:invitations'])).body;
      await saveMembership(server.context, { teamId: south, userId: ids.udo, roleId: heads.id });
      await server.disable(ids.uma);
      expect((await grant(heads.id, 'r:invitations', false)).body.code).toBe('last_administrator');
    });
  });

  describe('that are deleted', () => {
    test('must have no holders and no invitations; the refusal shows how many', async () => {
      const { id } = (await create('Study nurse')).body;
      await saveMembership(server.context, { teamId: south, userId: ids.udo, roleId: id });
      await asRoot('POST /api/invitations/save-item', { body: { team_id: north, emails: [{ email: 'new@example.org', role_id: id }] } });
      const refused = await asRoot(`DELETE /api/roles/${id}`);
      expect([refused.status, refused.body.code, refused.body.held_by]).toEqual([409, 'role_in_use', { people: 1, invitations: 1 }]);
      await saveMembership(server.context, { teamId: south, userId: ids.udo, roleId: ROLE.member });
      // An invitation that ran out keeps nobody: it cannot be sent again once the role is gone.
      server.clock.now += LIMITS.invitationLastsMs + 1;
      await asRoot('POST /api/user/unlock', { body: { password: TEST_PASSWORD } });
      expect((await asRoot(`DELETE /api/roles/${id}`)).status).toBe(204);
      const { body } = await asRoot('GET /api/team/invitations');
      expect((await asRoot(`POST /api/team/invitations/${body.data[0].id}/resend`)).body.code).toBe('role_not_invitable');
    });

    test('can no longer be given, and their number is not reused', async () => {
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

    test('while someone is given them are given or deleted, never both', async () => {
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

  describe('of a team', () => {
    let kim: Asked;
    let kims: number;

    /** Of north, where what every role of hers allows is data: she may look after roles. */
    beforeEach(async () => {
      const head = (await create('Head', [...(await roleNow(ROLE.teamAdministrator)).permissions, 'r:roles', 'r:permissions'])).body;
      kims = await server.addUser('kim@example.org', { [north]: head.id, [south]: ROLE.member });
      kim = { token: await tokenOf('kim@example.org') };
      server.told.length = 0;
    });
    const uma = async (request: string, asked: Asked = {}) =>
      server.ask(request, { host: SOUTH, token: await tokenOf('uma@example.org', SOUTH), ...asked });
    const rolesOfSouth = async () =>
      (await server.db.read.selectFrom('change').select('ref').where('kind', '=', 'role').where('team_id', '=', south).execute()).length;

    test('are created and changed with the permission in it, and apply only in it', async () => {
      const logged = await rolesOfSouth();
      const made = await create('Study nurse', ['r:dashboard', 'r:studies'], kim);
      expect(made.body).toMatchObject({ team_id: north, built_in: false, version: 1, people: 0, kept: ['r:dashboard'] });
      const { id } = made.body;
      expect((await asRoot(`PUT /api/team/users/${ids.bob}`, { ...kim, body: { role_id: id } })).body).toMatchObject({
        role_name: 'Study nurse',
      });
      expect(await mayIn('bob@example.org', NORTH)).toEqual(['r:dashboard', 'r:studies']);
      server.told.length = 0;
      expect((await grant(id, 'r:reviews', true, kim)).body).toMatchObject({ version: 2, people: 1 });
      expect(await mayIn('bob@example.org', NORTH)).toEqual(['r:dashboard', 'r:studies', 'r:reviews']);
      expect(await mayIn('bob@example.org', SOUTH)).toContain('r:segmentations');
      expect([toldOf('permission:updated'), toldOf('change')]).toEqual([[`user ${ids.bob}`], [`team ${north}`]]);
      expect((await save({ ...(await roleNow(id)), name: 'Nurse' }, kim)).body).toMatchObject({ name: 'Nurse', version: 3 });
      expect(await rolesOfSouth()).toBe(logged);
    });

    test('are the only ones it changes: server roles are shown, and changed by platform administrators only', async () => {
      const { body } = await asRoot('GET /api/roles', kim);
      expect([body.server_roles, body.data.map((role: AnyJson) => role.team_id)]).toEqual([false, Array(7).fill(null)]);
      const member = await roleNow(ROLE.member);
      const refused = [
        await save({ ...member, name: 'Guest' }, kim),
        // The same as it stands: whose it is comes before whether anything differs.
        await save(member, kim),
        await grant(ROLE.member, 'r:reviews', true, kim),
        await grant(ROLE.member, 'r:upload-v2', false, kim),
        await asRoot(`DELETE /api/roles/${member.id}`, kim),
        await create('Everywhere', ['r:dashboard'], { ...kim, scope: 'server' }),
      ];
      expect(refused.map(({ body: { code } }) => code)).toEqual(Array(6).fill('not_allowed'));
      expect(await roleNow(ROLE.member)).toEqual(member);
      expect((await asRoot('GET /api/roles')).body.server_roles).toBe(true);
    });

    test('are not visible, changeable or assignable from another team', async () => {
      const { id } = (await create('Study nurse', ['r:dashboard'], kim)).body;
      await setPermissions(
        server,
        ROLE.teamAdministrator,
        [...PERMISSIONS].filter((one) => one !== 'admin'),
      );
      const listed = (await uma('GET /api/roles')).body.data;
      expect(listed.map((role: AnyJson) => role.id)).not.toContain(id);
      const body = { name: 'Mine', permissions: ['r:dashboard'], invitable: true, version: 1 };
      expect((await uma(`PUT /api/roles/${id}`, { body })).body.code).toBe('not_found');
      expect((await uma(`PUT /api/roles/${id}/permissions`, { body: { permission: 'r:studies', held: true } })).body.code).toBe(
        'not_found',
      );
      expect((await uma(`DELETE /api/roles/${id}`)).status).toBe(204);
      expect((await uma('GET /api/invitations/role-list')).body.data.map((role: AnyJson) => role.id)).not.toContain(id);
      expect((await uma(`PUT /api/team/users/${ids.udo}`, { body: { role_id: id } })).body.code).toBe('role_not_invitable');
      const emails = [{ email: 'new@example.org', role_id: id }];
      expect((await uma('POST /api/invitations/save-item', { body: { team_id: south, emails } })).body.code).toBe('role_not_invitable');
      expect(await roleNow(id)).toMatchObject({ name: 'Study nurse', version: 1, permissions: ['r:dashboard'] });
    });

    test('can be used in its invitations', async () => {
      const { id } = (await create('Study nurse', ['r:dashboard'], kim)).body;
      const { body } = await asRoot('GET /api/invitations/role-list', kim);
      expect(body.data).toContainEqual({ id, name: 'Study nurse' });
      const emails = [{ email: 'new@example.org', role_id: id }];
      expect((await asRoot('POST /api/invitations/save-item', { ...kim, body: { team_id: north, emails } })).status).toBe(200);
      expect((await asRoot(`DELETE /api/roles/${id}`, kim)).body.held_by).toEqual({ people: 0, invitations: 1 });
    });

    test('may share a name with those of another team, but not with a server role or each other', async () => {
      await setPermissions(
        server,
        ROLE.teamAdministrator,
        [...PERMISSIONS].filter((one) => one !== 'admin'),
      );
      const body = { name: 'Study nurse', permissions: ['r:dashboard'], invitable: true };
      const [one, twice, other] = [
        await create(body.name, body.permissions, kim),
        await create(body.name, body.permissions, kim),
        await uma('POST /api/roles', { body }),
      ];
      expect([twice.body.id, other.body.team_id]).toEqual([one.body.id, south]);
      expect(other.body.id).not.toBe(one.body.id);
      for (const name of ['study NURSE', 'member'])
        expect(Object.keys((await create(name, ['r:dashboard', 'r:flow'], kim)).body.errors)).toEqual(['name']);
      // What teams call theirs binds no name of the server.
      expect((await create('Study nurse', ['r:dashboard'], { scope: 'server' })).body.team_id).toBeNull();
    });

    test('never include platform administration, whoever creates them', async () => {
      const { body } = await create('Boss', ['r:dashboard', 'admin'], { scope: 'team' });
      expect([body.code, Object.keys(body.errors)]).toEqual(['invalid', ['permissions']]);
      const { id } = (await create('Study nurse', ['r:dashboard'], { scope: 'team' })).body;
      expect((await grant(id, 'admin', true)).body.code).toBe('invalid');
    });

    test('are limited in number in each team', async () => {
      await server.db.write((tx) =>
        tx
          .insertInto('role')
          .values(Array.from({ length: LIMITS.roles }, (_, n) => ({ id: 100 + n, team_id: north, name: `R${n}`, invitable: 0 as const })))
          .execute(),
      );
      expect((await create('One more', ['r:dashboard'], kim)).body.code).toBe('too_many');
      expect((await create('One more', ['r:dashboard'], { scope: 'server' })).status).toBe(200);
    });

    test("keep the team's last administrator, and a change of a server role keeps those of all teams", async () => {
      const { id } = (await create('Lead', ['r:dashboard', 'r:team', 'r:invitations'], kim)).body;
      await saveMembership(server.context, { teamId: north, userId: ids.bob, roleId: id });
      for (const userId of [ids.ada, kims]) await saveMembership(server.context, { teamId: north, userId, roleId: ROLE.member });
      const asLead = await grant(id, 'r:team', false);
      expect(asLead.body.code).toBe('last_administrator');
    });

    test('count members of the team only; the holders of a server role elsewhere are shown to platform administrators', async () => {
      const peopleOf = async (asked: Asked, id: number) =>
        (await asRoot('GET /api/roles', asked)).body.data.find((role: AnyJson) => role.id === id).people;
      expect([await peopleOf(kim, ROLE.member), await peopleOf({}, ROLE.member)]).toEqual([1, 3]);
      expect([await peopleOf(kim, ROLE.platformAdministrator), await peopleOf({}, ROLE.platformAdministrator)]).toEqual([1, 1]);
      await server.addUser('other-root@example.org', {}, { platformAdmin: true });
      expect([await peopleOf(kim, ROLE.platformAdministrator), await peopleOf({}, ROLE.platformAdministrator)]).toEqual([1, 2]);
    });
  });

  test('reveal nothing about people: only numbers are shared between teams', async () => {
    const { text } = await asRoot('GET /api/roles');
    for (const word of ['udo', 'uma', 'south', 'example.org']) expect(text).not.toContain(word);
  });

  test('are in the audit trail by their role number', async () => {
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

  test('that are changed in the database directly apply as stored', async () => {
    await setPermissions(server, ROLE.annotator, []);
    expect(await mayIn('bob@example.org', SOUTH)).toEqual([]);
  });
});
