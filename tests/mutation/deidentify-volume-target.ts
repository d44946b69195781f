import { gzipSync } from 'node:zlib';
import { createMemorySource } from '#imaging/byte-source.ts';
import { deidentifyVolume } from '#imaging/deidentify/nifti/deidentify-volume.ts';
import { sourceOfPieces } from '#imaging/deidentify/output-file.ts';
import { volumeStillIdentifies } from '#imaging/deidentify/nifti/volume-still-identifies.ts';
import { writeNifti, type NiftiFile } from '#imaging/nifti/write-nifti.ts';
import { namedGzip } from '#tests/fixtures/archives/named-gzip.ts';
import { boundedSource } from './bounded-source.ts';
import type { Target } from './target.ts';

const NAMED: NiftiFile = { dims: [5, 4, 3], description: 'Heron^Quiet', intentName: 'Heron' };
const VOLUMES = [
  NAMED,
  { ...NAMED, isLittleEndian: false, voxelOffset: 416 },
  { ...NAMED, version: 2 as const, isLittleEndian: false },
].map(writeNifti);
const BLANK = writeNifti({ dims: [5, 4, 3] });

/** What may leave of a volume that went bad: it is refused by name, or it is a volume again, in which the server finds nothing; and it is that of itself. */
export const deidentifyVolumeTarget: Target = {
  name: 'deidentify-volume',
  seeds: () => [
    ...VOLUMES,
    ...VOLUMES.map((bytes) => Uint8Array.from(gzipSync(bytes))),
    namedGzip(BLANK, { name: 'Heron.nii', comment: 'of Heron', extra: Uint8Array.of(1, 2, 3), time: 1 }),
    new Uint8Array(Buffer.concat([gzipSync(BLANK.subarray(0, 352)), namedGzip(BLANK.subarray(352), { name: 'Heron.img' })])),
  ],
  read,
  testCases: 1_000,
};

async function read(bytes: Uint8Array): Promise<void> {
  const left = await leavingOf(bytes);
  if (left === null) return;
  const judged = await volumeStillIdentifies(createMemorySource(left));
  if (!judged.ok) throw new Error('what leaves cannot be looked through');
  if (judged.fields.length > 0) throw new Error(`what leaves still holds ${judged.fields.map(({ field }) => field).join(' ')}`);
  const again = await leavingOf(left);
  if (again === null || Buffer.compare(again, left) !== 0) throw new Error('what leaves is not that of itself');
}

async function leavingOf(bytes: Uint8Array): Promise<Uint8Array | null> {
  const source = boundedSource(bytes, 80);
  const made = await deidentifyVolume(source);
  if (!made.ok) return null;
  const { leaves } = made;
  if ('pieces' in leaves) {
    const leaving = sourceOfPieces({ source, pieces: leaves.pieces });
    return leaving.read(0, leaving.size);
  }
  const parts: Uint8Array[] = [];
  const end = await leaves.written(async (part) => void parts.push(part));
  return end === 'whole' ? new Uint8Array(Buffer.concat(parts)) : null;
}
