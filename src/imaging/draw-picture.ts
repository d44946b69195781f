import type { NoTile } from '#model/pictures/no-tile.ts';
import { frameAtPlace } from './dicom/header/describe-frames.ts';
import { decodeFrame } from './dicom/pixels/decode-frame.ts';
import type { Codecs } from './dicom/codecs/codecs.ts';
import type { HeaderRead } from './dicom/header/read-header.ts';
import { decodeNiftiSlice } from './nifti/decode-slice.ts';
import { describeNifti } from './nifti/describe-nifti.ts';
import type { NiftiRead } from './nifti/read-nifti.ts';
import { shownWindow } from './nifti/shown-window.ts';
import { refusalToNoTile } from './no-picture.ts';
import { drawTile, type DrawnTile, type TileOptions } from './render/draw-tile.ts';

/** The tile of one image of a DICOM file, by slider position, or why there is none: the same on device and server. */
export async function drawInstance(header: HeaderRead, place: number, codecs: Codecs, options: TileOptions): Promise<DrawnTile | NoTile> {
  if (!header.ok) return { noPicture: 'damaged' };
  const { frame, description } = await frameAtPlace(header, place);
  const decoded = await decodeFrame(header.source, description, frame, codecs);
  if (!decoded.ok) return refusalToNoTile(decoded);
  return drawTile(decoded.frame, description, options);
}

/** The same for a slice of a NIfTI volume. */
export async function drawVolumeSlice(read: NiftiRead, slice: number, options: TileOptions): Promise<DrawnTile | NoTile> {
  if (!read.ok) return { noPicture: 'damaged' };
  const { header, voxels } = read;
  const decoded = await decodeNiftiSlice(voxels, header, slice);
  if (!decoded.ok) return { noPicture: decoded.why === 'too-large' ? 'too-large' : 'damaged' };
  const { frame } = decoded;
  const window = frame.kind === 'grey' ? shownWindow(header, frame.samples) : null;
  return drawTile(frame, describeNifti(header, NO_NAME), { ...(window && { window }), ...options });
}

const NO_NAME = { name: '', sha256: '0' };
