import type { ByteSource } from '#imaging/byte-source.ts';
import { gunzip, isGzip } from '#imaging/gzip/gunzip.ts';
import { GzipWriter } from '#imaging/gzip/gzip-writer.ts';
import { isOneMember } from '#imaging/gzip/is-one-member.ts';
import { PLAIN_MEMBER_HEAD, readMemberHead, type MemberHead } from '#imaging/gzip/member-head.ts';
import { NIFTI_LIMITS } from '#imaging/nifti/limits.ts';
import type { NiftiHeader } from '#imaging/nifti/parse-header.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import type { DeidentifyRefusal } from '#model/uploads/deidentified.ts';
import { LONGEST_HEADER } from '#imaging/deidentify/read-tail.ts';
import type { Piece } from '#imaging/deidentify/deidentify.ts';
import { BEHIND_VOXELS, GZIP_FIELDS, type VolumeField } from './volume-fields.ts';
import { blankHead } from './volume-head.ts';

/**
 * A de-identified NIfTI volume: texts blank, no extensions, and nothing after the last voxel. Numbers and voxels keep their values and
 * positions. If a compressed header contains nothing to remove, only the bytes before the deflated data are rewritten; otherwise the volume
 * is deflated again, since deflated data refers back to removed bytes. Repeating it gives the same result.
 */
export async function deidentifyVolume(source: ByteSource): Promise<DeidentifiedVolume> {
  const read = await readNifti(source);
  if (!read.ok) return { ok: false, why: 'damaged' };
  const { voxelOffset, voxelBytes } = read.header;
  if (voxelOffset > LONGEST_HEADER) return { ok: false, why: 'header-too-long' };
  const head = await read.voxels.read(0, voxelOffset);
  // A trailer with a length that does not match.
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
  /** `taken`: what was removed. Complete once `written` has been read to its end. */
  | { ok: true; isCompressed: boolean; taken: VolumeField[]; leaves: LeavingVolume }
  | { ok: false; why: Extract<DeidentifyRefusal, 'damaged' | 'header-too-long' | 'stream-damaged'> };

/** Pieces of the source and new ones; or bytes written in order, void if the answer is a failure. */
type LeavingVolume = { pieces: Piece[] } | { written: (give: GiveBytes) => Promise<'whole' | 'stream-damaged'> };
type GiveBytes = (bytes: Uint8Array) => Promise<void>;

/** Whether the file stays unchanged: one range that covers all of it. */
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

/** Inflates to the end, whatever the header claims: a new checksum must not hide that the original one was wrong. */
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
    // The header is already written, and bytes after the voxels are dropped.
    const [from, to] = [Math.max(at, bytes.length) - at, Math.min(at + value.length, size) - at];
    if (from < to) await writer.add(value.subarray(from, to));
    at += value.length;
    if (at > size + NIFTI_LIMITS.paddingBytes) {
      await walk.return('damaged');
      return 'stream-damaged';
    }
  }
}
