import 'fake-indexeddb/auto';
import { createCipheriv, createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import dicomParser from 'dicom-parser';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { writeNifti, writeNiftiHeader, type NiftiFile } from '#imaging/nifti/write-nifti.ts';
import { anonymizeStudies, restorePatientName, saveBurnedIn, setBodyPart, writePatientName } from '#localdb/upload/edit-commands.ts';
import { Cost, countedDb } from '#localdb/cost.example.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { numberSteps, withFault } from '#localdb/fault-points.example.ts';
import { FactsCache } from '#localdb/upload/decrypted-rows.ts';
import { register } from '#localdb/queue/queue.example.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { LocalDb, type FileRow } from '#localdb/schema.ts';
import { readStagedFile } from '#localdb/files/staged-file.ts';
import { sweepSegments } from '#localdb/files/sweep-segments.ts';
import { processUpload } from '#localdb/upload/upload-commands.ts';
import { readUploadView } from '#localdb/upload/upload-view.ts';
import { savePreview, shownUpload } from '#localdb/upload/uploads.ts';
import type { BurnedIn } from '#model/pictures/burned-in.ts';
import type { DeidentifyRules } from '#model/uploads/deidentified.ts';
import { deflatedFile, smallFile } from '#tests/fixtures/dicom-file.ts';
import { namedGzip } from '#tests/fixtures/archives/named-gzip.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { deidentifySeries } from './deidentify-series.ts';
import { IntakeWorker } from './intake-worker.ts';

const RULES: DeidentifyRules = { settings: FIRST_DEIDENTIFICATION, key: '07'.repeat(32), tag: 'basic' };
const KNOWN = { bodyParts: new Set(['prostate']), rules: RULES };
const DATED = { StudyDate: '20260102', SeriesDescription: 'Heron t2' };

let user: number;
let db: LocalDb;
let device: DeviceKey;
let worker: IntakeWorker;
let uploadId: string;

beforeAll(numberSteps);

beforeEach(async () => {
  user = nextUser();
  db = new LocalDb(user);
  device = await openDeviceKey(db);
  worker = new IntakeWorker(user);
  uploadId = (await shownUpload(db)).id;
  await savePreview(db, uploadId);
});

type Named = readonly [name: string, bytes: Uint8Array<ArrayBuffer>];
const slice = (n: number, more: Parameters<typeof smallFile>[1] = {}): Named => [
  `Heron ${n}.dcm`,
  smallFile({ ...DATED, SOPInstanceUID: `2.25.9${n}`, InstanceNumber: n }, more),
];

const given = ([name, bytes]: Named) => ({ id: crypto.randomUUID(), path: `Heron/${name}`, file: new File([bytes], name) });

async function take(...files: Named[]): Promise<void> {
  expect(await worker.take(uploadId, files.map(given))).toMatchObject({ ok: true, stored: files.length });
  for (const { id } of await studies()) await setBodyPart(db, id, 'prostate');
}

const studies = () => db.studies.where('uploadId').equals(uploadId).sortBy('position');
const series = () => db.series.where('uploadId').equals(uploadId).sortBy('arrival');
const rows = () => db.files.where('uploadId').equals(uploadId).sortBy('order2');
const bytesOf = (row: FileRow) => readStagedFile(db, device, row, 0, row.size);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const process = (rules: DeidentifyRules | null = RULES) => processUpload(db, uploadId, { ...KNOWN, rules });
const view = () => readUploadView(db, device, new FactsCache());

async function make(rules = RULES): Promise<void> {
  const ids = (await series()).map(({ id }) => id);
  expect(await worker.deidentify(ids, rules)).toBe('ok');
}

const pixelsOf = (bytes: Uint8Array) => {
  const { dataOffset, length } = dicomParser.parseDicom(bytes).elements['x7fe00010']!;
  return Buffer.from(bytes.subarray(dataOffset, dataOffset + length));
};

describe('a de-identified series', () => {
  it('has its own header, the original pixels, and both hashes', async () => {
    const files = [slice(1), slice(2)];
    await take(...files);
    await make();
    expect(await process()).toEqual({ ok: true });
    for (const [n, row] of (await rows()).entries()) {
      const original = files[n]![1];
      const bytes = await bytesOf(row);
      expect(row).toMatchObject({
        sha256: hashOf(bytes),
        original: { sha256: hashOf(original) },
        sentAs: `0000${n + 1}.dcm`,
        size: bytes.length,
      });
      expect(pixelsOf(bytes)).toEqual(pixelsOf(original));
      expect(dicomParser.parseDicom(bytes).string('x00120062')).toBe('YES');
      expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/heron|20260102|T-1/i);
    }
    const [row] = await series();
    expect(row!.bytes).toBe((await rows()).reduce((sum, { size }) => sum + size, 0));
  });

  it('of a deflated file is stored inflated', async () => {
    await take(['a.dcm', deflatedFile()]);
    await make();
    expect(await process()).toEqual({ ok: true });
    const [row] = await rows();
    expect(pixelsOf(await bytesOf(row!))).toEqual(pixelsOf(smallFile()));
    // Nothing of the original is needed any more.
    expect(await db.segments.count()).toBe(1);
  });

  it('sends nothing that is not in its headers', async () => {
    await take(slice(1));
    await make();
    await process();
    const store = createQueueStore(db, device);
    const [study] = await studies();
    expect(await store.unnamedStudies(uploadId)).toEqual([{ id: study!.id, n: 'Heron^Quiet' }]);
    await store.saveAnonymousNames(uploadId, [{ id: study!.id, n: 'Anonymous 12' }]);
    expect(await store.unnamedStudies(uploadId)).toEqual([]);
    const body = (await store.nextUnregistered(uploadId))!;
    expect(body).toMatchObject({
      anonymize: true,
      study: { patientName: 'Anonymous 12', originalPatientName: 'Anonymous 12', studyDate: '' },
    });
    expect(body.studyInstanceUid).toMatch(/^2\.25\.\d{27,}$/);
    expect(JSON.stringify(body)).not.toMatch(/heron/i);
    await register(store, uploadId);
    const chunk = await store.loadChunk(uploadId, 0);
    const text = chunk.ok ? Buffer.from(await chunk.body.arrayBuffer()).toString('latin1') : '';
    expect(text).toContain(`"original_sha256":"${hashOf(slice(1)[1])}"`);
    expect(text).not.toMatch(/heron/i);
  });

  it('is reported by attribute, with remaining values that look like a name', async () => {
    const comment: DicomElement = { tag: 0x00181400, vr: 'LO', value: 'Dr. Sample protocol' };
    const rules = { ...RULES, settings: { ...RULES.settings, retain: { ...RULES.settings.retain, device: true } } };
    await take(slice(1, { elements: [comment] }));
    await make(rules);
    const { deidentified } = (await view())!.studies[0]!.series[0]!;
    expect(deidentified).toMatchObject({ files: 1, isVolume: false, sent: { studyDate: '' } });
    expect(deidentified!.done).toContainEqual({ done: 'replaced', tag: 0x00100020, name: 'Patient ID', elements: 1 });
  });
});

