import 'fake-indexeddb/auto';
import { inflateRawSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parseChunk, type ChunkHeader } from '#contract/chunk.ts';
import { toDescribedSlice } from '#model/grids/described-slice.ts';
import { gridOf, gridToText } from '#model/grids/grid.ts';
import { exampleInstance } from '#model/studies/instance.example.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { commitFiles, UploadClosedError, type StagedFile } from '#localdb/files/commit-files.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from '#localdb/upload/decrypted-rows.ts';
import { createQueueStore } from './queue-store.ts';
import { AS_THEY_ARE, readingOf, register } from './queue.example.ts';
import { LocalDb } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { createSegment } from '#localdb/files/segment.ts';
import { selectSeries, selectStudy, setBodyPart } from '#localdb/upload/edit-commands.ts';
import { clearUpload, newUpload, processUpload } from '#localdb/upload/upload-commands.ts';
import { readUploadView } from '#localdb/upload/upload-view.ts';
import { savePreview, shownUpload } from '#localdb/upload/uploads.ts';

const BODY_PARTS = { bodyParts: new Set(['prostate', 'brain']), rules: AS_THEY_ARE };
const TOKEN = 'up_token';
let users: number;
let db: LocalDb;
let device: DeviceKey;

beforeEach(async () => {
  users = nextUser();
  db = new LocalDb(users);
  device = await openDeviceKey(db);
});

/** Stages invented files of 1000 bytes in one segment and commits them. */
async function take(uploadId: string, descriptions: Partial<InstanceDescription>[], fill = 1): Promise<StagedFile[]> {
  const size = 1000;
  const plain = Uint8Array.from({ length: descriptions.length * size }, (_, n) => (n * 31 + fill * 7 + Math.floor(n / size)) & 0xff);
  return takePlain(uploadId, descriptions, plain);
}

async function takePlain(
  uploadId: string,
  descriptions: Partial<InstanceDescription>[],
  plain: Uint8Array<ArrayBuffer>,
): Promise<StagedFile[]> {
  const size = plain.length / descriptions.length;
  const segment = await createSegment(device, uploadId, plain);
  const files = await Promise.all(
    descriptions.map(async (overrides, n): Promise<StagedFile> => ({
      id: crypto.randomUUID(),
      names: { name: `${n}.dcm`, path: `folder/${n}.dcm` },
      size,
      sha256: bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', plain.subarray(n * size, (n + 1) * size)))),
      pieces: [{ segmentId: segment.id, offset: n * size, length: size }],
      reading: readingOf(exampleInstance(overrides)),
    })),
  );
  await commitFiles(db, device, uploadId, files, [segment]);
  return files;
}

async function startUpload(): Promise<string> {
  const upload = await shownUpload(db);
  await savePreview(db, upload.id);
  return upload.id;
}

const view = () => readUploadView(db, device, new FactsCache());

