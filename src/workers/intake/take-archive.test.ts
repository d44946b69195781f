import 'fake-indexeddb/auto';
import { gzipSync, zipSync } from 'fflate';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeNifti, writeNiftiVoxels } from '#imaging/nifti/write-nifti.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { LocalDb } from '#localdb/schema.ts';
import { openJson } from '#localdb/encryption.ts';
import { SEGMENT_BYTES } from '#localdb/files/segment.ts';
import { readStagedFile } from '#localdb/files/staged-file.ts';
import { clearUpload } from '#localdb/upload/upload-commands.ts';
import { readUploadView } from '#localdb/upload/upload-view.ts';
import { FactsCache } from '#localdb/upload/decrypted-rows.ts';
import { shownUpload } from '#localdb/upload/uploads.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { writeTar } from '#tests/fixtures/archives/write-tar.ts';
import { writeZip } from '#tests/fixtures/archives/write-zip.ts';
import { phantomSlices } from '#tests/fixtures/phantom-slices.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { IntakeWorker } from './intake-worker.ts';
import type { ArchivePart, FileToTake } from './types.ts';

let users: number;
let db: LocalDb;
let worker: IntakeWorker;
let uploadId: string;

beforeEach(async () => {
  users = nextUser();
  db = new LocalDb(users);
  worker = new IntakeWorker(users);
  uploadId = (await shownUpload(db)).id;
  // The check for Blobs writes to the table of segments once.
  await openDeviceKey(db);
});

type Slices = Record<string, Uint8Array<ArrayBuffer>>;

/** Slices of one series of the phantom by name, each with `paddingBytes` of zeros after its pixels. */
function slices(count: number, paddingBytes = 0): Slices {
  return Object.fromEntries(phantomSlices(count, paddingBytes).map(({ name, bytes }) => [name, new Uint8Array(bytes)]));
}

function archive(bytes: Uint8Array, name = 'study.zip'): FileToTake {
  return { id: crypto.randomUUID(), path: `cd/${name}`, file: new File([new Uint8Array(bytes)], name) };
}

/** Stored files by path, with their bytes on the device. */
async function storedFiles(): Promise<Slices> {
  const device = await openDeviceKey(db);
  const rows = await db.files.filter((row) => row.problem === null).toArray();
  const opened = rows.map(async (row): Promise<[string, Uint8Array<ArrayBuffer>]> => {
    const { path } = await openJson<{ path: string }>(device, row.sealed);
    return [path, await readStagedFile(db, device, row, 0, row.size)];
  });
  return Object.fromEntries(await Promise.all(opened));
}

const below = (folder: string, files: Slices): Slices =>
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`${folder}/${name}`, bytes]));

async function shownProblems(): Promise<string[]> {
  await db.uploads.update(uploadId, { state: 'preview' });
  const view = await readUploadView(db, await openDeviceKey(db), new FactsCache());
  return view?.problems.map(({ name, problem }) => `${name}: ${problem}`).sort() ?? [];
}

