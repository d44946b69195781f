import { createHash } from 'node:crypto';
import { parseNiftiHeader } from '#imaging/nifti/parse-header.ts';

/**
 * SHA-256 of the values of a volume with its size and type, without where it is and what else its header says: the same for images that were sent
 * again under other UIDs. Null if all values are the same, as in an empty image, and if the header cannot be read.
 */
export function hashOfValues(volume: Uint8Array): string | null {
  const parsed = parseNiftiHeader(volume);
  if (!parsed.ok) return null;
  const { columns, rows, slices, volumes, datatype, isLittleEndian, voxelOffset, voxelBytes } = parsed.header;
  const values = Buffer.from(volume.buffer, volume.byteOffset + voxelOffset, Math.min(voxelBytes, volume.length - voxelOffset));
  // Each value is that before it.
  if (values.subarray(datatype.bytesPerVoxel).equals(values.subarray(0, -datatype.bytesPerVoxel))) return null;
  const shape = [columns, rows, slices, volumes, datatype.name, isLittleEndian].join(' ');
  return createHash('sha256').update(`${shape}\n`).update(values).digest('hex');
}
