import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backUp } from '#server/backup/back-up.ts';
import { createNewPlace, type NewPlace } from '#server/backup/backup-test-bench.ts';
import { noProgress } from '#server/backup/progress.ts';
import { restore } from '#server/backup/restore.ts';
import { createNiftiAsSent } from '#server/conversion/nifti-as-sent.ts';
import type { Converter } from '#server/conversion/converter.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { openObjects } from '#server/storage/open-objects.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { createConvertSeriesHandler } from '#server/rules/conversion/conversion-series-job.ts';
import { receiveChunk } from './chunk.ts';
import { finishUploads, healUploads } from '#server/rules/uploads/uploads-end.ts';
import { uploadStatus } from '#server/rules/uploads/uploads-status.ts';
import { uploadReceipt } from '#server/rules/uploads/uploads-receipt.ts';
import { prepareUpload } from '#server/rules/uploads/uploads.ts';
import {
  createTestBench,
  packChunk,
  refusalOf,
  registerTestUpload,
  testBytes,
  testFile,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';

const CHUNKS = [0, 1, 2, 3, 4, 5].map((chunk) => [0, 1].map((part) => testFile(`f${chunk}-${part}`, testBytes(400, chunk * 2 + part))));

describe.each(TEST_ENGINES)('missing objects on %s', (engine) => {
  let bench: TestBench;
  beforeEach(async () => void (bench = await createTestBench(engine)));
  afterEach(() => bench.close());

  /** The same server after a start: nothing of what it remembered is left. */
  const restarted = (): ServerContext => ({ ...bench.context, db: { ...bench.context.db } });
  const oneVolume: Converter = {
    name: 'played 1.0',
    maxInputBytes: 1_000_000,
    convert: () => Promise.resolve({ ok: true, volumes: [{ name: 'volume', bytes: Buffer.from('voxels'), sidecar: null }] }),
  };
  async function convertAll(context: ServerContext): Promise<void> {
    const handler = createConvertSeriesHandler(context, { dcm: oneVolume, nii: createNiftiAsSent() });
    const runner = startJobRunner(bench.context.jobs, { 'convert-series': handler });
    await runner.idle();
    await runner.stop('abandon');
  }
  async function converted() {
    const upload = await registerTestUpload(bench, { 'series-1': 2 });
    await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, [testFile('x', 'xx')]));
    await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 1 }, [testFile('y', 'yy')]));
    await convertAll(bench.context);
    await finishUploads(bench.context, bench.eva, [upload.studyUuid]);
    // Something else lies in the store: it is there.
    await bench.context.objects.write('team-9/other', Uint8Array.of(1));
    return upload;
  }
  const keyOf = async (name: string) =>
    (
      await bench.context.db.read
        .selectFrom('piece')
        .innerJoin('file', 'file.id', 'piece.file_id')
        .select('object_key')
        .where('client_file_id', '=', name)
        .executeTakeFirstOrThrow()
    ).object_key;

  test.each(['status', 'start', 'receipt'] as const)(
    'are found by the %s: the file is unverified, its finished upload is open, and files sent again are converted again',
    async (how) => {
      const upload = await converted();
      await bench.context.objects.remove(await keyOf('x'));
      const context = restarted();
      if (how === 'start') await healUploads(context);
      if (how === 'receipt') {
        const { studies } = await uploadReceipt(context, bench.eva, upload.session);
        expect(studies[0]!.files.map((file) => [file.name, file.proved])).toEqual([
          ['x.dcm', false],
          ['y.dcm', true],
        ]);
      }
      expect(await uploadStatus(how === 'start' ? bench.context : context, bench.eva, upload.session)).toMatchObject({
        state: 'upload',
        chunks: [1],
        files: [
          { file_id: 'x', received: 0, proved: false },
          { file_id: 'y', received: 2, proved: true },
        ],
        series: [{ state: 'receiving' }],
      });
      await prepareUpload(context, bench.eva, { id: upload.session, started: 1 });
      expect(await receiveChunk(context, bench.eva, packChunk({ ...upload, chunk: 0 }, [testFile('x', 'xx')]))).toMatchObject({
        proved: ['x'],
      });
      await convertAll(context);
      expect(await uploadStatus(context, bench.eva, upload.session)).toMatchObject({ state: 'finished', chunks: [0, 1] });
      expect(await context.db.read.selectFrom('volume').select('name').execute()).toHaveLength(1);
    },
  );

  test('a missing volume is made again from the files', async () => {
    const upload = await converted();
    const { object_key } = await bench.context.db.read.selectFrom('volume').select('object_key').executeTakeFirstOrThrow();
    await bench.context.objects.remove(object_key);
    const context = restarted();
    await healUploads(context);
    expect(await uploadStatus(context, bench.eva, upload.session)).toMatchObject({ state: 'converting', series: [{ state: 'proved' }] });
    await convertAll(context);
    expect(await context.objects.size(object_key)).toBe(6);
  });

  test('found during a conversion make the series wait for its files, not end in error', async () => {
    const upload = await registerTestUpload(bench, { 'series-1': 1 });
    await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, [testFile('x', 'xx')]));
    await bench.context.objects.write('team-9/other', Uint8Array.of(1));
    await bench.context.objects.remove(await keyOf('x'));
    await convertAll(bench.context);
    expect((await uploadStatus(bench.context, bench.eva, upload.session)).series).toMatchObject([{ state: 'receiving' }]);
  });

  test('an empty store counts as unavailable: nothing is changed, and it is reported', async () => {
    const upload = await converted();
    const kept = join(bench.diskFolder, '..', `away-${upload.session}`);
    await cp(bench.diskFolder, kept, { recursive: true });
    for (const name of await readdir(bench.diskFolder))
      if (name !== '_incoming') await rm(join(bench.diskFolder, name), { recursive: true });
    const context = restarted();
    await expect(healUploads(context)).rejects.toThrow('unavailable');
    expect(await refusalOf(uploadStatus(context, bench.eva, upload.session))).toEqual({ code: 'unavailable' });
    await cp(kept, bench.diskFolder, { recursive: true });
    await rm(kept, { recursive: true });
    await healUploads(context);
    expect(await uploadStatus(context, bench.eva, upload.session)).toMatchObject({ state: 'finished', chunks: [0, 1] });
  });
});

