import { expect } from 'vitest';
import type { AnyJson, Answered, Asked } from '#server/test-server.ts';
import { NORTH, type ContractServer } from '#tests/contract/contract-server.ts';
import { WIRE_DATE, type Rows, type Scene } from './rows.ts';

const ROLE = { member: 1, annotator: 2, administrator: 5, platform: 6 } as const;
let people = 0;

/** Somebody new on the server, signed in, of no team or of team north. */
async function somebody({ server }: Scene, roleId?: number): Promise<{ id: number; email: string; token: string }> {
  const email = `somebody-${(people += 1)}@example.org`;
  const id = await server.addUser(email, roleId === undefined ? {} : { [server.teams.north]: roleId });
  return { id, email, token: (await server.signIn(email)).token };
}
const save = (server: ContractServer, emails: { email: string; role_id: number }[], team_id = server.teams.north) =>
  server.asAda('POST /api/invitations/save-item', { body: { emails, team_id } });
const invited = async (server: ContractServer, email: string): Promise<number> =>
  (await save(server, [{ email, role_id: ROLE.annotator }])).body.data[0].id;
const answerAs = (server: ContractServer, token: string, id: number, status: string): Promise<Answered> =>
  server.ask('POST /api/invitations/status', { token, body: { id, status } });
const asNell = ({ server, nell }: Scene, request: string, asked: Asked = {}) => server.ask(request, { host: NORTH, token: nell, ...asked });

