import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writePatientName, writeSeriesNumber } from './upload/edit-commands.ts';
import { unlessOutdated } from './connection.ts';
import { openDeviceKey } from './device-key.ts';
import { FactsCache } from './upload/decrypted-rows.ts';
import { savePreview as keepTile, savedPreview } from './upload/previews.ts';
import { AS_THEY_ARE, commitBatch, register, sendAll, stageBatch } from './queue/queue.example.ts';
import { createQueueStore } from './queue/queue-store.ts';
import { LocalDb } from './schema.ts';
import { processUpload } from './upload/upload-commands.ts';
import { readUploadView } from './upload/upload-view.ts';
import { shownUpload } from './upload/uploads.ts';

const VERSION_1 = {
  uploads: 'id, shown, phase',
  studies: 'id, uploadId, [uploadId+keyHash]',
  series: 'id, uploadId, studyId, [studyId+keyHash]',
  previews: '[fileId+frame], uploadId, seriesId',
  files: 'id, uploadId, seriesId, [uploadId+problem], [uploadId+sha256], [seriesId+order+order2], *segmentIds',
  segments: 'id, uploadId',
  chunks: '[uploadId+index], uploadId, [uploadId+state]',
  keys: 'id',
  lists: 'key, at',
};

/** A version of the page that is newer than any real one. */
const LATER = 90;

