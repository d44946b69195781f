import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Halt } from '#model/uploads/halt.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { commitFiles, type StagedFile } from '#localdb/files/commit-files.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { deviceUsage } from '#localdb/kept-copies/device-usage.ts';
import { AS_THEY_ARE, commitBatch, register, sendAll, stageBatch, type Store } from '#localdb/queue/queue.example.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { LocalDb } from '#localdb/schema.ts';
import { retryNow } from '#localdb/queue/retry-now.ts';
import { dismissProblems, processUpload, resumeUploads } from './upload-commands.ts';
import { createUploadRow, shownUpload } from './uploads.ts';

const BODY_PARTS = { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE };
let db: LocalDb;
let device: DeviceKey;
let store: Store;
let uploadId: string;

beforeEach(async () => {
  db = new LocalDb(nextUser());
  device = await openDeviceKey(db);
  store = createQueueStore(db, device);
  uploadId = (await shownUpload(db)).id;
});

/** Two series of two files and one. */
async function take(): Promise<void> {
  const other = { seriesInstanceUid: '2.25.1.2', seriesNumber: 9 };
  await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }, other]));
}
const halt = (why: Halt['why']): Halt => ({ why, code: 'code', message: '' }) as unknown as Halt;
const behind = (name: string): StagedFile => ({
  id: name,
  names: { name, path: name },
  size: 5,
  sha256: name,
  pieces: [],
  reading: { ok: false, problem: 'not-dicom' },
});

describe('the rows of files that are not uploaded', () => {
  it('are removed when the user dismisses them, but rows of stored files never are', async () => {
    await take();
    await commitFiles(db, device, uploadId, [behind('read'), behind('unread')], []);
    const kept = await db.files.filter(({ problem }) => problem === null).primaryKeys();
    await dismissProblems(db, ['read', ...kept]);
    expect((await db.files.toCollection().primaryKeys()).toSorted()).toEqual([...kept, 'unread'].toSorted());
    expect(db.decidedAtMs).toBeGreaterThan(0);
  });
});

describe('Process', () => {
  it('requires the number of a series first', async () => {
    await take();
    const [series] = await db.series.toArray();
    await db.series.update(series!.id, { number: '' });
    expect(await processUpload(db, uploadId, BODY_PARTS)).toEqual({ ok: false, why: 'missing-number', seriesIds: [series!.id] });
    expect([(await db.uploads.get(uploadId))?.phase, await db.chunks.count()]).toEqual(['none', 0]);
  });

  it('waits while the server opens an archive of the upload', async () => {
    await take();
    await db.uploads.update(uploadId, { opening: 'archive-reading' });
    expect(await processUpload(db, uploadId, BODY_PARTS)).toEqual({ ok: false, why: 'opening' });
    expect(await db.chunks.count()).toBe(0);
  });

  it("sends nothing while the device does not know the team's de-identification settings", async () => {
    await take();
    const [study] = await db.studies.toArray();
    expect(await processUpload(db, uploadId, { ...BODY_PARTS, rules: null })).toEqual({
      ok: false,
      why: 'rules-unknown',
      studyIds: [study!.id],
    });
    expect(await db.chunks.count()).toBe(0);
  });

  it('does nothing for an upload that is gone', async () => {
    expect(await processUpload(db, 'gone', BODY_PARTS)).toEqual({ ok: true });
  });
});

describe('halted uploads', () => {
  const halts = async () =>
    Object.fromEntries((await db.uploads.toArray()).map((row) => [row.state, row.halt?.why ?? null] as [string, string | null]));
  beforeEach(async () => {
    await db.uploads.clear();
    const states = ['upload', 'converting', 'finished', 'preview'] as const;
    const whys = ['sign-in', 'rights', 'failed', null] as const;
    for (const [n, state] of states.entries()) {
      const why = whys[n] ?? null;
      await db.uploads.add({ ...createUploadRow(), shown: 0, state, phase: 'registered', halt: why === null ? null : halt(why) });
    }
  });

  it.each([
    ['sign-in', { upload: null, converting: 'rights', finished: 'failed', preview: null }],
    ['rights', { upload: 'sign-in', converting: null, finished: 'failed', preview: null }],
    ['all', { upload: null, converting: null, finished: null, preview: null }],
  ] as const)('resume after %s, and the others stay halted', async (which, left) => {
    await resumeUploads(db, which);
    expect(await halts()).toEqual(left);
  });

  it('resume immediately when the reason is gone, and paused ones stay paused', async () => {
    const waiting = { until: 9_000_000_000_000, tries: 3 } as never;
    await db.uploads.toCollection().modify({ waiting });
    await resumeUploads(db, 'all');
    expect((await db.uploads.toArray()).map((row) => [row.state, row.waiting]).toSorted()).toEqual([
      ['converting', null],
      ['finished', null],
      ['preview', waiting],
      ['upload', null],
    ]);
    await retryNow(db);
    expect((await db.uploads.toArray()).map((row) => row.waiting)).toEqual([null, null, null, null]);
  });

  it('are neither sent nor followed while they are halted', async () => {
    const failed = (await db.uploads.toArray()).find((row) => row.state === 'finished')!;
    const ids = async (): Promise<string[]> => (await store.uploadsToSend()).map(({ id }) => id);
    expect(await ids()).not.toContain(failed.id);
    await store.liftHalt(failed.id);
    expect(await ids()).toContain(failed.id);
  });
});

