import 'fake-indexeddb/auto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { UploadStatus } from '#contract/entities.ts';
import { openDeviceKey, type DeviceKey } from './device-key.ts';
import { numberSteps, withFault, type Fault } from './fault-points.example.ts';
import { releaseKeptCopies } from './kept-copies/kept-copies.ts';
import { AS_THEY_ARE, commitBatch, NOTHING_HELD, stageBatch, type Store } from './queue/queue.example.ts';
import { createQueueStore } from './queue/queue-store.ts';
import { LocalDb } from './schema.ts';
import { clearUpload, newUpload, processUpload } from './upload/upload-commands.ts';
import { shownUpload } from './upload/uploads.ts';

/**
 * R3, the device's part: every request and every commit of IndexedDB in the life of an upload fails once, and once is the last one before a kill.
 * Afterwards the device is in the state before or after the step, never between, and repeating the step leads to the state after it.
 */

const ERRORS = ['QuotaExceededError', 'AbortError', 'InvalidStateError', 'UnknownError'];
const EVERY_ERROR = process.env['LIGHTSHIP_TEST_EVERY_FAULT'] === '1';

interface Device {
  db: LocalDb;
  key: DeviceKey;
  store: Store;
  uploadId: string;
}

const batches: Awaited<ReturnType<typeof stageBatch>>[] = [];
const batchOf = (n: number) => batches[n] ?? { files: [], segment: undefined as never };
const take = async ({ db, key, uploadId }: Device, n: number): Promise<void> => void (await commitBatch(db, key, uploadId, batchOf(n)));
const fileIds = (...ns: number[]): string[] => ns.flatMap((n) => batchOf(n).files.map((file) => file.id));
const held = (uploadId: string, ...ns: number[]): UploadStatus => ({
  ...NOTHING_HELD,
  session: uploadId,
  files: fileIds(...ns).map((file_id) => ({ file_id, size: 1000, received: 1000, proved: true })),
});
const register = async ({ db, store, uploadId }: Device): Promise<void> => {
  const [study] = await db.studies.toArray();
  const series = (await db.series.toArray()).map((row, n) => ({
    clientId: row.id,
    id: n,
    uuid: `00000000-0000-4000-8000-00000000000${n}`,
  }));
  await store.saveRegistered(uploadId, study?.id ?? '', {
    study: { id: 7, uuid: '00000000-0000-4000-8000-000000000007', pipelineCode: null },
    series,
  });
};

/** The life of an upload, and every action on it that writes. */
const STEPS: [name: string, step: (device: Device) => Promise<unknown>][] = [
  ['commitFiles', (device) => take(device, 0)],
  ['commitFiles beside others', (device) => take(device, 1)],
  ['processUpload', ({ db, uploadId }) => processUpload(db, uploadId, { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE })],
  ['savePrepared', ({ store, uploadId }) => store.savePrepared(uploadId, 'up_token')],
  ['saveRegistered', register],
  ['saveAllRegistered', ({ store, uploadId }) => store.saveAllRegistered(uploadId)],
  ['confirmChunk', ({ store, uploadId }) => store.confirmChunk(uploadId, 0, fileIds(0))],
  ['reconcile with a restored server', ({ store, uploadId }) => store.reconcile(uploadId, { ...NOTHING_HELD, session: uploadId })],
  ['reconcile with one that has it', ({ store, uploadId }) => store.reconcile(uploadId, held(uploadId, 0))],
  ['release for room', ({ db }) => releaseKeptCopies(db, 1)],
  ['reconcile with one that has lost what was released', ({ store, uploadId }) => store.reconcile(uploadId, held(uploadId, 1))],
  ['commitFiles of what was lost', async (device) => commitBatch(device.db, device.key, device.uploadId, batchOf(2))],
  ['confirm all', ({ store, uploadId }) => store.reconcile(uploadId, held(uploadId, 0, 1))],
  ['saveSent', ({ store, uploadId }) => store.saveSent(uploadId)],
  ['saveEnded', ({ store, uploadId }) => store.saveEnded(uploadId)],
  ['saveForgotten', ({ store, uploadId }) => store.saveForgotten(uploadId, 'ended')],
  ['clearUpload', ({ db, uploadId }) => clearUpload(db, uploadId)],
  ['removeDropped', ({ store, uploadId }) => store.removeDropped(uploadId)],
];

/** Actions on a finished upload, each from the same state. */
const AFTER_THE_END: typeof STEPS = [
  ['newUpload', ({ db }) => newUpload(db)],
  ['releaseKept', ({ store, uploadId }) => store.releaseKept(uploadId)],
  ['clearUpload of an ended one', ({ db, uploadId }) => clearUpload(db, uploadId)],
];

type Rows = Record<string, unknown[]>;
interface Case {
  name: string;
  step: (device: Device) => Promise<unknown>;
  before: Rows;
  uploadId: string;
  stoodBefore: string;
  after: string;
  steps: number;
}

const NAME = 9500;
let device: LocalDb;
let key: DeviceKey;
const cases: Case[] = [];
const ERROR: Fault = { kind: 'error', name: 'AbortError' };