describe('storing an archive', () => {
  it('stores each file in it like one of a folder, byte for byte, and counts unrelated files [PWA-11, FILE-018]', async () => {
    const files = slices(4);
    const zip = archive(
      zipSync({ ...below('study/axial', files), 'study/readme.txt': new Uint8Array(300), 'Thumbs.db': new Uint8Array(9) }),
    );
    expect(await worker.take(uploadId, [zip])).toEqual({ ok: true, stored: 4, duplicates: 0, problems: 0, unsupported: 1 });
    expect(await storedFiles()).toEqual(below('cd/study.zip/study/axial', files));
    expect(await db.series.toArray()).toMatchObject([{ files: 4 }]);
    expect(await shownProblems()).toEqual([]);
  });

  it('stores files of a compressed tar, and of nested archives [FILE-018]', async () => {
    const [one, two] = Object.entries(slices(2)) as [[string, Uint8Array], [string, Uint8Array]];
    const tar = writeTar([
      { name: one[0], bytes: one[1] },
      { name: 'more.zip', bytes: zipSync({ [two[0]]: two[1] }) },
    ]);
    expect(await worker.take(uploadId, [archive(gzipSync(tar), 'all.tar.gz')])).toMatchObject({ ok: true, stored: 2, problems: 0 });
    expect(Object.keys(await storedFiles()).sort()).toEqual([`cd/all.tar.gz/${one[0]}`, `cd/all.tar.gz/more.zip/${two[0]}`].sort());
  });

  it('stores its volumes as volumes', async () => {
    const volume = writeNifti({ dims: [4, 4, 3] });
    const zip = archive(zipSync({ 'nii/ball.nii': volume, 'nii/waves.nii.gz': gzipSync(writeNifti({ dims: [5, 5, 2] })) }));
    expect(await worker.take(uploadId, [zip])).toMatchObject({ ok: true, stored: 2, problems: 0, unsupported: 0 });
    expect((await storedFiles())['cd/study.zip/nii/ball.nii']).toEqual(volume);
    expect(await db.studies.count()).toBe(2);
  });

  it('joins a header and its image to one volume', async () => {
    const volume = { dims: [4, 4, 3] };
    const halves = { 'anat/x.hdr': writeNifti({ ...volume, isPair: true, voxelOffset: 0 }), 'anat/x.img': writeNiftiVoxels(volume) };
    const zip = archive(zipSync({ ...halves, 'anat/alone.img': new Uint8Array(900) }));
    expect(await worker.take(uploadId, [zip])).toEqual({ ok: true, stored: 1, duplicates: 0, problems: 0, unsupported: 1 });
    expect(await storedFiles()).toEqual({ 'cd/study.zip/anat/x.nii': writeNifti(volume) });
    expect(await db.segments.count()).toBe(1);
  });

  it('stores a DICOM file without preamble and meta information, and one named like a volume', async () => {
    const files = {
      '011-0001.img': smallFile({ SOPInstanceUID: '2.25.1' }, { framing: 'bare' }),
      'x.nii': smallFile({ SOPInstanceUID: '2.25.2' }),
    };
    expect(await worker.take(uploadId, [archive(zipSync(files))])).toMatchObject({ stored: 2, problems: 0, unsupported: 0 });
    expect(await storedFiles()).toEqual(below('cd/study.zip', files));
  });

  it('stores a file without an image name when it has the DICOM prefix', async () => {
    const [bytes] = Object.values(slices(1)) as [Uint8Array<ArrayBuffer>];
    expect(bytes.length).toBeLessThan(10_240);
    expect(await worker.take(uploadId, [archive(zipSync({ IM1: bytes, IM2: new Uint8Array(500), IM3: new Uint8Array(5) }))])).toMatchObject(
      {
        stored: 1,
        unsupported: 2,
      },
    );
  });

  it('adds a row for each damaged or unreadable file, and stores the others', async () => {
    const [one, two] = Object.entries(slices(2)) as [[string, Uint8Array], [string, Uint8Array]];
    const entries = [
      { name: one[0], bytes: one[1] },
      { name: two[0], bytes: two[1], crc: 1 },
      { name: 'notes.dcm', bytes: new Uint8Array(2000) },
    ];
    expect(await worker.take(uploadId, [archive(writeZip(entries))])).toMatchObject({ ok: true, stored: 1, problems: 2 });
    expect(await shownProblems()).toEqual([`${two[0]}: archive-damaged`, 'notes.dcm: not-dicom'].sort());
  });

  it.each([
    ['encrypted.zip', writeZip([{ name: '1.dcm', flags: 1 }]), 'archive-encrypted'],
    ['study.rar', new TextEncoder().encode('Rar!\u001a\u0007\u0001\u0000'), 'archive-rar'],
    ['study.zip.001', new Uint8Array(100), 'archive-split'],
    ['empty.zip', writeZip([]), 'archive-empty'],
  ])('names %s with the reason', async (name, bytes, problem) => {
    expect(await worker.take(uploadId, [archive(bytes, name)])).toMatchObject({ ok: true, stored: 0, problems: 1 });
    expect(await shownProblems()).toEqual([`${name}: ${problem}`]);
  });

  it('reports progress after each commit', async () => {
    const told: ArchivePart[] = [];
    const zip = archive(zipSync(slices(120), { level: 0 }));
    await worker.take(uploadId, [zip], (part) => told.push(part));
    expect(told.map(({ files }) => files)).toEqual([50, 100]);
    expect(told.every(({ bytes }, n) => bytes > (told[n - 1]?.bytes ?? 0) && bytes <= zip.file.size)).toBe(true);
  });
});

