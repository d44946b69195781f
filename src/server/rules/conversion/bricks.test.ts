import { inflateRawSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { bytesToBrick } from '#imaging/volume/brick-bytes.ts';
import { readBrickIndex } from '#imaging/volume/brick-file.ts';
import { placeBrick } from '#imaging/volume/bricks.ts';
import { createBrickPacker } from '#server/conversion/brick-packer.ts';
import type { BrickPacker, Converter } from '#server/conversion/converter.ts';
import { createNiftiAsSent } from '#server/conversion/nifti-as-sent.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { takeInventoryAgain } from '#server/rules/receive/inventory.ts';
import { namedAmong } from '#server/rules/receive/strays.ts';
import { queueConversion } from '#server/rules/receive/series.ts';
import { volumeBricks, volumeFile } from '#server/rules/studies/studies-bytes.ts';
import { seriesOfStudy } from '#server/rules/studies/studies-detail.ts';
import { deleteStudy } from '#server/rules/studies/deleted-studies.ts';
import { createRemoveStudyHandler } from '#server/rules/studies/remove-study-job.ts';
import { teamBytes } from '#server/rules/uploads/uploads-quota.ts';
import {
  createTestBench,
  packChunk,
  refusalOf,
  registerTestUpload,
  sha256Of,
  testFile,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
import { startFakeS3, type FakeS3 } from '#server/storage/fake-s3.ts';
import { openS3 } from '#server/storage/s3.ts';
import { createConvertSeriesHandler } from './conversion-series-job.ts';

/** 4.8 MB, more than what is read as a whole. */
const DIMS = [130, 140, 131];
const made = (seed: number): Uint8Array => writeNifti({ dims: DIMS, voxel: (at) => ((at * 7919 + seed) % 4001) - 2000 });
const MONTH_MS = 31 * 86_400_000;

describe.each(TEST_ENGINES)('the bricks of a volume on %s', { timeout: 60_000 }, (engine) => {
  let bench: TestBench;
  let upload: RegisteredUpload;
  let fake: FakeS3 | null;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    upload = await registerTestUpload(bench, { a: 1 });
    await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, [testFile('x', 'x', { seriesId: 'a' })]));
    fake = null;
  });
  afterEach(async () => {
    await bench.close();
    await fake?.close();
  });

  async function convert(bytes: Uint8Array, packer = createBrickPacker()): Promise<void> {
    const dcm: Converter = {
      name: 'played',
      maxInputBytes: 1_000_000,
      convert: async () => ({ ok: true, volumes: [{ name: 'v', bytes, sidecar: null }] }),
    };
    const handler = createConvertSeriesHandler(bench.context, { dcm, nii: createNiftiAsSent() }, 'every', null, null, packer);
    const runner = startJobRunner(bench.context.jobs, { 'convert-series': handler });
    await runner.idle();
    await runner.stop('abandon');
  }
  async function convertAgain(bytes: Uint8Array, packer = createBrickPacker()): Promise<void> {
    await bench.context.db.write(async (tx) => {
      await tx.updateTable('series').set({ state: 'proved' }).execute();
      const row = await tx.selectFrom('upload').selectAll().executeTakeFirstOrThrow();
      const { id } = await tx.selectFrom('series').select('id').executeTakeFirstOrThrow();
      await queueConversion(tx, bench.context.jobs, row, id);
    });
    await convert(bytes, packer);
  }
  const volume = () => bench.context.db.read.selectFrom('volume').selectAll().executeTakeFirstOrThrow();
  async function keys(): Promise<string[]> {
    const listed: string[] = [];
    for await (const { key } of bench.context.objects.list('')) if (!key.includes('chunk-')) listed.push(key);
    return listed.sort();
  }

  async function voxelsOfBricks(): Promise<Buffer> {
    const { id } = await volume();
    const { size, sha256, stream } = await volumeBricks(bench.context, bench.eva, id);
    const read = (offset: number, length: number): Promise<Buffer> => buffer(stream(offset, length));
    expect(sha256Of(await read(0, size!))).toBe(sha256);
    const tail = (await seriesOfStudy(bench.context, bench.eva, upload.studyUuid))[0]!.volumes[0]!.bricks!.tail;
    const index = readBrickIndex(await read(size! - tail, tail), size!)!;
    const [full] = index.levels;
    const voxels = new Int16Array(full!.size[0] * full!.size[1] * full!.size[2]);
    for (const brick of full!.bricks) {
      placeBrick(voxels, full!.size, brick, bytesToBrick(inflateRawSync(await read(brick.offset, brick.length)), index.type));
    }
    return Buffer.from(voxels.buffer);
  }

  test.each(['the disk', 'a bucket'])('are written to %s by its conversion, and are its voxels [ANN-54]', async (place) => {
    if (place === 'a bucket') {
      fake = await startFakeS3();
      bench.context.objects = await openS3(fake.place, { partBytes: 5 * 1024 ** 2 });
      upload = await registerTestUpload(bench, { b: 1 });
      await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, [testFile('x', 'x', { seriesId: 'b' })]));
      await bench.context.db.write((tx) => tx.deleteFrom('job').where('id', '=', 1).execute());
    }
    const bytes = made(1);
    await convert(bytes);
    expect(Buffer.compare(await voxelsOfBricks(), bytes.subarray(352))).toBe(0);
    const { size, bricks_size: bricks } = await volume();
    expect(size).toBe(bytes.length);
    // Counted in the storage of the team, with the two files of one byte.
    expect(await teamBytes(bench.context.db.read, bench.eva.teamId)).toBe(
      size +
        bricks! +
        Number(
          (
            await bench.context.db.read
              .selectFrom('series')
              .select((eb) => eb.fn.sum('total_bytes').as('b'))
              .executeTakeFirstOrThrow()
          ).b,
        ),
    );
  });

  test('stay as they are when the same volume is converted again, and go with a volume that is replaced [ANN-54]', async () => {
    await convert(made(1));
    const first = await volume();
    await convertAgain(made(1), { ...createBrickPacker(), pack: () => Promise.reject(new Error('must not be asked')) });
    const { id: _, created_at: __, ...again } = await volume();
    expect(first).toMatchObject(again);
    await convertAgain(made(2));
    const second = await volume();
    expect(second.bricks_key).not.toBe(first.bricks_key);
    expect(await keys()).toEqual([second.bricks_key, second.object_key].sort());
  });

  test('are missing where packing crashes or the volume is small: the volume is there all the same', async () => {
    const crash: BrickPacker['pack'] = async (_, __, take) => {
      await take(new Uint8Array(1000));
      throw new Error('crash');
    };
    await convert(made(1), { isFor: () => true, pack: crash });
    const { id, object_key: key, bricks_key: bricks } = await volume();
    expect([bricks, await keys()]).toEqual([null, [key]]);
    expect(await refusalOf(volumeBricks(bench.context, bench.eva, id))).toEqual({ code: 'not_found' });
    expect((await volumeFile(bench.context, bench.eva, id)).size).toBe(made(1).length);
    await convertAgain(writeNifti({ dims: [4, 4, 8] }));
    expect(await volume()).toMatchObject({ bricks_key: null, size: 352 + 256 });
  });

  test('fail the conversion only if the store cannot keep them', async () => {
    const { objects } = bench.context;
    const write: typeof objects.write = (key, bytes) =>
      typeof key === 'string' && key.endsWith('.bricks') ? Promise.reject(new Error('away')) : objects.write(key, bytes);
    bench.context.objects = { ...objects, write };
    await convert(made(1));
    expect(await bench.context.db.read.selectFrom('volume').select('id').execute()).toEqual([]);
  });

  test('that are lost are forgotten, and the volume stays', async () => {
    await convert(made(1));
    const before = await volume();
    expect(await namedAmong(bench.context.db.read, [before.bricks_key!])).toEqual(new Set([before.bricks_key]));
    await bench.context.objects.remove(before.bricks_key!);
    await takeInventoryAgain(bench.context, await bench.context.db.read.selectFrom('upload').selectAll().executeTakeFirstOrThrow());
    expect(await volume()).toMatchObject({ id: before.id, object_key: before.object_key, bricks_key: null, bricks_size: null });
  });

  test('are seen by the members of the team only, and are removed with the study', async () => {
    await convert(made(1));
    const { id } = await volume();
    expect(await refusalOf(volumeBricks(bench.context, bench.ute, id))).toEqual({ code: 'not_found' });
    await deleteStudy(bench.context, bench.eva, upload.studyUuid);
    expect(await refusalOf(volumeBricks(bench.context, bench.eva, id))).toEqual({ code: 'not_found' });
    bench.clock.now += MONTH_MS;
    const handler = createRemoveStudyHandler(bench.context, () => Promise.resolve());
    const runner = startJobRunner(bench.context.jobs, { 'remove-study': handler }, { lanes: [['remove-study']] });
    await runner.idle();
    await runner.stop('abandon');
    expect(await keys()).toEqual([]);
  });
});
