import { expect } from 'vitest';
import type { Answered, Asked } from '#server/test-server.ts';
import { NORTH } from '#tests/contract/contract-server.ts';
import { WIRE_DATE, type Rows, type Scene } from './rows.ts';

const ROLE = { member: 1, administrator: 5 } as const;
let made = 0;

/** Who runs the server, as a member of team north; another each time. */
async function asPlatform({ server }: Scene, request: string, asked: Asked = {}): Promise<Answered> {
  const email = `platform-${(made += 1)}@example.org`;
  await server.addUser(email, { [server.teams.north]: ROLE.member }, { platformAdmin: true });
  const { token } = await server.signIn(email, NORTH);
  return server.ask(request, { host: NORTH, token, ...asked });
}
const somebody = ({ server }: Scene, verified = true): Promise<number> =>
  server.addUser(`person-${(made += 1)}@example.org`, { [server.teams.south]: ROLE.member }, { verified });
const team = ({ server }: Scene): Promise<number> => server.addTeam(`team-${(made += 1)}`);

async function invitedTo({ server }: Scene, teamId: number): Promise<number> {
  const email = `invited-${(made += 1)}@example.org`;
  const columns = { team_id: teamId, email, open_email: email, role_id: ROLE.member, invited_by: null, status: 'pending' as const };
  const times = { created_at: server.clock.now, expires_at: server.clock.now + 1_000_000 };
  const row = await server.db.write((tx) =>
    tx
      .insertInto('invitation')
      .values({ ...columns, ...times, token_hash: email, link_used_at: null })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return row.id;
}

/** A person of the list, after a change. */
const person = (
  path: string,
  method: string,
  holds: object,
): [string, (scene: Scene) => Promise<Answered>, 200, (answer: Answered) => void] => [
  'answers the person as the list shows them',
  async (scene) => asPlatform(scene, `${method} /api/users/${await somebody(scene)}/${path}`),
  200,
  ({ body }) => expect(body).toMatchObject({ teams: [{ slug: 'south', role_name: 'Member' }], ...holds }),
];

/** People, teams and invitations of the whole server. */
export const ADMINISTRATION_ROWS = {
  users: [
    [
      'answers who has which teams and roles, for the part of an address',
      async (scene) => {
        const id = await somebody(scene);
        const { email } = await scene.server.db.read.selectFrom('user').select('email').where('id', '=', id).executeTakeFirstOrThrow();
        return asPlatform(scene, 'POST /api/users/search', { body: { search: email.slice(0, -3).toUpperCase() } });
      },
      200,
      ({ body }) => {
        expect(body).toMatchObject({ total: 1, current_page: 1, all: true });
        expect(body.data[0]).toMatchObject({ blocked_at: null, teams: [{ slug: 'south', role_name: 'Member' }], last_sign_in_at: null });
      },
    ],
    ['is for who runs the server', ({ server }) => server.asAda('POST /api/users/search', { body: {} }), 'not_allowed'],
  ],
  blockUser: [
    person('block', 'PUT', { blocked_at: expect.stringMatching(WIRE_DATE), sign_ins: 0 }),
    ['knows nobody without an account', (scene) => asPlatform(scene, 'PUT /api/users/999999/block'), 'not_found'],
    ['is for who runs the server', ({ server }) => server.asAda('PUT /api/users/1/block'), 'not_allowed'],
  ],
  unblockUser: [person('block', 'DELETE', { blocked_at: null })],
  makePlatformAdministrator: [
    person('platform', 'PUT', { platform_admin: true }),
    [
      'takes no account that nobody proved',
      async (scene) => asPlatform(scene, `PUT /api/users/${await somebody(scene, false)}/platform`),
      'invalid',
    ],
  ],
  endPlatformAdministrator: [person('platform', 'DELETE', { platform_admin: false })],
  endUserSignIns: [person('sign-ins', 'DELETE', { sign_ins: 0 })],
  installationState: [
    [
      'answers the state of the installation',
      (scene) => asPlatform(scene, 'GET /api/admin/state'),
      200,
      ({ body }) => expect(body).toMatchObject({ studies: { total: 0 }, version: { servers: 1, are_alike: true } }),
    ],
    ['is for who runs the server', ({ server }) => server.asAda('GET /api/admin/state'), 'not_allowed'],
  ],
  recognitionStatistics: [
    [
      'answers counts of series',
      (scene) => asPlatform(scene, 'GET /api/admin/recognition'),
      200,
      ({ body }) => expect(body.total).toEqual({ accepted: 0, by_hand: 0, none: 0 }),
    ],
    ['is for who runs the server', ({ server }) => server.asAda('GET /api/admin/recognition'), 'not_allowed'],
  ],
  allTeams: [
    [
      'answers what each holds',
      (scene) => asPlatform(scene, 'GET /api/teams?search=south'),
      200,
      ({ body }) => expect(body.data).toEqual([expect.objectContaining({ slug: 'south', studies: 0, bytes: 0, suspended_at: null })]),
    ],
    ['is for who runs the server', ({ server }) => server.asAda('GET /api/teams'), 'not_allowed'],
  ],
  createTeamFor: [
    [
      'answers the team, which nobody has joined, and the invitation of its administrator; also the second time',
      async (scene) => {
        const body = { title: 'Lent', slug: 'lent', email: 'head@example.org' };
        const first = await asPlatform(scene, 'POST /api/teams/for-somebody', { body });
        const again = await asPlatform(scene, 'POST /api/teams/for-somebody', { body });
        expect([again.body.team, again.body.invitation.id]).toEqual([first.body.team, first.body.invitation.id]);
        return again;
      },
      200,
      ({ body }) => {
        expect(body.team).toMatchObject({ slug: 'lent', members: 0 });
        expect(body.invitation).toMatchObject({
          email: 'head@example.org',
          role_id: ROLE.administrator,
          link: expect.stringContaining('#'),
        });
      },
    ],
    [
      'refuses an address that a team has',
      (scene) => asPlatform(scene, 'POST /api/teams/for-somebody', { body: { title: 'N', slug: 'north', email: 'head@example.org' } }),
      'invalid',
      ({ body }) => expect(body.errors).toEqual({ slug: ['This address is taken.'] }),
    ],
    [
      'refuses a reserved address',
      (scene) => asPlatform(scene, 'POST /api/teams/for-somebody', { body: { title: 'A', slug: 'api', email: 'head@example.org' } }),
      'invalid',
    ],
  ],
  changeTeam: [
    [
      'answers the team under its new title',
      async (scene) => asPlatform(scene, `PUT /api/teams/${await team(scene)}`, { body: { title: 'New', color: '#123456' } }),
      200,
      ({ body }) => expect(body).toMatchObject({ title: 'New', data: { color: '#123456' } }),
    ],
    [
      'knows no team that is not there',
      (scene) => asPlatform(scene, 'PUT /api/teams/999999', { body: { title: 'N', color: '#123456' } }),
      'not_found',
    ],
  ],
  suspendTeam: [
    [
      'answers the team with the moment',
      async (scene) => asPlatform(scene, `PUT /api/teams/${await team(scene)}/suspension`),
      200,
      ({ body }) => expect(body.suspended_at).toMatch(WIRE_DATE),
    ],
    [
      'leaves the team of the request open, which is the way back',
      (scene) => asPlatform(scene, `PUT /api/teams/${scene.server.teams.north}/suspension`),
      'own_team',
    ],
  ],
  reopenTeam: [
    [
      'answers the team, open',
      async (scene) => {
        const id = await team(scene);
        await asPlatform(scene, `PUT /api/teams/${id}/suspension`);
        return asPlatform(scene, `DELETE /api/teams/${id}/suspension`);
      },
      200,
      ({ body }) => expect(body.suspended_at).toBeNull(),
    ],
  ],
  allInvitations: [
    [
      'answers those of every team to who runs the server',
      async (scene) => {
        await invitedTo(scene, scene.server.teams.south);
        return asPlatform(scene, 'POST /api/invitations/search', { body: { state: 'pending' } });
      },
      200,
      ({ body }) => expect([body.all, body.data[0].team.slug, body.data[0].status]).toEqual([true, 'south', 'pending']),
    ],
    [
      'answers those of the own team to its administrator',
      async (scene) => {
        await invitedTo(scene, scene.server.teams.south);
        await invitedTo(scene, scene.server.teams.north);
        return scene.server.asAda('POST /api/invitations/search', { body: {} });
      },
      200,
      ({ body }) => {
        expect(body.all).toBe(false);
        expect(new Set(body.data.map((one: { team: { slug: string } }) => one.team.slug))).toEqual(new Set(['north']));
      },
    ],
  ],
  resendAnyInvitation: [
    [
      'answers a new link, whichever team it is of',
      async (scene) => asPlatform(scene, `POST /api/invitations/${await invitedTo(scene, scene.server.teams.south)}/resend`),
      200,
      ({ body }) => expect(body).toMatchObject({ status: 'pending', link: expect.stringContaining('#') }),
    ],
    [
      "hides another team's from the administrator of one",
      async (scene) => scene.server.asAda(`POST /api/invitations/${await invitedTo(scene, scene.server.teams.south)}/resend`),
      'not_found',
    ],
  ],
  withdrawAnyInvitation: [
    [
      'answers nothing, however often it was sent',
      async (scene) => {
        const id = await invitedTo(scene, scene.server.teams.south);
        await asPlatform(scene, `DELETE /api/invitations/${id}`);
        return asPlatform(scene, `DELETE /api/invitations/${id}`);
      },
      204,
    ],
    [
      "hides another team's from the administrator of one",
      async (scene) => scene.server.asAda(`DELETE /api/invitations/${await invitedTo(scene, scene.server.teams.south)}`),
      'not_found',
    ],
  ],
} satisfies Rows;
