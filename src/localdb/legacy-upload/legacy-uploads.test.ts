import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BatchResult, BatchSeries, ConvertedCase } from '#contract/batch.ts';
import { parseChunk } from '#contract/chunk.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import {
  finishLegacyUpload,
  keepGivenFiles,
  openLegacyUpload,
  saveCases,
  savedLegacyChoice,
  saveLegacyChoice,
  saveProcessed,
  saveRead,
  saveUnlocked,
  sendLegacyUpload,
} from './legacy-uploads.ts';
import { readLegacyView } from './legacy-view.ts';
import { releaseKeptCopies } from '#localdb/kept-copies/kept-copies.ts';
import { uploadThatTakes } from '#localdb/upload/next-upload.ts';
import { FactsCache } from '#localdb/upload/decrypted-rows.ts';
import { NOTHING_HELD } from '#localdb/queue/queue.example.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { unrecognisedUploads } from '#localdb/recognition/recognitions.ts';
import { LocalDb } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { createSegment } from '#localdb/files/segment.ts';
import { clearUpload } from '#localdb/upload/upload-commands.ts';
import { shownUpload } from '#localdb/upload/uploads.ts';
import { readWaitingUploads } from '#localdb/upload/waiting-uploads.ts';

let db: LocalDb;
let device: DeviceKey;
let store: ReturnType<typeof createQueueStore>;

beforeEach(async () => {
  db = new LocalDb(nextUser());
  device = await openDeviceKey(db);
  store = createQueueStore(db, device);
});

const view = () => readLegacyView(db, device);

/** Files of 1000 bytes in one segment. The same names have the same contents. */
async function give(id: string, names: string[]) {
  const size = 1000;
  const plain = new Uint8Array(names.length * size);
  for (const [n, name] of names.entries()) plain.fill(name.codePointAt(0)!, n * size, (n + 1) * size);
  const segment = await createSegment(device, id, plain);
  const files = names.map(async (name, n) => ({
    ...{ id: crypto.randomUUID(), name, path: `folder/${name}`, size },
    sha256: bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', plain.subarray(n * size, (n + 1) * size)))),
    pieces: [{ segmentId: segment.id, offset: n * size, length: size }],
  }));
  return keepGivenFiles(db, device, id, await Promise.all(files), [segment]);
}

const SERIES = {
  ...{ seriesInstanceUid: '', seriesNumber: 1, seriesDescription: 't2', modalityCode: 'MR', imageComments: '', type: 'dcm' as const },
  ...{ cnt: 3, numberOfFrames: 1, rows: 4, columns: 4, sliceThickness: 3, imageOrientationPatientEquals: true },
  ...{ files: 3, totalFileSize: 3000, file: '1', facts: {} as BatchSeries['facts'] },
};
const STUDY = {
  ...{ uuid: 'study', studyInstanceUid: '', patientName: 'Avocet^Swift', patientSex: '', studyDate: '', studyTime: '' },
  ...{ modality: 'MR', studyDescription: '', exists: false },
};

function result(session: string, uploadIds: string[]): BatchResult {
  const series = uploadIds.map((upload_id) => ({ ...SERIES, upload_id }));
  return { session, studies: [{ ...STUDY, series }], nifties: [], refused: [], unsupported: 0 };
}

function cases(status: 'converted' | 'error' | null, series: number): ConvertedCase[] {
  const sub = {
    ...{ patientName: '', seriesDescription: '', seriesNumber: 1, cnt: 3, sliceThickness: 3, imageComments: '' },
    dirty: false,
  };
  const own = Array.from({ length: series }, (_, n) => ({ ...sub, uuid: `study-00${n + 1}` }));
  return [{ uuid: 'study', status, data: { patientName: 'Avocet^Swift' }, dirty: false, sub: own }];
}

/** Sends every chunk, like the sender, with every file verified. */
async function sendAll(id: string): Promise<void> {
  await store.savePrepared(id, 'token');
  await store.saveAllRegistered(id);
  for (const index of await store.waitingChunks(id)) {
    const proved = (await db.chunks.get([id, index]))!.parts.map((part) => part.fileId);
    await store.confirmChunk(id, index, proved);
  }
  await store.saveSent(id);
}

async function uploaded(names = ['a', 'b']): Promise<string> {
  const id = await openLegacyUpload(db);
  await give(id, names);
  await sendLegacyUpload(db, id);
  await sendAll(id);
  return id;
}

