import type { ByteSource } from '#imaging/byte-source.ts';
import { isGzip } from '#imaging/gzip/gunzip.ts';
import { isOneMember } from '#imaging/gzip/is-one-member.ts';
import { readMemberHead } from '#imaging/gzip/member-head.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { toldBy } from './deidentify-volume.ts';
import { LONGEST_HEADER } from '#imaging/deidentify/read-tail.ts';
import { BEHIND_VOXELS, type VolumeField } from './volume-fields.ts';
import { blankHead } from './volume-head.ts';

/**
 * Independent second pass over a volume without the original: what is not blank and should be. Not ok: it cannot be read, or is compressed
 * other than as one member that ends with its last voxel, which `deidentifyVolume` never writes.
 */
export async function volumeStillIdentifies(source: ByteSource): Promise<{ ok: true; fields: VolumeField[] } | { ok: false }> {
  const read = await readNifti(source);
  if (!read.ok || read.header.voxelOffset > LONGEST_HEADER) return { ok: false };
  const { voxelOffset, voxelBytes } = read.header;
  const end = voxelOffset + voxelBytes;
  const head = await read.voxels.read(0, voxelOffset);
  if (head.length < voxelOffset) return { ok: false };
  const { taken } = blankHead(head, read.header);
  if (!isGzip(await source.read(0, 2))) return { ok: true, fields: source.size > end ? [...taken, BEHIND_VOXELS] : taken };
  const member = await readMemberHead(source);
  if (!member || !(await isOneMember(source, member, end))) return { ok: false };
  return { ok: true, fields: [...taken, ...toldBy(member)] };
}
