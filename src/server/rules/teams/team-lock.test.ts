import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { openTestServer } from '#server/test-server.ts';
import type { AnyJson, TestServer } from '#server/test-server.ts';

const NORTH = 'north.app.localhost:8080';
const SOUTH = 'south.app.localhost:8080';

/** Two teams alike, and one person in both. */
describe.each(TEST_ENGINES)('the screen lock of a team on %s', (engine) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await openTestServer(engine);
    const north = await server.addTeam('north');
    const south = await server.addTeam('south');
    await server.addUser('ada@example.org', { [north]: ROLE.teamAdministrator, [south]: ROLE.member });
    await server.addUser('bob@example.org', { [north]: ROLE.member, [south]: ROLE.member });
  });
  afterEach(() => server.close());

  const tokenOf = async (email: string, host = NORTH) => (await server.signIn(email, host)).token;
  const save = async (minutes: number, email = 'ada@example.org', host = NORTH) =>
    server.ask('PUT /api/team/lock', { host, token: await tokenOf(email, host), body: { minutes } });
  const minutesOf = async (): Promise<Record<string, number>> => {
    const { body } = await server.ask('GET /api/user', { token: await tokenOf('bob@example.org', 'app.localhost:8080') });
    return Object.fromEntries(body.teams.map((team: AnyJson) => [team.slug, team.lock_minutes]));
  };

  test('starts after ten minutes, until an administrator of the team changes that', async () => {
    expect(await minutesOf()).toEqual({ north: 10, south: 10 });
    for (let times = 0; times < 2; times += 1) expect((await save(2)).status).toBe(204);
    expect(await minutesOf()).toEqual({ north: 2, south: 10 });
  });

  test('cannot be changed by a member, in this team or another', async () => {
    expect((await save(30, 'bob@example.org')).body.code).toBe('not_allowed');
    expect((await save(30, 'ada@example.org', SOUTH)).body.code).toBe('not_allowed');
    expect(await minutesOf()).toEqual({ north: 10, south: 10 });
  });

  test.each([1, 31, 2.5, 0, -10])('cannot be %f minutes', async (minutes) => {
    expect((await save(minutes)).body.errors).toHaveProperty('minutes');
  });
});
