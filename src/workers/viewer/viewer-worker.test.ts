import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import 'fake-indexeddb/auto';
import { gzipSync } from 'fflate';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { describeNifti } from '#imaging/nifti/describe-nifti.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { writeCredentials } from '#api/credentials.ts';
import { keepObject } from '#localdb/kept-copies/offline-objects.ts';
import { commitFiles } from '#localdb/files/commit-files.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { LocalDb } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import { createSegment } from '#localdb/files/segment.ts';
import { shownUpload } from '#localdb/upload/uploads.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { smallFile, words } from '#tests/fixtures/dicom-file.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import type { DrawnSlice, OpenedSeries } from './types.ts';
import { ViewerWorker } from './viewer-worker.ts';

let users: number;
let db: LocalDb;
let worker: ViewerWorker;

beforeEach(() => {
  users = nextUser();
  db = new LocalDb(users);
  worker = new ViewerWorker(users);
});

/** Stages files of one series on this device; returns the ID of the series. */
async function staged(files: readonly { bytes: Uint8Array<ArrayBuffer>; description: InstanceDescription }[]): Promise<string> {
  const device = await openDeviceKey(db);
  const { id: uploadId } = await shownUpload(db);
  for (const { bytes, description } of files) {
    const segment = await createSegment(device, uploadId, bytes);
    const sha256 = bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
    const pieces = [{ segmentId: segment.id, offset: 0, length: bytes.length }];
    const file = { id: crypto.randomUUID(), names: { name: 'a.dcm', path: 'a.dcm' }, size: bytes.length, sha256, pieces };
    await commitFiles(db, device, uploadId, [{ ...file, reading: { ok: true, description, slices: [] } }], [segment]);
  }
  return (await db.series.toArray())[0]!.id;
}

async function dicom(bytes: Uint8Array<ArrayBuffer>) {
  const header = await readDicomHeader(createMemorySource(bytes));
  if (!header.ok) throw new Error(header.why);
  return { bytes, description: header.description };
}

/** Slices along the body, each with a single value. */
async function slices(values: readonly number[], about: Parameters<typeof smallFile>[0] = {}): Promise<string> {
  const files = values.map((value, index) =>
    dicom(
      smallFile({
        InstanceNumber: index + 1,
        SOPInstanceUID: `2.25.${index + 1}`,
        ImageOrientationPatient: '1\\0\\0\\0\\1\\0',
        ImagePositionPatient: `0\\0\\${index * 5}`,
        PixelSpacing: '2\\1',
        WindowCenter: '500',
        WindowWidth: '1000',
        PixelData: words(Array.from({ length: 16 }, () => value)),
        ...about,
      }),
    ),
  );
  return staged(await Promise.all(files));
}

async function opened(source: Parameters<ViewerWorker['open']>[0]): Promise<OpenedSeries> {
  const answer = await worker.open(source);
  if (isNoSlice(answer)) throw new Error(answer.noPicture);
  return answer;
}

const STORED = { window: 'stored', isInverted: false } as const;
const red = (drawn: DrawnSlice | NoSlice): number => (isNoSlice(drawn) ? NaN : drawn.pixels[0]!);