describe('a volume', { timeout: 60_000 }, () => {
  const plain = (how: Partial<NiftiFile> = {}) => writeNifti({ dims: [4, 5, 6], ...how });
  const named = (how: Partial<NiftiFile> = {}) => plain({ ...how, description: 'Heron^Quiet 19600102', intentName: 'Heron' });
  /** Noise, which does not compress: as large as when inflated. */
  function large(description: string): Buffer {
    const head = writeNiftiHeader({ dims: [512, 512, 33], datatype: 2, description });
    const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(512 * 512 * 33));
    return Buffer.concat([head, noise]);
  }

  it('is sent unchanged when its header contains nothing, under a neutral name', async () => {
    await take(['Heron.nii', plain()]);
    await make();
    expect(await process()).toEqual({ ok: true });
    const [row] = await rows();
    expect(row).toMatchObject({ sentAs: '00001.nii', sha256: hashOf(plain()) });
    expect(row).not.toHaveProperty('original');
    const body = await createQueueStore(db, device).nextUnregistered(uploadId);
    expect(JSON.stringify(body)).not.toMatch(/heron/i);
  });

  it('is sent without the texts of its header; its voxels are stored once, and the receipt has both hashes', async () => {
    await take(['Heron.nii', named()]);
    await make();
    expect((await view())!.studies[0]!.series[0]!.deidentified).toMatchObject({
      ...{ files: 1, isVolume: true, done: [] },
      taken: [
        { field: 'descrip', files: 1 },
        { field: 'intent_name', files: 1 },
      ],
    });
    const [before] = await rows();
    expect(await process()).toEqual({ ok: true });
    const [row] = await rows();
    expect(Buffer.from(await bytesOf(row!)).equals(plain())).toBe(true);
    expect(row).toMatchObject({ sha256: hashOf(plain()), original: { sha256: hashOf(named()), ranges: [{ at: 352, from: 352 }] } });
    expect(row!.pieces.at(-1)).toMatchObject({ segmentId: before!.pieces[0]!.segmentId, offset: before!.pieces[0]!.offset + 352 });
  });

  it('that is compressed is sent without its file name, and the rest of it is a range of the original', async () => {
    await take(['Heron.nii.gz', namedGzip(plain(), { name: 'Heron.nii' })]);
    await make();
    expect((await view())!.studies[0]!.series[0]!.deidentified!.taken).toMatchObject([{ field: 'FNAME', files: 1 }]);
    expect(await process()).toEqual({ ok: true });
    const [row] = await rows();
    const bytes = await bytesOf(row!);
    expect(row).toMatchObject({ sentAs: '00001.nii.gz', sha256: hashOf(bytes), original: { ranges: [{ at: 10, from: 20 }] } });
    expect(Buffer.from(bytes).includes('Heron')).toBe(false);
    expect(gunzipSync(bytes).equals(plain())).toBe(true);
  });

  it('that is compressed and larger than a segment is compressed again, and the original is not needed any more', async () => {
    const packed = new Uint8Array(gzipSync(large('Heron^Quiet'), { level: 1 }));
    await take(['Heron.nii.gz', packed]);
    await make();
    expect(await process()).toEqual({ ok: true });
    const [row] = await rows();
    const bytes = await bytesOf(row!);
    expect(row).toMatchObject({ size: bytes.length, sha256: hashOf(bytes), original: { sha256: hashOf(packed), ranges: [] } });
    expect(gunzipSync(bytes).equals(large(''))).toBe(true);
    expect(row!.pieces.length).toBeLessThan(5);
    expect(new Set(await db.segments.toCollection().primaryKeys())).toEqual(new Set(row!.segmentIds));
  });

  it('is excluded with the reason when its compressed data is damaged, and leaves nothing half done', async () => {
    const packed = new Uint8Array(gzipSync(named()));
    packed.fill(7, -8, -4);
    await take(['Heron.nii.gz', packed]);
    await make();
    const [row] = await series();
    expect(row).toMatchObject({ refusal: 'stream-damaged', upload: false });
    expect((await rows())[0]).not.toHaveProperty('outgoing');
    expect(await db.segments.count()).toBe(1);
  });
});

