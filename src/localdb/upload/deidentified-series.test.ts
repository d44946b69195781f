import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { parseChunk } from '#contract/chunk.ts';
import { madeBy } from '#model/pictures/burned-in.ts';
import { NOTHING_SENT, type DeidentifiedSeries } from '#model/uploads/deidentified.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { saveDeidentified, type MadeSeries } from './deidentified-series.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { AS_THEY_ARE, commitBatch, register, sendAll, stageBatch, type StagedBatch } from '#localdb/queue/queue.example.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { LocalDb, type FileRow, type Outgoing, type SeriesRow } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { createSegment } from '#localdb/files/segment.ts';
import { processUpload } from './upload-commands.ts';
import { shownUpload } from './uploads.ts';

const WITHOUT_NAMES = { settings: { ...FIRST_DEIDENTIFICATION, usual: true }, tag: 'without names' };
const KNOWN = { bodyParts: new Set(['prostate']), rules: WITHOUT_NAMES };
const REPORT = { sent: { ...NOTHING_SENT, seriesInstanceUid: '2.25.9' } } as DeidentifiedSeries;
/** The first bytes of each file are rewritten, the rest is a range of the staged bytes. */
const HEADER_BYTES = 100;

let db: LocalDb;
let device: DeviceKey;
let uploadId: string;
let batch: StagedBatch;
let series: SeriesRow;

beforeEach(async () => {
  db = new LocalDb(nextUser());
  device = await openDeviceKey(db);
  uploadId = (await shownUpload(db)).id;
  batch = await stageBatch(device, uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }]);
  await commitBatch(db, device, uploadId, batch);
  series = (await db.series.toArray())[0]!;
});

const sha256Of = async (bytes: Uint8Array<ArrayBuffer>) => bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
const by = (): string => madeBy(WITHOUT_NAMES, series);
const filesInOrder = (): Promise<FileRow[]> => db.files.toCollection().sortBy('order2');
const segmentIds = async (): Promise<string[]> => (await db.segments.toCollection().primaryKeys()).toSorted();

/** Writes the headers ahead, as the worker does, and returns what would be sent of each file. */
async function makeOutgoing(): Promise<{ outgoing: Map<string, Outgoing>; leaves: Map<string, Uint8Array>; headerId: string }> {
  const staged = new Map<string, Uint8Array>();
  for (const [n, { id }] of batch.files.entries())
    staged.set(
      id,
      Uint8Array.from({ length: 1_000 }, (_, at) => ((n * 1_000 + at) * 31 + 7 + n) & 0xff),
    );
  const header = await createSegment(device, uploadId, new Uint8Array(HEADER_BYTES * batch.files.length).fill(200));
  await db.segments.put(header);
  const outgoing = new Map<string, Outgoing>();
  const leaves = new Map<string, Uint8Array>();
  for (const [n, file] of batch.files.entries()) {
    const bytes = Uint8Array.from([...new Uint8Array(HEADER_BYTES).fill(200), ...staged.get(file.id)!.subarray(HEADER_BYTES)]);
    leaves.set(file.id, bytes);
    outgoing.set(file.id, {
      name: `image-${n + 1}.dcm`,
      size: bytes.length,
      sha256: await sha256Of(bytes),
      pieces: [
        { segmentId: header.id, offset: n * HEADER_BYTES, length: HEADER_BYTES },
        { segmentId: batch.segment.id, offset: n * 1_000 + HEADER_BYTES, length: 1_000 - HEADER_BYTES },
      ],
      original: { sha256: file.sha256, ranges: [{ at: HEADER_BYTES, from: HEADER_BYTES, length: 1_000 - HEADER_BYTES }] },
    });
  }
  return { outgoing, leaves, headerId: header.id };
}

const isSaved = async (made: MadeSeries): Promise<boolean> => (await saveDeidentified(db, device, uploadId, [made])).length === 1;
const save = (outgoing: ReadonlyMap<string, Outgoing>, read: Pick<SeriesRow, 'id' | 'revision'> = series): Promise<boolean> =>
  isSaved({ read, by: by(), result: { ok: true, report: REPORT, outgoing } });

