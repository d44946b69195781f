import { transfer } from 'comlink';
import type { ByteSource } from '#imaging/byte-source.ts';
import { createCodecs } from '#imaging/dicom/codecs/codecs.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { drawInstance } from '#imaging/draw-picture.ts';
import { headerOf } from '#imaging/recognise/header-of.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { FactsCache } from '#localdb/upload/decrypted-rows.ts';
import { savePreview, savedPreview, savedPreviewNear, seriesWindow } from '#localdb/upload/previews.ts';
import { LocalDb, type FileRow, type SeriesRow } from '#localdb/schema.ts';
import { studiesToAsk } from '#localdb/recognition/server-answers.ts';
import { readStagedFile } from '#localdb/files/staged-file.ts';
import { defaultSlice, framePlace, slicePlace } from '#model/studies/series.ts';
import type { RecognitionRequest } from '#model/studies/recognition-request.ts';
import { fetchCodecFile } from '#workers/codec-files.ts';
import { AreaFiles } from './area-files.ts';
import { drawGrid, type DrawnGrid, type LabelledTile } from './draw-grid.ts';
import { VolumeDrawer } from './draw-volume.ts';
import { ServerSlices } from './server-slices.ts';
import { isTile, type AreaFile, type NoPreview, type Tile, type TileWindow } from './types.ts';

/** given (frame of the recognition grid and of thumbnails): tiles of 160 px. */
const TILE_PX = 160;
/** The size in the report on a screen with a device pixel ratio of two. */
const PICTURE_PX = 960;

/** Draws slices of files staged on this device and stores the results: after a reload the same images are shown without reading a file. */
export class PreviewWorker {
  readonly #db: LocalDb;
  readonly #facts = new FactsCache();
  readonly #codecs = createCodecs(fetchCodecFile);
  readonly #volumes = new VolumeDrawer();
  readonly #serverSlices = new ServerSlices();
  readonly #areaFiles = new AreaFiles(this.#codecs);
  #device: Promise<DeviceKey> | null = null;

  constructor(userId: number) {
    this.#db = new LocalDb(userId);
  }

