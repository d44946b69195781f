import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { selectSeries, setBodyPart } from './edit-commands.ts';
import type { WaitingUpload } from '#model/uploads/waiting-upload.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from './decrypted-rows.ts';
import { AS_THEY_ARE, commitBatch, register, sendAll, stageBatch } from '#localdb/queue/queue.example.ts';
import { createQueueStore } from '#localdb/queue/queue-store.ts';
import { LocalDb } from '#localdb/schema.ts';
import { showUpload } from './show-upload.ts';
import { clearUpload, newUpload, processUpload } from './upload-commands.ts';
import { savePreview, shownUpload } from './uploads.ts';
import { readWaitingUploads } from './waiting-uploads.ts';

let users = 31_000;
let db: LocalDb;
let device: DeviceKey;

beforeEach(async () => {
  users += 1;
  db = new LocalDb(users);
  device = await openDeviceKey(db);
});

const waiting = (): Promise<WaitingUpload[]> => readWaitingUploads(db, device, new FactsCache());
const shownIds = (): Promise<string[]> => db.uploads.where('shown').equals(1).primaryKeys();

/** An upload of one study per name, two files each. */
async function arrange(...names: string[]): Promise<string> {
  const { id } = await shownUpload(db);
  await savePreview(db, id);
  for (const [n, patientName] of names.entries()) {
    const batch = await stageBatch(
      device,
      id,
      [1, 2].map((instanceNumber) => ({
        instanceNumber,
        patientName,
        studyInstanceUid: `2.25.${n + 1}`,
        seriesInstanceUid: `2.25.${n + 1}.1`,
      })),
      users + n,
    );
    await commitBatch(db, device, id, batch);
  }
  return id;
}

async function send(uploadId: string): Promise<ReturnType<typeof createQueueStore>> {
  for (const study of await db.studies.where('uploadId').equals(uploadId).toArray()) await setBodyPart(db, study.id, 'prostate');
  await processUpload(db, uploadId, { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE });
  return createQueueStore(db, device);
}

describe('waiting work on this device', () => {
  it('is empty when nothing was dropped, or the page is empty', async () => {
    expect(await waiting()).toEqual([]);
    await shownUpload(db);
    expect(await waiting()).toEqual([]);
  });

  it('is an upload that was not sent, with its first patient and its content', async () => {
    const id = await arrange('Heron^Quiet', 'Plover^Calm');
    expect(await waiting()).toMatchObject([
      {
        id,
        phase: 'none',
        isShown: true,
        patientName: 'Heron^Quiet',
        studies: 2,
        files: { total: 4, proved: 0, lost: 0 },
        bytes: { total: 4000, confirmed: 0, proved: 0 },
        status: 'on this device',
        halt: null,
        waiting: null,
      },
    ]);
  });

  it('counts the selected files and their progress while it is sent, and ends when all is sent and verified', async () => {
    const id = await arrange('Heron^Quiet', 'Plover^Calm');
    const [first] = await db.series.where('uploadId').equals(id).sortBy('keyHash');
    await selectSeries(db, [first!.id], false);
    const store = await send(id);
    expect(await waiting()).toMatchObject([{ phase: 'queued', studies: 1, files: { total: 2 }, bytes: { total: 2000 }, status: 'queued' }]);
    await register(store, id);
    await sendAll(db, store, id);
    expect(await waiting()).toMatchObject([
      { phase: 'registered', files: { total: 2, proved: 2 }, bytes: { confirmed: 2000, proved: 2000 }, status: 'verified' },
    ]);
    await store.saveSent(id);
    expect(await waiting()).toEqual([]);
  });

  it('shows what halts it, and when it is retried', async () => {
    const id = await arrange('Heron^Quiet');
    const store = await send(id);
    await store.saveWaiting(id, { reason: 'network', until: 9_000, tries: 3 });
    expect(await waiting()).toMatchObject([{ halt: null, waiting: { reason: 'network', until: 9_000 } }]);
    await store.saveHalt(id, { why: 'failed', code: 'conflict', message: '' });
    expect(await waiting()).toMatchObject([{ halt: { why: 'failed', code: 'conflict' }, waiting: null, status: 'failed' }]);
    await store.saveHalt(id, { why: 'rights', code: 'not_allowed' });
    expect(await waiting()).toMatchObject([{ halt: { why: 'rights', code: 'not_allowed' }, status: 'queued' }]);
  });

  it('lists every upload: those being sent in sending order, then unsent ones, then cleared ones', async () => {
    const times = [3_000, 1_000, 2_000, 4_000];
    const ids: string[] = [];
    for (const [n, createdAt] of times.entries()) {
      const id = await arrange(`Nr^${n}`);
      await db.uploads.update(id, { createdAt });
      if (n < 3) await send(id);
      if (n < 3) await newUpload(db);
      ids.push(id);
    }
    await clearUpload(db, ids[2]!);
    expect((await waiting()).map(({ id, isShown, patientName }) => [ids.indexOf(id), isShown, patientName])).toEqual([
      [1, false, 'Nr^1'],
      [0, false, 'Nr^0'],
      [3, true, 'Nr^3'],
      [2, false, null],
    ]);
  });
});

describe('an upload that the user opens', () => {
  it('replaces the shown one, which waits in the background and loses nothing', async () => {
    const sent = await arrange('Heron^Quiet');
    await send(sent);
    await newUpload(db);
    const kept = await arrange('Plover^Calm');
    await showUpload(db, sent);
    expect(await shownIds()).toEqual([sent]);
    await showUpload(db, kept);
    expect(await shownIds()).toEqual([kept]);
    expect((await waiting()).map(({ id, files }) => [id, files.total])).toEqual([
      [sent, 2],
      [kept, 2],
    ]);
  });

  it('replaces an empty page without leaving anything of it', async () => {
    const sent = await arrange('Heron^Quiet');
    await send(sent);
    await newUpload(db);
    await shownUpload(db);
    await showUpload(db, sent);
    expect(await db.uploads.toCollection().primaryKeys()).toEqual([sent]);
  });

  it('cannot be one that was cleared or is gone', async () => {
    const cleared = await arrange('Heron^Quiet');
    await send(cleared);
    await clearUpload(db, cleared);
    const kept = await arrange('Plover^Calm');
    await showUpload(db, cleared);
    await showUpload(db, crypto.randomUUID());
    expect(await shownIds()).toEqual([kept]);
  });
});
