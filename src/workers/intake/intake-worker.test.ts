import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDeviceKey } from '#localdb/device-key.ts';
import { LocalDb } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { SEGMENT_BYTES } from '#localdb/files/segment.ts';
import { readStagedFile } from '#localdb/files/staged-file.ts';
import { clearUpload } from '#localdb/upload/upload-commands.ts';
import { shownUpload } from '#localdb/upload/uploads.ts';
import { phantomSlices } from '#tests/fixtures/phantom-slices.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { IntakeWorker } from './intake-worker.ts';
import type { FileToTake } from './types.ts';

let users: number;
let db: LocalDb;
let worker: IntakeWorker;
let uploadId: string;

beforeEach(async () => {
  users = nextUser();
  db = new LocalDb(users);
  worker = new IntakeWorker(users);
  uploadId = (await shownUpload(db)).id;
});

/** Slices of one series of the phantom, each with `paddingBytes` of zeros after its pixels. */
function slices(count: number, paddingBytes = 0): FileToTake[] {
  return phantomSlices(count, paddingBytes).map(({ name, bytes }) => taken(new File([new Uint8Array(bytes)], name)));
}

const taken = (file: File): FileToTake => ({ id: crypto.randomUUID(), path: `folder/${file.name}`, file });
const sha256 = async (bytes: BufferSource): Promise<string> => bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

async function stagedBytes(fileId: string): Promise<Uint8Array<ArrayBuffer>> {
  const row = await db.files.get(fileId);
  if (!row) throw new Error('No row');
  return readStagedFile(db, await openDeviceKey(db), row, 0, row.size);
}

/** A file that another program is still writing: it has fewer bytes than its size says. */
class ChangingFile extends File {
  override get size(): number {
    return super.size + 1;
  }
}

describe('storing an archive for the server', () => {
  it('keeps it unchanged, in as many segments as it needs, and sends it from now on', async () => {
    const bytes = new Uint8Array(SEGMENT_BYTES + 10).fill(7);
    const archive = { ...taken(new File([bytes], 'study.rar')), forServer: true as const };
    expect(await worker.take(uploadId, [archive])).toEqual({ ok: true, stored: 1, duplicates: 0, problems: 0 });
    expect(await sha256(await stagedBytes(archive.id))).toBe(await sha256(bytes));
    expect(await db.files.get(archive.id)).toMatchObject({ problem: 'for-server', seriesId: null, sha256: await sha256(bytes) });
    expect(await db.uploads.get(uploadId)).toMatchObject({ opening: 'archive-waiting', state: 'preview' });
    const again = { ...taken(new File([bytes], 'copy.rar')), forServer: true as const };
    expect(await worker.take(uploadId, [again])).toEqual({ ok: true, stored: 0, duplicates: 1, problems: 0 });
    expect(await db.segments.count()).toBe(2);
  });

  it('leaves nothing of an upload that was cleared meanwhile', async () => {
    await clearUpload(db, uploadId);
    const archive = { ...taken(new File(['bytes'], 'study.rar')), forServer: true as const };
    expect(await worker.take(uploadId, [archive])).toEqual({ ok: false, why: 'closed' });
    expect(await db.segments.count()).toBe(0);
  });
});