/** What is sent of each file, and its description. */
async function sent() {
  const store = createQueueStore(db, device);
  const parts = new Map<string, { name: string; original: string | undefined; sha256: string; bytes: Uint8Array }>();
  for (const index of await store.waitingChunks(uploadId)) {
    const loaded = await store.loadChunk(uploadId, index);
    if (!loaded.ok) throw new Error(loaded.why);
    const bytes = new Uint8Array(await loaded.body.arrayBuffer());
    const chunk = parseChunk(bytes);
    if (!chunk.ok) throw new Error(chunk.why);
    let at = chunk.bodyOffset;
    for (const { file_id, name, original_sha256, sha256, length } of chunk.header.parts)
      parts.set(file_id, { name, original: original_sha256, sha256, bytes: bytes.slice(at, (at += length)) });
  }
  return parts;
}

describe('a de-identified series', () => {
  it('is made next to the original, which stays until Process', async () => {
    const { outgoing, headerId } = await makeOutgoing();
    const before = await filesInOrder();
    expect(await save(outgoing)).toBe(true);
    const after = await filesInOrder();
    expect(after.map(({ pieces, sha256, size }) => ({ pieces, sha256, size }))).toEqual(
      before.map(({ pieces, sha256, size }) => ({ pieces, sha256, size })),
    );
    expect(after.map((file) => file.segmentIds.toSorted())).toEqual(before.map(() => [headerId, batch.segment.id].toSorted()));
    expect(await db.series.get(series.id)).toMatchObject({
      deidentifiedBy: by(),
      refusal: null,
      revision: series.revision + 1,
      upload: true,
    });
  });

  it('is sent as it was made, with other bytes, names and hashes, and the hashes of the originals', async () => {
    const { outgoing, leaves } = await makeOutgoing();
    await save(outgoing);
    expect(await processUpload(db, uploadId, KNOWN)).toEqual({ ok: true });
    expect((await db.studies.toArray())[0]).toMatchObject({ anonymize: true });
    await register(createQueueStore(db, device), uploadId);
    const parts = await sent();
    expect(parts.size).toBe(2);
    for (const [n, file] of batch.files.entries()) {
      const part = parts.get(file.id)!;
      expect(part).toMatchObject({ name: `image-${n + 1}.dcm`, original: file.sha256, sha256: outgoing.get(file.id)!.sha256 });
      expect(part.bytes).toEqual(leaves.get(file.id));
    }
  });

  it('has the slices of its new headers, and none rather than those of the originals', async () => {
    const slices = new Uint8Array([1]);
    const { outgoing } = await makeOutgoing();
    const [first, second] = await filesInOrder();
    outgoing.set(first!.id, { ...outgoing.get(first!.id)!, slices });
    await save(outgoing);
    await processUpload(db, uploadId, KNOWN);
    expect((await db.files.get(first!.id))?.slices).toEqual(slices);
    expect(await db.files.get(second!.id)).not.toHaveProperty('slices');
  });

  it('counts the bytes that are sent, not those that were read', async () => {
    const { outgoing } = await makeOutgoing();
    for (const [id, each] of outgoing) outgoing.set(id, { ...each, size: 600, pieces: [{ ...each.pieces[1]!, length: 600 }] });
    await save(outgoing);
    await processUpload(db, uploadId, KNOWN);
    expect((await db.series.get(series.id))?.bytes).toBe(1_200);
    expect((await db.chunks.toArray()).map(({ bytes }) => bytes)).toEqual([1_200]);
  });

  it('is deleted with its bytes when its study is sent with patient data', async () => {
    const { outgoing, headerId } = await makeOutgoing();
    await save(outgoing);
    expect(await segmentIds()).toContain(headerId);
    expect(await processUpload(db, uploadId, { ...KNOWN, rules: AS_THEY_ARE })).toEqual({ ok: true });
    expect((await db.studies.toArray())[0]).toMatchObject({ anonymize: false });
    expect(await segmentIds()).toEqual([batch.segment.id]);
    await register(createQueueStore(db, device), uploadId);
    const parts = await sent();
    for (const file of batch.files) {
      expect(parts.get(file.id)).toMatchObject({ original: undefined, sha256: file.sha256 });
      expect(await sha256Of(Uint8Array.from(parts.get(file.id)!.bytes))).toBe(file.sha256);
    }
  });

  it('is not sent before it was made', async () => {
    expect(await processUpload(db, uploadId, KNOWN)).toEqual({ ok: false, why: 'not-deidentified', seriesIds: [series.id] });
    expect(await db.chunks.count()).toBe(0);
    expect((await db.uploads.get(uploadId))?.phase).toBe('none');
  });

  it('is excluded when it was refused, and its earlier output is deleted', async () => {
    const { outgoing, headerId } = await makeOutgoing();
    await save(outgoing);
    const again = (await db.series.get(series.id))!;
    const result = { ok: false, why: 'damaged' } as const;
    expect(await isSaved({ read: again, by: by(), result })).toBe(true);
    expect(await db.series.get(series.id)).toMatchObject({
      refusal: 'damaged',
      deidentified: null,
      deidentifiedBy: by(),
      upload: false,
      uploadDecided: true,
      isReference: false,
    });
    expect((await filesInOrder()).map((file) => file.outgoing)).toEqual([undefined, undefined]);
    expect(await segmentIds()).not.toContain(headerId);
    await db.series.update(series.id, { upload: true });
    expect(await processUpload(db, uploadId, KNOWN)).toEqual({ ok: false, why: 'cannot-deidentify', seriesIds: [series.id] });
  });

  it('is not stored when files arrived or Process was pressed meanwhile', async () => {
    const { outgoing } = await makeOutgoing();
    expect(await save(outgoing, { ...series, revision: series.revision - 1 })).toBe(false);
    expect(await save(outgoing, { ...series, id: 'gone' })).toBe(false);
    await processUpload(db, uploadId, { ...KNOWN, rules: AS_THEY_ARE });
    expect(await save(outgoing)).toBe(false);
    expect((await filesInOrder()).map((file) => file.outgoing)).toEqual([undefined, undefined]);
    expect((await db.series.get(series.id))?.deidentifiedBy).toBe(series.deidentifiedBy);
  });
});

