import { looksLikeDicom } from '#model/files/looks-like-dicom.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import { TAR_BLOCK_BYTES, isZeroBlock, readTarHeader } from './tar-header.ts';

export type ArchiveKind = 'zip' | 'tar' | 'gzip' | '7z' | 'rar' | 'split' | 'dicom' | 'unknown';

/** The kind of an archive by its first bytes, or by its name if these are unclear: a zip may follow a self-extractor. */
export async function archiveKind(source: ByteSource, name: string): Promise<ArchiveKind> {
  if (PART_NAME.test(name)) return 'split';
  const block = await source.read(0, TAR_BLOCK_BYTES);
  const known = SIGNATURES.find(([, signature]) => signature.every((byte, n) => block[n] === byte));
  if (known) return known[0];
  // Not an archive: a DICOM file with an archive's name.
  if (looksLikeDicom(block)) return 'dicom';
  if (/\.zip$/i.test(name)) return 'zip';
  return isTar(block, name) ? 'tar' : 'unknown';
}

const SIGNATURES: readonly [ArchiveKind, readonly number[]][] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['gzip', [0x1f, 0x8b, 0x08]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
];

/** `x.zip.001`, `x.z01`, `x.7z.002`; parts of a rar are named like a rar. */
const PART_NAME = /(\.(zip|7z|tar|tgz|gz)\.\d{2,4}|\.z\d{2})$/i;

/** Two blocks of zeros are a tar without files. */
function isTar(block: Uint8Array, name: string): boolean {
  if (readTarHeader(block)) return true;
  return block.length === TAR_BLOCK_BYTES && isZeroBlock(block) && /\.tar$/i.test(name);
}
