import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLocalDisk } from '#server/storage/local-disk.ts';
import { createLossyDisk, type LossyDiskOptions } from '#server/storage/lossy-disk.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { uploadStatus } from '#server/rules/uploads/uploads-status.ts';
import {
  createTestBench,
  packChunk,
  registerTestUpload,
  testBytes,
  testFile,
  type TestBench,
  type TestPart,
} from '#server/rules/uploads/uploads-test-bench.ts';
import { createRandom } from '#tests/kills/random.ts';
import { receiveChunk } from './chunk.ts';
import { piecesOf } from './proof.ts';

/**
 * Chunks are acknowledged over a real SQLite database, whose commits last (open-database.test.ts), and a disk of objects whose power fails within any
 * call, twice. A seed that fails is named; LIGHTSHIP_TEST_POWER_SEEDS lives more of them.
 */
const SEEDS = Number(process.env['LIGHTSHIP_TEST_POWER_SEEDS'] ?? 100);
const ROOT = '/srv/data/objects';

const big = testFile('big', testBytes(9_000));
const [a, b] = [testFile('a', testBytes(2_000, 2)), testFile('b', testBytes(1_000, 3))];
const FILES = [big, a, b];
/** By the number of the chunk; the first two come again within another one. */
const CHUNKS: readonly (readonly TestPart[])[] = [
  [{ file: big, from: 0, to: 4_000 }],
  [{ file: big, from: 3_000, to: 6_000 }, { file: a }],
  [{ file: big, from: 6_000, to: 9_000 }],
  [{ file: b }],
];

let bench: TestBench;
beforeEach(async () => void (bench = await createTestBench('sqlite')));
afterEach(() => bench.close());

describe('chunks on a disk with a power cut', () => {
  test('are complete once they are acknowledged, and the rest is sent again', async () => {
    const wrong: string[] = [];
    for (let seed = 1; seed <= SEEDS; seed += 1) wrong.push(...(await live(seed)));
    expect(wrong).toEqual([]);
  }, 600_000);

  test.each([
    ['of the bytes', (path: string) => path.includes('/_incoming/')],
    ['of the folder of a study', (path: string) => /\/study-[^/]*$/.test(path)],
    ['of the folder of a team', (path: string) => /\/team-[^/]*$/.test(path)],
  ])('a forgotten sync %s is found', async (_which, forgetsSync) => {
    let seed = 0;
    for (let wrong: string[] = []; wrong.length === 0; wrong = await live(seed, { forgetsSync })) {
      seed += 1;
      expect(seed, 'not found').toBeLessThanOrEqual(SEEDS);
    }
  });
});

/** One upload, sent over two power cuts and then whole; gives what was wrong on the way. */
async function live(seed: number, more: Pick<LossyDiskOptions, 'forgetsSync'> = {}): Promise<string[]> {
  const random = createRandom(seed);
  const disk = createLossyDisk({ random: random.next, folders: ['/srv'], ...more });
  const upload = await registerTestUpload(bench, { 'series-1': FILES.length });
  const acknowledged = new Set<number>();
  const wrong: string[] = [];

  /** A server of its own, as after each start: nothing that the one before kept in memory. */
  const start = async (): Promise<ServerContext> => ({
    ...bench.context,
    db: { ...bench.context.db },
    objects: await createLocalDisk(ROOT, { fs: disk.boot() }),
  });
  const sendAll = (context: ServerContext) =>
    Promise.all(
      CHUNKS.map(async (parts, chunk) => {
        await receiveChunk(context, bench.eva, packChunk({ ...upload, chunk }, parts));
        acknowledged.add(chunk);
      }),
    );

  for (let cut = 1; cut <= 2; cut += 1) {
    disk.endAt(random.between(1, 70), 'power cut');
    await Promise.race([start().then(sendAll), disk.ended()]);
    disk.endNow('power cut');
    // What the dead server had asked of the database is over, one way or the other.
    await bench.context.db.write(() => Promise.resolve());

    const found = await start();
    for (const why of await whatIsMissing(found, upload.uploadId, acknowledged)) wrong.push(`seed ${seed}, power cut ${cut}: ${why}`);
    if (wrong.length > 0) return wrong;
    const { chunks } = await uploadStatus(found, bench.eva, upload.session);
    for (const chunk of acknowledged)
      if (!chunks.includes(chunk)) wrong.push(`seed ${seed}, power cut ${cut}: chunk ${chunk} is not known`);
    disk.endNow('kill');
    if (wrong.length > 0) return wrong;
  }

  const last = await start();
  await sendAll(last);
  const { files } = await uploadStatus(last, bench.eva, upload.session);
  if (files.length !== FILES.length || files.some(({ proved }) => !proved)) wrong.push(`seed ${seed}: not every file is verified`);
  wrong.push(...(await whatIsMissing(last, upload.uploadId, acknowledged)));
  return wrong;
}

/** Every piece that a row names holds the bytes of its file, and the pieces cover every acknowledged part. */
async function whatIsMissing(context: ServerContext, uploadId: number, acknowledged: ReadonlySet<number>): Promise<string[]> {
  const missing: string[] = [];
  const rows = await context.db.read.selectFrom('file').select(['id', 'client_file_id']).where('upload_id', '=', uploadId).execute();
  const heldByFile = new Map<string, Uint8Array>();
  for (const { id, client_file_id } of rows) {
    const { bytes } = FILES.find(({ fileId }) => fileId === client_file_id)!;
    const held = new Uint8Array(bytes.length);
    heldByFile.set(client_file_id, held);
    for (const { object_key, object_offset, file_offset, length } of await piecesOf(context.db.read, id)) {
      const piece = await context.objects.read(object_key, object_offset, length).catch(() => null);
      if (piece === null || Buffer.compare(piece, bytes.subarray(file_offset, file_offset + length)) !== 0)
        missing.push(`${client_file_id} from ${file_offset}`);
      else held.fill(1, file_offset, file_offset + length);
    }
  }
  for (const chunk of acknowledged)
    for (const { file, from = 0, to = file.bytes.length } of CHUNKS[chunk]!)
      if (heldByFile.get(file.fileId)?.subarray(from, to).every(Boolean) !== true) missing.push(`${file.fileId} of chunk ${chunk}`);
  return missing;
}
