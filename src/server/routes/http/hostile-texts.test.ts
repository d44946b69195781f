import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chunkHeaderToBytes } from '#contract/chunk.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Answered, AnyJson, Asked } from '#server/test-server.ts';
import { firstAccepted, goldenOfCall } from '#tests/contract/golden.ts';
import { NORTH, openContractServer, type ContractServer } from '#tests/contract/contract-server.ts';
import { SCRIPT_PAYLOADS } from '#tests/fixtures/script-payloads.ts';

const PAYLOADS = Object.entries(SCRIPT_PAYLOADS);
const FILE = Buffer.from('one file');

/** Stored texts have no NUL and no half of a surrogate pair: databases have no place for them. */
const stored = (text: string): string => text.replaceAll('\0', '').toWellFormed();
const inAddress = (text: string): string => encodeURIComponent(text.toWellFormed());

describe.each(TEST_ENGINES)('texts that would be harmful if they were interpreted, on %s', (engine) => {
  let server: ContractServer;
  const lines: string[] = [];

  beforeAll(async () => {
    server = await openContractServer(engine, { settings: { registration: 'open' }, log: { write: (line) => void lines.push(line) } });
  });
  afterAll(() => server.close());

  /** Whatever was sent: an answer in our form, which nothing can be made of but JSON. */
  async function ask(request: string, asked: Asked = {}): Promise<Answered> {
    lines.length = 0;
    const answer = await server.ask(request, { host: NORTH, token: server.ada.token, ...asked });
    const isEmpty = answer.status === 204;
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-security-policy': expect.any(String) });
    if (!isEmpty) expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(JSON.stringify(answer.headers)).not.toMatch(/hurt|evil/);
    // One line a request, each a JSON of its own, and none of the texts in it.
    expect(lines.map((line) => JSON.parse(line) as unknown)).toHaveLength(1);
    expect(lines[0]).not.toMatch(/hurt|evil|Heron|passwd|drop table/);
    return answer;
  }

  /** Fields are named, values never. */
  function expectNamed(answer: Answered): void {
    expect(answer.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(answer.text).not.toMatch(/hurt|evil|Heron|passwd|drop table/);
  }

  async function register(text: string, sentId: string): Promise<{ answer: Answered; session: string }> {
    const { body: prepared } = await ask('POST /api/c-upload', { body: { action: 'prepare', id: randomUUID(), started: 1 } });
    const body = structuredClone(firstAccepted(goldenOfCall('registerStudy'), 'body')) as AnyJson;
    const [series] = body.study.series;
    Object.assign(body, { session_id: prepared.session, studyInstanceUid: text.slice(0, 64) });
    Object.assign(body.study, {
      id: sentId,
      patientName: text,
      originalPatientName: text,
      patientSex: text.slice(0, 16),
      studyDate: text.slice(0, 32),
      studyTime: text.slice(0, 32),
      modality: text.slice(0, 16),
      series: [{ ...series, id: sentId, seriesInstanceUid: text.slice(0, 64), seriesNumber: text.slice(0, 32) }],
    });
    Object.assign(body.study.series[0], { seriesDescription: text, modalityCode: text.slice(0, 16), files: [text], file_count: 1 });
    return { answer: await ask('POST /api/upload/studies?version=2', { body }), session: prepared.session };
  }

  function pack(session: string, studyUuid: string, name: string, sentId: string): Buffer {
    const part = { file_id: sentId, name, serie_id: sentId, size: FILE.length, offset: 0, length: FILE.length, enc: '' as const };
    const sha256 = createHash('sha256').update(FILE).digest('hex');
    const parts = [{ ...part, plain: FILE.length, crc: crc32(FILE), sha256 }];
    return Buffer.concat([chunkHeaderToBytes({ v: 1, session_id: session, chunk: 0, preview: 'client', studyUuid, parts }), FILE]);
  }

  test.each(PAYLOADS)('in a study and its files: %s', async (_name, text) => {
    // What cannot come back as it was sent is no id; the test of ids looks at those.
    const sentId = text.isWellFormed() && !text.includes('\0') ? text.slice(0, 200) : 'plain';
    const { answer, session } = await register(text, sentId);
    if (text.length > 1024) {
      expect(answer.status).toBe(422);
      expectNamed(answer);
      return;
    }
    expect(answer.status).toBe(200);
    const { study, series } = answer.body;
    expect(series[0].clientId).toBe(sentId);

    const chunk = await ask('POST /services/c-upload/file', { payload: pack(session, study.uuid, text, sentId) });
    expect([chunk.status, chunk.body.proved]).toEqual([200, [sentId]]);
    const status = await ask(`GET /services/c-upload/status/${session}`);
    expect(status.body.files).toMatchObject([{ file_id: sentId, proved: true }]);
    const receipt = await ask(`GET /services/c-upload/receipt/${session}`);
    expect(receipt.body.studies[0].files).toMatchObject([{ name: stored(text) }]);

    const { body: listed } = await ask(`GET /api/studies-v2/${study.id}`);
    expect(listed.data).toMatchObject({ data: { patientName: stored(text) }, originalPatientName: stored(text) });
    expect(listed.data.series[0]).toMatchObject({ seriesDescription: stored(text), modalityCode: stored(text.slice(0, 16)) });
  });

  test.each(PAYLOADS)('in a search: %s', async (_name, text) => {
    const answer = await ask(`GET /api/studies-v2?search=${inAddress(text)}`);
    expect(answer.status).toBe(stored(text).length > 200 ? 422 : 200);
    if (answer.status === 422) expectNamed(answer);
  });

  test.each(PAYLOADS)('in an invitation: %s', async (_name, text) => {
    const emails = [{ email: text, role_id: 1 }];
    const answer = await ask('POST /api/invitations/save-item', { body: { emails, team_id: server.teams.north } });
    expect(answer.status).toBe(text.length > 254 ? 422 : 400);
    expectNamed(answer);
  });

  test.each(PAYLOADS)('in an account: %s', async (_name, text) => {
    const password = 'a long enough password';
    const at = PAYLOADS.findIndex(([, one]) => one === text);
    const email = `person-${at}@example.org`;
    const account = { name: text, email, password, password_confirmation: password };
    const made = await ask('POST /api/register', { host: 'app.localhost:8080', body: account });
    if (text.length > 200) {
      expect([made.status, Object.keys(made.body.errors)]).toEqual([422, ['name']]);
      expectNamed(made);
      return;
    }
    expect(made.status).toBe(200);
    const user = await ask('GET /api/user', { host: 'app.localhost:8080', token: made.body.token });
    expect(user.body).toMatchObject({ name: stored(text).trim(), teams: [] });

    const noEmail = await ask('POST /api/register', { ip: `10.0.2.${at}`, body: { ...account, email: `${text}@example.org` } });
    if (noEmail.status !== 200) expectNamed(noEmail);
    const noSlug = await ask('POST /api/setup', {
      ip: `10.0.3.${at}`,
      body: { ...account, code: text.slice(0, 64), team: { title: text, slug: text } },
    });
    expect(noSlug.status).toBeGreaterThanOrEqual(400);
    expectNamed(noSlug);
    expect((await ask('POST /api/login', { ip: `10.0.4.${at}`, body: { email: text, password: text } })).status).toBe(422);
  });

  test.each(PAYLOADS)('in a team: %s', async (_name, text) => {
    const title = stored(text);
    await server.db.write((tx) => tx.updateTable('team').set({ title }).where('slug', '=', 'north').execute());
    expect((await ask('GET /api/teams/north')).body.title).toBe(title);
  });

  test.each(PAYLOADS)('in place of an address: %s', async (_name, text) => {
    const part = inAddress(text);
    for (const [path, statuses] of [
      [`studies/${part}/check`, [200, 404]],
      [`studies-v2/${part}`, [404]],
      [`teams/${part}`, [404]],
      [`teams/get-item?slug=${part}`, [404, 422]],
      [`${part}`, [400, 404]],
      [`studies-v2?page=${part}&bupload_id=${part}`, [422]],
      [`changes?since=${part}`, [422]],
    ] as const) {
      const answer = await ask(`GET /api/${path}`);
      expect([path, statuses]).toEqual([path, expect.arrayContaining([answer.status])]);
      if (answer.status !== 200) expectNamed(answer);
    }
    for (const path of ['status', 'receipt']) expect((await ask(`GET /services/c-upload/${path}/${part}`)).status).toBe(404);
  });

  /** All that may stand in a header at all (RFC 9110, 5.5). */
  const inHeaders = PAYLOADS.filter(([, text]) => /^[\t\x20-\x7e\x80-\xff]{1,2000}$/.test(text));
  test.each(inHeaders)('in headers: %s', async (_name, text) => {
    for (const header of ['team', 'authorization', 'origin', 'host', 'x-forwarded-host', 'cookie', 'content-type', 'token', 'upload']) {
      const answer = await ask('POST /api/c-upload', {
        body: { action: 'prepare', id: randomUUID(), started: 1 },
        headers: { [header]: text },
      });
      expect([200, 400, 401, 403, 404]).toContain(answer.status);
      if (answer.status !== 200) expectNamed(answer);
    }
  });
});