describe('the de-identification choice', () => {
  it('may change until Process: unchanged files leave no other header behind', async () => {
    await take(slice(1));
    await make();
    const [study] = await studies();
    await anonymizeStudies(db, [study!.id], false);
    expect(await db.segments.count()).toBe(2);
    expect(await process()).toEqual({ ok: true });
    const [row] = await rows();
    expect(await bytesOf(row!)).toEqual(slice(1)[1]);
    expect(row).not.toHaveProperty('outgoing');
    expect(await db.segments.count()).toBe(1);
    const body = (await createQueueStore(db, device).nextUnregistered(uploadId))!;
    expect(body).toMatchObject({ anonymize: false, study: { patientName: 'Heron^Quiet' } });
  });

  it('is off after the user edits the name, unless they confirm it, and on once the name is restored [UPL2-013, UPL2-056, UPL2-057, UPL2-058]', async () => {
    await take(slice(1));
    const anonymize = async () => (await studies())[0]!.anonymize;
    const { id } = (await studies())[0]!;
    expect(await anonymize()).toBeNull();
    await writePatientName(db, id, 'Trial 17');
    expect(await anonymize()).toBe(false);
    await anonymizeStudies(db, [id], true);
    expect(await anonymize()).toBe(true);
    await anonymizeStudies(db, [id], false);
    await restorePatientName(db, id);
    expect(await anonymize()).toBe(true);
  });

  it("has no effect on a device without the team's settings", async () => {
    await take(slice(1));
    const [study] = await studies();
    expect(await process(null)).toEqual({ ok: false, why: 'rules-unknown', studyIds: [study!.id] });
    await anonymizeStudies(db, [study!.id], false);
    expect(await process(null)).toEqual({ ok: true });
  });
});

