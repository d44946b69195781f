import type { DeviceKey } from '#localdb/device-key.ts';
import { isQuotaError } from '#localdb/quota.ts';
import type { FileRow, LocalDb, PreviewRow } from '#localdb/schema.ts';
import { open, seal } from '#localdb/encryption.ts';

export interface SavedTile {
  width: number;
  height: number;
  pixels: Uint8ClampedArray<ArrayBuffer>;
  windowCenter: number;
  windowWidth: number;
}

/** Stores a drawn slice, encrypted. Nothing is stored for an upload that was cleared meanwhile or on a full device: it is drawn again. */
export async function savePreview(db: LocalDb, device: DeviceKey, file: PicturedFile, frame: number, tile: SavedTile): Promise<void> {
  if (file.seriesId === null) return;
  const { width, height, windowCenter, windowWidth } = tile;
  const sealed = await seal(device, new Uint8Array(tile.pixels));
  const row: PreviewRow = {
    fileId: file.id,
    frame,
    seriesId: file.seriesId,
    uploadId: file.uploadId,
    width,
    height,
    windowCenter,
    windowWidth,
    sealed,
  };
  try {
    await db.transaction('rw', [db.previews, db.files, db.series], async () => {
      const isHere = file.id === file.seriesId ? await db.series.get(file.id) : await db.files.get(file.id);
      if (isHere) await db.previews.put(row);
    });
  } catch (error) {
    if (!isQuotaError(error)) throw error;
  }
}

/** A slice of a series on the server is stored under the id of the series: none of its files is on this device. */
type PicturedFile = Pick<FileRow, 'id' | 'seriesId' | 'uploadId'>;

export async function savedPreview(db: LocalDb, device: DeviceKey, fileId: string, frame: number): Promise<SavedTile | null> {
  const row = await db.previews.get([fileId, frame]);
  return row ? openTile(device, row) : null;
}

/** Any drawn slice of a series: shown when the bytes of the requested one are no longer on this device. */
export async function savedPreviewNear(db: LocalDb, device: DeviceKey, seriesId: string): Promise<SavedTile | null> {
  const row = await db.previews.where('seriesId').equals(seriesId).first();
  return row ? openTile(device, row) : null;
}

/** Window of the slice that a series shows first. */
export async function seriesWindow(db: LocalDb, seriesId: string, window: { center: number; width: number }): Promise<void> {
  await db.series
    .where('id')
    .equals(seriesId)
    .and((row) => row.window?.center !== window.center || row.window.width !== window.width)
    .modify({ window });
}

async function openTile(device: DeviceKey, { width, height, windowCenter, windowWidth, sealed }: PreviewRow): Promise<SavedTile> {
  const bytes = await open(device, sealed);
  return { width, height, windowCenter, windowWidth, pixels: new Uint8ClampedArray(bytes.buffer) };
}
