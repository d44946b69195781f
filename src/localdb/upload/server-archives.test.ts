import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BatchResult } from '#contract/batch.ts';
import { parseChunk } from '#contract/chunk.ts';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { anonymizeStudies, moveSeries, restorePatientName, selectSeries, setBodyPart, writePatientName } from './edit-commands.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from './decrypted-rows.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { AS_THEY_ARE, commitBatch, NOTHING_HELD, register, sendAll, stageBatch } from '#localdb/queue/queue.example.ts';
import { LocalDb } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { createSegment } from '#localdb/files/segment.ts';
import { commitArchive, forgetArchive, readOnceMore, takeBackArchive } from './server-archives.ts';
import { countUnsentFiles } from '#localdb/queue/unsent-files.ts';
import { clearUpload, processUpload } from './upload-commands.ts';
import { readUploadView } from './upload-view.ts';
import { savePreview, shownUpload } from './uploads.ts';

const BODY_PARTS = { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE };
let db: LocalDb;
let device: DeviceKey;
let store: ReturnType<typeof createQueueStore>;
let uploadId: string;

beforeEach(async () => {
  db = new LocalDb(nextUser());
  device = await openDeviceKey(db);
  store = createQueueStore(db, device);
  ({ id: uploadId } = await shownUpload(db));
  await savePreview(db, uploadId);
});

const view = () => readUploadView(db, device, new FactsCache());

async function giveArchive(name: string, fill = 1): Promise<string> {
  const plain = Uint8Array.from({ length: 3000 }, (_, n) => (n * fill) & 0xff);
  const segment = await createSegment(device, uploadId, plain);
  await db.segments.add(segment);
  const sha256 = bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', plain)));
  const pieces = [{ segmentId: segment.id, offset: 0, length: plain.length }];
  const id = crypto.randomUUID();
  const unheld = await commitArchive(db, device, uploadId, { id, names: { name, path: name }, size: plain.length, sha256, pieces });
  await db.segments.bulkDelete(unheld);
  return id;
}

const FACTS = {
  ...{
    protocolName: '',
    bodyPartExamined: 'PROSTATE',
    imageType: ['ORIGINAL'],
    SOPClassUID: '1.2',
    transferSyntaxUID: '1.2.1',
    frames: 19,
  },
  ...{ bitsAllocated: 16, bitsStored: 12, samplesPerPixel: 1, pixelSpacing: [1, 1], imagerPixelSpacing: null, tablePositionSpacing: null },
  ...{ imageOrientationPatient: null, windowCenter: [40], windowWidth: [400], rescaleIntercept: 0, rescaleSlope: 1, rescaleType: '' },
  ...{ cineRate: null, primaryAngle: null, secondaryAngle: null, drawable: true },
};

function found(series: Record<string, string>, refused: BatchResult['refused'] = []): BatchResult {
  const told = Object.entries(series).map(([seriesInstanceUid, upload_id], n) => ({
    ...{
      upload_id,
      seriesInstanceUid,
      seriesNumber: n + 1,
      seriesDescription: `t${n}`,
      modalityCode: 'MR',
      imageComments: '',
      type: 'dcm' as const,
    },
    ...{ cnt: 19, numberOfFrames: 1, rows: 320, columns: 320, sliceThickness: 3, imageOrientationPatientEquals: true, files: 19 },
    ...{ totalFileSize: 5000, file: '1', facts: FACTS },
  }));
  const study = {
    ...{
      uuid: '00000000-0000-4000-8000-000000000001',
      studyInstanceUid: '1.9',
      patientName: 'Heron^Quiet',
      patientSex: 'F',
      studyDate: '',
    },
    ...{ studyTime: '', studyDescription: 'MR', modality: 'MR', exists: false, series: told },
  };
  return { session: uploadId, studies: told.length > 0 ? [study] : [], nifties: [], refused, unsupported: 0 };
}

/** Does what the sender does, up to the answer. */
async function opened(result: BatchResult): Promise<void> {
  await store.savePrepared(uploadId, 'up_token');
  await sendAll(db, store, uploadId);
  await store.saveReading(uploadId);
  await store.saveOpened(uploadId, result);
}

