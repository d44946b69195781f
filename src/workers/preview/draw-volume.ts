import type { ByteSource } from '#imaging/byte-source.ts';
import type { Frame } from '#imaging/frame.ts';
import { decodeNiftiSlice } from '#imaging/nifti/decode-slice.ts';
import { describeNifti } from '#imaging/nifti/describe-nifti.ts';
import type { NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { readNifti, type NiftiRead } from '#imaging/nifti/read-nifti.ts';
import { shownWindow } from '#imaging/nifti/shown-window.ts';
import { drawTile, type DrawnTile } from '#imaging/render/draw-tile.ts';
import type { NoTile } from '#model/no-tile.ts';

/**
 * Draws slices of NIfTI volumes. The volume that was drawn from last stays open: a compressed one is inflated from its beginning, and the next
 * slice goes on where the last one ended.
 */
export class VolumeDrawer {
  #last: { fileId: string; read: Promise<NiftiRead> } | null = null;

  async draw(fileId: string, source: ByteSource, slice: number, options: { maxSize: number }): Promise<DrawnTile | NoTile> {
    if (this.#last?.fileId !== fileId) this.#last = { fileId, read: readNifti(source) };
    try {
      const read = await this.#last.read;
      if (!read.ok) return { noPicture: 'damaged' };
      const decoded = await decodeNiftiSlice(read.voxels, read.header, slice);
      if (!decoded.ok) return { noPicture: decoded.why === 'too-large' ? 'too-large' : 'damaged' };
      return drawSlice(decoded.frame, read.header, options);
    } catch (cause) {
      // Bytes that could not be read now may be there the next time.
      this.#last = null;
      throw cause;
    }
  }
}

function drawSlice(frame: Frame, header: NiftiHeader, { maxSize }: { maxSize: number }): DrawnTile {
  const window = frame.kind === 'grey' ? shownWindow(header, frame.samples) : null;
  return drawTile(frame, describeNifti(header, NO_NAME), window ? { maxSize, window } : { maxSize });
}

const NO_NAME = { name: '', sha256: '0' };