describe('storing an archive again', () => {
  it('under the same id finds the stored files', async () => {
    const zip = archive(zipSync(slices(4)));
    await worker.take(uploadId, [zip]);
    expect(await worker.take(uploadId, [zip])).toEqual({ ok: true, stored: 4, duplicates: 0, problems: 0, unsupported: 0 });
    expect(await db.series.toArray()).toMatchObject([{ files: 4 }]);
    expect(await db.segments.count()).toBe(1);
  });

  it('continues after the files that fitted, and leaves a row of its own only when nothing is missing', async () => {
    const zip = archive(zipSync(slices(120), { level: 0 }));
    fillAfterSegments(1);
    expect(await worker.take(uploadId, [zip])).toEqual({ ok: false, why: 'quota' });
    vi.restoreAllMocks();
    expect(await db.files.filter((row) => row.problem === null).count()).toBe(50);
    expect(await db.files.get(zip.id)).toBeUndefined();
    expect(await worker.take(uploadId, [zip])).toMatchObject({ ok: true, stored: 120, duplicates: 0 });
    expect(await db.files.get(zip.id)).toMatchObject({ problem: 'unpacked' });
    expect(await db.series.toArray()).toMatchObject([{ files: 120 }]);
  });

  it('under another id makes no second copy', async () => {
    const bytes = zipSync(slices(3));
    await worker.take(uploadId, [archive(bytes)]);
    expect(await worker.take(uploadId, [archive(bytes)])).toMatchObject({ ok: true, stored: 0, duplicates: 3 });
  });
});

describe('a file in an archive that is larger than a segment', { timeout: 60_000 }, () => {
  const large = (): Slices => slices(1, SEGMENT_BYTES + 100_000);

  it('is split into several, byte for byte', async () => {
    const files = large();
    expect(await worker.take(uploadId, [archive(zipSync(files))])).toMatchObject({ ok: true, stored: 1 });
    expect(await db.segments.count()).toBe(2);
    const [[, stored] = []] = Object.entries(await storedFiles());
    expect(Buffer.compare(stored as Uint8Array, Object.values(files)[0] as Uint8Array)).toBe(0);
  });

  it('is not read again when the archive is stored again', async () => {
    const zip = archive(zipSync(large()));
    await worker.take(uploadId, [zip]);
    fillAfterSegments(0);
    expect(await worker.take(uploadId, [zip])).toMatchObject({ ok: true, stored: 1 });
    vi.restoreAllMocks();
  });

  it('frees its space when it is damaged, is not an image, or the device is full', async () => {
    const entry = { name: '1.dcm', bytes: Object.values(large())[0] as Uint8Array };
    expect(await worker.take(uploadId, [archive(writeZip([{ ...entry, crc: 1 }]))])).toMatchObject({ ok: true, stored: 0, problems: 1 });
    const noise = { name: '2.dcm', bytes: new Uint8Array(SEGMENT_BYTES + 5).fill(7) };
    expect(await worker.take(uploadId, [archive(writeZip([noise]))])).toMatchObject({ ok: true, stored: 0, problems: 1 });
    fillAfterSegments(1);
    expect(await worker.take(uploadId, [archive(writeZip([entry]))])).toEqual({ ok: false, why: 'quota' });
    vi.restoreAllMocks();
    expect(await db.segments.count()).toBe(0);
  });

  it('may be a nested archive, which leaves nothing behind', async () => {
    const files = large();
    const inner = writeZip(Object.entries(files).map(([name, bytes]) => ({ name, bytes, method: 0 })));
    expect(await worker.take(uploadId, [archive(zipSync({ 'inner.zip': inner }))])).toMatchObject({ ok: true, stored: 1 });
    expect(await db.segments.count()).toBe(2);
  });
});

it('nothing more is stored of an archive whose upload was cleared', async () => {
  await clearUpload(db, uploadId);
  expect(await worker.take(uploadId, [archive(zipSync(slices(2)))])).toEqual({ ok: false, why: 'closed' });
  expect([await db.files.count(), await db.segments.count()]).toEqual([0, 0]);
});

/** The device has space for this many more segments. */
function fillAfterSegments(count: number): void {
  let left = count;
  for (const method of ['add', 'put'] as const) {
    const write = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, ...given) {
      if (this.name === 'segments' && (left -= 1) < 0) throw new DOMException('No room', 'QuotaExceededError');
      return write.apply(this, given);
    });
  }
}