describe('a series on this device', () => {
  it('is drawn slice by slice, with window, letters, spacing and position', async () => {
    const { id, slices: count } = await opened({ of: 'device', seriesId: await slices([0, 500, 1000]) });
    expect(count).toBe(3);
    const drawn = await worker.draw(id, { slice: 2, ...STORED });
    expect(drawn).toMatchObject({
      slice: 2,
      width: 4,
      height: 4,
      window: { center: 500, width: 1000 },
      pixelAspect: 2,
      spacingMm: { width: 1, by: 'patient' },
      letters: { left: 'R', right: 'L', top: 'A', bottom: 'P' },
      facts: { patientName: 'Heron^Quiet', sliceLocation: 10 },
    });
    expect([red(drawn), red(await worker.draw(id, { slice: 0, ...STORED }))]).toEqual([255, 0]);
    expect(red(await worker.draw(id, { slice: 0, ...STORED, isInverted: true }))).toBe(255);
    expect(red(await worker.draw(id, { slice: 1, ...STORED, window: { center: 501, width: 1001 } }))).toBe(127);
  });

  it('is drawn with a curve over its values, in place of a window [ENT-61]', async () => {
    const { id } = await opened({ of: 'device', seriesId: await slices([0, 500, 1000]) });
    const curve = {
      unit: 'value' as const,
      points: [
        { value: 0, color: '#000000', opacity: 1 },
        { value: 500, color: '#ff0000', opacity: 0.5 },
      ],
    };
    const at = async (slice: number, more: object = {}) => {
      const drawn = (await worker.draw(id, { slice, ...STORED, curve, ...more })) as DrawnSlice;
      expect(drawn).toMatchObject({ hasCurve: true, window: null });
      return [...drawn.pixels.slice(0, 4)];
    };
    expect([await at(0), await at(1), await at(2)]).toEqual([
      [0, 0, 0, 255],
      [128, 0, 0, 255],
      [128, 0, 0, 255],
    ]);
    expect(await at(2, { isInverted: true })).toEqual([0, 0, 0, 255]);
    expect(await worker.draw(id, { slice: 2, ...STORED, curve: null })).toMatchObject({
      hasCurve: false,
      window: { center: 500, width: 1000 },
    });
  });

  it('percentages of a curve are between percentiles of the series, whichever slice is shown first', async () => {
    const points = [
      { value: 0, color: '#000000', opacity: 1 },
      { value: 100, color: '#ffffff', opacity: 1 },
    ];
    const { id } = await opened({ of: 'device', seriesId: await slices([0, 300, 400, 500, 1000]) });
    const shown = async (slice: number) => red(await worker.draw(id, { slice, ...STORED, curve: { unit: 'percent', points } }));
    expect([await shown(4), await shown(0), await shown(3)]).toEqual([255, 0, 128]);
    const counted = await worker.histogram(id);
    expect(counted).toMatchObject({ lowest: 0, highest: 1000, low: 0, high: 1000 });
    expect(await worker.histogram(id + 1)).toEqual({ noPicture: 'gone' });
  });

  it('keeps the window computed from its first slice when its files have none', async () => {
    const ramp = (from: number) => words(Array.from({ length: 16 }, (_, index) => from + index));
    const files = [0, 1000].map((from, index) =>
      dicom(smallFile({ InstanceNumber: index, SOPInstanceUID: `2.25.${from + 1}`, PixelData: ramp(from) })),
    );
    const { id } = await opened({ of: 'device', seriesId: await staged(await Promise.all(files)) });
    const window = { center: 7.5, width: 15 };
    for (const slice of [0, 1]) expect(await worker.draw(id, { slice, ...STORED })).toMatchObject({ window });
    expect(await worker.draw(id, { slice: 1, ...STORED, window: 'range' })).toMatchObject({ window: { center: 1007.5, width: 15 } });
  });

  it('shows every frame of every file, also for several multi-frame files', async () => {
    const runs = [0, 1].map((run) =>
      dicom(smallFile({ InstanceNumber: run + 1, SOPInstanceUID: `2.25.${run + 1}`, NumberOfFrames: 2, Rows: 2, PixelSpacing: '1\\1' })),
    );
    const { id, slices: count, isCine } = await opened({ of: 'device', seriesId: await staged(await Promise.all(runs)) });
    expect([count, isCine]).toEqual([4, true]);
    for (let slice = 0; slice < 4; slice += 1) expect(await worker.draw(id, { slice, ...STORED })).toMatchObject({ height: 2 });
    expect(await worker.draw(id, { slice: 4, ...STORED })).toEqual({ noPicture: 'gone' });
  });

  it('shows for a slice why it has no image, and continues with the others [PREV-014, ERR-21]', async () => {
    const seriesId = await slices([0, 500, 1000]);
    const middle = (await db.files.orderBy('[seriesId+order+order2]').toArray())[1]!;
    await db.segments.bulkDelete(middle.segmentIds);
    const { id } = await opened({ of: 'device', seriesId });
    expect(await worker.draw(id, { slice: 1, ...STORED })).toEqual({ noPicture: 'gone' });
    expect(await worker.fields(id, 1)).toEqual({ noPicture: 'gone' });
    expect(red(await worker.draw(id, { slice: 2, ...STORED }))).toBe(255);
  });

  it('names an unknown transfer syntax, and reports a file that is gone', async () => {
    const bytes = smallFile({ PixelData: { fragments: [new Uint8Array(4), new Uint8Array(4)] } }, { transferSyntaxUid: '1.2.3.4.5' });
    const { id } = await opened({ of: 'device', seriesId: await staged([await dicom(bytes)]) });
    const answer = { noPicture: 'transfer-syntax', transferSyntaxUid: '1.2.3.4.5' };
    expect(await worker.draw(id, { slice: 0, ...STORED })).toEqual(answer);
    expect(await worker.open({ of: 'device', seriesId: 'nobody' })).toEqual({ noPicture: 'gone' });
  });

  it("returns the fields of the slice's file, and nothing of an earlier series", async () => {
    const seriesId = await slices([0, 500]);
    const before = await opened({ of: 'device', seriesId });
    const { id } = await opened({ of: 'device', seriesId });
    expect(await worker.fields(id, 1)).toContainEqual({ group: 'Image', code: '(0020,0013)', name: 'Instance Number', value: '2' });
    expect(await worker.draw(before.id, { slice: 0, ...STORED })).toEqual({ noPicture: 'gone' });
  });
});