describe('de-identified files whose bytes the browser removed', () => {
  let leaves: Map<string, Uint8Array>;
  let headerId: string;
  beforeEach(async () => {
    const made = await makeOutgoing();
    ({ leaves, headerId } = made);
    await save(made.outgoing);
    await processUpload(db, uploadId, KNOWN);
    await register(createQueueStore(db, device), uploadId);
  });
  const chooseAgain = async () => {
    const again = await stageBatch(device, uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }]);
    return commitBatch(db, device, uploadId, again);
  };

  it('are sent as before when their originals are chosen again', async () => {
    await db.segments.delete(batch.segment.id);
    await createQueueStore(db, device).loadChunk(uploadId, 0);
    expect((await filesInOrder()).map(({ state }) => state)).toEqual(['lost', 'lost']);
    expect(await chooseAgain()).toMatchObject({ stored: 2, returned: 2 });
    const parts = await sent();
    for (const { id } of batch.files) expect(parts.get(id)?.bytes).toEqual(leaves.get(id));
    await sendAll(db, createQueueStore(db, device), uploadId);
    expect(await createQueueStore(db, device).allProved(uploadId)).toBe(true);
  });

  it('stay lost when the headers that were made for them are gone too', async () => {
    await db.segments.bulkDelete([batch.segment.id, headerId]);
    await createQueueStore(db, device).loadChunk(uploadId, 0);
    await chooseAgain();
    expect((await filesInOrder()).map(({ state }) => state)).toEqual(['lost', 'lost']);
    expect(await createQueueStore(db, device).waitingChunks(uploadId)).toEqual([]);
  });
});
