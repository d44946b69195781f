import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { openTestServer } from '#server/test-server.ts';
import type { TestServer } from '#server/test-server.ts';

const NORTH = 'north.app.localhost:8080';
const SOUTH = 'south.app.localhost:8080';
const SHIFTED = { ...FIRST_DEIDENTIFICATION, dates: 'shift' as const };

/** Two teams alike, and one person in both. */
describe.each(TEST_ENGINES)('de-identification of a team on %s', (engine) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await openTestServer(engine);
    const north = await server.addTeam('north');
    const south = await server.addTeam('south');
    await server.addUser('ada@example.org', { [north]: ROLE.teamAdministrator, [south]: ROLE.member });
    await server.addUser('bob@example.org', { [north]: ROLE.member, [south]: ROLE.member });
  });
  afterEach(() => server.close());

  const asked = async (email: string, host: string) => ({ host, token: (await server.signIn(email, host)).token });
  const settingsOf = async (host: string) =>
    (await server.ask('GET /api/team/deidentification', await asked('bob@example.org', host))).body;
  const save = async (email: string, host: string) =>
    server.ask('PUT /api/team/deidentification', { ...(await asked(email, host)), body: SHIFTED });

  test('is the Basic Profile with checks, until an administrator of the team changes it', async () => {
    expect(await settingsOf(NORTH)).toEqual(FIRST_DEIDENTIFICATION);
    for (let times = 0; times < 2; times += 1) expect((await save('ada@example.org', NORTH)).status).toBe(204);
    expect([await settingsOf(NORTH), await settingsOf(SOUTH)]).toEqual([SHIFTED, FIRST_DEIDENTIFICATION]);
  });

  test('cannot be changed by a member, in this team or another', async () => {
    expect((await save('bob@example.org', NORTH)).body.code).toBe('not_allowed');
    expect((await save('ada@example.org', SOUTH)).body.code).toBe('not_allowed');
    expect([await settingsOf(NORTH), await settingsOf(SOUTH)]).toEqual([FIRST_DEIDENTIFICATION, FIRST_DEIDENTIFICATION]);
  });

  test('gives all devices of a team one key, other teams another, and never the key for names', async () => {
    const rulesOf = async (email: string, host: string) =>
      (await server.ask('GET /services/c-upload/deidentification', await asked(email, host))).body;
    const [ofAda, ofBob] = [await rulesOf('ada@example.org', NORTH), await rulesOf('bob@example.org', NORTH)];
    expect(ofAda).toEqual({ settings: FIRST_DEIDENTIFICATION, key: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(ofBob).toEqual(ofAda);
    expect((await rulesOf('ada@example.org', SOUTH)).key).not.toBe(ofAda.key);
    const kept = await server.db.read.selectFrom('team').select('name_key').execute();
    expect(kept.map(({ name_key }) => name_key)).not.toContain(ofAda.key);
    await save('ada@example.org', NORTH);
    expect(await rulesOf('bob@example.org', NORTH)).toEqual({ settings: SHIFTED, key: ofAda.key });
  });

  describe('the pseudonym of a patient', () => {
    let bob: { host: string; token: string };
    beforeEach(async () => void (bob = await asked('bob@example.org', NORTH)));
    const names = async (...given: string[]) => {
      const body = { s: given.map((n, index) => ({ id: String(index), n })) };
      const answer = await server.ask('POST /services/c-upload/a', { ...bob, body });
      return answer.body.a.map(({ n }: { n: string }) => n) as string[];
    };

    test('is a running number, and the same for the same patient in every upload', async () => {
      expect(await names('Heron^Quiet', 'Finch^Loud', 'HERON^QUIET ')).toEqual(['Anonymous 1', 'Anonymous 2', 'Anonymous 1']);
      expect(await names('Wader^Shy', 'Finch^Loud')).toEqual(['Anonymous 3', 'Anonymous 2']);
    });

    test('is unique, also when two devices request one at the same time', async () => {
      const asking = Array.from({ length: 8 }, (_, index) => names(`Patient^${index}`));
      expect(new Set((await Promise.all(asking)).flat()).size).toBe(8);
    });

    test('is stored without the name', async () => {
      await names('Heron^Quiet');
      const rows = await server.db.read.selectFrom('anonymous_name').selectAll().execute();
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toMatch(/heron/i);
    });
  });
});
