import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filledTrail } from '#server/audit/audit-test-bench.ts';
import type { Converter } from '#server/conversion/converter.ts';
import { createNiftiAsSent } from '#server/conversion/nifti-as-sent.ts';
import type { Engine } from '#server/db/dialect.ts';
import type { DatabasePlace } from '#server/db/open-database.ts';
import { createTestPlace } from '#server/db/test-database.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { createConvertSeriesHandler } from '#server/rules/conversion/conversion-series-job.ts';
import { makeFolder, moveFiles } from '#server/rules/file-areas/change-files.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { finishUploads } from '#server/rules/uploads/uploads-end.ts';
import {
  createTestBench,
  packChunk,
  registerTestUpload,
  testBytes,
  testFile,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
import { startFakeS3, type FakeS3 } from '#server/storage/fake-s3.ts';
import { OBJECT_LIST } from './backup-folder.ts';
import type { Installation } from './installation.ts';
import { readManifest, type Manifest } from './manifest.ts';

export type StoreKind = 'disk' | 's3';

/** Above 2^53, where numbers are rounded. */
export const LARGE = 9_007_199_254_740_993n;
/** Quotes, line ends that JSON does not escape, an unpaired quote, something that looks like SQL. */
export const HOSTILE = `O'Brien "x" \\ \u2028\u2029\r\n\t 漢字 🩻 {"bytes":"AA=="} $1 ?; drop table study --`;

export interface UsedInstallation {
  bench: TestBench;
  installation: Installation;
  upload: RegisteredUpload;
}

const oneVolume: Converter = {
  name: 'played 1.0',
  maxInputBytes: 1_000_000,
  convert: () => Promise.resolve({ ok: true, volumes: [{ name: 'volume', bytes: Buffer.from('voxels'), sidecar: null }] }),
};

/** A running server with a converted upload, another that is half sent, an audit trail, and deleted rows whose numbers are not used again. */
export async function createUsedInstallation(engine: Engine): Promise<UsedInstallation> {
  const bench = await createTestBench(engine);
  const { context, eva } = bench;
  const upload = await registerTestUpload(bench, { 'series-1': 3 }, { patientName: HOSTILE.replaceAll(/[\r\n\t]/g, '') });
  for (const chunk of [0, 1, 2]) {
    const file = testFile(`f${chunk}`, testBytes(900, chunk));
    await receiveChunk(context, eva, packChunk({ ...upload, chunk }, [file]));
  }
  const runner = startJobRunner(context.jobs, {
    'convert-series': createConvertSeriesHandler(context, { dcm: oneVolume, nii: createNiftiAsSent() }),
  });
  await runner.idle();
  await runner.stop('abandon');
  await finishUploads(context, eva, [upload.studyUuid]);
  const half = await registerTestUpload(bench, { 'series-1': 2 }, { studyInstanceUid: '1.2.4' });
  await receiveChunk(context, eva, packChunk({ ...half, chunk: 0 }, [testFile('h0', testBytes(500, 9))]));
  // The folder that holds the other has the later number.
  const administrator = { ...eva, team: eva };
  for (const dir of ['/north/in', '/north/out']) await makeFolder(context, administrator, { dir }, () => undefined);
  await moveFiles(context, administrator, { paths: ['/north/in'], to: '/north/out' }, () => undefined);
  await filledTrail(context.db, context.now, 30);
  await context.db.write(async (tx) => {
    const { id } = await tx
      .insertInto('label')
      .values({ team_id: eva.teamId, name: HOSTILE, name_key: 'x', color: '#112233', created_at: 0, updated_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('label').where('id', '=', id).execute();
    await tx
      .insertInto('label')
      .values({ team_id: eva.teamId, name: HOSTILE, name_key: 'y', color: '', created_at: LARGE as unknown as number, updated_at: -1 })
      .execute();
    await tx.deleteFrom('label').where('name_key', '=', 'z').execute();
    await tx
      .updateTable('series')
      .set({ slice_thickness: 0.1 + 0.2, acquisition_score: 1e-300 })
      .where('id', '=', upload.series[0]!.id)
      .execute();
  });
  const { diskFolder, databasePlace } = bench;
  return {
    bench,
    upload,
    installation: { dataFolder: diskFolder, database: databasePlace, objects: { kind: 'disk', folder: diskFolder } },
  };
}

export interface NewPlace {
  installation: Installation;
  /** With a bucket. */
  fake: FakeS3 | null;
  drop(): Promise<void>;
}

/** Where a new installation can be made. */
export async function createNewPlace(engine: Engine, store: StoreKind): Promise<NewPlace> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lightship-new-'));
  const { place, drop } = await createTestPlace(engine);
  const database: DatabasePlace = place.engine === 'sqlite' ? { engine: 'sqlite', folder: join(dataFolder, 'database') } : place;
  const fake = store === 's3' ? await startFakeS3() : null;
  return {
    fake,
    installation: {
      dataFolder,
      database,
      objects: fake === null ? { kind: 'disk', folder: join(dataFolder, 'objects') } : { kind: 's3', ...fake.place },
    },
    async drop() {
      await fake?.close();
      await drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Everything that a backup says about its rows and objects: two installations with the same content have the same. */
export async function contentOf(folder: string): Promise<{ tables: Manifest['tables']; objects: string[] }> {
  const manifest = (await readManifest(folder))!;
  const list = await readFile(join(folder, manifest.snapshot, OBJECT_LIST), 'utf8');
  return { tables: manifest.tables, objects: list.trim().split('\n').toSorted() };
}