describe.each(TEST_ENGINES)('a backup of %s as in docs/deployment.md: the rows online, the objects afterwards', (engine) => {
  let bench: TestBench;
  let place: NewPlace;
  let backup: string;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    place = await createNewPlace(engine, 'disk');
    backup = await mkdtemp(join(tmpdir(), 'lightship-backup-'));
  });
  afterEach(async () => {
    await bench.close();
    await place.drop();
    await rm(backup, { recursive: true, force: true });
  });

  function takeBackup(): Promise<unknown> {
    const { diskFolder, databasePlace } = bench;
    const objects = { kind: 'disk', folder: diskFolder } as const;
    return backUp({ dataFolder: diskFolder, database: databasePlace, objects }, backup, noProgress);
  }

  test.each([0, 1, 3, 6])(
    'taken after chunk %i of 6 and restored: the status is true and everything is sent again [BACK-14, BACK-15]',
    async (at) => {
      const upload = await registerTestUpload(bench, { 'series-1': 12 });
      const send = (context: ServerContext, chunk: number) =>
        receiveChunk(context, bench.eva, packChunk({ ...upload, chunk }, CHUNKS[chunk]!));
      for (let chunk = 0; chunk < at; chunk += 1) await send(bench.context, chunk);
      const rest = Promise.all(CHUNKS.map((_, chunk) => (chunk < at ? undefined : send(bench.context, chunk))));
      await Promise.all([takeBackup(), rest]);

      await restore(backup, place.installation, { progress: noProgress });
      const opened = await openDatabase(place.installation.database);
      if (!opened.ok) throw new Error(opened.why);
      const objects = await openObjects(place.installation.objects);
      const context: ServerContext = { ...bench.context, db: opened.db, objects, jobs: createJobQueue(opened.db) };
      await healUploads(context);
      const status = await uploadStatus(context, bench.eva, upload.session);
      expect(status.chunks.length).toBeGreaterThanOrEqual(at);
      // Whatever it says is proved can be read back.
      const receipt = await uploadReceipt(context, bench.eva, upload.session);
      expect(receipt.studies[0]!.files.filter((file) => file.proved)).toHaveLength(status.chunks.length * 2);
      for (const row of await opened.db.read.selectFrom('piece').selectAll().execute()) {
        expect(await objects.read(row.object_key, row.object_offset, row.length)).toHaveLength(row.length);
      }
      for (let chunk = 0; chunk < 6; chunk += 1) await send(context, chunk);
      expect((await uploadStatus(context, bench.eva, upload.session)).files.every((file) => file.proved)).toBe(true);
      expect(await opened.db.read.selectFrom('piece').select('file_id').execute()).toHaveLength(12);
      await opened.db.close();
    },
  );
});
