import type { ByteSource } from '#imaging/byte-source.ts';
import { gunzip, isGzip } from '#imaging/gzip/gunzip.ts';
import { GunzipSource } from '#imaging/gzip/gunzip-source.ts';
import { KeptGunzipSource } from '#imaging/gzip/kept-gunzip-source.ts';
import { mostInflated } from '#imaging/inflate-limits.ts';
import { NIFTI_LIMITS } from './limits.ts';
import { HEADER_BYTES, parseNiftiHeader, type NiftiHeader, type NiftiHeaderRefusal } from './parse-header.ts';

/**
 * Reads the header of a NIfTI-1 or NIfTI-2 volume, compressed or not, and checks its sizes against the actual bytes. Compression is
 * detected by the first bytes, not the name. For a pair, `image` is the `.img` of the `.hdr`. Invalid input gives an answer, not an
 * exception; only a source that cannot be read throws.
 */
export async function readNifti(file: ByteSource, image: ByteSource | null = null): Promise<NiftiRead> {
  const opened = await openFile(file);
  const parsed = parseNiftiHeader(await opened.bytes.read(0, HEADER_BYTES));
  if (!parsed.ok) return parsed.why === 'not-nifti' && (await isCutOff(opened)) ? CUT_OFF : parsed;
  const { header } = parsed;
  if (header.isPair && !image) return { ok: false, why: 'image-missing' };
  const voxels = header.isPair && image ? await openFile(image) : opened;
  const refusal = await refuseLength(voxels, header);
  return refusal ?? { ok: true, header, voxels: voxelSource(voxels, header) };
}

export type NiftiRead =
  /** `voxelOffset` refers to `voxels`, which is inflated if the file is compressed. */
  | { ok: true; header: NiftiHeader; voxels: ByteSource }
  | NiftiHeaderRefusal
  /** A header whose voxels are in another file. */
  | { ok: false; why: 'image-missing' }
  | { ok: false; why: 'cut-off' }
  | { ok: false; why: 'unsupported'; detail: 'damaged' | 'too-large' | 'inflates-too-far' };

export type NiftiRefusal = Exclude<NiftiRead, { ok: true }>;

const CUT_OFF = { ok: false, why: 'cut-off' } as const;

interface OpenedFile {
  file: ByteSource;
  bytes: ByteSource;
  isCompressed: boolean;
}

async function openFile(file: ByteSource): Promise<OpenedFile> {
  const isCompressed = isGzip(await file.read(0, 2));
  return { file, isCompressed, bytes: isCompressed ? new GunzipSource(file) : file };
}

/** A compressed file truncated inside its header. */
async function isCutOff({ file, bytes, isCompressed }: OpenedFile): Promise<boolean> {
  if (!isCompressed || (await bytes.read(0, HEADER_BYTES)).length >= HEADER_BYTES) return false;
  return (await inflatedLength(file, HEADER_BYTES)).end === 'cut-off';
}

function voxelSource({ file, isCompressed }: OpenedFile, { voxelOffset, voxelBytes }: NiftiHeader): ByteSource {
  if (!isCompressed) return file;
  const size = voxelOffset + voxelBytes;
  return size <= NIFTI_LIMITS.keptBytes ? new KeptGunzipSource(file, size) : new GunzipSource(file, size);
}

async function refuseLength({ file, isCompressed }: OpenedFile, header: NiftiHeader): Promise<NiftiRefusal | null> {
  const needed = header.voxelOffset + header.voxelBytes;
  if (!isCompressed) return needed <= file.size ? null : CUT_OFF;
  if (needed > mostInflated('volume', Infinity)) return { ok: false, why: 'unsupported', detail: 'too-large' };
  if (needed > file.size * NIFTI_LIMITS.inflatedPerByte) return CUT_OFF;
  // Inflating stops at what the header requires, so that must be within the limit.
  if (needed > mostInflated('volume', file.size)) return { ok: false, why: 'unsupported', detail: 'inflates-too-far' };
  if ((await writtenLength(file)) === needed) return null;
  return refuseInflated(file, needed);
}

/**
 * The length in the trailer (RFC 1952, 2.3.1: ISIZE, modulo 2^32). If it matches the header, the file is complete and need not be inflated
 * to check: a truncated file has other bytes here.
 */
async function writtenLength(file: ByteSource): Promise<number | null> {
  const trailer = await file.read(file.size - 4, 4);
  return trailer.length === 4 ? new DataView(trailer.buffer, trailer.byteOffset, 4).getUint32(0, true) : null;
}

/** Several members, padding, truncation or a false length: only inflating tells, piece by piece, little beyond what the header requires. */
async function refuseInflated(file: ByteSource, needed: number): Promise<NiftiRefusal | null> {
  const { end, length } = await inflatedLength(file, needed + NIFTI_LIMITS.paddingBytes);
  if (end === 'too-far') return { ok: false, why: 'unsupported', detail: 'inflates-too-far' };
  if (end === 'damaged') return { ok: false, why: 'unsupported', detail: 'damaged' };
  return end === 'whole' && length >= needed ? null : CUT_OFF;
}

async function inflatedLength(
  file: ByteSource,
  most: number,
): Promise<{ end: 'whole' | 'cut-off' | 'damaged' | 'too-far'; length: number }> {
  let length = 0;
  const walk = gunzip(file);
  for (;;) {
    const { done, value } = await walk.next();
    if (done) return { end: value, length };
    length += value.length;
    if (length > most) return { end: 'too-far', length };
  }
}
