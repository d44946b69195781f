import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeriesState, UploadProgress } from '#contract/entities.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { dropUpload } from './uploads-end.ts';
import { listUploads } from './uploads-list.ts';
import { uploadReceipt } from './uploads-receipt.ts';
import { registerStudy } from './uploads-register-study.ts';
import {
  createTestBench,
  packChunk,
  putSeriesInto,
  refusalOf,
  registerTestUpload,
  testFile,
  testStudy,
  type TestBench,
} from './uploads-test-bench.ts';
import { prepareUpload } from './uploads.ts';

describe.each(TEST_ENGINES)('the history on %s [CALL-054]', (engine) => {
  let bench: TestBench;
  beforeEach(async () => {
    bench = await createTestBench(engine);
  });
  afterEach(() => bench.close());

  const list = (asked: Partial<Parameters<typeof listUploads>[2]> = {}, caller = bench.eva) =>
    listUploads(bench.context, caller, { page: 1, ...asked });
  const sessionsOf = async (asked: Parameters<typeof list>[0], caller = bench.eva) =>
    (await list(asked, caller)).data.map((row) => row.session);
  const without = (caller: typeof bench.eva, ...gone: string[]) => ({
    ...caller,
    permissions: new Set([...caller.permissions].filter((permission) => !gone.includes(permission))),
  });
  const setStates = async (series: readonly { id: number }[], states: readonly SeriesState[]) => {
    for (const [n, state] of states.entries()) await putSeriesInto(bench, state, { id: series[n]!.id });
  };

  test('lists the uploads of the team, newest first, 30 per page [ENT-49, HIST-002]', async () => {
    for (let index = 0; index < 31; index += 1) {
      bench.clock.now += 1_000;
      await registerTestUpload(bench, { a: 2 }, { owner: index % 2 === 0 ? bench.eva : bench.tom });
    }
    await registerTestUpload(bench, { a: 2 }, { owner: bench.ute });
    const first = await list();
    expect([first.total, first.per_page, first.current_page, first.data.length]).toEqual([31, 30, 1, 30]);
    const behind = await list({ page: 3 });
    expect([behind.total, behind.data]).toEqual([31, []]);
    expect(first.data[0]).toMatchObject({
      user: 'Eva',
      name: 'Muster^Eva',
      files: 2,
      proved: 0,
      studies: 1,
      series: 1,
      size: 1000,
      state: 'upload',
      progress: 'sending',
      receipt: false,
      errors: 0,
      created_at: '2026-01-02 03:04:36',
      sent_at: null,
    });
    const second = await list({ page: 2 });
    expect(second.data.map((row) => row.id)).not.toContain(first.data[29]!.id);
    expect(second.data).toHaveLength(1);
    expect((await list({ page: 3 })).data).toEqual([]);
    expect((await list({}, bench.ute)).total).toBe(1);
  });

  test('shows when the last file was verified, unless the upload awaits more', async () => {
    const upload = await registerTestUpload(bench, { a: 1, b: 1 });
    const send = (chunk: number, seriesId: string) =>
      receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk }, [testFile(seriesId, seriesId, { seriesId })]));
    const sentAt = async () => (await list()).data[0]!.sent_at;
    bench.clock.now += 60_000;
    await send(0, 'a');
    expect(await sentAt()).toBeNull();
    bench.clock.now += 60_000;
    await send(1, 'b');
    expect(await sentAt()).toBe('2026-01-02 03:06:05');
    bench.clock.now += 60_000;
    await send(1, 'b');
    expect(await sentAt()).toBe('2026-01-02 03:06:05');
    await registerStudy(bench.context, bench.eva, testStudy(upload.session, { c: 1 }, { id: 'study-2' }));
    expect(await sentAt()).toBeNull();
  });

  test('shows the patient of the first study to those who may see studies', async () => {
    const upload = await registerTestUpload(bench, { a: 1 }, { patientName: 'Muster^Erste' });
    await registerStudy(bench.context, bench.eva, testStudy(upload.session, { b: 1 }, { id: 'study-2', patientName: 'Muster^Zweiter' }));
    expect((await list()).data).toMatchObject([{ name: 'Muster^Erste', studies: 2 }]);
    expect((await list({}, without(bench.eva, 'r:studies'))).data).toMatchObject([{ name: null, studies: 2 }]);
    await prepareUpload(bench.context, bench.eva, { id: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c01', started: 1 });
    expect((await list({ search: '0b54' })).data).toMatchObject([{ name: null, studies: 0, progress: 'sending' }]);
  });

  test('has one state for each upload, and filters exactly by it', async () => {
    const cases: [readonly SeriesState[], UploadProgress][] = [
      [['receiving', 'receiving'], 'sending'],
      [['receiving', 'converted'], 'sending'],
      [['receiving', 'error'], 'sending'],
      [['proved', 'proved'], 'proved'],
      [['proved', 'converting'], 'converting'],
      [['proved', 'error'], 'converting'],
      [['converting', 'converted'], 'converting'],
      [['converted', 'converted'], 'converted'],
      [['converted', 'error'], 'failed'],
      [['error', 'error'], 'failed'],
    ];
    for (const [states] of cases) {
      const { series } = await registerTestUpload(bench, { a: 1, b: 1 });
      await setStates(series, states);
    }
    await prepareUpload(bench.context, bench.eva, { id: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c01', started: 1 });
    const { data } = await list();
    expect(data.map((row) => row.progress).toReversed()).toEqual([...cases.map(([, word]) => word), 'sending']);
    for (const progress of ['sending', 'proved', 'converting', 'converted', 'failed'] as const)
      expect(await sessionsOf({ progress })).toEqual(data.filter((row) => row.progress === progress).map((row) => row.session));
  });

  test('is searched by patient, sender and beginning of the session id, all combined', async () => {
    const heron = await registerTestUpload(
      bench,
      { a: 1 },
      { patientName: 'Heron^Quiet', session: 'aaaa0000-5f3e-4c7e-9d5a-7f6f3a1b2c01' },
    );
    const plover = await registerTestUpload(
      bench,
      { a: 1 },
      { patientName: 'Plover^Calm', session: 'bbbb0000-5f3e-4c7e-9d5a-7f6f3a1b2c02', owner: bench.tom },
    );
    await registerTestUpload(bench, { a: 1 }, { patientName: 'Heron^Quiet', owner: bench.ute });
    expect(await sessionsOf({ search: 'quiet HERON' })).toEqual([heron.session]);
    expect(await sessionsOf({ search: 'quiet plover' })).toEqual([]);
    expect(await sessionsOf({ search: 'tom' })).toEqual([plover.session]);
    expect(await sessionsOf({ search: 'BBBB0000-5f' })).toEqual([plover.session]);
    expect(await sessionsOf({ search: '0000' })).toEqual([]);
    for (const pattern of ['%', '_', '\\', '^', ' ']) expect(await sessionsOf({ search: pattern })).toEqual([]);
    expect(await sessionsOf({ mine: '1' })).toEqual([heron.session]);
    expect(await sessionsOf({ mine: '1', search: 'plover' })).toEqual([]);
    expect(await list({ search: 'heron', progress: 'sending', mine: '1' })).toMatchObject({ total: 1 });
    expect(await list({ search: 'heron', progress: 'failed', mine: '1' })).toMatchObject({ total: 0 });
  });

  test('finds no patient for those who may not see studies', async () => {
    await registerTestUpload(bench, { a: 1 }, { patientName: 'Heron^Quiet' });
    expect(await sessionsOf({ search: 'heron' }, without(bench.eva, 'r:studies'))).toEqual([]);
    expect(await sessionsOf({ search: 'eva' }, without(bench.eva, 'r:studies'))).toHaveLength(1);
  });

  test('offers the receipt only to those who can get it', async () => {
    const { context, eva, tom } = bench;
    const upload = await registerTestUpload(bench, { a: 1 });
    const offered = async (caller: typeof eva) => (await list({}, caller)).data[0]!.receipt;
    expect(await offered(eva)).toBe(false);
    await receiveChunk(context, eva, packChunk({ ...upload, chunk: 0 }, [testFile('x', 'x', { seriesId: 'a' })]));
    expect(await offered(eva)).toBe(true);
    expect(await offered(without(eva, 'r:upload-v2') as typeof eva)).toBe(false);
    // Of the same name: it is the account that counts.
    await context.db.write((tx) => tx.updateTable('user').set({ name: 'Eva' }).execute());
    expect(await offered(tom)).toBe(false);
    expect(await refusalOf(uploadReceipt(context, tom, upload.session))).toEqual({ code: 'not_found' });
    // Its study is whole, so it stays; the receipt went with the upload.
    await setStates(upload.series, ['converted']);
    await dropUpload(context, eva, upload.session);
    expect(await list()).toMatchObject({ total: 1 });
    expect(await offered(eva)).toBe(false);
    expect(await refusalOf(uploadReceipt(context, eva, upload.session))).toEqual({ code: 'session_closed' });
  });
});
