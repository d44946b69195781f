import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecognisedSeries } from '#contract/recognition.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Recogniser } from '#server/recognition/recogniser.ts';
import { openTestServer, type TestServer } from '#server/test-server.ts';

const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';
const HEADER = {
  ...{ modality: 'MR', imageType: [], sopClass: '', orientation: null, isOneStack: true, images: 1, sliceThickness: null },
  ...{ mr: { echoTime: null, repetitionTime: null, bValues: [] }, terms: [], plane: null },
};
const HOST = 'north.app.localhost:8080';

describe.each(TEST_ENGINES)('a recognition on %s', (engine) => {
  let server: TestServer;
  let member: { userId: number; teamId: number };
  let token: string;
  let prompts: string[];
  /** Ends what the recogniser is at. */
  let answerWith: (series: RecognisedSeries[] | Error) => void;
  let wasStopped: boolean;

  beforeEach(async () => {
    [prompts, wasStopped] = [[], false];
    const recogniser: Recogniser = {
      models: { text: null, image: null },
      headers: (_study, prompt, signal) =>
        new Promise((resolve, reject) => {
          prompts.push(prompt);
          answerWith = (series) => (series instanceof Error ? reject(series) : resolve(series));
          signal.addEventListener('abort', () => {
            wasStopped = true;
            reject(signal.reason as Error);
          });
        }),
      grid: async () => [],
    };
    server = await openTestServer(engine, { recogniser });
    const teamId = await server.addTeam('north');
    member = { teamId, userId: await server.addUser('ada@example.org', { [teamId]: 5 }) };
    token = (await server.signIn('ada@example.org', HOST)).token;
    server.told.length = 0;
  });
  afterEach(() => server.close());

  const ask = async (): Promise<string> => {
    const body = { studies: [{ i: UUID, m: 'MR', s: [{ ui: UUID, fui: UUID, h: HEADER }] }] };
    const path = `POST /services/llm/prompts?wsid=${server.socketOf(member)}`;
    const answer = await server.ask(path, { host: HOST, token, body });
    await expect.poll(() => prompts.length).toBe(1);
    return answer.body.data[0].id;
  };
  const stateOf = async (id: string) =>
    (await server.db.read.selectFrom('recognition').select('state').where('id', '=', id).executeTakeFirst())?.state;

  it('that is cancelled sends nothing, and its recogniser stops', async () => {
    const id = await ask();
    await server.ask(`POST /services/llm/cancel-prompt/${id}`, { host: HOST, token });
    await server.recognised();
    expect([wasStopped, server.told, await stateOf(id)]).toEqual([true, [], 'cancelled']);
  });

  it('that fails sends nothing, and is reported to the platform administrator', async () => {
    const id = await ask();
    answerWith(new Error('broken'));
    await server.recognised();
    expect(server.told).toEqual([{ to: 'recognition', event: 'fault', payload: 'Error: broken' }]);
    expect(await stateOf(id)).toBe('failed');
  });

  it('returns only what was requested', async () => {
    const id = await ask();
    const other = UUID.replace('0b', '0c');
    answerWith([UUID, other].map((ui) => ({ ui, acquisition: 'T2W', score: 0.8 })));
    await server.recognised();
    expect(server.told.map(({ payload }) => payload)).toEqual([{ id, i: UUID, series: [{ ui: UUID, acquisition: 'T2W', score: 0.8 }] }]);
  });

  it("uses the active version of its prompt, else the server's default", async () => {
    await server.db.write((tx) =>
      tx
        .insertInto('ai_prompt')
        .values({ modality: 'MR', type: 'text', version: 1, text: 'Ours.', active_key: 'MR text', created_by: null, created_at: 0 })
        .execute(),
    );
    await ask();
    answerWith([]);
    await server.recognised();
    await server.db.write((tx) => tx.updateTable('ai_prompt').set({ active_key: null }).execute());
    const first = prompts.splice(0);
    await ask();
    answerWith([]);
    expect([first, prompts[0]!.startsWith('You tell which acquisition')]).toEqual([['Ours.'], true]);
  });

  it('stores a row of ids for a day, and no header', async () => {
    const id = await ask();
    answerWith([]);
    await server.recognised();
    const row = await server.db.read.selectFrom('recognition').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(Object.keys(row).toSorted()).toEqual(['created_at', 'id', 'state', 'study', 'team_id', 'type', 'user_id']);
    server.clock.now += 86_400_001;
    prompts.length = 0;
    await ask();
    answerWith([]);
    expect(await stateOf(id)).toBeUndefined();
  });
});