describe('a legacy upload on this device', () => {
  it('is the only one, and does not appear on the upload page', async () => {
    const id = await openLegacyUpload(db);
    expect(await openLegacyUpload(db)).toBe(id);
    await give(id, ['a']);
    expect((await uploadThatTakes(db)).id).not.toBe(id);
    expect((await shownUpload(db)).id).not.toBe(id);
    expect(await unrecognisedUploads(db)).toEqual([]);
  });

  it('stores each content once, and lists the stored files', async () => {
    const id = await openLegacyUpload(db);
    expect(await give(id, ['a', 'b', 'a'])).toMatchObject({ kept: 2, duplicates: 1 });
    expect(await give(id, ['b'])).toMatchObject({ kept: 0, duplicates: 1, unheldSegmentIds: [expect.any(String)] });
    expect(await view()).toMatchObject({ step: 'ready', files: { total: 2, proved: 0 }, bytes: { total: 2000 } });
    expect((await view())?.chosen.map(({ path }) => path)).toEqual(expect.arrayContaining(['folder/a', 'folder/b']));
    expect(await db.segments.count()).toBe(1);
  });

  it('stores no file name in plain text', async () => {
    const id = await openLegacyUpload(db);
    await give(id, ['avocet']);
    await saveRead(db, device, id, result(id, ['x']));
    const rows = JSON.stringify([await db.uploads.toArray(), await db.files.toArray(), await db.series.toArray()]);
    expect(rows).not.toMatch(/avocet/i);
  });

  it('is listed among the waiting uploads, without a name', async () => {
    const id = await openLegacyUpload(db);
    expect(await readWaitingUploads(db, device, new FactsCache())).toEqual([]);
    await give(id, ['a', 'b']);
    await sendLegacyUpload(db, id);
    expect(await readWaitingUploads(db, device, new FactsCache())).toMatchObject([
      { id, phase: 'queued', isLegacy: true, patientName: null, files: { total: 2 }, bytes: { total: 2000 } },
    ]);
  });
});

describe('while it is sent', () => {
  it('nothing is sent before Upload is pressed, or without files', async () => {
    const id = await openLegacyUpload(db);
    await sendLegacyUpload(db, id);
    expect([await store.uploadsToSend(), (await view())?.step]).toEqual([[], 'ready']);
    await give(id, ['a']);
    await sendLegacyUpload(db, id);
    expect(await store.uploadsToSend()).toMatchObject([{ id, phase: 'queued', isLegacy: true }]);
    expect(await give(id, ['b'])).toMatchObject({ kept: 0, isClosed: true });
  });

  it('its chunks are marked as unsorted [CHUNK-008]', async () => {
    const id = await openLegacyUpload(db);
    await give(id, ['a', 'b']);
    await sendLegacyUpload(db, id);
    await store.savePrepared(id, 'token');
    expect(await store.nextUnregistered(id)).toBeNull();
    const loaded = await store.loadChunk(id, 0);
    const chunk = parseChunk(new Uint8Array(await (loaded.ok ? loaded.body : new Blob()).arrayBuffer()));
    expect(chunk).toMatchObject({ ok: true, header: { session_id: id, studyUuid: id, preview: 'server', chunk: 0 } });
    expect(chunk.ok && chunk.header.parts.map((part) => part.serie_id)).toEqual(['unsorted', 'unsorted']);
  });

  it('a reload resumes with what the server does not have [LEG-037]', async () => {
    const id = await openLegacyUpload(db);
    await give(id, ['a', 'b']);
    await sendLegacyUpload(db, id);
    db.close();
    db = new LocalDb(Number(db.name.slice('lightship.u'.length)));
    store = createQueueStore(db, await openDeviceKey(db));
    expect(await view()).toMatchObject({ id, step: 'uploading', files: { total: 2, proved: 0 } });
    await sendAll(id);
    expect(await view()).toMatchObject({ step: 'uploaded', files: { total: 2, proved: 2 } });
    // The server is asked with the calls of this flow, not those of the other.
    expect([await store.uploadsToSend(), await store.uploadsToFollow()]).toEqual([[], []]);
  });

  it('a file that was lost here is restored when it is chosen again', async () => {
    const id = await openLegacyUpload(db);
    await give(id, ['a', 'b']);
    await sendLegacyUpload(db, id);
    await store.savePrepared(id, 'token');
    await store.saveAllRegistered(id);
    await db.segments.clear();
    expect(await store.loadChunk(id, 0)).toMatchObject({ ok: false });
    expect(await view()).toMatchObject({ files: { lost: 2 } });
    expect(await give(id, ['b', 'a', 'new'])).toMatchObject({ kept: 2, isClosed: false });
    expect(await view()).toMatchObject({ files: { total: 2, lost: 0 } });
    await sendAll(id);
    expect(await view()).toMatchObject({ step: 'uploaded' });
  });

  it('is sent again to a server that has lost it', async () => {
    const id = await uploaded();
    await saveRead(db, device, id, result(id, ['x']));
    await store.saveForgotten(id, 'sent');
    expect(await view()).toMatchObject({ step: 'uploading', phase: 'queued', result: null, files: { proved: 0 } });
    await store.reconcile(id, { ...NOTHING_HELD, session: id });
    await sendAll(id);
    expect(await view()).toMatchObject({ step: 'uploaded' });
  });
});

