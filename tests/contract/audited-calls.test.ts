import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALLS, type Call } from '#contract/calls.ts';
import { allRecords } from '#server/audit/audit-test-bench.ts';
import type { StoredRecord } from '#server/audit/record.ts';
import { verifyTrail } from '#server/audit/verify.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { TEST_PASSWORD, type Answered, type Asked } from '#server/test-server.ts';
import {
  credentialsFor,
  firstAnswer,
  NORTH,
  openContractServer,
  openDoor,
  requestOf,
  whoMay,
  type ContractServer,
} from './contract-server.ts';
import { registerUpload } from './upload-steps.ts';
import { firstAccepted, goldenOfCall } from './golden.ts';

/** Every call of the contract leaves a record, whether it is reached or refused. Read off the table of calls: a new one is asked as well. */
describe.each(TEST_ENGINES)('the audit record of a call on %s', (engine) => {
  let door: Awaited<ReturnType<typeof openDoor>>;
  beforeAll(async () => {
    door = await openDoor(engine);
  });
  afterAll(() => door.close());
  // What repeats is recorded once a minute. The passwords are always recent ones.
  beforeEach(async () => {
    door.clock.now += 60_000;
    await door.db.write((tx) => tx.updateTable('sign_in').set({ password_at: door.clock.now }).execute());
  });

  const ask = (name: string, call: Call, own: Asked): Promise<Answered> => {
    const golden = goldenOfCall(name);
    const request = requestOf(call, { params: firstAccepted(golden, 'params'), query: firstAccepted(golden, 'query') });
    const chunk = call.bodyKind === 'chunk' ? { payload: Buffer.from('any bytes') } : { body: firstAccepted(golden, 'body') };
    return door.ask(request, { ip: '10.0.0.9', ...chunk, ...own });
  };
  /** What came to the trail by this. */
  async function recordsOf(work: () => Promise<Answered>): Promise<[Answered, StoredRecord[]]> {
    const before = (await allRecords(door.db)).length;
    const answer = await work();
    return [answer, (await allRecords(door.db)).slice(before)];
  }

  const kindOf = (call: Call) => call.records ?? (call.method === 'GET' ? 'read' : 'write');
  const isOfNobody = (call: Call) => call.access === 'open' || call.access === 'ticket';
  const calls = Object.entries(CALLS) as [string, Call][];

  it.each(calls)('%s, reached', async (name, call) => {
    door.answerWith(firstAnswer(call, goldenOfCall(name)));
    // The sign-in is a real one there.
    const own = {
      ...credentialsFor(call, door),
      ...(name === 'login' ? { body: { email: 'ada@example.org', password: TEST_PASSWORD } } : {}),
    };
    const [answer, records] = await recordsOf(() => ask(name, call, own));
    expect([answer.status < 300, records]).toEqual([
      true,
      [
        expect.objectContaining({
          kind: kindOf(call),
          call: name,
          at: door.clock.now,
          result: 'done',
          user_id: (isOfNobody(call) || call.access === 'worker-key') && name !== 'login' ? null : whoMay(call, door).userId,
          team_id: isOfNobody(call) ? null : door.teams.north,
          address: '10.0.0.9',
        }),
      ],
    ]);
  });

  it.each(calls.filter(([, call]) => !isOfNobody(call)))('%s, refused by the guard', async (name, call) => {
    const [answer, records] = await recordsOf(() => ask(name, call, { host: NORTH }));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(records).toEqual([
      expect.objectContaining({ call: name, kind: kindOf(call), result: answer.body.code, user_id: null, team_id: null, subject: null }),
    ]);
  });

  it.each(calls.filter(([name]) => name !== 'login'))('%s, failed', async (name, call) => {
    door.answerWith(Symbol('what no call answers'));
    const [answer, records] = await recordsOf(() => ask(name, call, credentialsFor(call, door)));
    expect(answer.status).toBe(500);
    expect(records).toEqual([expect.objectContaining({ call: name, result: 'fault' })]);
  });

  it('of a failed sign-in names the account if there is one, and the answer does not', async () => {
    const login = (email: string) => recordsOf(() => ask('login', CALLS.login, { body: { email, password: 'not the password' } }));
    const [ofAda, adas] = await login('ada@example.org');
    const [ofNobody, nobodys] = await login('nobody@example.org');
    expect(ofAda.text).toBe(ofNobody.text);
    expect([...adas, ...nobodys].map(({ user_id, result }) => [user_id, result])).toEqual([
      [door.ada.userId, 'wrong_credentials'],
      [null, 'wrong_credentials'],
    ]);
    // Each time, known or not: a record for the one alone would tell by its time.
    expect((await login('nobody@example.org'))[1]).toHaveLength(1);
  });

  it('of a known user without access names the user', async () => {
    const eve = await door.addUser('eve@example.org', { [door.teams.south]: 1 });
    const { token } = await door.signIn('eve@example.org');
    const [, strangers] = await recordsOf(() => ask('teamMembers', CALLS.teamMembers, { host: NORTH, token }));
    expect(strangers).toEqual([expect.objectContaining({ user_id: eve, team_id: null, result: 'not_a_member' })]);
    const [, members] = await recordsOf(() => ask('teamMembers', CALLS.teamMembers, { host: 'south.app.localhost:8080', token }));
    expect(members).toEqual([expect.objectContaining({ user_id: eve, team_id: door.teams.south, result: 'not_allowed' })]);
  });

  it('also exists for a HEAD request', async () => {
    const [, records] = await recordsOf(() => door.ask('HEAD /api/structures/categories', { host: NORTH, token: door.ada.token }));
    expect(records).toEqual([expect.objectContaining({ call: 'categories', user_id: door.ada.userId })]);
  });

  it('is part of a complete chain at the end', async () => {
    expect(await verifyTrail(door.db.read, { after: 0 })).toMatchObject({ records: (await allRecords(door.db)).length, broken: null });
  });
});

describe.each(TEST_ENGINES)('the audit records of a change of several studies on %s', (engine) => {
  let server: ContractServer;
  beforeAll(async () => void (server = await openContractServer(engine)));
  afterAll(() => server.close());

  const recordsOf = async () => (await allRecords(server.db)).filter(({ call }) => call === 'changeStudies');

  it('name each study once, whether it was changed or refused [PCALL-80]', async () => {
    const studies = [(await registerUpload(server)).study.uuid, (await registerUpload(server)).study.uuid];
    const change = (folder: number | null) =>
      server.asAda('PUT /api/studies-v2/selection', { body: { studies: [...studies, studies[0]], folder } });
    await change(null);
    await change(999_999);
    const record = { kind: 'write', user_id: server.ada.userId, team_id: server.teams.north };
    const recorded = await recordsOf();
    expect(recorded.map(({ result, subject }) => `${result} ${subject}`).toSorted()).toEqual(
      studies.flatMap((uuid) => [`done ${uuid}`, `not_found ${uuid}`]).toSorted(),
    );
    for (const each of recorded) expect(each).toMatchObject(record);
    expect(await verifyTrail(server.db.read, { after: 0 })).toMatchObject({ broken: null });
  });

  it('are one without a study, if the call was refused before its input was read', async () => {
    const before = (await recordsOf()).length;
    await server.ask('PUT /api/studies-v2/selection', { host: NORTH, body: { studies: [randomUUID(), randomUUID()], folder: null } });
    expect((await recordsOf()).slice(before)).toEqual([expect.objectContaining({ subject: null, result: 'signed_out' })]);
  });
});