beforeAll(async () => {
  numberSteps();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  device = new LocalDb(NAME);
  const db = device;
  key = await openDeviceKey(db);
  const { id } = await shownUpload(db);
  batches.push(await stageBatch(key, id, [{ instanceNumber: 1 }, { instanceNumber: 2 }], 1));
  batches.push(await stageBatch(key, id, [{ seriesInstanceUid: '2.25.1.2' }], 9));
  batches.push(await stageBatch(key, id, [{ instanceNumber: 1 }, { instanceNumber: 2 }], 1));
  const record = async ([name, step]: (typeof STEPS)[number]): Promise<void> => {
    const before = await rowsOf(db);
    const stoodBefore = await summaryOf(db);
    const { steps } = await withFault(null, ERROR, () => step(deviceOf(db, key, id)));
    cases.push({ name, step, uploadId: id, before, stoodBefore, after: await summaryOf(db), steps });
  };
  for (const step of STEPS) await record(step);
  const ended = cases.find(({ name }) => name === 'saveForgotten')?.before ?? {};
  for (const step of AFTER_THE_END) {
    await restore(db, ended);
    await record(step);
  }
});

function deviceOf(db: LocalDb, key: DeviceKey, uploadId: string): Device {
  return { db, key, uploadId, store: createQueueStore(db, key, () => 1_000) };
}

async function rowsOf(db: LocalDb): Promise<Rows> {
  return Object.fromEntries(await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()])));
}

async function restore(db: LocalDb, rows: Rows): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    await Promise.all(db.tables.map((table) => table.clear()));
    const filled = db.tables.filter((table) => (rows[table.name] ?? []).length > 0);
    await Promise.all(filled.map((table) => table.bulkPut(rows[table.name] ?? [])));
  });
}

/** The contents of the device, without values that differ each time (IDs of studies and series, ciphertext, times). */
async function summaryOf(db: LocalDb): Promise<string> {
  return db.transaction('r', [db.files, db.series, db.uploads, db.studies, db.chunks, db.segments], async () => {
    const [files, series, uploads, studies, chunks, segments] = await Promise.all([
      db.files.toArray(),
      db.series.toArray(),
      db.uploads.toArray(),
      db.studies.toArray(),
      db.chunks.toArray(),
      db.segments.toCollection().primaryKeys(),
    ]);
    const counts = series.map((row) => [
      ...[row.files, row.idx, row.remote?.id ?? null, row.confirmedBytes],
      ...[row.provedBytes, row.provedFiles, row.keptBytes, row.goneBytes, row.lostFiles],
    ]);
    return JSON.stringify({
      files: files.map((file) => [file.id, file.state, file.problem, file.segmentIds]).sort(),
      series: counts.map(String).sort(),
      uploads: uploads.map(({ id, phase, state, shown, uploadToken }) => [id, phase, state, shown, uploadToken]),
      studies: studies.map((row) => row.remote),
      chunks: chunks.map(({ index, state, parts }) => [index, state, parts.map((part) => part.fileId).sort()]),
      segments: segments.sort(),
    });
  });
}

/** Plants the fault, restarts the device if it was killed, and repeats the step. Returns what is wrong afterwards. */
async function faultAt(each: Case, at: number, fault: Fault): Promise<string | null> {
  const where = `${each.name}, step ${at} of ${each.steps}, ${fault.kind === 'kill' ? 'kill' : fault.name}`;
  await restore(device, each.before);
  const uploadId = each.uploadId;
  const { end } = await withFault(at, fault, () => each.step(deviceOf(device, key, uploadId)));
  if (end === 'killed') {
    device.close();
    device = new LocalDb(NAME);
  }
  const stood = await summaryOf(device);
  if (end === 'done' ? stood !== each.after : stood !== each.stoodBefore && stood !== each.after) return `${where}: half-written, ${stood}`;
  await each.step(deviceOf(device, key, uploadId));
  const ended = await summaryOf(device);
  return ended === each.after ? null : `${where}: another end, ${ended} instead of ${each.after}`;
}

/** Returns what is wrong after each fault at each step, and the number of faults. */
async function everyFault(name: string, faultsOf: (n: number) => Fault[]): Promise<{ faults: number; wrong: string[] }> {
  const each = cases.find((one) => one.name === name);
  if (!each) throw new Error(`No step is called ${name}`);
  const wrong: string[] = [];
  let faults = 0;
  for (let at = 1; at <= each.steps; at += 1) {
    for (const fault of faultsOf(at)) {
      faults += 1;
      const what = await faultAt(each, at, fault);
      if (what !== null) wrong.push(what);
    }
  }
  return { faults, wrong };
}

function errorsOf(at: number): string[] {
  return EVERY_ERROR ? ERRORS : [ERRORS[at % ERRORS.length] ?? ''];
}

it('the cases have more than 200 steps together', () => {
  const steps = cases.map(({ name, steps }) => `${steps} in ${name}`);
  expect(
    cases.reduce((sum, { steps }) => sum + steps, 0),
    steps.join(', '),
  ).toBeGreaterThan(200);
});

describe.each([...STEPS, ...AFTER_THE_END].map(([name]) => name))('%s', (name) => {
  it('may fail at every step without harm', async () => {
    const { faults, wrong } = await everyFault(name, (at) => errorsOf(at).map((error) => ({ kind: 'error', name: error })));
    expect(wrong).toEqual([]);
    expect(faults).toBeGreaterThan(1);
  });

  it('may be killed at every step without harm', async () => {
    const { faults, wrong } = await everyFault(name, () => [{ kind: 'kill' }]);
    expect(wrong).toEqual([]);
    expect(faults).toBeGreaterThan(1);
  });
});