describe('copying files to the device', () => {
  it('shows the studies and series of committed files, with slices counted and in order [ENT-26, READ-001, QA-01]', async () => {
    const uploadId = await startUpload();
    await take(
      uploadId,
      [3, 1, 2].map((instanceNumber) => ({ instanceNumber })),
    );
    await take(uploadId, [{ instanceNumber: 1, seriesInstanceUid: '2.25.1.2', seriesNumber: 1 }], 2);
    const shown = await view();
    expect(shown?.state).toBe('preview');
    expect(shown?.studies).toHaveLength(1);
    expect(shown?.studies[0]).toMatchObject({
      modality: 'MR',
      bodyPart: 'prostate',
      bodyPartBy: 'header',
      upload: true,
      status: 'on this device',
    });
    expect(shown?.studies[0]?.series.map((series) => [series.facts.seriesNumber, series.slices])).toEqual([
      [1, 1],
      [3, 3],
    ]);
    expect(shown?.bytes).toMatchObject({ queued: 4000, onDevice: 4000, confirmed: 0 });
    const first = await db.files
      .where('[seriesId+order+order2]')
      .between([shown?.studies[0]?.series[1]?.id, -Infinity, -Infinity], [shown?.studies[0]?.series[1]?.id, Infinity, Infinity])
      .toArray();
    expect(first.map((file) => file.order2)).toEqual([1, 2, 3]);
  });

  it('merges batches that two workers commit at the same time, without losses', async () => {
    const uploadId = await startUpload();
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => take(uploadId, [{ instanceNumber: n * 2 }, { instanceNumber: n * 2 + 1 }], n + 1)),
    );
    const shown = await view();
    expect(shown?.studies).toHaveLength(1);
    expect(shown?.studies[0]?.series.map((series) => series.slices)).toEqual([16]);
    expect(await db.files.count()).toBe(16);
  });

  it('keeps facts from later files of a study whose body part is known', async () => {
    const uploadId = await startUpload();
    await take(uploadId, [{ instanceNumber: 1, studyDescription: '' }]);
    await take(uploadId, [{ instanceNumber: 2, studyDescription: 'Prostate MR' }], 2);
    expect((await view())?.studies[0]).toMatchObject({ bodyPart: 'prostate', facts: { studyDescription: 'Prostate MR' } });
  });

  it('stores equal contents once, whatever their names, and reports that [FILE-014]', async () => {
    const uploadId = await startUpload();
    await take(uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }]);
    await take(uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }]);
    const shown = await view();
    expect(shown?.studies[0]?.series[0]?.slices).toBe(2);
    expect(shown?.problems.map(({ problem }) => problem)).toEqual(['duplicate', 'duplicate']);
  });

  it('decrypts nothing twice when the view is read again', async () => {
    const uploadId = await startUpload();
    await take(uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }]);
    await take(uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }]);
    const cache = new FactsCache();
    const first = await readUploadView(db, device, cache);
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
    expect(await readUploadView(db, device, cache)).toEqual(first);
    expect(first?.problems).toHaveLength(2);
    expect(decrypt).not.toHaveBeenCalled();
  });

  it('stores nothing that identifies a patient in plain text', async () => {
    const uploadId = await startUpload();
    await take(uploadId, [{ patientName: 'CANARY^NAME', seriesDescription: 'CANARY-SERIES', studyInstanceUid: '2.25.4711.1' }]);
    const rows = (await Promise.all(db.tables.map((table) => table.toArray()))).flat();
    const text = new TextDecoder('latin1').decode(await new Blob(rows.map((row) => rowToBytes(row))).arrayBuffer());
    for (const canary of ['CANARY', '2.25.4711', 'folder/']) expect(text).not.toContain(canary);
  });

  it("keeps the user's decisions while more files arrive", async () => {
    const uploadId = await startUpload();
    await take(uploadId, [{ instanceNumber: 1 }]);
    const series = (await view())?.studies[0]?.series[0];
    await selectSeries(db, [series?.id ?? ''], false);
    await setBodyPart(db, series?.studyId ?? '', 'brain');
    await take(uploadId, [{ instanceNumber: 2 }], 2);
    const study = (await view())?.studies[0];
    expect(study?.upload).toBe(false);
    expect(study?.bodyPart).toBe('brain');
    expect(study?.series[0]?.slices).toBe(2);
  });

  it('refuses files for an upload that was cleared meanwhile', async () => {
    const uploadId = await startUpload();
    await clearUpload(db, uploadId);
    await expect(take(uploadId, [{ instanceNumber: 1 }])).rejects.toThrow(UploadClosedError);
    expect(await db.segments.count()).toBe(0);
  });
});

describe('selecting and Process', () => {
  it('shows true, false or indeterminate depending on the number of selected series [UPL2-017, UPL2-059]', async () => {
    const uploadId = await startUpload();
    await take(uploadId, [{}, { seriesInstanceUid: '2.25.1.2' }]);
    const study = (await view())?.studies[0];
    await selectSeries(db, [study?.series[0]?.id ?? ''], false);
    expect((await view())?.studies[0]?.upload).toBe('indeterminate');
    await selectStudy(db, study?.id ?? '', false);
    expect((await view())?.studies[0]?.upload).toBe(false);
    expect(await processUpload(db, uploadId, BODY_PARTS)).toMatchObject({ ok: false, why: 'nothing-selected' });
  });

  it('requires a body part from the categories', async () => {
    const uploadId = await startUpload();
    await take(uploadId, [{ bodyPartExamined: '' }]);
    const study = (await view())?.studies[0];
    expect(await processUpload(db, uploadId, BODY_PARTS)).toEqual({ ok: false, why: 'missing-bodypart', studyIds: [study?.id] });
    await setBodyPart(db, study?.id ?? '', 'brain');
    expect(await processUpload(db, uploadId, BODY_PARTS)).toEqual({ ok: true });
  });

  it('writes the queue once, however often Process is pressed [PWA-05]', async () => {
    const uploadId = await startUpload();
    await take(uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }]);
    await processUpload(db, uploadId, BODY_PARTS);
    const first = await db.uploads.get(uploadId);
    await processUpload(db, uploadId, BODY_PARTS);
    expect(await db.uploads.get(uploadId)).toEqual(first);
    expect(await db.chunks.count()).toBe(1);
    expect((await view())?.studies[0]?.status).toBe('queued');
  });
});

