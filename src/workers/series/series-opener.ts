import { type NoSlice, isNoSlice } from '#model/pictures/no-slice.ts';
import { createCodecs } from '#imaging/dicom/codecs/codecs.ts';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { LocalDb } from '#localdb/schema.ts';
import { fetchCodecFile } from '#workers/codec-files.ts';
import { isGone, openDeviceSeries } from './device-series.ts';
import { openBricks, type ServerBricks } from './server-bricks.ts';
import { openOriginals, openVolume, originalFiles, serverReason, type ServerBytes } from './server-series.ts';
import type { StackFile } from './dicom-stack.ts';
import type { SliceReader } from './slice-reader.ts';
import type { SeriesSource } from './types.ts';

/** Opens the series of a user from wherever their bytes are. */
export class SeriesOpener {
  readonly #db: LocalDb;
  readonly codecs = createCodecs(fetchCodecFile);
  #device: Promise<DeviceKey> | null = null;

  constructor(userId: number) {
    this.#db = new LocalDb(userId);
  }

  async open(source: SeriesSource): Promise<SliceReader | NoSlice> {
    const bytes = await this.opened();
    switch (source.of) {
      case 'device':
        return openDeviceSeries(bytes.db, bytes.device, source.seriesId, this.codecs).catch(toNoSlice);
      case 'volume':
        return openVolume(bytes, source.volumeId).catch(toNoSlice);
      case 'originals':
        return this.#openFilesOrVolume(bytes, source);
    }
  }

  /** The bricks of a volume on the server; null: it is opened as a whole. */
  async bricks(source: SeriesSource): Promise<ServerBricks | NoSlice | null> {
    if (source.of === 'device' || !source.bricks || source.volumeId == null) return null;
    return openBricks(await this.opened(), source.volumeId, source.bricks);
  }

  /** The original files of a series on the server, for what is no image. */
  async files(seriesUuid: string): Promise<StackFile[] | NoSlice> {
    return originalFiles(await this.opened(), seriesUuid).catch(toNoSlice);
  }

  /** The database of the user, and the key of this device. */
  async opened(): Promise<ServerBytes> {
    this.#device ??= openDeviceKey(this.#db);
    return { db: this.#db, device: await this.#device };
  }

  async #openFilesOrVolume(bytes: ServerBytes, { seriesUuid, volumeId = null }: SeriesSource & { of: 'originals' }) {
    const files = await openOriginals(bytes, seriesUuid, this.codecs).catch(toNoSlice);
    if (volumeId === null || !isNoSlice(files) || files.noPicture !== 'unreachable') return files;
    const volume = await openVolume(bytes, volumeId).catch(toNoSlice);
    return isNoSlice(volume) ? files : volume;
  }
}

/** Bytes that were deleted, or that did not arrive; any other error is a bug and thrown again. */
export function toNoSlice(error: unknown): NoSlice {
  if (isGone(error)) return { noPicture: 'gone' };
  const reason = serverReason(error);
  if (reason) return reason;
  throw error;
}