/** Invitations and members of a team. */
export const MEMBER_ROWS = {
  answerInvitation: [
    [
      'accepts: the person is a member, and the team is in the list at once [TEAM-08, TEAM-09, TEAM-11]',
      async (scene) => {
        const { email, token } = await somebody(scene);
        const id = await invited(scene.server, email);
        const answer = await answerAs(scene.server, token, id, 'accept');
        const { body } = await scene.server.ask('GET /api/user', { token });
        expect([body.teams.map((team: AnyJson) => team.slug), body.invitations]).toEqual([['north'], []]);
        return answer;
      },
      200,
      ({ body }) => expect(body).toEqual({ id: expect.any(Number), status: 'accepted' }),
    ],
    [
      'declines [TEAM-10]',
      async (scene) => {
        const { email, token } = await somebody(scene);
        return answerAs(scene.server, token, await invited(scene.server, email), 'decline');
      },
      200,
      ({ body }) => expect(body).toEqual({ id: expect.any(Number), status: 'declined' }),
    ],
    [
      'takes no second answer',
      async (scene) => {
        const { email, token } = await somebody(scene);
        const id = await invited(scene.server, email);
        await answerAs(scene.server, token, id, 'decline');
        return answerAs(scene.server, token, id, 'accept');
      },
      'already_answered',
    ],
    [
      'knows none that is addressed to somebody else',
      async (scene) => {
        const id = await invited(scene.server, 'else@example.org');
        return answerAs(scene.server, (await somebody(scene)).token, id, 'accept');
      },
      'not_found',
    ],
    [
      'is for who is signed in',
      ({ server }) => server.ask('POST /api/invitations/status', { body: { id: 1, status: 'accept' } }),
      'signed_out',
    ],
  ],
  roleList: [
    [
      'answers ids and names of the roles that may be given [INV-05, INV-08]',
      ({ server }) => server.asAda('GET /api/invitations/role-list'),
      200,
      ({ body }) => {
        expect(body.data.slice(0, 2)).toEqual([
          { id: ROLE.member, name: 'Member' },
          { id: ROLE.annotator, name: 'Annotator' },
        ]);
        expect(body.data.map((role: AnyJson) => role.id)).not.toContain(ROLE.platform);
      },
    ],
    ['is for who may invite', (scene) => asNell(scene, 'GET /api/invitations/role-list'), 'not_allowed'],
  ],
  invite: [
    [
      'answers the invitations with their links [INV-14, ENT-05]',
      ({ server }) =>
        save(server, [
          { email: 'first@example.org', role_id: ROLE.annotator },
          { email: 'second@example.org', role_id: ROLE.member },
        ]),
      200,
      ({ body }) => {
        expect(body.data.map(({ email, role_id, status }: AnyJson) => [email, role_id, status])).toEqual([
          ['first@example.org', ROLE.annotator, 'pending'],
          ['second@example.org', ROLE.member, 'pending'],
        ]);
        expect(body.data[0].link).toContain('http://app.localhost:8080/register#invitation=');
        expect(body.data[0].expires_at).toMatch(WIRE_DATE);
      },
    ],
    [
      'refuses an address that stands there twice, whatever its letters [INV-16, INV-17]',
      ({ server }) =>
        save(
          server,
          ['twice@example.org', 'Twice@Example.org'].map((email) => ({ email, role_id: ROLE.member })),
        ),
      'duplicate_email',
    ],
    [
      'refuses who is a member already [INV-17]',
      ({ server }) => save(server, [{ email: 'ada@example.org', role_id: ROLE.member }]),
      'duplicate_email',
      ({ body }) => expect(body.message).toBe('Duplicate email'),
    ],
    [
      'renews the invitation that waits: the call may come twice',
      async ({ server }) => {
        const first = await invited(server, 'again@example.org');
        const answer = await save(server, [{ email: 'again@example.org', role_id: ROLE.annotator }]);
        expect(answer.body.data[0].id).toBe(first);
        return answer;
      },
      200,
    ],
    ['wants somebody [INV-11]', ({ server }) => save(server, []), 'malformed'],
    [
      'refuses what is no address with another status than a duplicate [ODD-29]',
      ({ server }) => save(server, [{ email: 'nobody', role_id: ROLE.member }]),
      'malformed',
    ],
    [
      'refuses the role that cannot be given [ODD-28]',
      ({ server }) => save(server, [{ email: 'boss@example.org', role_id: ROLE.platform }]),
      'role_not_invitable',
    ],
    [
      'hides a team of others',
      ({ server }) => save(server, [{ email: 'new@example.org', role_id: ROLE.member }], server.teams.south),
      'not_found',
    ],
    [
      'is for who may invite',
      (scene) => {
        const body = { emails: [{ email: 'new@example.org', role_id: ROLE.member }], team_id: scene.server.teams.north };
        return asNell(scene, 'POST /api/invitations/save-item', { body });
      },
      'not_allowed',
    ],
  ],
  createTeam: [
    [
      'answers the team, of which the person is the administrator',
      async ({ server }) => {
        await server.addUser('platform@example.org', {}, { platformAdmin: true });
        const { token } = await server.signIn('platform@example.org');
        return server.ask('POST /api/teams', { token, body: { title: 'West', slug: 'west', color: '#336699' } });
      },
      200,
      ({ body }) => expect(body).toMatchObject({ slug: 'west', title: 'West', data: { color: '#336699' }, preferred: 0 }),
    ],
    [
      'is for who runs the server where registration is by invitation',
      ({ server }) => server.asAda('POST /api/teams', { body: { title: 'East', slug: 'east' } }),
      'not_allowed',
    ],
  ],
  teamMembers: [
    [
      'answers the members with their roles',
      ({ server }) => server.asAda('GET /api/team/users'),
      200,
      ({ body }) =>
        expect(body.data).toContainEqual(
          expect.objectContaining({ email: 'ada@example.org', role_id: ROLE.administrator, role_name: 'Team administrator' }),
        ),
    ],
    ['is for who looks after the team', (scene) => asNell(scene, 'GET /api/team/users'), 'not_allowed'],
  ],
  changeMember: [
    [
      'answers the member with the new role',
      async (scene) => {
        const { id } = await somebody(scene, ROLE.member);
        return scene.server.asAda(`PUT /api/team/users/${id}`, { body: { role_id: ROLE.annotator } });
      },
      200,
      ({ body }) => expect(body).toMatchObject({ role_id: ROLE.annotator, role_name: 'Annotator' }),
    ],
    [
      'leaves the last administrator',
      ({ server }) => server.asAda(`PUT /api/team/users/${server.ada.userId}`, { body: { role_id: ROLE.member } }),
      'last_administrator',
    ],
    [
      'knows nobody of another team',
      async (scene) => {
        const { id } = await somebody(scene);
        return scene.server.asAda(`PUT /api/team/users/${id}`, { body: { role_id: ROLE.annotator } });
      },
      'not_found',
    ],
  ],
  removeMember: [
    [
      'answers nothing, however often it was sent',
      async (scene) => {
        const { id } = await somebody(scene, ROLE.member);
        await scene.server.asAda(`DELETE /api/team/users/${id}`);
        return scene.server.asAda(`DELETE /api/team/users/${id}`);
      },
      204,
    ],
    ['leaves the last administrator', ({ server }) => server.asAda(`DELETE /api/team/users/${server.ada.userId}`), 'last_administrator'],
  ],
  teamInvitations: [
    [
      'answers what waits, the newest first',
      async ({ server }) => {
        await invited(server, 'waiting@example.org');
        return server.asAda('GET /api/team/invitations');
      },
      200,
      ({ body }) =>
        expect(body.data[0]).toMatchObject({
          email: 'waiting@example.org',
          role_name: 'Annotator',
          status: 'pending',
          invited_by: 'ada',
          created_at: expect.stringMatching(WIRE_DATE),
        }),
    ],
    ['is for who looks after the team', (scene) => asNell(scene, 'GET /api/team/invitations'), 'not_allowed'],
  ],
  resendInvitation: [
    [
      'answers a new link',
      async ({ server }) => server.asAda(`POST /api/team/invitations/${await invited(server, 'resent@example.org')}/resend`),
      200,
      ({ body }) => expect(body).toMatchObject({ email: 'resent@example.org', status: 'pending', link: expect.stringContaining('#') }),
    ],
    ['knows none of another team', ({ server }) => server.asAda('POST /api/team/invitations/999999/resend'), 'not_found'],
  ],
  withdrawInvitation: [
    [
      'answers nothing, however often it was sent',
      async ({ server }) => {
        const id = await invited(server, 'withdrawn@example.org');
        await server.asAda(`DELETE /api/team/invitations/${id}`);
        return server.asAda(`DELETE /api/team/invitations/${id}`);
      },
      204,
    ],
    ['knows none of another team', ({ server }) => server.asAda('DELETE /api/team/invitations/999999'), 'not_found'],
  ],
} satisfies Rows;