describe('after its files were read', () => {
  it('the choice is checked against what can be converted, and survives a password that adds cases', async () => {
    const id = await uploaded();
    await saveRead(db, device, id, result(id, ['x', 'y']));
    expect(await view()).toMatchObject({ step: 'sorted', checked: ['x', 'y'], result: { studies: [{ patientName: 'Avocet^Swift' }] } });
    await saveLegacyChoice(db, id, () => ({ checked: ['y'], bodyParts: { study: 'prostate' } }));
    await saveUnlocked(db, id);
    expect(await view()).toMatchObject({ step: 'uploaded' });
    await saveRead(db, device, id, result(id, ['x', 'y', 'z']));
    expect(await view()).toMatchObject({ step: 'sorted', checked: ['y', 'z'], bodyParts: { study: 'prostate' } });
  });

  it('a query right after a choice includes it', async () => {
    const id = await uploaded();
    await saveRead(db, device, id, result(id, ['x', 'y']));
    const saving = saveLegacyChoice(db, id, () => ({ checked: ['y'], bodyParts: { study: 'prostate' } }));
    expect(await savedLegacyChoice(db, id)).toMatchObject({ checked: ['y'], bodyParts: { study: 'prostate' } });
    await saving;
  });

  it('ends when all checked cases are converted or failed, and its bytes are deleted [LEG-015]', async () => {
    const id = await uploaded();
    await saveRead(db, device, id, result(id, ['x', 'y']));
    await saveProcessed(db, id, ['x', 'y']);
    await saveCases(db, device, id, cases(null, 2));
    expect(await view()).toMatchObject({ step: 'converting', phase: 'sent' });
    await saveCases(db, device, id, cases('error', 2));
    expect(await view()).toMatchObject({ step: 'organize', phase: 'ended', cases: [{ uuid: 'study', status: 'error' }] });
    expect([await db.segments.count(), await store.uploadsKept()]).toEqual([0, []]);
    await finishLegacyUpload(db, id);
    expect(await view()).toMatchObject({ step: 'done' });
    await clearUpload(db, id);
    expect(await view()).toBeNull();
  });

  it('copies that are removed for other files do not change its step', async () => {
    const id = await uploaded();
    expect(await releaseKeptCopies(db, 1)).toBeGreaterThan(0);
    expect(await view()).toMatchObject({ id, step: 'uploaded' });
  });

  it('late and repeated events change nothing', async () => {
    const id = await uploaded();
    await saveCases(db, device, id, cases('converted', 2));
    await finishLegacyUpload(db, id);
    await saveProcessed(db, id, []);
    await saveLegacyChoice(db, id, () => ({ checked: [], bodyParts: {} }));
    expect(await view()).toMatchObject({ step: 'uploaded', cases: null });
    await sendLegacyUpload(db, id);
    expect(await view()).toMatchObject({ step: 'uploaded', phase: 'sent' });
  });

  it('a closed upload is still reported to the server, and the next one starts empty', async () => {
    const id = await uploaded();
    await clearUpload(db, id);
    expect(await view()).toBeNull();
    expect(await store.uploadsToSend()).toMatchObject([{ id, phase: 'dropping' }]);
    expect(await openLegacyUpload(db)).not.toBe(id);
  });
});
