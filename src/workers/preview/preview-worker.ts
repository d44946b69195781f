import { transfer } from 'comlink';
import type { ByteSource } from '#imaging/byte-source.ts';
import { decodeFrame } from '#imaging/dicom/decode-frame.ts';
import { readDicomHeader } from '#imaging/dicom/read-header.ts';
import { drawTile } from '#imaging/render/draw-tile.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from '#localdb/opened-rows.ts';
import { savePreview, savedPreview, savedPreviewNear, seriesWindow } from '#localdb/previews.ts';
import { LocalDb, type FileRow } from '#localdb/schema.ts';
import { readStagedFile } from '#localdb/staged-file.ts';
import { slicePlace } from '#model/series.ts';
import type { Tile } from './types.ts';

/** given (frame of the recognition grid and of thumbnails): tiles of 160 px. */
const TILE_PX = 160;

/** Draws slices of what is staged on this device, and keeps what it drew: a reload shows the same pictures without reading a file. */
export class PreviewWorker {
  readonly #db: LocalDb;
  readonly #facts = new FactsCache();
  #device: Promise<DeviceKey> | null = null;

  constructor(userId: number) {
    this.#db = new LocalDb(userId);
  }

  /**
   * The tile of one slice (0 to slices - 1: instances in their order, or frames of one instance). Null when it cannot be drawn: no such
   * slice, an encoding that this version does not draw, or bytes that have left this device and were never drawn.
   */
  async tile(seriesId: string, slice: number, isDefault: boolean): Promise<Tile | null> {
    this.#device ??= openDeviceKey(this.#db);
    const device = await this.#device;
    const place = await this.#placeOfSlice(device, seriesId, slice);
    if (!place) return null;
    const tile = (await savedPreview(this.#db, device, place.file.id, place.frame)) ?? (await this.#draw(device, place));
    if (tile && isDefault) await seriesWindow(this.#db, seriesId, { center: tile.windowCenter, width: tile.windowWidth });
    const shown = tile ?? (place.file.state === 'proved' ? await savedPreviewNear(this.#db, device, seriesId) : null);
    return shown && transfer(shown, [shown.pixels.buffer]);
  }

  async #draw(device: DeviceKey, { file, frame }: SlicePlace): Promise<Tile | null> {
    if (file.state === 'proved' && !(await this.#isStaged(file))) return null;
    const source: ByteSource = {
      size: file.size,
      read: (offset, length) => readStagedFile(this.#db, device, file, offset, Math.min(length, file.size - offset)),
    };
    const header = await readDicomHeader(source);
    if (!header.ok) return null;
    const decoded = await decodeFrame(source, header.description, frame);
    if (!decoded.ok) return null;
    const tile = drawTile(decoded.frame, header.description, { maxSize: TILE_PX });
    await savePreview(this.#db, device, file, frame, tile);
    return tile;
  }

  async #placeOfSlice(device: DeviceKey, seriesId: string, slice: number): Promise<SlicePlace | null> {
    const series = await this.#db.series.get(seriesId);
    if (!series) return null;
    const { instance, frame } = slicePlace(await this.#facts.series(device, series), slice);
    const inOrder = this.#db.files
      .where('[seriesId+order+order2]')
      .between([seriesId, -Infinity, -Infinity], [seriesId, Infinity, Infinity]);
    const file = await inOrder.offset(instance).first();
    return file ? { file, frame } : null;
  }

  async #isStaged(file: FileRow): Promise<boolean> {
    const segments = await this.#db.segments.where('id').anyOf(file.segmentIds).count();
    return segments === file.segmentIds.length;
  }
}

interface SlicePlace {
  file: FileRow;
  frame: number;
}