describe('a series that is not de-identified yet', () => {
  it('blocks Process, also when its rules have changed or another file arrived', async () => {
    await take(slice(1));
    const open = { ok: false, why: 'not-deidentified', seriesIds: (await series()).map(({ id }) => id) };
    expect(await process()).toEqual(open);
    await make();
    expect(await process({ ...RULES, tag: 'others' })).toEqual(open);
    await take(slice(2));
    expect(await process()).toEqual(open);
    await make();
    expect(await process()).toEqual({ ok: true });
  });

  it('is excluded with the reason when a header cannot be read, and the rest is sent', async () => {
    let nested: DicomElement = { tag: 0x00081250, vr: 'SQ', value: { items: [] } };
    for (let depth = 0; depth < 70; depth += 1) nested = { tag: 0x00081250, vr: 'SQ', value: { items: [[nested]] } };
    const other = smallFile({ SeriesInstanceUID: '2.25.12', SOPInstanceUID: '2.25.222', SeriesNumber: 3 }, { elements: [nested] });
    await take(slice(1), ['other.dcm', other]);
    await make();
    const [good, bad] = (await series()).toSorted((a, b) => Number(a.refusal !== null) - Number(b.refusal !== null));
    expect([good!.refusal, bad!.refusal, bad!.upload]).toEqual([null, 'too-deep', false]);
    expect(await process()).toEqual({ ok: true });
    expect((await series()).filter(({ idx }) => idx !== null).map(({ id }) => id)).toEqual([good!.id]);
  });

  it('is refused by name when the user selects it anyway', async () => {
    let nested: DicomElement = { tag: 0x00081250, vr: 'SQ', value: { items: [] } };
    for (let depth = 0; depth < 70; depth += 1) nested = { tag: 0x00081250, vr: 'SQ', value: { items: [[nested]] } };
    await take(slice(1, { elements: [nested] }));
    await make();
    const [row] = await series();
    await db.series.update(row!.id, { upload: true });
    expect(await process()).toEqual({ ok: false, why: 'cannot-deidentify', seriesIds: [row!.id] });
  });
});

describe('many small series', () => {
  const oneOf = (n: number): Named => [
    `${n}.dcm`,
    smallFile({ SeriesInstanceUID: `2.25.11.${n}`, SOPInstanceUID: `2.25.111.${n}`, SeriesNumber: n }),
  ];

  it('are processed in two writes and stored in one segment, however many there are', async () => {
    await take(...Array.from({ length: 30 }, (_, n) => oneOf(n + 1)));
    const ids = (await series()).map(({ id }) => id);
    const cost = new Cost();
    await deidentifySeries(await countedDb(user, cost), device, ids, RULES);
    // One segment, and the rows of the files and the series.
    expect(cost).toMatchObject({ writes: 2, rows: 1 + 30 + 30 });
    expect(await db.segments.count()).toBe(2);
    expect(await process()).toEqual({ ok: true });
    expect((await rows()).map(({ sentAs }) => sentAs)).toEqual(Array.from({ length: 30 }, () => '00001.dcm'));
  });

  it('are processed even when one of them cannot be read', async () => {
    await take(oneOf(1), oneOf(2));
    await take(oneOf(3));
    const [first, second, third] = await series();
    const gone = await db.files.where('seriesId').equals(third!.id).first();
    await db.segments.bulkDelete(gone!.segmentIds);
    expect(await worker.deidentify([third!.id, first!.id, second!.id], RULES)).toBe('fault');
    expect((await series()).map(({ deidentifiedBy }) => deidentifiedBy !== null)).toEqual([true, true, false]);
    expect(await sweepSegments(db)).toBe(0);
  });
});

describe('bytes that the browser removed after Process', () => {
  it('are restored from the dropped file, and are the same as before', async () => {
    await take(slice(1));
    await make();
    await process();
    const store = createQueueStore(db, device);
    await register(store, uploadId);
    const [row] = await rows();
    const leaves = await bytesOf(row!);
    // The pixels are in the segment of the drop, the header in a separate one.
    await db.segments.delete(row!.pieces.at(-1)!.segmentId);
    expect(await store.loadChunk(uploadId, 0)).toEqual({ ok: false, why: 'withdrawn' });
    expect((await rows())[0]!.state).toBe('lost');
    await worker.take(uploadId, [given(slice(1))]);
    const [back] = await rows();
    expect(back).toMatchObject({ state: 'stored', sha256: hashOf(leaves) });
    expect(await bytesOf(back!)).toEqual(leaves);
    expect(await store.waitingChunks(uploadId)).toEqual([1]);
  });
});

