import type { ByteSource } from '#imaging/byte-source.ts';
import { drawVolumeSlice } from '#imaging/draw-picture.ts';
import { readNifti, type NiftiRead } from '#imaging/nifti/read-nifti.ts';
import type { DrawnTile, TileOptions } from '#imaging/render/draw-tile.ts';
import type { NoTile } from '#model/pictures/no-tile.ts';

/**
 * Draws slices of NIfTI volumes. The last volume stays open: a compressed one is inflated from its beginning, and the next slice continues where
 * the last one ended.
 */
export class VolumeDrawer {
  #last: { fileId: string; read: Promise<NiftiRead> } | null = null;

  async draw(fileId: string, source: ByteSource, slice: number, options: TileOptions): Promise<DrawnTile | NoTile> {
    if (this.#last?.fileId !== fileId) this.#last = { fileId, read: readNifti(source) };
    try {
      return await drawVolumeSlice(await this.#last.read, slice, options);
    } catch (cause) {
      // Bytes that could not be read may be available next time.
      this.#last = null;
      throw cause;
    }
  }
}