  /**
   * The tile of one slice (0 to slices - 1: instances in order, with the frames of each), or why there is none. If the file was removed from this
   * device before the slice was drawn, the nearest drawn slice is returned. With a `window` of the user the slice is drawn again and not stored; if
   * its bytes are gone, the stored tile is returned.
   */
  async tile(seriesId: string, slice: number, isDefault: boolean, window: TileWindow | null = null): Promise<Tile | NoPreview> {
    this.#device ??= openDeviceKey(this.#db);
    const device = await this.#device;
    const series = await this.#db.series.get(seriesId);
    if (series?.server) return this.#tileOnServer(device, series, slice, isDefault, window);
    const place = await this.#placeOfSlice(device, seriesId, slice);
    if (!place) return { noPicture: 'gone' };
    const windowed = window && (await this.#draw(device, place, window));
    if (windowed && isTile(windowed)) return transfer(windowed, [windowed.pixels.buffer]);
    const tile = (await savedPreview(this.#db, device, place.file.id, place.frame)) ?? (await this.#drawToKeep(device, place));
    if (isTile(tile)) {
      if (isDefault) await seriesWindow(this.#db, seriesId, { center: tile.windowCenter, width: tile.windowWidth });
      return transfer(tile, [tile.pixels.buffer]);
    }
    const near = place.file.state === 'stored' ? null : await savedPreviewNear(this.#db, device, seriesId);
    return near ? transfer(near, [near.pixels.buffer]) : tile;
  }

  /** A slice large enough to read text in it. Drawn again each time, and not stored. */
  async picture(seriesId: string, slice: number): Promise<Tile | NoPreview> {
    this.#device ??= openDeviceKey(this.#db);
    const device = await this.#device;
    const place = await this.#placeOfSlice(device, seriesId, slice);
    if (!place) return { noPicture: 'gone' };
    const drawn = await this.#draw(device, place, null, PICTURE_PX);
    return isTile(drawn) ? transfer(drawn, [drawn.pixels.buffer]) : drawn;
  }

  /** Requested when needed and stored like any other, so that viewed slices are available offline. */
  async #tileOnServer(
    device: DeviceKey,
    series: SeriesRow,
    slice: number,
    isDefault: boolean,
    window: TileWindow | null,
  ): Promise<Tile | NoPreview> {
    const saved = window === null ? await savedPreview(this.#db, device, series.id, slice) : null;
    const tile = saved ?? (await this.#serverSlices.draw(this.#db, series, slice, { maxSize: TILE_PX, ...(window && { window }) }));
    if (!isTile(tile)) return tile;
    if (saved === null && window === null) {
      await savePreview(this.#db, device, { id: series.id, seriesId: series.id, uploadId: series.uploadId }, slice, tile);
    }
    if (isDefault && window === null) await seriesWindow(this.#db, series.id, { center: tile.windowCenter, width: tile.windowWidth });
    return transfer(tile, [tile.pixels.buffer]);
  }

  /** A file of the file manager: what it is, and what of it can be shown. */
  areaFile(path: string, size: number): Promise<AreaFile> {
    return this.#areaFiles.open(path, size);
  }

  /** A slice of it. */
  async areaSlice(path: string, slice: number): Promise<Tile | NoPreview> {
    const drawn = await this.#areaFiles.slice(path, slice);
    return isTile(drawn) ? transfer(drawn, [drawn.pixels.buffer]) : drawn;
  }

  /** What a server can be asked about the studies in the preview. */
  async studiesToAsk(): Promise<RecognitionRequest[]> {
    this.#device ??= openDeviceKey(this.#db);
    return studiesToAsk(this.#db, await this.#device, headerOf);
  }

  /** REC-015: a tile of the middle slice of each series, and the series that have one. Null if none can be drawn. */
  async grid(tiles: RecognitionRequest['tiles']): Promise<DrawnGrid | null> {
    const drawn: LabelledTile[] = [];
    for (const { seriesId, label } of tiles) {
      const series = await this.#db.series.get(seriesId);
      if (!series) continue;
      this.#device ??= openDeviceKey(this.#db);
      const tile = await this.tile(seriesId, defaultSlice(await this.#facts.series(await this.#device, series)), false);
      if (isTile(tile)) drawn.push({ seriesId, label, tile });
    }
    return drawn.length === 0 ? null : drawGrid(drawn);
  }

  async #drawToKeep(device: DeviceKey, place: SlicePlace): Promise<Tile | NoPreview> {
    const tile = await this.#draw(device, place);
    if (isTile(tile)) await savePreview(this.#db, device, place.file, place.frame, tile);
    return tile;
  }

  async #draw(
    device: DeviceKey,
    { file, frame, isVolume }: SlicePlace,
    window: TileWindow | null = null,
    maxSize = TILE_PX,
  ): Promise<Tile | NoPreview> {
    if (!(await this.#isStaged(file))) return { noPicture: 'gone' };
    const source: ByteSource = {
      size: file.size,
      read: (offset, length) => readStagedFile(this.#db, device, file, offset, Math.min(length, file.size - offset)),
    };
    const options = { maxSize, ...(window && { window }) };
    if (isVolume) return this.#volumes.draw(file.id, source, frame, options);
    return drawInstance(await readDicomHeader(source), frame, this.#codecs, options);
  }

  async #placeOfSlice(device: DeviceKey, seriesId: string, slice: number): Promise<SlicePlace | null> {
    const series = await this.#db.series.get(seriesId);
    if (!series) return null;
    const facts = await this.#facts.series(device, series);
    const inOrder = this.#db.files
      .where('[seriesId+order+order2]')
      .between([seriesId, -Infinity, -Infinity], [seriesId, Infinity, Infinity]);
    const isVolume = facts.type === 'nii';
    const place = slicePlace(facts, slice);
    if (place) {
      const file = await inOrder.offset(place.instance).first();
      return file ? { file, frame: place.frame, isVolume } : null;
    }
    // Several files with several frames each, so there are few files.
    const files = await inOrder.toArray();
    const { instance, frame } = framePlace(
      files.map(({ frames = 1 }) => frames),
      slice,
    );
    const file = files[instance];
    return file ? { file, frame, isVolume } : null;
  }

  async #isStaged(file: FileRow): Promise<boolean> {
    const segments = await this.#db.segments.where('id').anyOf(file.segmentIds).count();
    return segments === file.segmentIds.length;
  }
}

interface SlicePlace {
  file: FileRow;
  frame: number;
  /** The file is a NIfTI volume. */
  isVolume: boolean;
}
