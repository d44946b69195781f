import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { addUploadWithToken, openTestServer, TEST_PASSWORD } from '#server/test-server.ts';
import type { AnyJson, Answered, Asked, TestServer } from '#server/test-server.ts';

const NORTH = 'north.app.localhost:8080';
const SOUTH = 'south.app.localhost:8080';
const SESSION = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';

describe.each(TEST_ENGINES)('platform administration on %s', (engine) => {
  let server: TestServer;
  let teams: Record<'north' | 'south', number>;
  let ids: Record<'pia' | 'paul' | 'ada' | 'uma' | 'bob', number>;
  let pia: string;

  /** Two teams alike. Pia runs the server from north and Paul with her from south; Ada administers north, Uma south; Bob is in both. */
  beforeEach(async () => {
    server = await openTestServer(engine, {
      handlers: { uploadStatus: async () => ({}) as never },
    });
    teams = { north: await server.addTeam('north'), south: await server.addTeam('south') };
    const { north, south } = teams;
    ids = {
      pia: await server.addUser('pia@example.org', { [north]: ROLE.member }, { platformAdmin: true }),
      paul: await server.addUser('paul@example.org', { [south]: ROLE.member }, { platformAdmin: true }),
      ada: await server.addUser('ada@example.org', { [north]: ROLE.teamAdministrator }),
      uma: await server.addUser('uma@example.org', { [south]: ROLE.teamAdministrator }),
      bob: await server.addUser('bob@example.org', { [north]: ROLE.annotator, [south]: ROLE.member }),
    };
    pia = await tokenOf('pia@example.org');
    server.told.length = 0;
  });
  afterEach(() => server.close());

  const tokenOf = async (email: string, host = NORTH) => (await server.signIn(email, host)).token;
  const asPia = (request: string, asked: Asked = {}) => server.ask(request, { host: NORTH, token: pia, ...asked });
  const asked = async (email: string, request: string, { host = NORTH, ...more }: Asked = {}) =>
    server.ask(request, { host, token: await tokenOf(email, host), ...more });
  const login = (email: string, password = TEST_PASSWORD) => server.ask('POST /api/login', { body: { email, password } });
  const said = ({ status, body }: Answered) => [status, body?.code ?? 'done'];
  const people = (body: object = {}) => asPia('POST /api/users/search', { body });
  const namesOf = ({ body }: Answered): string[] => body.data.map((one: AnyJson) => one.name);

  describe('lists users', () => {
    test('by name, with teams, roles and sign-ins, and whether the address is verified', async () => {
      await server.addUser('new@example.org', {}, { verified: false });
      server.clock.now += 1_000;
      await tokenOf('bob@example.org');
      const { body } = await people();
      expect(namesOf({ body } as Answered)).toEqual(['ada', 'bob', 'new', 'paul', 'pia', 'uma']);
      expect(body).toMatchObject({ total: 6, per_page: 50, current_page: 1, all: true });
      expect(body.data[1]).toMatchObject({
        email: 'bob@example.org',
        platform_admin: false,
        teams: [
          { id: teams.north, title: 'north', slug: 'north', role_name: 'Annotator' },
          { id: teams.south, title: 'south', slug: 'south', role_name: 'Member' },
        ],
        sign_ins: 1,
        last_sign_in_at: '2026-11-20 12:00:01',
        blocked_at: null,
      });
      expect(body.data[2]).toMatchObject({ email_verified_at: null, sign_ins: 0, last_sign_in_at: null, teams: [] });
    });

    test('by a part of name or address, or by state', async () => {
      await asPia(`PUT /api/users/${ids.bob}/block`);
      expect(namesOf(await people({ search: 'BOB@exam' }))).toEqual(['bob']);
      expect(namesOf(await people({ search: '100%_' }))).toEqual([]);
      expect(namesOf(await people({ state: 'blocked' }))).toEqual(['bob']);
      expect(namesOf(await people({ state: 'platform' }))).toEqual(['paul', 'pia']);
      expect(namesOf(await people({ state: 'unverified' }))).toEqual([]);
    });

    test('without accounts that their owners closed', async () => {
      await asked('bob@example.org', 'POST /api/user/close', { body: { password: TEST_PASSWORD } });
      expect(namesOf(await people())).not.toContain('bob');
      expect(said(await asPia(`DELETE /api/users/${ids.bob}/block`))).toEqual([404, 'not_found']);
    });

    test('one page at a time among 10,000, without a query for each', async () => {
      await addThousands(10);
      const started = performance.now();
      const second = await people({ search: 'many example', page: 2 });
      const took = performance.now() - started;
      expect([second.body.total, second.body.data.length, second.body.current_page]).toEqual([10_000, 50, 2]);
      // Measured: some 30 ms. A look at the memberships of each would be seconds.
      expect(took).toBeLessThan(2_000);
    });
  });

  async function addThousands(thousands: number): Promise<void> {
    const { password_hash } = await server.db.read.selectFrom('user').select('password_hash').executeTakeFirstOrThrow();
    await server.db.write(async (tx) => {
      for (let thousand = 0; thousand < thousands; thousand += 1) {
        const rows = Array.from({ length: 1_000 }, (_, index) => ({
          email: `many-${thousand}-${index}@example.org`,
          name: `Many ${thousand} ${index}`,
          color: '#336699',
          password_hash,
          email_verified_at: 1,
          platform_admin: 0 as const,
          preferred_team_id: null,
          permission_version: 1,
          disabled_at: null,
          created_at: 1,
        }));
        await tx.insertInto('user').values(rows).execute();
      }
    });
  }

  describe('blocking an account', () => {
    test('takes effect immediately on its tokens, cookie, sockets and uploads', async () => {
      const { token, cookie } = await server.signIn('bob@example.org', NORTH);
      await uploadOf(ids.bob, teams.north);
      server.told.length = 0;
      expect((await asPia(`PUT /api/users/${ids.bob}/block`)).body).toMatchObject({ blocked_at: '2026-11-20 12:00:00', sign_ins: 0 });
      expect(server.told.filter(({ event }) => event === 'closed').map(({ to }) => to)).toEqual(
        expect.arrayContaining([`user ${ids.bob}`, expect.stringMatching(/^sign-in \d+$/)]),
      );
      expect(said(await server.ask('GET /api/user', { host: NORTH, token }))).toEqual([401, 'signed_out']);
      const exchange = { host: NORTH, cookie, origin: `http://${NORTH}` };
      expect(said(await server.ask('POST /api/annotator/auth/signed', exchange))).toEqual([401, 'signed_out']);
      expect(said(await sendWith('up_1'))).toEqual([401, 'upload_token_ended']);
    });

    test('is shown only after the right password', async () => {
      await asPia(`PUT /api/users/${ids.bob}/block`);
      expect(said(await login('bob@example.org'))).toEqual([403, 'account_blocked']);
      expect(said(await login('bob@example.org', 'another'))).toEqual([422, 'wrong_credentials']);
    });

    test('can be undone: waiting files continue after a new sign-in, but not with the earlier upload token', async () => {
      await uploadOf(ids.bob, teams.north);
      await asPia(`PUT /api/users/${ids.bob}/block`);
      expect((await asPia(`DELETE /api/users/${ids.bob}/block`)).body.blocked_at).toBeNull();
      expect((await login('bob@example.org')).status).toBe(200);
      expect(said(await sendWith('up_1'))).toEqual([401, 'upload_token_ended']);
    });

    test('twice has the same effect as once, and reports permissions once', async () => {
      await asPia(`PUT /api/users/${ids.bob}/block`);
      server.clock.now += 60_000;
      server.told.length = 0;
      expect((await asPia(`PUT /api/users/${ids.bob}/block`)).body.blocked_at).toBe('2026-11-20 12:00:00');
      expect(server.told).toEqual([]);
    });

    test("is not possible for the user's own, and when two block each other one wins", async () => {
      expect(said(await asPia(`PUT /api/users/${ids.pia}/block`))).toEqual([409, 'own_account']);
      const paul = await tokenOf('paul@example.org', SOUTH);
      const answers = await Promise.all([
        asPia(`PUT /api/users/${ids.paul}/block`),
        server.ask(`PUT /api/users/${ids.pia}/block`, { host: SOUTH, token: paul }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const alive = await server.db.read
        .selectFrom('user')
        .select('id')
        .where('platform_admin', '=', 1)
        .where('disabled_at', 'is', null)
        .execute();
      expect(alive).toHaveLength(1);
    });
  });

  test("ends every sign-in of an account, and of the user's own all but the current one", async () => {
    const { token } = await server.signIn('bob@example.org', NORTH);
    expect((await asPia(`DELETE /api/users/${ids.bob}/sign-ins`)).body).toMatchObject({ sign_ins: 0, blocked_at: null });
    expect(said(await server.ask('GET /api/user', { host: NORTH, token }))).toEqual([401, 'signed_out']);
    expect((await login('bob@example.org')).status).toBe(200);
    await tokenOf('pia@example.org', SOUTH);
    expect((await asPia(`DELETE /api/users/${ids.pia}/sign-ins`)).body.sign_ins).toBe(1);
    expect((await people()).status).toBe(200);
  });

  describe('the list of platform administrators', () => {
    test('always has at least one', async () => {
      expect((await asPia(`DELETE /api/users/${ids.paul}/platform`)).body.platform_admin).toBe(false);
      expect(said(await asPia(`DELETE /api/users/${ids.pia}/platform`))).toEqual([409, 'last_platform_administrator']);
      expect((await asPia(`PUT /api/users/${ids.bob}/platform`)).body.platform_admin).toBe(true);
      expect((await asked('bob@example.org', 'POST /api/users/search', { body: {} })).status).toBe(200);
    });

    test('accepts no blocked account', async () => {
      await asPia(`PUT /api/users/${ids.bob}/block`);
      expect(said(await asPia(`PUT /api/users/${ids.bob}/platform`))).toEqual([422, 'invalid']);
    });
  });

  test('requires a platform administrator: all permissions in one team change and show nothing beyond it', async () => {
    const more = ['r:users', 'r:teams', 'admin'].map((permission) => ({ role_id: ROLE.teamAdministrator, permission }));
    await server.db.write((tx) => tx.insertInto('role_permission').values(more).execute());
    const refused = [403, 'not_allowed'];
    const body = { title: 'T', slug: 'taken-over', email: 'x@example.org', color: '#336699' };
    for (const request of [
      ...['POST users/search', `PUT users/${ids.bob}/block`, `DELETE users/${ids.bob}/block`, `PUT users/${ids.ada}/platform`],
      ...[`DELETE users/${ids.pia}/platform`, `DELETE users/${ids.pia}/sign-ins`, 'GET teams', 'POST teams/for-somebody'],
      ...[`PUT teams/${teams.south}`, `PUT teams/${teams.south}/suspension`, `DELETE teams/${teams.south}/suspension`],
    ]) {
      const isGet = request.startsWith('GET');
      const answer = await asked('ada@example.org', request.replace(' ', ' /api/'), isGet ? {} : { body });
      expect([request, ...said(answer)]).toEqual([request, ...refused]);
    }
  });

  describe('suspending a team', () => {
    const suspendSouth = () => asPia(`PUT /api/teams/${teams.south}/suspension`);

    test('stops all reading and writing, also by platform administrators and by work in progress', async () => {
      const uma = await tokenOf('uma@example.org', SOUTH);
      await uploadOf(ids.bob, teams.south);
      expect((await suspendSouth()).body).toMatchObject({ slug: 'south', suspended_at: '2026-11-20 12:00:00', members: 3 });
      const named = [503, 'team_suspended'];
      for (const request of ['GET /api/team/users', 'GET /api/structures/categories', 'GET /api/studies-v2']) {
        expect([request, ...said(await server.ask(request, { host: SOUTH, token: uma }))]).toEqual([request, ...named]);
        expect(said(await asked('paul@example.org', request, { host: SOUTH }))).toEqual(named);
      }
      expect(said(await sendWith('up_1'))).toEqual(named);
      expect((await asPia('GET /api/structures/categories')).status).toBe(200);
    });

    test('is shown to its members, and not to strangers', async () => {
      await suspendSouth();
      const { body } = await asked('bob@example.org', 'GET /api/user', { host: SOUTH });
      expect(body.teams.map((team: AnyJson) => [team.slug, team.suspended])).toEqual([
        ['north', undefined],
        ['south', true],
      ]);
      expect(body.scope).toEqual([]);
      expect(said(await asked('ada@example.org', 'GET /api/team/users', { host: NORTH, team: 'south' }))).toEqual([403, 'not_a_member']);
      expect(
        said(await server.ask('GET /api/team/users', { token: await tokenOf('ada@example.org', 'app.localhost'), team: 'south' })),
      ).toEqual([403, 'not_a_member']);
    });

    test('is reported to all its members once', async () => {
      await suspendSouth();
      const told = server.told.filter(({ event }) => event === 'permission:updated').map(({ to }) => to);
      expect(told.toSorted()).toEqual([ids.paul, ids.uma, ids.bob].map((id) => `user ${id}`).toSorted());
      server.told.length = 0;
      await suspendSouth();
      expect(server.told).toEqual([]);
    });

    test('stops joining: the invitation waits', async () => {
      const body = { emails: [{ email: 'ada@example.org', role_id: ROLE.member }], team_id: teams.south };
      const invited = await asked('uma@example.org', 'POST /api/invitations/save-item', { host: SOUTH, body });
      const accept = { body: { id: invited.body.data[0].id, status: 'accept' } };
      await suspendSouth();
      expect(said(await asked('ada@example.org', 'POST /api/invitations/status', accept))).toEqual([503, 'team_suspended']);
      await asPia(`DELETE /api/teams/${teams.south}/suspension`);
      expect((await asked('ada@example.org', 'POST /api/invitations/status', accept)).status).toBe(200);
    });

    test('can be undone, with all its content', async () => {
      await uploadOf(ids.bob, teams.south);
      await suspendSouth();
      expect((await asPia(`DELETE /api/teams/${teams.south}/suspension`)).body.suspended_at).toBeNull();
      expect((await asked('uma@example.org', 'GET /api/team/users', { host: SOUTH })).body.data).toHaveLength(3);
      expect((await sendWith('up_1')).status).not.toBe(503);
    });

    test('is not possible from within it', async () => {
      expect(said(await asPia(`PUT /api/teams/${teams.north}/suspension`))).toEqual([409, 'own_team']);
    });
  });

  describe('creating a team for someone', () => {
    const make = (given: object = {}) =>
      asPia('POST /api/teams/for-somebody', { body: { title: 'West', slug: 'west', email: 'Head@example.org', ...given } });

    test('lets them join by the link as its administrator, and not its creator', async () => {
      const { body } = await make();
      const account = { name: 'Head', email: 'head@example.org', password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD };
      const invitation = body.invitation.link.split('#invitation=')[1];
      const { token } = (await server.ask('POST /api/register', { body: { ...account, invitation } })).body;
      await server.ask('POST /api/invitations/status', { token, body: { id: body.invitation.id, status: 'accept', token: invitation } });
      const members = await asked('head@example.org', 'GET /api/team/users', { host: 'west.app.localhost:8080' });
      expect(members.body.data.map((one: AnyJson) => [one.name, one.role_name])).toEqual([['Head', 'Team administrator']]);
      expect(said(await make())).toEqual([422, 'invalid']);
    });

    test('cannot take over another team by its name', async () => {
      expect(said(await make({ slug: 'south', title: 'south' }))).toEqual([422, 'invalid']);
      const invited = await server.db.read.selectFrom('invitation').select('id').execute();
      expect(invited).toEqual([]);
    });
  });

  describe('lists invitations', () => {
    const invite = (email: string, host: string, by: string) =>
      asked(by, 'POST /api/invitations/save-item', {
        host,
        body: { emails: [{ email, role_id: ROLE.member }], team_id: host === NORTH ? teams.north : teams.south },
      });
    const list = async (by: string, host: string, body: object = {}) =>
      (await asked(by, 'POST /api/invitations/search', { host, body })).body.data.map((one: AnyJson) => [
        one.email,
        one.team.slug,
        one.status,
      ]);

    beforeEach(async () => {
      await invite('one@example.org', NORTH, 'ada@example.org');
      server.clock.now += 1_000;
      await invite('two@example.org', SOUTH, 'uma@example.org');
    });

    test('of every team for platform administrators, and of their own for team administrators', async () => {
      expect(await list('pia@example.org', NORTH)).toEqual([
        ['two@example.org', 'south', 'pending'],
        ['one@example.org', 'north', 'pending'],
      ]);
      expect(await list('ada@example.org', NORTH)).toEqual([['one@example.org', 'north', 'pending']]);
      expect(await list('uma@example.org', SOUTH, { search: 'one' })).toEqual([]);
    });

    test('by their state', async () => {
      const withdrawn = (await asPia('POST /api/invitations/search', { body: { search: 'two' } })).body.data[0];
      expect(withdrawn).toMatchObject({ invited_by: 'uma', role_name: 'Member', expires_at: '2026-12-04 12:00:01' });
      await asPia(`DELETE /api/invitations/${withdrawn.id}`);
      expect(await list('pia@example.org', NORTH, { state: 'withdrawn' })).toEqual([['two@example.org', 'south', 'withdrawn']]);
      server.clock.now += 15 * 86_400_000;
      expect(await list('pia@example.org', NORTH, { state: 'pending' })).toEqual([]);
      expect(await list('pia@example.org', NORTH, { state: 'expired', search: 'north' })).toEqual([
        ['one@example.org', 'north', 'expired'],
      ]);
    });

    test('that a platform administrator can resend and withdraw in any team', async () => {
      const { id } = (await asPia('POST /api/invitations/search', { body: { search: 'two' } })).body.data[0];
      const sent = await asPia(`POST /api/invitations/${id}/resend`);
      const look = () => server.ask('POST /api/invitations/link', { body: { token: sent.body.link.split('#invitation=')[1] } });
      expect((await look()).body).toMatchObject({ email: 'two@example.org', team: { slug: 'south' }, invited_by: 'pia' });
      expect((await asPia(`DELETE /api/invitations/${id}`)).status).toBe(204);
      expect(said(await look())).toEqual([410, 'invitation_ended']);
    });
  });

  /** An upload that a device of somebody has under way. */
  async function uploadOf(userId: number, teamId: number): Promise<void> {
    await server.db.write((tx) => addUploadWithToken(tx, { session: SESSION, userId, teamId, token: 'up_1' }));
  }
  function sendWith(token: string): Promise<Answered> {
    return server.ask(`GET /services/c-upload/status/${SESSION}`, { host: 'upload.app.localhost:8080', token });
  }
});
