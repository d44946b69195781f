import { mkdtemp, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { LIMITS } from '#contract/limits.ts';
import { testFile, type TestFile } from '#server/rules/uploads/uploads-test-bench.ts';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { inTurn } from '#tests/bench/in-turn.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { ctSlices } from './ct-slices.ts';
import { startOrthanc } from './orthanc.ts';
import { sendStudy } from './send-study.ts';

const DISK = { gate: 'server ingest, beside write and fsync', unit: 'MB/s', target: 0.97, targetOf: 'ratio' } as const;
const ORTHANC = { gate: 'server ingest, beside Orthanc', unit: 'MB/s', target: 1.3, targetOf: 'ratio' } as const;
const FILES = 200;

/** One CT in files of half a megabyte, until the last of them is proved: received over HTTP, hashed, fsynced, committed. */
export async function measureIngest(rounds: number, tempFolder: string): Promise<(Measured | Skipped)[]> {
  const files = ctSlices(FILES, 1).map((bytes, number) => testFile(`f${number}`, bytes));
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  let series = 1;
  const server = await startTestServer({ people: true, page: false });
  const orthanc = await startOrthanc(join(tempFolder, 'orthanc'));
  try {
    const bearer = await bearerOf(server, DEMO.annotator);
    const { own, disk, peer } = await inTurn(rounds, {
      own: async () => megabytes / (await sendSeconds(server, bearer, files)),
      // A folder of its own each time: as of the others, what was written stays, and nothing of it lies in memory that was just given back.
      disk: async () => megabytes / (await writeSeconds(await mkdtemp(join(tempFolder, 'disk-')), files)),
      // A byte of each is another one every time: Orthanc keeps no instance twice.
      peer: async () => ('reason' in orthanc ? 0 : megabytes / (await orthanc.ingestSeconds(ctSlices(FILES, (series += 1))))),
    });
    const note = `${FILES} slices of 512 x 512, ${megabytes.toFixed(0)} MB, ${LIMITS.lanes} lanes, SQLite; with SHA-256 and CRC-32`;
    return [
      { ...DISK, runs: own, peer: { name: 'write, fsync each', runs: disk }, note },
      'reason' in orthanc
        ? { ...ORTHANC, reason: orthanc.reason }
        : { ...ORTHANC, runs: own, peer: { name: orthanc.name, runs: peer }, note: `${note}; Orthanc as it is, 6 connections` },
    ];
  } finally {
    await server.dispose();
    if (!('reason' in orthanc)) await orthanc.dispose();
  }
}

async function sendSeconds(server: TestServer, bearer: string, files: readonly TestFile[]): Promise<number> {
  const seconds = await sendStudy(server.port, bearer, files);
  await jobsDone(server);
  return seconds;
}

/** Whatever the server makes of an upload afterwards would be in the way of the next turn. */
async function jobsDone({ dataDir }: TestServer): Promise<void> {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { readonly: true });
  const waiting = db.prepare(`select count(*) from job where state in ('queued', 'running') and name <> 'forget-old'`).pluck();
  while (waiting.get() !== 0) await pause(50);
  db.close();
}

async function writeSeconds(folder: string, files: readonly TestFile[]): Promise<number> {
  const startedMs = performance.now();
  for (const { name, bytes } of files) {
    const file = await open(join(folder, name), 'w');
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
  }
  return (performance.now() - startedMs) / 1000;
}
