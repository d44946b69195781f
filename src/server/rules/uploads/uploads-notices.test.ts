import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Converter } from '#server/conversion/converter.ts';
import { createNiftiAsSent } from '#server/conversion/nifti-as-sent.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner, type JobRunner } from '#server/jobs/job-runner.ts';
import { createConvertSeriesHandler } from '#server/rules/conversion/conversion-series-job.ts';
import { removeMembership } from '#server/rules/teams/membership.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { finishUploads } from './uploads-end.ts';
import { notifyOfFailures } from './uploads-notices.ts';
import {
  createTestBench,
  packChunk,
  putSeriesInto,
  registerTestUpload,
  testFile,
  type RegisteredUpload,
  type TestBench,
} from './uploads-test-bench.ts';
import { prepareUpload } from './uploads.ts';

describe.each(TEST_ENGINES)('the owner of an upload on %s', (engine) => {
  let bench: TestBench;
  let runner: JobRunner | null;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    runner = null;
  });
  afterEach(async () => {
    await runner?.stop('abandon');
    await bench.close();
  });

  /** Series whose client id says so fail. */
  async function convertAll(): Promise<void> {
    const dcm: Converter = {
      name: 'played 1.0',
      maxInputBytes: 1_000,
      convert: async ({ files }) =>
        files[0]!.name.startsWith('bad')
          ? { ok: false, why: 'It holds no picture.' }
          : { ok: true, volumes: [{ name: 'v', bytes: Buffer.from('v'), sidecar: null }] },
    };
    runner ??= startJobRunner(bench.context.jobs, {
      'convert-series': createConvertSeriesHandler(bench.context, { dcm, nii: createNiftiAsSent() }),
    });
    bench.context.jobs.wake();
    await runner.idle();
  }
  const register = (clientIds: string[]) => registerTestUpload(bench, Object.fromEntries(clientIds.map((clientId) => [clientId, 1])));
  const send = (upload: RegisteredUpload, chunk: number, seriesId: string) =>
    receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk }, [testFile(seriesId, `bytes of ${seriesId}`, { seriesId })]));
  async function sendAll(clientIds: string[]): Promise<RegisteredUpload> {
    const upload = await register(clientIds);
    for (const [index, seriesId] of clientIds.entries()) await send(upload, index, seriesId);
    return upload;
  }
  const rows = () => bench.context.db.read.selectFrom('notification').selectAll().orderBy('id').execute();
  const toldOf = () => bench.told.filter(({ event }) => event.startsWith('notification:')).map(({ to, payload }) => [to, payload]);
  const study = () => bench.context.db.read.selectFrom('study').select(['id', 'upload_id', 'uuid']).executeTakeFirstOrThrow();
  const finish = ({ studyUuid }: RegisteredUpload) => finishUploads(bench.context, bench.eva, [studyUuid]);

  test('is notified of its end once, however often the device reports it', async () => {
    const upload = await sendAll(['a']);
    await convertAll();
    expect(await rows()).toEqual([]);
    await Promise.all([finish(upload), finish(upload)]);
    await prepareUpload(bench.context, bench.eva, { id: upload.session, started: 1 });
    await finish(upload);
    const { upload_id: uploadId } = await study();
    const [told, ...others] = await rows();
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      team_id: bench.eva.teamId,
      user_id: bench.eva.userId,
      type_code: 'upload.complete',
      section: 'upload',
      url: `/studies-v2?bupload_id=${uploadId}`,
      model1_id: uploadId,
      model2_id: null,
      is_seen: 0,
    });
    expect(toldOf()).toEqual([[`member ${bench.eva.userId} of ${bench.eva.teamId}`, { id: told?.id }]]);
  });

  test('is not notified while a series has not ended', async () => {
    const upload = await sendAll(['a']);
    await finish(upload);
    expect(await rows()).toEqual([]);
    expect(toldOf()).toEqual([]);
  });

  test('is notified of failed series when the last one of the study has ended: one notification per study', async () => {
    await sendAll(['bad-1', 'a', 'bad-2']);
    await convertAll();
    const { id, upload_id: uploadId, uuid } = await study();
    expect(await rows()).toMatchObject([
      {
        user_id: bench.eva.userId,
        type_code: 'upload.convert.fail',
        description: '2 of 3 series could not be converted.',
        url: `/studies-v2?study=${uuid}`,
        model1_id: uploadId,
        model2_id: id,
      },
    ]);
    expect(toldOf()).toHaveLength(1);
  });

  test('is not notified of failed series while others are still to come', async () => {
    const upload = await register(['bad-1', 'a']);
    await send(upload, 0, 'bad-1');
    await convertAll();
    expect(await rows()).toEqual([]);
    await send(upload, 1, 'a');
    await convertAll();
    expect((await rows()).map((row) => row.description)).toEqual(['1 of 2 series could not be converted.']);
  });

  test('is not notified when every series became a volume', async () => {
    await sendAll(['a', 'b']);
    await convertAll();
    expect(await rows()).toEqual([]);
  });

  test('is notified again only when the number has changed', async () => {
    const { series } = await sendAll(['bad-1', 'a']);
    await convertAll();
    const again = () => bench.context.db.write((tx) => notifyOfFailures(tx, series[0]!.id, bench.clock.now));
    expect(await again()).toBeNull();
    await putSeriesInto(bench, 'error');
    expect(await again()).not.toBeNull();
    expect((await rows()).map((row) => row.description)).toEqual([
      '1 of 2 series could not be converted.',
      '2 of 2 series could not be converted.',
    ]);
  });

  test('is not notified after leaving the team, and the conversion ends as usual', async () => {
    const { teamId, userId } = bench.eva;
    await sendAll(['bad-1']);
    const connections = { endSignIn: () => undefined, recheckUser: () => undefined };
    await removeMembership({ ...bench.context, connections }, { teamId, userId });
    await convertAll();
    expect(await bench.context.db.read.selectFrom('series').select('state').execute()).toEqual([{ state: 'error' }]);
    expect(await rows()).toEqual([]);
    expect(toldOf()).toEqual([]);
  });

  test('gets no patient name in a notification, in its row or on the socket', async () => {
    const upload = await sendAll(['bad-1']);
    await bench.context.db.write((tx) =>
      tx.updateTable('study').set({ patient_name: 'HERON^QUIET', original_patient_name: 'HERON^QUIET' }).execute(),
    );
    await bench.context.db.write((tx) => tx.updateTable('series').set({ series_description: 'HERON t2' }).execute());
    await convertAll();
    await finish(upload);
    expect((await rows()).map((row) => row.type_code)).toEqual(['upload.convert.fail', 'upload.complete']);
    expect(JSON.stringify([await rows(), toldOf()])).not.toMatch(/heron|quiet/i);
  });
});