describe('the send queue', () => {
  async function registered(): Promise<{ uploadId: string; files: StagedFile[]; store: ReturnType<typeof createQueueStore> }> {
    const uploadId = await startUpload();
    const files = await take(uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }, { seriesInstanceUid: '2.25.1.2' }]);
    await processUpload(db, uploadId, BODY_PARTS);
    const store = createQueueStore(db, device);
    await store.savePrepared(uploadId, TOKEN);
    const body = await store.nextUnregistered(uploadId);
    await store.saveRegistered(uploadId, body?.study.id ?? '', {
      study: { id: 7, uuid: '00000000-0000-4000-8000-000000000007', pipelineCode: null },
      series: (body?.study.series ?? []).map(({ id }, n) => ({ clientId: id, id: n, uuid: `00000000-0000-4000-8000-00000000010${n}` })),
    });
    await store.saveAllRegistered(uploadId);
    return { uploadId, files, store };
  }

  it('registers a study with its selected series, names, sizes and positions [ENT-34, CHUNK-021, CONV-001]', async () => {
    const uploadId = await startUpload();
    await take(
      uploadId,
      Array.from({ length: 12 }, (_, n) => ({ instanceNumber: n })),
    );
    await processUpload(db, uploadId, BODY_PARTS);
    const body = await createQueueStore(db, device).nextUnregistered(uploadId);
    expect(body).toMatchObject({ studyInstanceUid: '2.25.1', bodyPart: 'prostate', anonymize: false, session_id: uploadId });
    expect(body?.study).toMatchObject({ patientName: 'Heron^Quiet', modality: 'MR' });
    expect(body?.study.series).toMatchObject([{ idx: 0, file_count: 12, totalFileSize: 12_000, cnt: 12, type: 'dcm' }]);
    expect(body?.study.series[0]?.files).toHaveLength(10);
  });

  it('names the grid of a series, unless an earlier version has read one of its files [ENT-62]', async () => {
    const uploadId = await startUpload();
    const numbers = [2, 1, 3];
    await take(
      uploadId,
      numbers.map((instanceNumber) => ({ instanceNumber })),
    );
    await processUpload(db, uploadId, BODY_PARTS);
    const gridTold = async () => (await createQueueStore(db, device).nextUnregistered(uploadId))?.study.series[0]?.grid;
    const grid = gridOf(numbers.map((instanceNumber) => toDescribedSlice(exampleInstance({ instanceNumber }), 0)))!;
    expect(await gridTold()).toBe(createHash('sha256').update(gridToText(grid)).digest('hex'));
    const { slices: _, ...older } = (await db.files.toArray())[0]!;
    await db.files.put(older);
    expect(await gridTold()).toBeUndefined();
  });

  it('makes chunks with the bytes and hashes of the files', async () => {
    const { uploadId, files, store } = await registered();
    const { header, bodies } = await chunkOf(store, uploadId, 0);
    expect(header.parts.map((part) => part.file_id).sort()).toEqual(files.map((file) => file.id).sort());
    for (const part of header.parts) {
      const bytes = bodies.get(part.file_id) as Uint8Array<ArrayBuffer>;
      expect(bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))).toBe(part.sha256);
    }
  });

  it('keeps a copy of verified files', async () => {
    const { uploadId, files, store } = await registered();
    const ids = files.map((file) => file.id);
    await store.confirmChunk(uploadId, 0, ids.slice(0, 2));
    expect(await store.allProved(uploadId)).toBe(false);
    expect((await view())?.bytes).toMatchObject({ proved: 2000, onDevice: 3000, kept: 2000 });
    await store.confirmChunk(uploadId, 0, ids);
    expect(await db.segments.count()).toBe(1);
    expect(await store.allProved(uploadId)).toBe(true);
    expect((await view())?.bytes).toMatchObject({ queued: 3000, confirmed: 3000, proved: 3000, onDevice: 3000, kept: 3000 });
    expect((await view())?.studies[0]?.status).toBe('verified');
  });

  it('counts a repeated acknowledgement once', async () => {
    const { uploadId, files, store } = await registered();
    await Promise.all(
      [1, 2, 3].map(() =>
        store.confirmChunk(
          uploadId,
          0,
          files.map((file) => file.id),
        ),
      ),
    );
    expect((await view())?.files).toMatchObject({ proved: 3, queued: 3 });
  });

  it('follows the server: lost chunks wait again, received ones are confirmed', async () => {
    const { uploadId, files, store } = await registered();
    const status = { session: uploadId, state: 'upload' as const, series: [] };
    const fileStatus = files.map((file) => ({ file_id: file.id, size: 1000, received: 1000, proved: true }));
    await store.confirmChunk(uploadId, 0, []);
    await store.reconcile(uploadId, { ...status, chunks: [], files: [] });
    expect(await store.waitingChunks(uploadId)).toEqual([0]);
    expect((await view())?.bytes.confirmed).toBe(0);
    await store.reconcile(uploadId, { ...status, chunks: [0], files: fileStatus });
    expect(await store.waitingChunks(uploadId)).toEqual([]);
    expect(await store.allProved(uploadId)).toBe(true);
  });

  it('names the files whose bytes are gone instead of sending others', async () => {
    const { uploadId, store } = await registered();
    await db.segments.clear();
    expect((await store.loadChunk(uploadId, 0)).ok).toBe(false);
    expect((await view())?.problems.map(({ problem }) => problem)).toEqual(['lost-on-device', 'lost-on-device', 'lost-on-device']);
    expect(await store.waitingChunks(uploadId)).toEqual([]);
  });

  it('makes the same chunk deflated on request; parts that would not shrink stay as they are', async () => {
    const uploadId = await startUpload();
    const noise = crypto.getRandomValues(new Uint8Array(50_000));
    const plain = new Uint8Array(100_000).fill(7);
    plain.set(noise, 50_000);
    const files = await takePlain(uploadId, [{ instanceNumber: 1 }, { instanceNumber: 2 }], plain);
    await processUpload(db, uploadId, BODY_PARTS);
    const store = createQueueStore(db, device);
    await register(store, uploadId);

    const asItIs = await chunkOf(store, uploadId, 0);
    const { header, bodies } = await chunkOf(store, uploadId, 0, true);
    expect(header.parts.map((part) => ({ ...part, enc: '', length: part.plain }))).toEqual(asItIs.header.parts);
    const [even, noisy] = files.map(({ id }) => header.parts.find((part) => part.file_id === id));
    expect(even).toMatchObject({ enc: 'deflate-raw', plain: 50_000 });
    expect(even!.length).toBeLessThan(5_000);
    expect(new Uint8Array(inflateRawSync(bodies.get(files[0]!.id)!))).toEqual(plain.subarray(0, 50_000));
    expect(noisy).toMatchObject({ enc: '', length: 50_000 });
    expect(bodies.get(files[1]!.id)).toEqual(noise);
  });

  it('reads a segment once for all files of a chunk', async () => {
    const { uploadId, store } = await registered();
    const get = vi.spyOn(db.segments, 'get');
    expect((await store.loadChunk(uploadId, 0)).ok).toBe(true);
    expect(get).toHaveBeenCalledTimes(1);
  });

  it('names the file whose bytes are gone, and no other of its chunk', async () => {
    const { uploadId, files, store } = await registered();
    await db.files.update(files[1]!.id, { pieces: [{ segmentId: crypto.randomUUID(), offset: 0, length: 1000 }] });
    expect((await store.loadChunk(uploadId, 0)).ok).toBe(false);
    expect((await view())?.files.lost).toBe(1);
    const [left] = await store.waitingChunks(uploadId);
    const { header } = await chunkOf(store, uploadId, left!);
    expect(header.parts.map((part) => part.file_id).sort()).toEqual([files[0]!.id, files[2]!.id].sort());
  });

  it('detects staged bytes that changed on the device', async () => {
    const { uploadId, store } = await registered();
    await db.segments.toCollection().modify((row) => {
      row.prefix = new Uint8Array(8);
    });
    expect((await store.loadChunk(uploadId, 0)).ok).toBe(false);
    expect((await view())?.files.lost).toBe(3);
  });

  it('starts over with a server that has lost the session', async () => {
    const { uploadId, store } = await registered();
    await store.confirmChunk(uploadId, 0, []);
    await store.saveForgotten(uploadId, 'registered');
    expect(await store.uploadsToSend()).toMatchObject([{ id: uploadId, phase: 'queued', uploadToken: null }]);
    expect(await store.waitingChunks(uploadId)).toEqual([0]);
    expect(await store.nextUnregistered(uploadId)).not.toBeNull();
  });

  it('does not show files as verified that a restored server has lost, and sends what is still here', async () => {
    const { uploadId, files, store } = await registered();
    const ids = files.map((file) => file.id);
    await store.confirmChunk(uploadId, 0, ids.slice(0, 2));
    await store.reconcile(uploadId, { session: uploadId, state: 'upload', series: [], chunks: [], files: [] });
    expect((await view())?.files.proved).toBe(0);
    expect(await store.allProved(uploadId)).toBe(false);
    expect((await store.loadChunk(uploadId, 0)).ok).toBe(true);
    await store.confirmChunk(uploadId, 0, ids);
    expect((await view())?.files.proved).toBe(3);
  });

  it('shows nothing as verified while a server that lost the session has not been compared', async () => {
    const { uploadId, files, store } = await registered();
    await store.confirmChunk(
      uploadId,
      0,
      files.map((file) => file.id),
    );
    await store.saveForgotten(uploadId, 'registered');
    expect((await view())?.bytes).toMatchObject({ confirmed: 0, proved: 0 });
    expect((await view())?.studies[0]?.status).toBe('queued');
  });

  it('starts over once, also when two tabs notice it', async () => {
    const { uploadId, store } = await registered();
    await store.saveForgotten(uploadId, 'registered');
    await store.savePrepared(uploadId, TOKEN);
    await store.saveForgotten(uploadId, 'registered');
    expect(await store.uploadsToSend()).toMatchObject([{ phase: 'prepared', uploadToken: TOKEN }]);
  });

  it.each(['NotReadableError', 'NotFoundError', 'DataError', 'OperationError'])(
    'marks files as lost when reading them ends with %s, also over a new connection',
    async (name) => {
      const { uploadId, store } = await registered();
      const get = vi.spyOn(db.segments, 'get').mockRejectedValue(new DOMException('lost', name));
      expect((await store.loadChunk(uploadId, 0)).ok).toBe(false);
      // The segment is read for all three at once, then for each alone, and every time again over a new connection.
      expect(get).toHaveBeenCalledTimes(2 * (1 + 3));
      expect((await view())?.files.lost).toBe(3);
    },
  );

  it('halts no upload that was cleared meanwhile, because the server still has to be told', async () => {
    const { uploadId, store } = await registered();
    await clearUpload(db, uploadId);
    await store.saveHalt(uploadId, { why: 'failed', code: 'not_allowed', message: 'why' });
    expect(await store.uploadsToSend()).toMatchObject([{ id: uploadId, phase: 'dropping' }]);
  });

  it('stores the events of all series of an upload, and returns every end as often as it is reported', async () => {
    const { uploadId, store } = await registered();
    const news = [0, 1].map((n) => ({
      idx: n,
      serieRemoteUuid: `00000000-0000-4000-8000-00000000010${n}`,
      state: 'converted' as const,
      message: null,
    }));
    expect(await store.saveConversions(uploadId, news)).toHaveLength(2);
    expect(await store.saveConversions(uploadId, news)).toHaveLength(2);
    expect((await view())?.studies[0]?.status).toBe('converted');
  });

  it('reports a cleared upload to the server, and keeps sending a running one behind a new upload', async () => {
    const { uploadId, store } = await registered();
    await newUpload(db);
    expect(await view()).toBeNull();
    expect(await store.uploadsToSend()).toMatchObject([{ id: uploadId, phase: 'registered' }]);
    await clearUpload(db, uploadId);
    expect(await store.uploadsToSend()).toMatchObject([{ id: uploadId, phase: 'dropping' }]);
    expect(await db.segments.count()).toBe(0);
    await store.removeDropped(uploadId);
    expect(await db.uploads.count()).toBe(0);
  });
});

async function chunkOf(
  store: ReturnType<typeof createQueueStore>,
  uploadId: string,
  index: number,
  isDeflated = false,
): Promise<{ header: ChunkHeader; bodies: Map<string, Uint8Array> }> {
  const loaded = await store.loadChunk(uploadId, index, isDeflated);
  if (!loaded.ok) throw new Error(loaded.why);
  const bytes = new Uint8Array(await loaded.body.arrayBuffer());
  expect(loaded.sentBytes).toBe(bytes.length);
  const chunk = parseChunk(bytes);
  if (!chunk.ok) throw new Error(chunk.why);
  let at = chunk.bodyOffset;
  const bodies = new Map(chunk.header.parts.map((part) => [part.file_id, bytes.subarray(at, (at += part.length))]));
  return { header: chunk.header, bodies };
}

/** Every value of a row as bytes, to find text in typed arrays as well. */
function rowToBytes(row: object): Blob {
  const values = Object.values(row).map((value) =>
    value instanceof Uint8Array ? value : value instanceof Blob ? value : (JSON.stringify(value) ?? ''),
  );
  return new Blob(values as BlobPart[]);
}