let users = 9400;
const NEW_IN_SERIES = [
  'keptBytes',
  'goneBytes',
  'lostFiles',
  'homeStudyId',
  'isReference',
  'arrival',
  'number',
  'acquisition',
  'project',
  'recognised',
  'deidentified',
  'deidentifiedBy',
  'refusal',
];
const NEW_IN_STUDIES = ['writtenName', 'labels', 'pipeline', 'leftOff', 'anonymize', 'anonymousName'];
beforeEach(() => {
  users += 1;
  // Dexie logs every change of version to the console.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

/** The database as the pages of version 1 opened it. */
function openAs(version: number): Dexie {
  const db = new Dexie(`lightship.u${users}`);
  db.version(1).stores(VERSION_1);
  if (version > 1) db.version(version).stores({ leases: '[name+holder], name', later: 'id' });
  return db;
}

/** A half-sent upload of three files in the rows of version 1: one of two chunks confirmed, its only file verified and its bytes deleted. */
async function fillVersion1(): Promise<string> {
  const template = new LocalDb(users * 1000);
  const device = await openDeviceKey(template);
  const store = createQueueStore(template, device);
  const { id } = await shownUpload(template);
  const batches = [
    await stageBatch(device, id, [{ instanceNumber: 1 }], 1),
    await stageBatch(device, id, [{ instanceNumber: 2 }, { instanceNumber: 3 }], 9),
  ];
  for (const batch of batches) await commitBatch(template, device, id, batch);
  await processUpload(template, id, { bodyParts: new Set(['prostate']), rules: AS_THEY_ARE });
  await register(store, id);
  const [first, ...others] = await template.files.toCollection().sortBy('order2');
  const [chunk] = await template.chunks.toArray();
  if (!first || !chunk) throw new Error('Nothing was queued');
  await keepTile(template, device, first, 0, {
    width: 1,
    height: 1,
    pixels: new Uint8ClampedArray([1, 2, 3, 4]),
    windowCenter: 1,
    windowWidth: 2,
  });
  const old = openAs(1);
  const partOf = (fileId: string) => chunk.parts.filter((part) => part.fileId === fileId);
  const without = (row: object, ...names: string[]): object =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
  for (const table of ['previews', 'keys']) await old.table(table).bulkAdd(await template.table(table).toArray());
  await old.table('studies').bulkAdd((await template.studies.toArray()).map((row) => without(row, ...NEW_IN_STUDIES)));
  await old.table('uploads').bulkAdd((await template.uploads.toArray()).map((row) => without(row, 'endedAt')));
  await old.table('segments').bulkAdd((await template.segments.toArray()).filter((row) => !first.segmentIds.includes(row.id)));
  await old.table('files').bulkAdd([{ ...first, state: 'proved' }, ...others].map((row) => without(row, 'slices')));
  await old.table('chunks').bulkAdd([
    { ...chunk, parts: partOf(first.id), bytes: 1000, state: 'confirmed' },
    { ...chunk, index: 1, parts: others.flatMap((file) => partOf(file.id)), bytes: 2000 },
  ]);
  const counted = { confirmedBytes: 1000, provedBytes: 1000, provedFiles: 1 };
  const series = (await template.series.toArray()).map((row) => ({ ...without(row, ...NEW_IN_SERIES), ...counted }));
  await old.table('series').bulkAdd(series);
  old.close();
  template.close();
  return id;
}

describe('a database of version 1', () => {
  it('keeps its queue, tiles and bytes [PWA-42]', async () => {
    const id = await fillVersion1();
    const db = new LocalDb(users);
    const device = await openDeviceKey(db);
    const store = createQueueStore(db, device);
    expect(await readUploadView(db, device, new FactsCache())).toMatchObject({
      id,
      files: { total: 3, proved: 1, lost: 0 },
      bytes: { queued: 3000, confirmed: 1000, proved: 1000, onDevice: 2000, kept: 0 },
      keptUntil: null,
    });
    expect(await store.uploadsToSend()).toMatchObject([{ id, phase: 'registered' }]);
    expect(await store.waitingChunks(id)).toEqual([1]);
    expect((await store.loadChunk(id, 1)).ok).toBe(true);
    // Queued uploads continue as announced.
    expect((await db.studies.toArray()).map(({ anonymize }) => anonymize)).toEqual([false]);
    const [preview] = await db.previews.toArray();
    expect(await savedPreview(db, device, preview?.fileId ?? '', 0)).toMatchObject({ windowWidth: 2 });
    await sendAll(db, store, id);
    expect(await store.allProved(id)).toBe(true);
    expect((await db.files.toArray()).map((file) => file.state).sort()).toEqual(['proved', 'proved', 'released']);
  });

  it('accepts user decisions, and more files of an existing series', async () => {
    const id = await fillVersion1();
    const old = openAs(1);
    await old.table('uploads').update(id, { phase: 'none', state: 'preview' });
    old.close();
    const db = new LocalDb(users);
    const device = await openDeviceKey(db);
    const before = (await readUploadView(db, device, new FactsCache()))?.studies[0];
    const [series] = before?.series ?? [];
    expect(before).toMatchObject({ dirty: false, originalPatientName: before?.patientName });
    expect(series).toMatchObject({ homeStudyId: before?.id, isReference: false, number: series?.facts.seriesNumber, acquisition: null });
    await writePatientName(db, before?.id ?? '', 'Case 7');
    await writeSeriesNumber(db, series?.id ?? '', 12);
    await commitBatch(db, device, id, await stageBatch(device, id, [{ instanceNumber: 4 }], 33));
    expect((await db.files.toArray()).map(({ slices }) => slices !== undefined).toSorted()).toEqual([false, false, false, true]);
    expect((await readUploadView(db, device, new FactsCache()))?.studies).toMatchObject([
      { patientName: 'Case 7', dirty: true, series: [{ id: series?.id, number: 12, slices: 4 }] },
    ]);
  });

  it('is announced without the grid that its files were not read for', async () => {
    const id = await fillVersion1();
    const db = new LocalDb(users);
    await db.series.toCollection().modify({ remote: null });
    const body = await createQueueStore(db, await openDeviceKey(db)).nextUnregistered(id);
    expect(body?.study.series).toHaveLength(1);
    expect(body?.study.series[0]).not.toHaveProperty('grid');
  });

  it('keeps copies of ended uploads from now on', async () => {
    const id = await fillVersion1();
    const old = openAs(1);
    await old.table('uploads').update(id, { phase: 'ended' });
    old.close();
    const db = new LocalDb(users);
    expect((await db.uploads.get(id))?.endedAt).toBeGreaterThan(0);
  });
});

describe('two versions of the page', () => {
  it('the older one closes the database, says so, and stores nothing more', async () => {
    const older = new LocalDb(users);
    const device = await openDeviceKey(older);
    const { id } = await shownUpload(older);
    const staged = await stageBatch(device, id, [{ instanceNumber: 1 }]);
    let told = 0;
    older.connection.subscribe(() => (told += 1));
    const newer = openAs(LATER);
    await newer.open();
    expect([older.connection.read(), told]).toEqual(['outdated', 1]);
    await expect(commitBatch(older, device, id, staged)).rejects.toThrow();
    expect([await newer.table('files').count(), await newer.table('uploads').count()]).toEqual([0, 1]);
  });

  it('the older one no longer shows what it read earlier, and shows no error', async () => {
    const older = new LocalDb(users);
    const device = await openDeviceKey(older);
    const { id } = await shownUpload(older);
    await commitBatch(older, device, id, await stageBatch(device, id, [{ instanceNumber: 1 }]));
    await older.uploads.update(id, { state: 'preview' });
    const look = () => unlessOutdated(older, () => readUploadView(older, device, new FactsCache()));
    expect(await look()).toMatchObject({ id });
    const newer = openAs(LATER);
    await newer.open();
    expect(await look()).toBeUndefined();
    await expect(unlessOutdated(new LocalDb(users + 1e6), () => Promise.reject(new Error('another')))).rejects.toThrow('another');
  });

  it('the older one completes a commit in progress or stores none of it', async () => {
    const older = new LocalDb(users);
    const device = await openDeviceKey(older);
    const { id } = await shownUpload(older);
    const staged = await stageBatch(device, id, [{ instanceNumber: 1 }]);
    const committing = commitBatch(older, device, id, staged).then(
      () => 1,
      () => 0,
    );
    const newer = openAs(LATER);
    await newer.open();
    const stored = await committing;
    expect([await newer.table('files').count(), await newer.table('segments').count()]).toEqual([stored, stored]);
  });

  it('an older page does not touch a newer database, also after a rollback', async () => {
    const newer = openAs(LATER);
    await newer.open();
    await newer.table('later').add({ id: 'kept' });
    await newer.table('uploads').add({ id: 'u', phase: 'queued', shown: 1 });
    newer.close();
    const older = new LocalDb(users);
    await expect(shownUpload(older)).rejects.toThrow();
    expect(older.connection.read()).toBe('outdated');
    const again = openAs(LATER);
    expect([await again.table('later').count(), await again.table('uploads').count()]).toEqual([1, 1]);
  });

  it('the newer one reports that it waits for a tab that does not close the database', async () => {
    const stubborn = openAs(1);
    stubborn.on('versionchange', () => false);
    await stubborn.open();
    const db = new LocalDb(users);
    const states: string[] = [];
    db.connection.subscribe(() => states.push(db.connection.read()));
    const opening = db.open();
    await vi.waitFor(() => expect(states).toEqual(['blocked']));
    stubborn.close();
    await opening;
    expect(states).toEqual(['blocked', 'open']);
  });
});