describe('storing small files', () => {
  it('packs them into one segment, each readable byte for byte with its own hash', async () => {
    const files = slices(4);
    expect(await worker.take(uploadId, files)).toEqual({ ok: true, stored: 4, duplicates: 0, problems: 0 });
    expect(await db.segments.count()).toBe(1);
    for (const { id, file } of files) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      expect(await stagedBytes(id)).toEqual(bytes);
      expect((await db.files.get(id))?.sha256).toBe(await sha256(bytes));
    }
  });

  it('adds a row with the reason for a file that is not an image, and keeps none of its bytes', async () => {
    const text = taken(new File(['no image at all'], 'notes.dcm'));
    expect(await worker.take(uploadId, [text])).toMatchObject({ ok: true, stored: 0, problems: 1 });
    expect(await db.files.get(text.id)).toMatchObject({ problem: 'not-dicom', pieces: [] });
    expect(await db.segments.count()).toBe(0);
  });

  it('keeps no second copy of a file that is dropped twice', async () => {
    await worker.take(uploadId, slices(4));
    expect(await worker.take(uploadId, slices(4))).toMatchObject({ ok: true, stored: 0, duplicates: 4 });
    expect(await db.segments.count()).toBe(1);
  });

  it('counts files once when they are stored again after a lost answer', async () => {
    const files = slices(4);
    await worker.take(uploadId, files);
    expect(await worker.take(uploadId, files)).toEqual({ ok: true, stored: 4, duplicates: 0, problems: 0 });
    expect(await db.series.toArray()).toMatchObject([{ files: 4 }]);
    expect(await db.segments.count()).toBe(1);
    for (const { id, file } of files) expect(await stagedBytes(id)).toEqual(new Uint8Array(await file.arrayBuffer()));
  });

  it('stores the rest of a batch again when one file was stored before the error', async () => {
    const files = slices(4);
    await worker.take(uploadId, files.slice(0, 1));
    expect(await worker.take(uploadId, files)).toMatchObject({ ok: true, stored: 4, duplicates: 0 });
    expect(await db.series.toArray()).toMatchObject([{ files: 4 }]);
  });

  it('stores nothing of a batch in which a file changed while it was read', async () => {
    const [first, ...rest] = slices(3);
    const changing = taken(new ChangingFile([new Uint8Array(2000)], 'changing.dcm'));
    expect(await worker.take(uploadId, [first as FileToTake, changing, ...rest])).toEqual({ ok: false, why: 'fault' });
    expect([await db.files.count(), await db.segments.count(), await db.studies.count()]).toEqual([0, 0, 0]);
  });

  it('reports a closed upload when it was cleared meanwhile', async () => {
    await clearUpload(db, uploadId);
    expect(await worker.take(uploadId, slices(2))).toEqual({ ok: false, why: 'closed' });
    expect(await db.segments.count()).toBe(0);
  });
});

describe('storing a file larger than a segment', () => {
  const large = (): FileToTake => slices(1, SEGMENT_BYTES + 100_000)[0] as FileToTake;

  it('splits it into several segments, byte for byte, with the hash of the whole', async () => {
    const file = large();
    expect(await worker.take(uploadId, [file])).toMatchObject({ ok: true, stored: 1 });
    expect(await db.segments.count()).toBe(2);
    const bytes = new Uint8Array(await file.file.arrayBuffer());
    expect(Buffer.compare(await stagedBytes(file.id), bytes)).toBe(0);
    expect((await db.files.get(file.id))?.sha256).toBe(await sha256(bytes));
  });

  it('keeps no second copy when it is dropped twice', async () => {
    await worker.take(uploadId, [large()]);
    expect(await worker.take(uploadId, [large()])).toMatchObject({ ok: true, duplicates: 1 });
    expect(await db.segments.count()).toBe(2);
  });

  it('frees its space when the device is full half way, and does not touch stored files', async () => {
    const before = slices(2);
    await worker.take(uploadId, before);
    fillAfterSegments(1);
    expect(await worker.take(uploadId, [large()])).toEqual({ ok: false, why: 'quota' });
    vi.restoreAllMocks();
    expect(await db.segments.count()).toBe(1);
    expect(await db.files.count()).toBe(2);
    for (const { id, file } of before) expect(await stagedBytes(id)).toEqual(new Uint8Array(await file.arrayBuffer()));
  });

  it('frees its space when the upload is cleared while it is read', async () => {
    const file = large();
    const take = worker.take(uploadId, [file]);
    await clearUpload(db, uploadId);
    expect(await take).toEqual({ ok: false, why: 'closed' });
    expect(await db.segments.count()).toBe(0);
  });

  it('stores nothing of a file shorter than its size', async () => {
    const changing = taken(new ChangingFile([await large().file.arrayBuffer()], 'changing.dcm'));
    expect(await worker.take(uploadId, [changing])).toEqual({ ok: false, why: 'fault' });
    expect([await db.files.count(), await db.segments.count()]).toEqual([0, 0]);
  });
});

/** The device has space for this many more segments. */
function fillAfterSegments(count: number): void {
  let left = count;
  const add = IDBObjectStore.prototype.add;
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'segments' && (left -= 1) < 0) throw new DOMException('No room', 'QuotaExceededError');
    return add.apply(this, given);
  });
}