describe('redaction boxes', () => {
  const box = { row: 1, column: 0, rows: 1, columns: 2 };
  const BOXES: BurnedIn = { rows: 4, columns: 4, boxes: [box], isClean: false };
  const blackened = () => {
    const pixels = pixelsOf(slice(1)[1]);
    return Buffer.concat([pixels.subarray(0, 8), Buffer.alloc(4), pixels.subarray(12)]);
  };

  it('make the series pending again; the output is black there and unchanged elsewhere', async () => {
    await take(slice(1), slice(2));
    await make();
    const { id } = (await series())[0]!;
    await saveBurnedIn(db, id, BOXES);
    expect(await process()).toEqual({ ok: false, why: 'not-deidentified', seriesIds: [id] });
    await make();
    expect((await view())!.studies[0]!.series[0]).toMatchObject({ burnedIn: BOXES, deidentified: { pictures: { blackedOut: 2 } } });
    expect(await process()).toEqual({ ok: true });
    const files = await rows();
    expect(files).toHaveLength(2);
    for (const row of files) {
      const bytes = await bytesOf(row);
      expect(pixelsOf(bytes)).toEqual(blackened());
      expect(row.sha256).toBe(hashOf(bytes));
    }
  });

  it('survive a crash, and are applied at the next start', async () => {
    await take(slice(1));
    const { id } = (await series())[0]!;
    await saveBurnedIn(db, id, BOXES);
    await withFault(4, { kind: 'kill' }, () => new IntakeWorker(user).deidentify([id], RULES));
    db.close();
    db = new LocalDb(user);
    await sweepSegments(db);
    expect((await view())!.studies[0]!.series[0]!.burnedIn).toEqual(BOXES);
    worker = new IntakeWorker(user);
    await make();
    expect(await process()).toEqual({ ok: true });
    expect(pixelsOf(await bytesOf((await rows())[0]!))).toEqual(blackened());
  });

  it('that are removed leave the original pixels', async () => {
    await take(slice(1));
    const { id } = (await series())[0]!;
    await saveBurnedIn(db, id, BOXES);
    await make();
    await saveBurnedIn(db, id, { ...BOXES, boxes: [] });
    await make();
    expect(await process()).toEqual({ ok: true });
    expect(pixelsOf(await bytesOf((await rows())[0]!))).toEqual(pixelsOf(slice(1)[1]));
  });

  it('that are drawn during processing are applied', async () => {
    await take(slice(1));
    const { id } = (await series())[0]!;
    const making = worker.deidentify([id], RULES);
    await saveBurnedIn(db, id, BOXES);
    expect(await making).toBe('ok');
    expect(await process()).toMatchObject({ why: 'not-deidentified' });
  });

  it('cannot be applied to compressed images: the series is excluded, and is sent again without them', async () => {
    const fragments = [Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)];
    await take(['us.dcm', smallFile({ PixelData: { fragments } }, { transferSyntaxUid: '1.2.840.10008.1.2.4.50' })]);
    const { id } = (await series())[0]!;
    await saveBurnedIn(db, id, BOXES);
    await make();
    expect((await series())[0]).toMatchObject({ refusal: 'boxes-compressed', upload: false });
    await saveBurnedIn(db, id, { ...BOXES, boxes: [] });
    await make();
    expect((await series())[0]).toMatchObject({ refusal: null, upload: true });
    expect(await process()).toEqual({ ok: true });
  });

  it('are clipped to the image, and do not change after Process', async () => {
    await take(slice(1));
    const { id } = (await series())[0]!;
    await saveBurnedIn(db, id, {
      ...BOXES,
      boxes: [
        { row: -3, column: 2.4, rows: 5, columns: 90 },
        { ...box, row: 9 },
      ],
    });
    const within = [{ row: 0, column: 2, rows: 2, columns: 2 }];
    expect((await series())[0]!.burnedIn).toEqual({ ...BOXES, boxes: within });
    await make();
    await process();
    await saveBurnedIn(db, id, BOXES);
    expect((await series())[0]!.burnedIn).toEqual({ ...BOXES, boxes: within });
  });
});

describe('a crash', () => {
  it('at any step of the database leaves the series done or pending, with bytes that the next start removes', async () => {
    await take(slice(1), slice(2));
    const { id } = (await series())[0]!;
    let kills = 0;
    const kill = () => withFault(kills + 1, { kind: 'kill' }, () => new IntakeWorker(user).deidentify([id], RULES));
    while ((await kill()).end === 'killed') {
      kills += 1;
      const isOpen = (await series())[0]!.deidentifiedBy === null;
      expect((await rows()).map(({ outgoing }) => outgoing === undefined)).toEqual([isOpen, isOpen]);
      await sweepSegments(db);
      expect(await db.segments.count()).toBe(isOpen ? 1 : 2);
    }
    expect(kills).toBeGreaterThan(10);
    expect(await process()).toEqual({ ok: true });
  });

  it('afterwards costs nothing: the series is not processed again', async () => {
    await take(slice(1));
    await make();
    const made = await rows();
    await make();
    expect(await rows()).toEqual(made);
    expect(await sweepSegments(db)).toBe(0);
  });

  it('does not change the result: the same file and key always give the same output', async () => {
    await take(slice(1));
    await make();
    const [first] = await rows();
    await make({ ...RULES, tag: 'again' });
    const [second] = await rows();
    expect(second!.outgoing!.sha256).toBe(first!.outgoing!.sha256);
    expect(await db.segments.count()).toBe(2);
  });
});