/** dim 4 x 4 x 3, without an affine; each slice has a single value. */
const VOLUME = writeNifti({ dims: [4, 4, 3], voxel: (index) => Math.floor(index / 16) * 100 });

describe('a volume', () => {
  it('on this device is scrolled in any order', async () => {
    const bytes = new Uint8Array(gzipSync(VOLUME));
    const read = await readNifti(createMemorySource(bytes));
    if (!read.ok) throw new Error(read.why);
    const seriesId = await staged([{ bytes, description: describeNifti(read.header, { name: 'a.nii.gz', sha256: 'ab' }) }]);
    const { id, slices: count } = await opened({ of: 'device', seriesId });
    expect(count).toBe(3);
    const window = { center: 100.5, width: 201 };
    expect(red(await worker.draw(id, { slice: 2, ...STORED, window }))).toBe(255);
    expect(red(await worker.draw(id, { slice: 0, ...STORED, window }))).toBe(0);
    expect(await worker.fields(id, 0)).toContainEqual({
      group: 'Geometry',
      code: 'dim',
      name: 'Size',
      value: '4 × 4 × 3',
      isOurName: true,
    });
  });
});

describe('images on the server', () => {
  const away = () => Promise.reject(new TypeError('Failed to fetch'));

  /** A server that has only one volume. */
  async function serve(answer: (request: Request) => Promise<Response>): Promise<void> {
    const base = 'http://north.app.localhost/api';
    await writeCredentials({ token: 't', userId: users, team: 'north', apiBase: base, servicesBase: base, uploadBase: base });
    vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => answer(new Request(input, init)));
  }

  it("are read in ranges, with the user's bearer token", async () => {
    const asked: (string | null)[] = [];
    await serve(async (request) => {
      asked.push(new URL(request.url).pathname, request.headers.get('Range'), request.headers.get('Authorization'));
      return new Response(VOLUME, { status: 206, headers: { 'Content-Range': `bytes 0-${VOLUME.length - 1}/${VOLUME.length}` } });
    });
    const { id } = await opened({ of: 'volume', volumeId: 7 });
    expect(red(await worker.draw(id, { slice: 2, ...STORED, window: { center: 100.5, width: 201 } }))).toBe(255);
    expect(asked).toEqual(['/api/studies-v2/volumes/7', 'bytes=0-1048575', 'Bearer t']);
  });

  it('report that the server is unreachable, has lost them, or refuses', async () => {
    await serve(away);
    expect(await worker.open({ of: 'volume', volumeId: 7 })).toEqual({ noPicture: 'unreachable' });
    expect(await worker.open({ of: 'originals', seriesUuid: crypto.randomUUID(), volumeId: null })).toEqual({ noPicture: 'unreachable' });
    await serve(async () => new Response('{}', { status: 404 }));
    expect(await worker.open({ of: 'volume', volumeId: 7 })).toEqual({ noPicture: 'gone' });
    await serve(async () => new Response('{}', { status: 403 }));
    expect(await worker.open({ of: 'volume', volumeId: 7 })).toEqual({ noPicture: 'refused' });
  });

  it('are replaced by the volume kept on this device when the files are unavailable', async () => {
    await serve(away);
    const bytes = new Blob([VOLUME]);
    await keepObject(db, await openDeviceKey(db), { key: 'volume:7', studyUuid: crypto.randomUUID(), tag: null }, bytes);
    const { slices: count } = await opened({ of: 'originals', seriesUuid: crypto.randomUUID(), volumeId: 7 });
    expect(count).toBe(3);
    expect(await worker.open({ of: 'originals', seriesUuid: crypto.randomUUID(), volumeId: 8 })).toEqual({ noPicture: 'unreachable' });
  });

  it('request a missing slice again when the network is back', async () => {
    const files = [{ id: 3, size: 800, sha256: 'a'.repeat(64), position: 0, frames: 1 }];
    const bytes = smallFile();
    let isAway = true;
    await serve(async (request) => {
      if (request.url.endsWith('/files')) return new Response(JSON.stringify({ data: files }), { status: 200 });
      if (isAway) return away();
      return new Response(bytes, { status: 206, headers: { 'Content-Range': `bytes 0-${bytes.length - 1}/${bytes.length}` } });
    });
    const { id } = await opened({ of: 'originals', seriesUuid: crypto.randomUUID(), volumeId: null });
    expect(await worker.draw(id, { slice: 0, ...STORED })).toEqual({ noPicture: 'unreachable' });
    isAway = false;
    expect(await worker.draw(id, { slice: 0, ...STORED })).toMatchObject({ slice: 0, width: 4 });
  });
});
