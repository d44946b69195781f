import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { PERMISSIONS, ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { openTestServer, TEST_PASSWORD, setPermissions } from '#server/test-server.ts';
import type { AnyJson, Answered, Asked, TestServer } from '#server/test-server.ts';
import { saveMembership } from './membership.ts';
import { tokenToHash } from '#server/rules/tokens.ts';

const NORTH = 'north.app.localhost:8080';
const SOUTH = 'south.app.localhost:8080';
const NEW = 'new@example.org';
const tokenOf = (link: string): string => link.split('#invitation=')[1] ?? '';

describe.each(TEST_ENGINES)('invitations on %s', (engine) => {
  let server: TestServer;
  let north: number;
  let south: number;
  let ada: string;
  let uma: string;
  beforeEach(() => open());
  afterEach(() => server.close());

  /** Two teams alike: Ada administers north, Uma south; Bob, of south, is whom north invites. */
  async function open(settings: { registration?: 'open' } = {}): Promise<void> {
    server = await openTestServer(engine, { settings });
    north = await server.addTeam('north');
    south = await server.addTeam('south');
    await server.addUser('ada@example.org', { [north]: ROLE.teamAdministrator });
    await server.addUser('uma@example.org', { [south]: ROLE.teamAdministrator });
    await server.addUser('bob@example.org', { [south]: ROLE.member });
    ada = (await server.signIn('ada@example.org', NORTH)).token;
    uma = (await server.signIn('uma@example.org', SOUTH)).token;
    server.told.length = 0;
  }
  async function reopen(settings: { registration: 'open' }): Promise<void> {
    await server.close();
    await open(settings);
  }

  const asAda = (request: string, asked: Asked = {}) => server.ask(request, { host: NORTH, token: ada, ...asked });
  const asUma = (request: string, asked: Asked = {}) => server.ask(request, { host: SOUTH, token: uma, ...asked });
  const save = (emails: { email: string; role_id: number }[], teamId = north, asked: Asked = {}) =>
    asAda('POST /api/invitations/save-item', { body: { emails, team_id: teamId }, ...asked });
  async function invited(email: string, roleId: number = ROLE.annotator): Promise<{ id: number; token: string }> {
    const { status, body } = await save([{ email, role_id: roleId }]);
    expect(status).toBe(200);
    return { id: body.data[0].id, token: tokenOf(body.data[0].link) };
  }
  const listed = async () => (await asAda('GET /api/team/invitations')).body.data as AnyJson[];
  const signInAs = async (email: string) => (await server.signIn(email)).token;
  const statusAs = (token: string, body: object) => server.ask('POST /api/invitations/status', { token, body });
  const waitingFor = async (token: string) => (await server.ask('GET /api/user', { token })).body.invitations as AnyJson[];
  const membersOfNorth = async () =>
    (await asAda('GET /api/team/users')).body.data.map((one: AnyJson) => [one.email, one.role_id]) as [string, number][];
  const register = (email: string, invitation?: string, password = TEST_PASSWORD): Promise<Answered> =>
    server.ask('POST /api/register', { body: { name: 'New', email, password, password_confirmation: password, invitation } });
  const look = (token: string) => server.ask('POST /api/invitations/link', { body: { token } });
  const codes = (answers: Answered[]) => answers.map(({ status, body }) => [status, body?.code]);

  describe('are created', () => {
    test('for several people, each with a link to the main domain, stored only as a hash', async () => {
      const { body } = await save([
        { email: ' New@Example.org ', role_id: ROLE.annotator },
        { email: 'bob@example.org', role_id: ROLE.member },
      ]);
      expect(body.data).toEqual([
        {
          id: expect.any(Number),
          email: NEW,
          role_id: ROLE.annotator,
          status: 'pending',
          link: expect.stringMatching(/^http:\/\/app\.localhost:8080\/register#invitation=[\w-]{43}$/),
          expires_at: '2026-12-04 12:00:00',
        },
        expect.objectContaining({ email: 'bob@example.org', role_id: ROLE.member }),
      ]);
      const rows = await server.db.read.selectFrom('invitation').selectAll().orderBy('id').execute();
      expect(rows.map((row) => row.token_hash)).toEqual(body.data.map((one: AnyJson) => tokenToHash(tokenOf(one.link))));
      expect(JSON.stringify(rows)).not.toContain(tokenOf(body.data[0].link));
    });

    test('and reported to the team by id: no address is in the log that every member reads', async () => {
      const { id } = await invited(NEW);
      const { body } = await asAda('GET /api/changes?since=1');
      expect(body).toEqual({ seq: 2, changes: [{ seq: 2, kind: 'invitation', ref: String(id) }], more: false });
      expect(server.told).toEqual([{ to: `team ${north}`, event: 'change', payload: { seq: 2 } }]);
    });

    test('alike for people with and without an account: the answer does not reveal it', async () => {
      const shapes = await Promise.all(
        ['bob@example.org', 'nobody@example.org'].map(async (email) => {
          const { status, body, headers } = await save([{ email, role_id: ROLE.member }]);
          const [one] = body.data;
          return [status, Object.keys(headers).toSorted(), Object.keys(one), one.status, one.link.length, one.expires_at];
        }),
      );
      expect(shapes[0]).toEqual(shapes[1]);
    });

    test('once per address: sent again it is the same invitation with a new link, term and role', async () => {
      const first = await invited(NEW, ROLE.member);
      server.clock.now += 86_400_000;
      const second = await invited('NEW@example.org', ROLE.annotator);
      expect(second.id).toBe(first.id);
      expect(await listed()).toEqual([
        {
          id: first.id,
          email: NEW,
          role_id: ROLE.annotator,
          role_name: 'Annotator',
          status: 'pending',
          invited_by: 'ada',
          created_at: '2026-11-20 12:00:00',
          expires_at: '2026-12-05 12:00:00',
        },
      ]);
      expect(codes([await look(first.token), await look(second.token)])).toEqual([
        [410, 'invitation_ended'],
        [200, undefined],
      ]);
    });

    test('by many simultaneous calls once', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => save([{ email: NEW, role_id: ROLE.member }])));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.data[0].id}`)).size).toBe(1);
      const good = await Promise.all(answers.map(({ body }) => look(tokenOf(body.data[0].link))));
      expect(good.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await listed()).toHaveLength(1);
    });

    test.each<[string, { email: string; role_id: number }[], number, string, string[]]>([
      ['nobody', [], 400, 'malformed', ['emails']],
      ['an invalid address', [row(NEW), row('new')], 400, 'malformed', ['emails.1.email']],
      ['an empty row', [row(NEW), row('')], 400, 'malformed', ['emails.1.email']],
      ['a repeated address in any case', [row(NEW), row('NEW@example.org')], 422, 'duplicate_email', ['emails.1.email']],
      ['a member', [row(NEW), row('Ada@example.org')], 422, 'duplicate_email', ['emails.1.email']],
      ['the role of the platform', [row(NEW, ROLE.platformAdministrator)], 403, 'role_not_invitable', ['emails.0.role_id']],
      ['a role that does not exist', [row(NEW, 99)], 403, 'role_not_invitable', ['emails.0.role_id']],
    ])('all or none: not with %s', async (_what, emails, status, code, fields) => {
      const answer = await save(emails);
      expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([status, code, fields]);
      expect(await listed()).toEqual([]);
      expect(server.told).toEqual([]);
    });

    test('with the given message, because a client shows every 422 as a duplicate', async () => {
      expect((await save([row(NEW), row(NEW)])).body.message).toBe('Duplicate email');
      expect((await save([])).body.errors).toEqual({ emails: ['At least one member is required'] });
    });

    test('up to a stated limit; an invited person takes no further place', async () => {
      const max = LIMITS.openInvitationsPerTeam;
      const some = (from: number, count: number) => Array.from({ length: count }, (_, at) => row(`p${from + at}@example.org`));
      for (let at = 0; at < max; at += LIMITS.invitationsPerCall)
        expect((await save(some(at, LIMITS.invitationsPerCall))).status).toBe(200);
      expect((await save(some(0, 3))).status).toBe(200);
      const { status, body } = await save(some(max, 1));
      expect([status, body.code, body.limit]).toEqual([429, 'too_many', { name: 'openInvitationsPerTeam', max }]);
      expect((await save(some(0, LIMITS.invitationsPerCall + 1))).body.code).toBe('invalid');
    });

    test('for the team of the request only', async () => {
      expect((await save([row(NEW)], south)).body.code).toBe('not_found');
      expect((await save([row(NEW)], 999)).body.code).toBe('not_found');
    });

    test('and deleted with their addresses, long after they ended', async () => {
      await invited(NEW);
      server.clock.now += LIMITS.invitationLastsMs + 89 * 86_400_000;
      await refreshAda();
      await invited('other@example.org');
      expect(await listed()).toHaveLength(2);
      server.clock.now += 2 * 86_400_000;
      await invited('other@example.org');
      expect((await listed()).map((one) => one.email)).toEqual(['other@example.org']);
    });
  });

  describe('the roles for invitations', () => {
    test('are the invitable ones, by id and name [CALL-011, ENT-06]', async () => {
      expect((await asAda('GET /api/invitations/role-list')).body.data).toEqual([
        { id: 1, name: 'Member' },
        { id: 2, name: 'Annotator' },
        { id: 3, name: 'Reviewer' },
        { id: 4, name: 'Data scientist' },
        { id: 5, name: 'Team administrator' },
      ]);
    });

    test('include no other, not even for someone with all permissions', async () => {
      await server.addUser('root@example.org', { [north]: ROLE.member }, { platformAdmin: true });
      const { token } = await server.signIn('root@example.org', NORTH);
      await setInvitable(ROLE.reviewer, 0);
      const roles = (await asAda('GET /api/invitations/role-list', { token })).body.data;
      expect(roles.map((role: AnyJson) => role.id)).toEqual([ROLE.member, ROLE.annotator, ROLE.dataScientist, ROLE.teamAdministrator]);
      for (const roleId of [ROLE.reviewer, ROLE.platformAdministrator])
        expect((await save([row(NEW, roleId)], north, { token })).body.code).toBe('role_not_invitable');
    });

    test('include none with more permissions than the inviter has', async () => {
      await setPermissions(server, ROLE.annotator, ['r:dashboard', 'r:studies', 'r:upload-v2', 'r:upload-history', 'r:invitations']);
      await server.addUser('ann@example.org', { [north]: ROLE.annotator });
      const token = (await server.signIn('ann@example.org', NORTH)).token;
      const roles = (await asAda('GET /api/invitations/role-list', { token })).body.data;
      expect(roles.map((role: AnyJson) => role.id)).toEqual([ROLE.member, ROLE.annotator]);
      expect((await save([row(NEW, ROLE.teamAdministrator)], north, { token })).body.code).toBe('role_not_invitable');
      expect((await save([row(NEW, ROLE.member)], north, { token })).status).toBe(200);

      const { id } = await invited('boss@example.org', ROLE.teamAdministrator);
      expect((await asAda(`POST /api/team/invitations/${id}/resend`, { token })).body.code).toBe('role_not_invitable');
    });

    test('can be read with the permission to invite or to manage members; inviting needs its own permission', async () => {
      await setPermissions(server, ROLE.reviewer, ['r:team']);
      await server.addUser('rev@example.org', { [north]: ROLE.reviewer });
      const token = (await server.signIn('rev@example.org', NORTH)).token;
      const { id } = await invited(NEW);
      const ask = async (request: string) => (await asAda(request, { token })).status;
      expect(await ask('GET /api/invitations/role-list')).toBe(200);
      expect(await ask('GET /api/team/invitations')).toBe(200);
      expect(await ask('GET /api/team/users')).toBe(200);
      expect((await save([row(NEW)], north, { token })).status).toBe(403);
      expect(await ask(`POST /api/team/invitations/${id}/resend`)).toBe(403);
      expect(await ask(`DELETE /api/team/invitations/${id}`)).toBe(403);
    });
  });

  describe('with a password that was given long ago', () => {
    const ROLES = [
      [ROLE.member, 'made', 200],
      [ROLE.dataScientist, 'made', 200],
      [ROLE.teamAdministrator, 'refused', 403],
    ] as const;

    test.each(ROLES)('as role %i are %s', async (roleId, _outcome, status) => {
      server.clock.now += LIMITS.recentPasswordMs;
      const answer = await save([
        { email: 'bob@example.org', role_id: ROLE.member },
        { email: NEW, role_id: roleId },
      ]);
      expect([answer.status, answer.body.code]).toEqual([status, status === 403 ? 'password_needed' : undefined]);
      expect(await listed()).toHaveLength(status === 200 ? 2 : 0);
    });

    test.each(['r:team', 'r:invitations', 'r:roles', 'r:permissions', 'r:users', 'r:teams', 'r:api-users'] as const)(
      'are refused with a role that has %s',
      async (permission) => {
        await setPermissions(
          server,
          ROLE.teamAdministrator,
          PERMISSIONS.filter((one) => one !== 'admin'),
        );
        await setPermissions(server, ROLE.annotator, ['r:dashboard', permission]);
        server.clock.now += LIMITS.recentPasswordMs;
        expect((await save([{ email: NEW, role_id: ROLE.annotator }])).body.code).toBe('password_needed');
      },
    );

    test('are created and resent once it is given again, and not before', async () => {
      const unlock = () => asAda('POST /api/user/unlock', { body: { password: TEST_PASSWORD } });
      server.clock.now += LIMITS.recentPasswordMs;
      const roles = [{ email: NEW, role_id: ROLE.teamAdministrator }];
      expect((await save(roles)).body.code).toBe('password_needed');
      await unlock();
      const made = await save(roles);
      expect(made.status).toBe(200);
      const [{ id, link }] = made.body.data;
      server.clock.now += LIMITS.recentPasswordMs;
      const resend = () => asAda(`POST /api/team/invitations/${id}/resend`);
      expect((await resend()).body.code).toBe('password_needed');
      expect((await asAda(`POST /api/invitations/${id}/resend`)).body.code).toBe('password_needed');
      expect((await look(tokenOf(link))).status).toBe(200);
      await unlock();
      expect((await resend()).status).toBe(200);
    });

    test('are resent without it for an ordinary role', async () => {
      const { id } = await invited(NEW);
      server.clock.now += LIMITS.recentPasswordMs;
      expect((await asAda(`POST /api/team/invitations/${id}/resend`)).status).toBe(200);
    });

    test('are refused because of the role first, when it may not be given at all', async () => {
      server.clock.now += LIMITS.recentPasswordMs;
      expect((await save([{ email: NEW, role_id: ROLE.platformAdministrator }])).body.code).toBe('role_not_invitable');
    });
  });

  describe('of a team', () => {
    test('are listed with their state: waiting, expired, declined; an accepted one is a member [ENT-04]', async () => {
      const bob = await signInAs('bob@example.org');
      await server.addUser('eve@example.org');
      const eve = await signInAs('eve@example.org');
      const late = await invited('late@example.org');
      server.clock.now += LIMITS.invitationLastsMs;
      await refreshAda();
      const declined = await invited('bob@example.org');
      const accepted = await invited('eve@example.org');
      await statusAs(bob, { id: declined.id, status: 'decline' });
      await statusAs(eve, { id: accepted.id, status: 'accept' });
      const waiting = await invited(NEW);
      expect((await listed()).map(({ id, status }) => [id, status])).toEqual([
        [waiting.id, 'pending'],
        [declined.id, 'declined'],
        [late.id, 'expired'],
      ]);
    });

    test('are sent again: the old link ends, and the expiry restarts', async () => {
      const { id, token } = await invited('bob@example.org');
      server.clock.now += LIMITS.invitationLastsMs;
      await refreshAda();
      const bob = await signInAs('bob@example.org');
      expect(await waitingFor(bob)).toEqual([]);
      const { status, body } = await asAda(`POST /api/team/invitations/${id}/resend`);
      expect([status, body.id, body.role_id, body.status]).toEqual([200, id, ROLE.annotator, 'pending']);
      expect(codes([await look(token), await look(tokenOf(body.link))])).toEqual([
        [410, 'invitation_ended'],
        [200, undefined],
      ]);
      expect(await waitingFor(bob)).toHaveLength(1);
      expect((await asAda(`POST /api/team/invitations/${id}/resend`)).status).toBe(200);
    });

    test('are withdrawn, twice without harm: they open and show nothing any more', async () => {
      const bob = await signInAs('bob@example.org');
      const { id, token } = await invited('bob@example.org');
      server.told.length = 0;
      for (let times = 0; times < 2; times += 1) expect((await asAda(`DELETE /api/team/invitations/${id}`)).status).toBe(204);
      expect(server.told).toEqual([{ to: `team ${north}`, event: 'change', payload: { seq: 3 } }]);
      expect(await listed()).toEqual([]);
      expect(await waitingFor(bob)).toEqual([]);
      expect(codes([await look(token), await statusAs(bob, { id, status: 'accept' }), await register('bob@example.org', token)])).toEqual(
        Array.from({ length: 3 }, () => [410, 'invitation_ended']),
      );
      expect((await asAda(`POST /api/team/invitations/${id}/resend`)).body.code).toBe('invitation_ended');
      expect((await invited('bob@example.org')).id).not.toBe(id);
    });

    test('that were answered are not resent, and once accepted not withdrawn', async () => {
      const bob = await signInAs('bob@example.org');
      const declined = await invited('bob@example.org');
      await statusAs(bob, { id: declined.id, status: 'decline' });
      expect((await asAda(`POST /api/team/invitations/${declined.id}/resend`)).body.code).toBe('already_answered');
      const accepted = await invited('bob@example.org');
      expect(accepted.id).not.toBe(declined.id);
      await statusAs(bob, { id: accepted.id, status: 'accept' });
      expect((await asAda(`POST /api/team/invitations/${accepted.id}/resend`)).body.code).toBe('already_answered');
      expect((await asAda(`DELETE /api/team/invitations/${accepted.id}`)).body.code).toBe('already_answered');
      expect((await asAda(`DELETE /api/team/invitations/${declined.id}`)).status).toBe(204);
    });

    test('of another team with the same data get the same answer as missing ones', async () => {
      const ours = await invited(NEW);
      const { body } = await asUma('POST /api/invitations/save-item', { body: { emails: [row(NEW, ROLE.annotator)], team_id: south } });
      const theirs = body.data[0].id as number;
      expect(theirs).not.toBe(ours.id);
      for (const request of [
        (id: number) => `DELETE /api/team/invitations/${id}`,
        (id: number) => `POST /api/team/invitations/${id}/resend`,
      ]) {
        const answers = await Promise.all([theirs, 999_999].map((id) => asAda(request(id))));
        expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
        expect(answers[0]?.body.code).toBe('not_found');
      }
      expect((await listed()).map(({ id }) => id)).toEqual([ours.id]);
      expect((await asUma('GET /api/team/invitations')).body.data.map(({ id }: AnyJson) => id)).toEqual([theirs]);
      expect((await look(tokenOf(body.data[0].link))).body.team.slug).toBe('south');
    });
  });

  describe('for someone with an account', () => {
    let bob: string;
    beforeEach(async () => void (bob = await signInAs('bob@example.org')));

    test('are shown with the user, and make a member in the invited role immediately [TEAM-11]', async () => {
      const { id } = await invited('Bob@example.org');
      expect(await waitingFor(bob)).toEqual([{ id, team: { title: 'north', slug: 'north' }, status: 'pending' }]);
      server.told.length = 0;
      const answer = await statusAs(bob, { id, status: 'accept' });
      expect([answer.status, answer.body]).toEqual([200, { id, status: 'accepted' }]);
      const { body } = await server.ask('GET /api/user', { token: bob, team: 'north' });
      expect(body.teams.map((team: AnyJson) => team.slug)).toEqual(['north', 'south']);
      expect(body.invitations).toEqual([]);
      expect(body.scope).toContain('r:segmentations');
      expect(await membersOfNorth()).toEqual([
        ['ada@example.org', ROLE.teamAdministrator],
        ['bob@example.org', ROLE.annotator],
      ]);
      expect(server.told.map(({ event }) => event)).toEqual(['change', 'permission:updated', 'closed']);
      const { changes } = (await asAda('GET /api/changes?since=2')).body;
      expect(changes.map((change: AnyJson) => change.kind)).toEqual(['invitation', 'membership']);
    });

    test('can be declined, and make nobody a member', async () => {
      const { id } = await invited('bob@example.org');
      expect((await statusAs(bob, { id, status: 'decline' })).body).toEqual({ id, status: 'declined' });
      expect(await waitingFor(bob)).toEqual([]);
      expect(await membersOfNorth()).toHaveLength(1);
    });

    test.each([
      ['accept', 'decline'],
      ['decline', 'accept'],
    ] as const)('%s twice has the effect of once; then %s comes too late', async (first, then) => {
      const { id } = await invited('bob@example.org');
      const once = await statusAs(bob, { id, status: first });
      const members = await membersOfNorth();
      server.told.length = 0;
      const twice = await statusAs(bob, { id, status: first });
      expect([twice.status, twice.text]).toEqual([200, once.text]);
      expect(server.told).toEqual([]);
      expect(codes([await statusAs(bob, { id, status: then })])).toEqual([[409, 'already_answered']]);
      expect(await membersOfNorth()).toEqual(members);
    });

    test('accepted several times simultaneously make one member and one change', async () => {
      const { id } = await invited('bob@example.org');
      const answers = await Promise.all(Array.from({ length: 6 }, () => statusAs(bob, { id, status: 'accept' })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const { changes } = (await asAda('GET /api/changes?since=2')).body;
      expect(changes.map((change: AnyJson) => change.kind)).toEqual(['invitation', 'membership']);
    });

    test('accepted and declined simultaneously have one result', async () => {
      const { id } = await invited('bob@example.org');
      const answers = await Promise.all((['accept', 'decline'] as const).map((status) => statusAs(bob, { id, status })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await membersOfNorth()).toHaveLength(answers[0]?.status === 200 ? 2 : 1);
    });

    test('do not bring back a removed member', async () => {
      const { id } = await invited('bob@example.org');
      await statusAs(bob, { id, status: 'accept' });
      const bobId = (await server.ask('GET /api/user', { token: bob })).body.id as number;
      await asAda(`DELETE /api/team/users/${bobId}`);
      expect((await statusAs(bob, { id, status: 'accept' })).status).toBe(200);
      expect(await membersOfNorth()).toHaveLength(1);
    });

    test('do not change the role of someone who joined in another way', async () => {
      const { id } = await invited('bob@example.org', ROLE.member);
      const bobId = (await server.ask('GET /api/user', { token: bob })).body.id as number;
      await saveMembership(server.context, { teamId: north, userId: bobId, roleId: ROLE.dataScientist });
      expect((await statusAs(bob, { id, status: 'accept' })).status).toBe(200);
      expect(await membersOfNorth()).toContainEqual(['bob@example.org', ROLE.dataScientist]);
    });

    test('end when they expire, and when their role may not be given any more', async () => {
      const { id } = await invited('bob@example.org');
      await setInvitable(ROLE.annotator, 0);
      expect(await waitingFor(bob)).toEqual([]);
      expect(codes([await statusAs(bob, { id, status: 'accept' })])).toEqual([[410, 'invitation_ended']]);
      await setInvitable(ROLE.annotator, 1);
      server.clock.now += LIMITS.invitationLastsMs - 1;
      expect(await waitingFor(bob)).toHaveLength(1);
      server.clock.now += 1;
      expect(await waitingFor(bob)).toEqual([]);
      expect(codes([await statusAs(bob, { id, status: 'accept' })])).toEqual([[410, 'invitation_ended']]);
    });

    test('of someone else get the same answer as missing ones', async () => {
      const { id } = await invited(NEW);
      const answers = await Promise.all([id, 999_999].map((one) => statusAs(bob, { id: one, status: 'accept' })));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]?.body.code).toBe('not_found');
    });

    test('by link are only for their address: another user is told so', async () => {
      const { id, token } = await invited(NEW);
      expect(codes([await statusAs(bob, { id, status: 'accept', token })])).toEqual([[403, 'other_address']]);
      expect(await listed()).toMatchObject([{ status: 'pending' }]);
    });
  });

  describe('with a link', () => {
    test('show what they are for while they are valid', async () => {
      const { id, token } = await invited(NEW);
      expect((await look(token)).body).toEqual({
        id,
        email: NEW,
        team: { title: 'north', slug: 'north' },
        role_name: 'Annotator',
        invited_by: 'ada',
        expires_at: '2026-12-04 12:00:00',
      });
      expect(codes([await look('x'.repeat(43))])).toEqual([[410, 'invitation_ended']]);
      server.clock.now += LIMITS.invitationLastsMs;
      expect(codes([await look(token)])).toEqual([[410, 'invitation_ended']]);
    });

    test('create an unverified account with their address, which joins with the same token', async () => {
      const { id, token } = await invited(NEW);
      const { status, body } = await register('New@example.org', token);
      expect(status).toBe(200);
      const user = async () => (await server.ask('GET /api/user', { token: body.token })).body;
      expect(await user()).toMatchObject({ email: NEW, name: 'New', teams: [], invitations: [], email_verified_at: null });
      expect(codes([await statusAs(body.token, { id, status: 'accept' })])).toEqual([[404, 'not_found']]);
      expect((await look(token)).status).toBe(200);
      expect((await statusAs(body.token, { id, status: 'accept', token })).status).toBe(200);
      expect(await membersOfNorth()).toContainEqual([NEW, ROLE.annotator]);
      expect(await user()).toMatchObject({ email_verified_at: null, teams: [{ slug: 'north' }] });
      expect((await server.ask('GET /api/changes?since=0', { host: NORTH, token: (await server.signIn(NEW, NORTH)).token })).status).toBe(
        200,
      );
      expect((await asAda('GET /api/team/users')).body.data).toContainEqual(expect.objectContaining({ email: NEW, active: true }));
    });

    test('request the mail that verifies the address', async () => {
      const { token } = await invited(NEW);
      await register(NEW, token);
      const jobs = await server.db.read.selectFrom('job').select('unique_key').execute();
      expect(jobs.map((job) => job.unique_key)).toContain(`verify ${NEW}`);
    });

    test('create one account: repeated they sign in, with another password they do not', async () => {
      const { token } = await invited(NEW);
      await register(NEW, token);
      expect((await register(NEW, token)).status).toBe(200);
      const { status, body } = await register(NEW, token, 'some other password');
      expect([status, Object.keys(body.errors)]).toEqual([422, ['email']]);
      expect(codes([await register('second@example.org', token)])).toEqual([[403, 'other_address']]);
      expect(await server.db.read.selectFrom('user').select('id').execute()).toHaveLength(4);
    });

    test('used several times simultaneously create one account', async () => {
      const { token } = await invited(NEW);
      const answers = await Promise.all(Array.from({ length: 4 }, () => register(NEW, token)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await server.db.read.selectFrom('user').select('id').execute()).toHaveLength(4);
    });

    test('open only their address, and nothing after they ended or if they never existed', async () => {
      const { token } = await invited(NEW);
      expect(codes([await register('eve@example.org', token), await register(NEW, 'x'.repeat(43)), await register(NEW)])).toEqual([
        [403, 'other_address'],
        [410, 'invitation_ended'],
        [403, 'registration_closed'],
      ]);
      server.clock.now += LIMITS.invitationLastsMs;
      expect(codes([await register(NEW, token)])).toEqual([[410, 'invitation_ended']]);
      expect(await server.db.read.selectFrom('user').select('id').execute()).toHaveLength(3);
    });

    test('change no existing account', async () => {
      const { token } = await invited('bob@example.org');
      const other = await register('bob@example.org', token, 'some other password');
      expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['email']]);
      await signInAs('bob@example.org');
      expect((await register('bob@example.org', token)).status).toBe(200);
    });

    test('that were declined open nothing', async () => {
      const bob = await signInAs('bob@example.org');
      const { id, token } = await invited('bob@example.org');
      await statusAs(bob, { id, status: 'decline' });
      expect(codes([await look(token), await register('bob@example.org', token)])).toEqual([
        [410, 'invitation_ended'],
        [410, 'invitation_ended'],
      ]);
    });

    describe('when registration is open', () => {
      beforeEach(() => reopen({ registration: 'open' }));

      test('an unverified address sees no invitation, and answers none', async () => {
        const squatter = (await register(NEW)).body.token as string;
        const { id } = await invited(NEW);
        expect(await waitingFor(squatter)).toEqual([]);
        expect(codes([await statusAs(squatter, { id, status: 'accept' })])).toEqual([[404, 'not_found']]);
        expect(codes([await statusAs(squatter, { id, status: 'accept', token: 'x'.repeat(43) })])).toEqual([[404, 'not_found']]);
      });

      test('the link that the inviter saw lets someone with the account join, and verifies nothing', async () => {
        const own = (await register(NEW)).body.token as string;
        const { id, token } = await invited(NEW);
        expect((await statusAs(own, { id, status: 'accept', token })).status).toBe(200);
        const { body } = await server.ask('GET /api/user', { token: own });
        expect([body.email_verified_at, body.teams.length]).toEqual([null, 1]);
        expect((await statusAs(own, { id, status: 'accept', token })).status).toBe(200);
      });

      test('an account that a stranger created with the address is not given to someone with a link', async () => {
        const stranger = (await register(NEW, undefined, 'a violet heron of strangers')).body.token as string;
        const { token } = await invited(NEW);
        const { status, body } = await register(NEW, token);
        expect([status, Object.keys(body.errors)]).toEqual([422, ['email']]);
        expect((await server.ask('GET /api/user', { token: stranger })).body).toMatchObject({ teams: [], invitations: [] });
      });

      test('an account can still be created without a link', async () => {
        expect((await register(NEW)).status).toBe(200);
        expect(codes([await register('other@example.org', 'x'.repeat(43))])).toEqual([[410, 'invitation_ended']]);
      });
    });
  });

  describe('of two teams for one address', () => {
    test('a link that one team saw neither shows nor accepts the invitation of the other', async () => {
      const ofNorth = await invited(NEW);
      const { body: saved } = await asUma('POST /api/invitations/save-item', {
        body: { emails: [{ email: NEW, role_id: ROLE.member }], team_id: south },
      });
      const ofSouth = { id: saved.data[0].id as number, token: tokenOf(saved.data[0].link) };
      // Uma keeps the link and makes the account with it herself.
      const uma = (await register(NEW, ofSouth.token)).body.token as string;
      expect((await statusAs(uma, { id: ofSouth.id, status: 'accept', token: ofSouth.token })).status).toBe(200);
      expect(await waitingFor(uma)).toEqual([]);
      expect(
        codes([
          await statusAs(uma, { id: ofNorth.id, status: 'accept' }),
          await statusAs(uma, { id: ofNorth.id, status: 'accept', token: ofSouth.token }),
          await statusAs(uma, { id: ofNorth.id, status: 'decline', token: ofSouth.token }),
        ]),
      ).toEqual([
        [404, 'not_found'],
        [404, 'not_found'],
        [404, 'not_found'],
      ]);
      expect((await membersOfNorth()).map(([email]) => email)).toEqual(['ada@example.org']);
      const { body } = await server.ask('GET /api/user', { token: uma });
      expect([body.email_verified_at, body.teams.map((team: AnyJson) => team.slug)]).toEqual([null, ['south']]);
    });

    test('the token of each opens its own, for an account that was never verified', async () => {
      const ofNorth = await invited(NEW);
      const { body: saved } = await asUma('POST /api/invitations/save-item', {
        body: { emails: [{ email: NEW, role_id: ROLE.member }], team_id: south },
      });
      const own = (await register(NEW, ofNorth.token)).body.token as string;
      await statusAs(own, { id: ofNorth.id, status: 'accept', token: ofNorth.token });
      await statusAs(own, { id: saved.data[0].id, status: 'accept', token: tokenOf(saved.data[0].link) });
      const { body } = await server.ask('GET /api/user', { token: own });
      expect(body.teams.map((team: AnyJson) => team.slug)).toEqual(['north', 'south']);
    });

    test('create no team and give no platform administration before the address is verified', async () => {
      await reopen({ registration: 'open' });
      const { id, token } = await invited(NEW);
      const own = (await register(NEW, token)).body.token as string;
      await statusAs(own, { id, status: 'accept', token });
      expect(codes([await server.ask('POST /api/teams', { token: own, body: { title: 'T', slug: 'team-of-new' } })])).toEqual([
        [403, 'not_allowed'],
      ]);
    });
  });

  test('no log line contains a token or an address', async () => {
    await server.close();
    const lines: string[] = [];
    server = await openTestServer(engine, { log: { write: (line) => void lines.push(line) } });
    north = await server.addTeam('north');
    await server.addUser('ada@example.org', { [north]: ROLE.teamAdministrator });
    ada = (await server.signIn('ada@example.org', NORTH)).token;
    const { id, token } = await invited(NEW);
    await look(token);
    await register(NEW, token);
    await asAda(`DELETE /api/team/invitations/${id}`);
    expect(lines.length).toBeGreaterThanOrEqual(5);
    expect(lines.join('')).not.toMatch(new RegExp(`${token}|example`));
  });

  test('trying links is slowed down', async () => {
    const answers = [];
    for (let times = 0; times < 121; times += 1) answers.push((await look('x'.repeat(43))).status);
    expect([answers[0], answers[119], answers[120]]).toEqual([410, 410, 429]);
  });

  /** A sign-in lasts thirty days; these tests look further ahead. */
  async function refreshAda(): Promise<void> {
    ada = (await server.signIn('ada@example.org', NORTH)).token;
  }

  async function setInvitable(roleId: number, invitable: 0 | 1): Promise<void> {
    await server.db.write((tx) => tx.updateTable('role').set({ invitable }).where('id', '=', roleId).execute());
  }
});

function row(email: string, roleId: number = ROLE.member) {
  return { email, role_id: roleId };
}