describe('the queue of uploads', () => {
  it('is sent in the order in which uploads were started', async () => {
    await db.uploads.clear();
    for (const createdAt of [3, 1, 2])
      await db.uploads.add({ ...createUploadRow(), id: `${createdAt}`, shown: 0, phase: 'queued', createdAt });
    expect((await store.uploadsToSend()).map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  it('follows uploads that were sent and are being converted', async () => {
    await take();
    await processUpload(db, uploadId, BODY_PARTS);
    await register(store, uploadId);
    expect(await store.uploadsToFollow()).toEqual([]);
    await sendAll(db, store, uploadId);
    await store.saveSent(uploadId);
    expect(await store.uploadsToFollow()).toMatchObject([{ id: uploadId, phase: 'sent' }]);
    await store.saveHalt(uploadId, halt('sign-in'));
    expect(await store.uploadsToFollow()).toEqual([]);
  });

  it('finds its studies and series by their server ids', async () => {
    await take();
    await processUpload(db, uploadId, BODY_PARTS);
    expect([await store.studyUuids(uploadId), await store.seriesUuids(uploadId)]).toEqual([[], []]);
    await register(store, uploadId);
    const [study] = await db.studies.toArray();
    expect(await store.studyUuids(uploadId)).toEqual([study!.remote!.uuid]);
    expect((await store.seriesUuids(uploadId)).toSorted()).toEqual((await db.series.toArray()).map((row) => row.remote!.uuid).toSorted());
  });

  it('stores events only for its own series, and reports no end before it happens', async () => {
    await take();
    await processUpload(db, uploadId, BODY_PARTS);
    await register(store, uploadId);
    const [one, other] = await db.series.toArray();
    const news = (serieRemoteUuid: string, state: string) => ({ idx: 0, serieRemoteUuid, state, message: state }) as never;
    const told = await store.saveConversions(uploadId, [
      news(one!.remote!.uuid, 'error'),
      news(other!.remote!.uuid, 'converting'),
      news(crypto.randomUUID(), 'converted'),
    ]);
    const [study] = await db.studies.toArray();
    expect(told).toEqual([{ id: one!.remote!.id, uuid: one!.remote!.uuid, studyUuid: study!.remote!.uuid, state: 'error' }]);
    expect((await db.series.toArray()).map((row) => [row.conversion, row.message])).toEqual([
      ['error', 'error'],
      ['converting', 'converting'],
    ]);
  });

  it('requests conversions in series order, once each, and only for series that the server knows', async () => {
    await take();
    await processUpload(db, uploadId, BODY_PARTS);
    expect(await store.seriesToConvert(uploadId)).toEqual([]);
    await register(store, uploadId);
    const bodies = await store.seriesToConvert(uploadId);
    expect(bodies.map(({ idx, location, anonymize }) => ({ idx, location, anonymize }))).toEqual([
      { idx: 0, location: 'local', anonymize: false },
      { idx: 1, location: 'local', anonymize: false },
    ]);
    const rows = (await db.series.toArray()).toSorted((a, b) => a.idx! - b.idx!);
    expect(bodies.map((body) => [body.serieClientUploadId, body.serieRemoteUuid])).toEqual(rows.map((row) => [row.id, row.remote!.uuid]));
    await db.series.update(rows[0]!.id, { conversion: 'converting' });
    expect((await store.seriesToConvert(uploadId)).map(({ idx }) => idx)).toEqual([1]);
  });
});

describe('files on this device', () => {
  it('wait until they are verified, and are then kept for a while', async () => {
    await take();
    expect(await deviceUsage(db)).toMatchObject({ waiting: { bytes: 3_000, studies: 1 }, proved: { bytes: 0 } });
    await processUpload(db, uploadId, BODY_PARTS);
    await register(store, uploadId);
    const ids = await db.files.toCollection().primaryKeys();
    await store.confirmChunk(uploadId, 0, ids.slice(0, 1));
    expect(await deviceUsage(db)).toMatchObject({ waiting: { bytes: 2_000, studies: 1 }, proved: { bytes: 1_000 } });
    await store.confirmChunk(uploadId, 0, ids);
    expect(await deviceUsage(db)).toMatchObject({ waiting: { bytes: 0, studies: 0 }, proved: { bytes: 3_000 } });
  });

  it('of an ended upload do not wait', async () => {
    await take();
    await db.uploads.update(uploadId, { phase: 'ended' });
    expect(await deviceUsage(db)).toMatchObject({ waiting: { bytes: 0, studies: 0 }, proved: { bytes: 3_000 } });
  });
});
