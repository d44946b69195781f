import { expect } from 'vitest';
import type { AnyJson } from '#server/test-server.ts';
import { NORTH } from '#tests/contract/contract-server.ts';
import type { Rows } from './rows.ts';

/** Teams, permissions, body parts. */
export const TEAM_ROWS = {
  team: [
    [
      'answers the team with its people [ENT-01]',
      ({ server }) => server.asAda('GET /api/teams/north'),
      200,
      ({ body }) => {
        expect(body).toMatchObject({ slug: 'north', title: 'north', preferred: expect.any(Number) });
        expect(body.users.map((user: AnyJson) => user.name)).toEqual(['ada', 'adam', 'nell']);
      },
    ],
    ['hides a team of others', ({ server }) => server.asAda('GET /api/teams/south'), 'not_found'],
    ['in the words for a team that does not exist', ({ server }) => server.asAda('GET /api/teams/nowhere'), 'not_found'],
    [
      'refuses the token of another team on this host',
      ({ server, ute }) => server.ask('GET /api/teams/north', { host: NORTH, token: ute }),
      'not_a_member',
    ],
    ['is for who is signed in', ({ server }) => server.ask('GET /api/teams/north', { host: NORTH }), 'signed_out'],
  ],
  teamBySlug: [
    [
      'answers the team with its people',
      ({ server }) => server.asAda('GET /api/teams/get-item?slug=north'),
      200,
      ({ body }) => expect(body.users).toHaveLength(3),
    ],
    ['hides a team of others', ({ server }) => server.asAda('GET /api/teams/get-item?slug=south'), 'not_found'],
    [
      'refuses the token of another team on this host',
      ({ server, ute }) => server.ask('GET /api/teams/get-item?slug=north', { host: NORTH, token: ute }),
      'not_a_member',
    ],
    ['asks for the slug', ({ server }) => server.asAda('GET /api/teams/get-item'), 'invalid'],
  ],
  preferTeam: [
    [
      'answers that it is done',
      ({ server }) => server.asAda('POST /api/teams/preferred', { body: { slug: 'north' } }),
      200,
      ({ body }) => expect(body).toEqual({ ok: true }),
    ],
    [
      'shows with the person, however often it was sent',
      async ({ server }) => {
        for (let times = 0; times < 2; times += 1) await server.asAda('POST /api/teams/preferred', { body: { slug: 'north' } });
        return server.asAda('GET /api/user');
      },
      200,
      ({ body }) => expect(body.teams.map((team: AnyJson) => team.preferred)).toEqual([1]),
    ],
    ['hides a team of others', ({ server }) => server.asAda('POST /api/teams/preferred', { body: { slug: 'south' } }), 'not_found'],
    [
      'in the words for a team that does not exist',
      ({ server }) => server.asAda('POST /api/teams/preferred', { body: { slug: 'nowhere' } }),
      'not_found',
    ],
  ],
  permissions: [
    [
      'answers the list in both spellings, with its version',
      ({ server }) => server.asAda('GET /api/permissions/get-permission'),
      200,
      ({ body }) => {
        expect(body.permission_version).toEqual(expect.any(Number));
        expect(body.user_permission).toContain('r:upload-v2');
        expect(body.user_permision).toEqual(body.user_permission);
      },
    ],
    [
      'answers an empty list where no team is',
      ({ server }) => server.asAda('GET /api/permissions/get-permission', { host: 'app.localhost:8080' }),
      200,
      ({ body }) => expect(body.user_permision).toEqual([]),
    ],
    [
      'refuses a team of others',
      ({ server }) => server.asAda('GET /api/permissions/get-permission', { host: 'app.localhost:8080', team: 'south' }),
      'not_a_member',
    ],
    ['is for who is signed in', ({ server }) => server.ask('GET /api/permissions/get-permission', { host: NORTH }), 'signed_out'],
  ],
  categories: [
    [
      'answers slugs and titles',
      ({ server }) => server.asAda('GET /api/structures/categories'),
      200,
      ({ body }) => expect(body.data).toContainEqual({ id: expect.any(Number), slug: 'prostate', title: 'Prostate' }),
    ],
    ['is for members', ({ server, ute }) => server.ask('GET /api/structures/categories', { host: NORTH, token: ute }), 'not_a_member'],
  ],
} satisfies Rows;
