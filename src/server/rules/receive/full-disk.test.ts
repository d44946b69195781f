import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import * as nodeFs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNiftiAsSent } from '#server/conversion/nifti-as-sent.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { createLocalDisk } from '#server/storage/local-disk.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { createConvertSeriesHandler } from '#server/rules/conversion/conversion-series-job.ts';
import { createFaultSteps } from './faults-test-bench.ts';
import { receiveChunk } from './chunk.ts';
import { uploadStatus } from '#server/rules/uploads/uploads-status.ts';
import {
  createTestBench,
  packChunk,
  registerTestUpload,
  testBytes,
  testFile,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';

let bench: TestBench;
beforeEach(async () => void (bench = await createTestBench('sqlite')));
afterEach(() => bench.close());

describe.each(['ENOSPC', 'SQLITE_FULL'])('a full disk (%s) at any step of a chunk', (code) => {
  test('is reported as full storage, leaves nothing half stored, and accepts the same chunk later without a restart', async () => {
    const upload = await registerTestUpload(bench, { 'series-1': 400 });
    let asked = 0;
    let full = 0;
    for (let at = 1; ; at += 1) {
      const steps = createFaultSteps({ at, kind: 'error', code });
      const disk = await createLocalDisk(bench.diskFolder, { fs: nodeFs });
      // The disk's own calls of the system fail one by one in its own test; here the whole port does.
      const context: ServerContext = { ...bench.context, db: steps.database(bench.context.db), objects: steps.objects(disk) };
      const chunk = packChunk({ ...upload, chunk: at }, [testFile(`f${at}`, testBytes(200, at)), testFile(`g${at}`, testBytes(90, at))]);
      const outcome = await receiveChunk(context, bench.eva, chunk).catch((error: unknown) => error as { code?: string });
      asked += 1;
      const name = steps.names()[at - 1];
      if (name === undefined) break;
      // Clearing what another chunk made unneeded may fail: it is no part of the promise.
      if ('ok' in (outcome as object)) continue;
      full += 1;
      // The rules name it; where it comes from a look at what is there, the door does, by this code.
      expect(['storage_full', code], name).toContain((outcome as { code?: string }).code);
      const known = await bench.context.db.read.selectFrom('chunk').select('chunk_index').where('chunk_index', '=', at).execute();
      const stored: string[] = [];
      for await (const { key } of disk.list('')) if (key.includes(`-${upload.uploadId}-${at}-`)) stored.push(key);
      expect(stored, name).toHaveLength(known.length);
      expect(await receiveChunk(context, bench.eva, chunk)).toMatchObject({ ok: true, proved: [`f${at}`, `g${at}`] });
    }
    expect(full).toBeGreaterThan(10);
    expect((await uploadStatus(bench.context, bench.eva, upload.session)).files).toHaveLength(2 * asked);
  });
});

test('a conversion without space waits and continues when there is some, any number of times, without ending in error', async () => {
  const upload = await registerTestUpload(bench, { 'series-1': 1 });
  await receiveChunk(bench.context, bench.eva, packChunk({ ...upload, chunk: 0 }, [testFile('x', 'xx')]));
  let room = false;
  const disk = bench.context.objects;
  const objects = {
    ...disk,
    write: (key: string, bytes: Uint8Array) =>
      room ? disk.write(key, bytes) : Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
  };
  const convert = () => Promise.resolve({ ok: true as const, volumes: [{ name: 'v', bytes: Buffer.from('voxels'), sidecar: null }] });
  const handler = createConvertSeriesHandler(
    { ...bench.context, objects: objects as ServerContext['objects'] },
    { dcm: { name: 'played', maxInputBytes: 1_000, convert }, nii: createNiftiAsSent() },
  );
  const runner = startJobRunner(bench.context.jobs, { 'convert-series': handler });
  const state = async () => (await bench.context.db.read.selectFrom('series').select('state').executeTakeFirstOrThrow()).state;
  for (let round = 0; round < 6; round += 1) {
    await runner.idle();
    expect(await state()).toBe('converting');
    bench.clock.now += 60_000;
  }
  room = true;
  await runner.idle();
  await runner.stop('abandon');
  expect(await state()).toBe('converted');
});

describe('a really full disk', () => {
  test('refuses chunks by name, keeps what it acknowledged, and accepts the rest later without a restart', async ({ skip }) => {
    const mounted = mountSmallDisk();
    if (mounted === null) return skip('This machine lets nobody mount a small tmpfs');
    const opened = await openDatabase({ engine: 'sqlite', folder: join(mounted, 'database') });
    if (!opened.ok) throw new Error(opened.why);
    try {
      const { db } = opened;
      const context: ServerContext = {
        ...bench.context,
        db,
        objects: await createLocalDisk(join(mounted, 'objects')),
        jobs: createJobQueue(db, { now: bench.context.now }),
      };
      await copyPeople(bench, context);
      const upload = await registerTestUpload({ ...bench, context: context as TestBench['context'] }, { 'series-1': 40 });
      const chunk = (index: number) => packChunk({ ...upload, chunk: index }, [testFile(`f${index}`, testBytes(300_000, index))]);
      const ballast = join(mounted, 'ballast');
      writeFileSync(ballast, new Uint8Array(4_000_000));
      const acknowledged: number[] = [];
      const refused: string[] = [];
      for (let index = 0; index < 30; index += 1) {
        const outcome = await receiveChunk(context, bench.eva, chunk(index)).then(
          () => 'ok',
          (error: { code?: string }) => error.code ?? 'fault',
        );
        if (outcome === 'ok') acknowledged.push(index);
        else refused.push(outcome);
      }
      expect(acknowledged.length).toBeGreaterThan(0);
      // The rules name it; where the database itself finds no room outside of them, the door does.
      expect([...new Set(refused)].filter((code) => code !== 'storage_full' && code !== 'SQLITE_FULL')).toEqual([]);
      expect(refused).toContain('storage_full');
      rmSync(ballast);
      for (const index of acknowledged) {
        expect(await receiveChunk(context, bench.eva, chunk(index))).toMatchObject({ proved: [`f${index}`] });
      }
      const next = acknowledged.length;
      expect(await receiveChunk(context, bench.eva, chunk(next))).toMatchObject({ proved: [`f${next}`] });
      const status = await uploadStatus(context, bench.eva, upload.session);
      expect(status.chunks).toEqual([...acknowledged, next].sort((a, b) => a - b));
      expect(status.files.every((file) => file.proved)).toBe(true);
    } finally {
      await opened.db.close();
      execFileSync('/bin/umount', [mounted]);
      rmSync(mounted, { recursive: true, force: true });
    }
  });
});

/** A folder of 12 MB; null where that needs rights that the one who runs the tests has not. */
function mountSmallDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'lightship-small-'));
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
}

/** The bench's teams, people, memberships and sign-ins, under their ids. */
async function copyPeople(from: TestBench, to: ServerContext): Promise<void> {
  const teams = await from.context.db.read.selectFrom('team').selectAll().execute();
  const users = await from.context.db.read.selectFrom('user').selectAll().execute();
  const memberships = await from.context.db.read.selectFrom('membership').selectAll().execute();
  const signIns = await from.context.db.read.selectFrom('sign_in').selectAll().execute();
  await to.db.write(async (tx) => {
    await tx.insertInto('team').values(teams).execute();
    await tx.insertInto('user').values(users).execute();
    await tx.insertInto('membership').values(memberships).execute();
    await tx.insertInto('sign_in').values(signIns).execute();
  });
}
