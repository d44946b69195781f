import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { savedPreview, savedPreviewNear, savePreview, seriesWindow, type SavedTile } from './previews.ts';
import { commitBatch, stageBatch } from '#localdb/queue/queue.example.ts';
import { LocalDb, type FileRow } from '#localdb/schema.ts';
import { clearUpload } from './upload-commands.ts';
import { shownUpload } from './uploads.ts';

let db: LocalDb;
let device: DeviceKey;
let file: FileRow;
const tile = (value: number): SavedTile => ({
  width: 2,
  height: 1,
  windowCenter: 40,
  windowWidth: 400,
  pixels: new Uint8ClampedArray([value, value, value, 255, 1, 2, 3, 255]),
});

beforeEach(async () => {
  db = new LocalDb(nextUser());
  device = await openDeviceKey(db);
  const { id } = await shownUpload(db);
  await commitBatch(db, device, id, await stageBatch(device, id, [{ instanceNumber: 1 }]));
  file = (await db.files.toArray())[0]!;
});

describe('a drawn slice', () => {
  it('is stored encrypted by file and frame, and is read back unchanged', async () => {
    await savePreview(db, device, file, 3, tile(77));
    expect(await savedPreview(db, device, file.id, 3)).toEqual(tile(77));
    expect([await savedPreview(db, device, file.id, 2), await savedPreview(db, device, 'another', 3)]).toEqual([null, null]);
    const [row] = await db.previews.toArray();
    expect(row).toMatchObject({ seriesId: file.seriesId, uploadId: file.uploadId });
    expect([...row!.sealed].join()).not.toContain('77,77,77,255');
  });

  it('represents its series when the requested slice is missing', async () => {
    await savePreview(db, device, file, 0, tile(5));
    expect(await savedPreviewNear(db, device, file.seriesId!)).toEqual(tile(5));
    expect(await savedPreviewNear(db, device, 'another')).toBeNull();
  });

  it('is stored under the series id when the series is on the server', async () => {
    await savePreview(db, device, { id: file.seriesId!, seriesId: file.seriesId, uploadId: file.uploadId }, 0, tile(6));
    expect(await savedPreview(db, device, file.seriesId!, 0)).toEqual(tile(6));
  });

  it('is not stored for a file without a series, or an upload that was cleared meanwhile', async () => {
    await savePreview(db, device, { ...file, seriesId: null }, 0, tile(1));
    await clearUpload(db, file.uploadId);
    await savePreview(db, device, file, 0, tile(1));
    expect(await db.previews.count()).toBe(0);
  });

  it('is not stored on a full device; any other error is thrown', async () => {
    const put = vi.spyOn(db.previews, 'put').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
    await savePreview(db, device, file, 0, tile(1));
    put.mockRejectedValueOnce(new DOMException('broken', 'UnknownError'));
    await expect(savePreview(db, device, file, 0, tile(1))).rejects.toThrow('broken');
  });
});

it('the window of the first slice of a series is written only when it changes', async () => {
  const change = vi.fn<() => void>();
  db.series.hook('updating', change as never);
  await seriesWindow(db, file.seriesId!, { center: 1, width: 2 });
  await seriesWindow(db, file.seriesId!, { center: 1, width: 2 });
  expect(change).toHaveBeenCalledTimes(1);
  for (const window of [
    { center: 1, width: 3 },
    { center: 4, width: 3 },
  ]) {
    await seriesWindow(db, file.seriesId!, window);
    expect((await db.series.get(file.seriesId!))?.window).toEqual(window);
  }
});
