import type { ByteSource } from '#imaging/byte-source.ts';
import { gunzip, isGzip } from '#imaging/gzip/gunzip.ts';
import { GzipWriter } from '#imaging/gzip/gzip-writer.ts';
import { isOneMember } from '#imaging/gzip/is-one-member.ts';
import { PLAIN_MEMBER_HEAD, readMemberHead, type MemberHead } from '#imaging/gzip/member-head.ts';
import { NIFTI_LIMITS } from '#imaging/nifti/limits.ts';
import type { NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import type { DeidentifyRefusal } from '#model/deidentified.ts';
import { LONGEST_HEADER } from './read-tail.ts';
import type { Piece } from './deidentify.ts';
import { BEHIND_VOXELS, GZIP_FIELDS, type VolumeField } from './volume-fields.ts';
import { blankHead } from './volume-head.ts';

/**
 * A NIfTI volume as it may leave: its texts blank, without extensions, and nothing behind its last voxel. Numbers and voxels are what they were, where
 * they were. Of a compressed one whose header has nothing to take out only what stands in front of the deflated bytes is new; another is deflated anew,
 * since what was deflated refers back to what is gone. Done again it makes the same.
 */
export async function deidentifyVolume(source: ByteSource): Promise<DeidentifiedVolume> {
  const read = await readNifti(source);
  if (!read.ok) return { ok: false, why: 'damaged' };
  const { voxelOffset, voxelBytes } = read.header;
  if (voxelOffset > LONGEST_HEADER) return { ok: false, why: 'header-too-long' };
  const head = await read.voxels.read(0, voxelOffset);
  // A trailer that says a length which is not there.
  if (head.length < voxelOffset) return { ok: false, why: 'stream-damaged' };
  const { bytes, taken } = blankHead(head, read.header);
  if (isGzip(await source.read(0, 2))) return leavingGzip(source, read.header, { bytes, taken });
  const end = voxelOffset + voxelBytes;
  const isSame = taken.length === 0;
  if (source.size > end) taken.push(BEHIND_VOXELS);
  const pieces: Piece[] = isSame ? [{ offset: 0, length: end }] : [{ bytes }, { offset: voxelOffset, length: voxelBytes }];
  return { ok: true, isCompressed: false, taken, leaves: { pieces } };
}

export type DeidentifiedVolume =
  /** `taken`: what was there to be taken out. Of what is `written` it is whole once that has come to its end. */
  | { ok: true; isCompressed: boolean; taken: VolumeField[]; leaves: LeavingVolume }
  | { ok: false; why: Extract<DeidentifyRefusal, 'damaged' | 'header-too-long' | 'stream-damaged'> };

/** In pieces of the source and new ones; or given byte by byte, in its order, and it came to nothing where the answer says so. */
type LeavingVolume = { pieces: Piece[] } | { written: (give: GiveBytes) => Promise<'whole' | 'stream-damaged'> };
type GiveBytes = (bytes: Uint8Array) => Promise<void>;

/** What of it is a file that stays as it is: one range, of all of it. */
export function isUntouched(leaves: LeavingVolume, { size }: Pick<ByteSource, 'size'>): boolean {
  if (!('pieces' in leaves)) return false;
  const [only] = leaves.pieces;
  return leaves.pieces.length === 1 && only !== undefined && 'offset' in only && only.length === size;
}

interface Head {
  bytes: Uint8Array<ArrayBuffer>;
  taken: VolumeField[];
}

async function leavingGzip(source: ByteSource, header: NiftiHeader, { bytes, taken }: Head): Promise<DeidentifiedVolume> {
  const member = await readMemberHead(source);
  const isBlank = taken.length === 0;
  const told = member ? toldBy(member) : [];
  taken.push(...told);
  const size = header.voxelOffset + header.voxelBytes;
  if (isBlank && member && (await isOneMember(source, member, size))) {
    const rest = { offset: member.length, length: source.size - member.length };
    const isPlain = told.length === 0 && member.length === PLAIN_MEMBER_HEAD.length;
    const pieces: Piece[] = isPlain ? [{ offset: 0, length: source.size }] : [{ bytes: PLAIN_MEMBER_HEAD }, rest];
    return { ok: true, isCompressed: true, taken, leaves: { pieces } };
  }
  return { ok: true, isCompressed: true, taken, leaves: { written: (give) => writeGzip(source, { bytes, taken, size }, give) } };
}

export function toldBy({ has }: MemberHead): VolumeField[] {
  return (Object.keys(GZIP_FIELDS) as (keyof MemberHead['has'])[]).filter((key) => has[key]).map((key) => GZIP_FIELDS[key]);
}

/** Inflates it to its end, whatever the header asks for: a check sum that is made anew must not hide that the one that was there was wrong. */
async function writeGzip(source: ByteSource, { bytes, taken, size }: Head & { size: number }, give: GiveBytes) {
  const writer = new GzipWriter(give);
  await writer.add(bytes);
  const walk = gunzip(source);
  let at = 0;
  for (;;) {
    const { done, value } = await walk.next();
    if (done) {
      if (value !== 'whole' || at < size) return 'stream-damaged';
      if (at > size) taken.push(BEHIND_VOXELS);
      await writer.end();
      return 'whole';
    }
    // The head is written already, and what stands behind the voxels stays behind.
    const [from, to] = [Math.max(at, bytes.length) - at, Math.min(at + value.length, size) - at];
    if (from < to) await writer.add(value.subarray(from, to));
    at += value.length;
    if (at > size + NIFTI_LIMITS.paddingBytes) {
      await walk.return('damaged');
      return 'stream-damaged';
    }
  }
}