describe('an archive for the server', () => {
  it('is queued unchanged, in chunks marked as belonging to no study, while files on this device are prepared', async () => {
    await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, [{}]));
    await giveArchive('study.rar');
    expect(await store.uploadsToSend()).toMatchObject([{ id: uploadId, phase: 'archive-waiting' }]);
    await store.savePrepared(uploadId, 'up_token');
    expect(await store.uploadsToSend()).toMatchObject([{ phase: 'archive-sending', uploadToken: 'up_token' }]);
    expect(await countUnsentFiles(db)).toBe(2);
    const [index] = await store.waitingChunks(uploadId);
    const loaded = await store.loadChunk(uploadId, index!);
    if (!loaded.ok) throw new Error(loaded.why);
    const chunk = parseChunk(new Uint8Array(await (loaded.body as Blob).arrayBuffer()));
    if (!chunk.ok) throw new Error('No chunk');
    expect(chunk.header).toMatchObject({ preview: 'server', studyUuid: uploadId, parts: [{ serie_id: 'unsorted', name: 'study.rar' }] });
    expect((await view())?.opening).toMatchObject({ phase: 'archive-sending', archives: [{ name: 'study.rar', bytes: 3000 }] });
    expect(await processUpload(db, uploadId, BODY_PARTS)).toEqual({ ok: false, why: 'opening' });
  });

  it('that was added twice is sent once, and the copy takes no space', async () => {
    await giveArchive('study.rar');
    await giveArchive('copy.rar');
    expect([await db.segments.count(), await db.chunks.count()]).toEqual([1, 1]);
  });

  it('becomes studies and series that exist only on the server, and are processed like others', async () => {
    await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, [{}]));
    await giveArchive('study.rar');
    await opened(found({ '1.9.1': 'first-on-server', '1.9.2': 'second-on-server' }));
    const shown = await view();
    expect(shown?.opening).toBeNull();
    const study = shown?.studies.find(({ facts }) => facts.studyInstanceUid === '1.9');
    expect(study).toMatchObject({
      patientName: 'Heron^Quiet',
      bodyPart: 'prostate',
      series: [{ location: 'server', status: 'on server' }, {}],
    });
    expect(shown?.bytes.onDevice).toBe(1000);
    const [first, second] = study!.series;
    await selectSeries(db, [second!.id], false);
    for (const { id } of shown!.studies) await setBodyPart(db, id, 'prostate');
    expect(await processUpload(db, uploadId, BODY_PARTS)).toEqual({ ok: true });
    await register(store, uploadId);
    // Chunks of local files do not take the numbers of those of the archive.
    expect(await store.waitingChunks(uploadId)).toEqual([1]);
    await store.reconcile(uploadId, { ...NOTHING_HELD, session: uploadId, chunks: [0] });
    await sendAll(db, store, uploadId);
    expect(await store.allProved(uploadId)).toBe(true);
    const conversions = await store.seriesToConvert(uploadId);
    expect(conversions.map(({ location, serieClientUploadId }) => [location, serieClientUploadId]).toSorted()).toEqual([
      ['local', expect.any(String)],
      ['server', 'first-on-server'],
    ]);
    expect((await view())?.studies.flatMap(({ series }) => series).find(({ id }) => id === first!.id)?.status).toBe('verified');
  });

  it("follows the user's de-identification choice until Process, else the team's setting, and its result is not registered by the original UIDs", async () => {
    await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, [{}]));
    await giveArchive('study.rar');
    await opened(found({ '1.9.1': 'one', '1.9.2': 'two' }));
    const [here, there] = (await view())!.studies;
    expect([here!.anonymize, there!.anonymize]).toEqual([null, null]);
    await anonymizeStudies(db, [there!.id], false);
    // Reading again keeps the user's decisions.
    await readOnceMore(db, uploadId);
    await store.saveOpened(uploadId, found({ '1.9.1': 'one', '1.9.2': 'two' }));
    expect((await view())!.studies.map(({ anonymize }) => anonymize)).toEqual([null, false]);
    await writePatientName(db, there!.id, 'Case 7');
    await restorePatientName(db, there!.id);
    expect((await view())!.studies.map(({ anonymize }) => anonymize)).toEqual([null, true]);
    // Series from both sources may belong to one study.
    const [moved, stays] = there!.series;
    expect(await moveSeries(db, [moved!.id], here!.id)).toHaveLength(1);
    await selectSeries(db, [here!.series[0]!.id], false);
    await selectSeries(db, [moved!.id], false);
    await setBodyPart(db, there!.id, 'prostate');
    // Nothing of it is de-identified on this device, so nothing must be done before Process.
    const rules = { ...AS_THEY_ARE, settings: FIRST_DEIDENTIFICATION };
    expect(await processUpload(db, uploadId, { ...BODY_PARTS, rules })).toEqual({ ok: true });
    await store.savePrepared(uploadId, 'up');
    expect(await store.unnamedStudies(uploadId)).toContainEqual({ id: there!.id, n: 'Heron^Quiet' });
    await store.saveAnonymousNames(uploadId, [{ id: there!.id, n: 'Anonymous 4' }]);
    const announced = await store.nextUnregistered(uploadId);
    expect(announced).toMatchObject({ anonymize: true, studyInstanceUid: '', study: { patientName: 'Anonymous 4', patientSex: '' } });
    expect(announced!.study.series).toMatchObject([{ id: stays!.id, seriesInstanceUid: '', seriesDescription: '', file_count: 19 }]);
    expect(JSON.stringify(announced)).not.toContain('Heron');
  });

  it("that is read again keeps the user's decisions, and its password is requested until it opens", async () => {
    await giveArchive('a.zip');
    const locked = ['b.zip', 'a.zip/in.zip'].map((path) => ({ path, code: 'archive-encrypted' as const, message: '' }));
    await opened(found({ '1.9.1': 'one' }, locked));
    const before = (await view())!;
    // The name of the sent archive, or of the archive inside it.
    expect(before.problems.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
      { name: 'b.zip', problem: 'server:archive-encrypted' },
      { name: 'in.zip', folder: 'a.zip', problem: 'server:archive-encrypted' },
    ]);
    await selectSeries(db, [before.studies[0]!.series[0]!.id], false);
    await readOnceMore(db, uploadId);
    expect(await store.uploadsToFollow()).toMatchObject([{ phase: 'archive-reading' }]);
    await store.saveOpened(uploadId, found({ '1.9.1': 'one', '1.9.2': 'two' }));
    const after = (await view())!;
    expect(after.problems).toEqual([]);
    expect(after.studies[0]!.series.map(({ id, upload }) => [id === before.studies[0]!.series[0]!.id, upload])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('is sent and opened again after the server lost it, before its series are used', async () => {
    await giveArchive('a.zip');
    await opened(found({ '1.9.1': 'one' }));
    await setBodyPart(db, (await view())!.studies[0]!.id, 'prostate');
    await processUpload(db, uploadId, BODY_PARTS);
    await store.savePrepared(uploadId, 'up_token');
    await store.saveForgotten(uploadId, 'prepared');
    expect(await store.uploadsToSend()).toMatchObject([{ phase: 'archive-waiting', uploadToken: null }]);
    await opened(found({ '1.9.1': 'another' }));
    expect(await store.uploadsToSend()).toMatchObject([{ phase: 'queued' }]);
    await register(store, uploadId);
    expect(await store.seriesToConvert(uploadId)).toMatchObject([{ location: 'server', serieClientUploadId: 'another' }]);
  });

  it('that is added while the server reads is sent afterwards', async () => {
    await giveArchive('a.zip');
    await store.savePrepared(uploadId, 'up_token');
    await sendAll(db, store, uploadId);
    await store.saveReading(uploadId);
    await giveArchive('b.zip', 7);
    expect(await store.uploadsToSend()).toEqual([]);
    await store.saveOpened(uploadId, found({ '1.9.1': 'one' }));
    expect(await store.uploadsToSend()).toMatchObject([{ phase: 'archive-sending' }]);
  });

  it('whose bytes the browser removed is reported as lost, and resumes when it is chosen again', async () => {
    await giveArchive('a.zip');
    await store.savePrepared(uploadId, 'up_token');
    await db.segments.clear();
    expect(await store.loadChunk(uploadId, 0)).toEqual({ ok: false, why: 'withdrawn' });
    expect(await store.archivesOnServer(uploadId)).toBe('lost');
    await store.saveHalt(uploadId, { why: 'failed', code: 'archive_lost', message: '' });
    await giveArchive('a.zip');
    expect(await store.archivesOnServer(uploadId)).toBe('some');
    expect(await store.uploadsToSend()).toHaveLength(1);
    await sendAll(db, store, uploadId);
    expect(await store.archivesOnServer(uploadId)).toBe('all');
  });

  it('that is removed before anything was sent leaves no trace', async () => {
    const archive = await giveArchive('a.zip');
    expect(await takeBackArchive(db, uploadId, archive)).toBe(true);
    expect([await db.files.count(), await db.segments.count(), await store.waitingChunks(uploadId)]).toEqual([0, 0, []]);
    expect((await view())?.opening).toBeNull();
    expect(await store.uploadsToSend()).toEqual([]);
  });

  it('that is removed while it is sent affects only itself: the server stops waiting for it, and other files continue', async () => {
    await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, [{}]));
    const archive = await giveArchive('a.zip');
    const other = await giveArchive('b.zip', 7);
    await store.savePrepared(uploadId, 'up_token');
    await store.confirmChunk(uploadId, 0, []);
    expect((await view())?.opening?.archives.map(({ mayBeTakenBack }) => mayBeTakenBack)).toEqual([true, true]);
    expect(await takeBackArchive(db, uploadId, archive)).toBe(true);
    expect(await takeBackArchive(db, uploadId, archive)).toBe(false);
    // It may still be in flight: its answer must not restore anything.
    await store.confirmChunk(uploadId, 0, [archive]);
    expect((await view())?.opening?.archives).toMatchObject([{ name: 'b.zip' }]);
    expect(await store.waitingChunks(uploadId)).toEqual([1]);
    await sendAll(db, store, uploadId);
    expect(await store.archivesOnServer(uploadId)).toBe('all');
    expect(await store.uploadsToSend()).toMatchObject([{ phase: 'archive-sending', takenBack: [archive] }]);
    // The other one has arrived completely and is opened next.
    expect(await takeBackArchive(db, uploadId, other)).toBe(false);
    await store.saveReading(uploadId);
    expect((await store.uploadsToFollow())[0]).not.toHaveProperty('takenBack');
    await store.saveOpened(uploadId, found({ '1.9.1': 'one' }));
    expect((await view())?.studies).toHaveLength(2);
  });

  it('that was the only one is removed while it is sent, and the server is told before the upload continues', async () => {
    await commitBatch(db, device, uploadId, await stageBatch(device, uploadId, [{}]));
    const archive = await giveArchive('a.zip');
    await store.savePrepared(uploadId, 'up_token');
    await takeBackArchive(db, uploadId, archive);
    expect(await store.archivesOnServer(uploadId)).toBe('all');
    expect(await store.uploadsToSend()).toMatchObject([{ phase: 'archive-sending', takenBack: [archive] }]);
    await store.saveReading(uploadId);
    await store.saveOpened(uploadId, found({}));
    expect((await view())?.opening).toBeNull();
    expect((await view())?.studies).toHaveLength(1);
  });

  it('is deleted on the server when its upload is cleared before Process', async () => {
    await giveArchive('a.zip');
    await store.savePrepared(uploadId, 'up_token');
    await clearUpload(db, uploadId);
    expect(await store.uploadsToSend()).toMatchObject([{ id: uploadId, phase: 'dropping' }]);
    expect([await db.files.count(), await db.segments.count()]).toEqual([0, 0]);
  });

  it('frees its space when its upload has ended', async () => {
    await giveArchive('a.zip');
    await opened(found({ '1.9.1': 'one' }));
    await setBodyPart(db, (await view())!.studies[0]!.id, 'prostate');
    await processUpload(db, uploadId, BODY_PARTS);
    await register(store, uploadId);
    await store.saveSent(uploadId);
    expect(await db.segments.count()).toBe(1);
    await store.saveEnded(uploadId);
    expect(await db.segments.count()).toBe(0);
  });

  it('replaces the earlier error that this device could not open it', async () => {
    const row = { uploadId, studyId: null, seriesId: null, order: 0, order2: 0, size: 0, sha256: '', pieces: [], segmentIds: [] };
    const said = { ...row, sealed: new Uint8Array(), state: 'stored' as const };
    await db.files.bulkPut([
      { ...said, id: 'archive', problem: 'unpacked' },
      { ...said, id: 'archive.0', problem: 'archive-rar' },
      { ...said, id: 'other.0', problem: 'archive-rar' },
    ]);
    await forgetArchive(db, 'archive');
    expect(await db.files.toCollection().primaryKeys()).toEqual(['other.0']);
  });
});
