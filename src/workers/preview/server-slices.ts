import { fetchSlice, type SliceOnServer } from '#api/opened-on-server.ts';
import { drawTile, type DrawnTile, type TileOptions } from '#imaging/render/draw-tile.ts';
import type { LocalDb, SeriesRow } from '#localdb/schema.ts';
import type { NoPreview } from './types.ts';

/** Values of the slices requested last, so that dragging the window over a slice does not fetch it again. */
const HELD = 32;

/** given (PREV-009): the class that is shown in hot iron colours. */
const PET_IMAGE_STORAGE = '1.2.840.10008.5.1.4.1.1.128';

/** Draws slices of series on the server (CALL-060) by the same rules as those on this device. */
export class ServerSlices {
  readonly #held = new Map<string, Promise<SliceOnServer | null>>();

  /** A slice that the server does not return is `away`; the next one is still requested (PREV-014). */
  async draw(db: LocalDb, { id, uploadId, server }: SeriesRow, slice: number, options: TileOptions): Promise<DrawnTile | NoPreview> {
    const upload = await db.uploads.get(uploadId);
    if (!upload || !server) return { noPicture: 'gone' };
    const key = `${id} ${server.uploadId} ${slice}`;
    const asked =
      this.#held.get(key) ?? fetchSlice({ session: uploadId, uploadToken: upload.uploadToken, uploadId: server.uploadId, slice });
    this.#hold(key, asked);
    const values = await asked;
    if (values === null) this.#held.delete(key);
    return values === null ? { noPicture: 'away' } : drawValues(values, options);
  }

  #hold(key: string, asked: Promise<SliceOnServer | null>): void {
    this.#held.delete(key);
    this.#held.set(key, asked);
    const [oldest] = this.#held.keys();
    if (this.#held.size > HELD && oldest !== undefined) this.#held.delete(oldest);
  }
}

export function drawValues(values: SliceOnServer, options: TileOptions): DrawnTile {
  const { width: columns, height: rows, slope, intercept, windowCenter, windowWidth, words } = values;
  // The server has already made the pixels square.
  const shape = { pixelSpacing: null, imagerPixelSpacing: null };
  const look = {
    windowCenter: [windowCenter],
    windowWidth: [windowWidth],
    rescaleSlope: slope,
    rescaleIntercept: intercept,
  };
  if (values.samples === 3)
    return drawTile({ kind: 'rgb', rows, columns, samples: Uint8Array.from(words) }, { ...shape, ...look }, options);
  const frame = { kind: 'grey' as const, rows, columns, samples: words, isInverted: values.isInverted };
  return drawTile(frame, { ...shape, ...look, sopClassUid: values.isHotIron ? PET_IMAGE_STORAGE : '' }, options);
}
