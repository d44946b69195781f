import { gzipSync } from 'node:zlib';
import { createMemorySource } from '#imaging/byte-source.ts';
import { gunzip } from '#imaging/gzip/gunzip.ts';
import { describeNifti } from '#imaging/nifti/describe-nifti.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { writeNifti, type NiftiFile } from '#imaging/nifti/write-nifti.ts';
import { mergeInstance, sliceOrder } from '#model/studies/series.ts';
import { VolumeDrawer } from '#workers/preview/draw-volume.ts';
import { isTile } from '#workers/preview/types.ts';
import type { Target } from './target.ts';
import { boundedSource } from './bounded-source.ts';

const SMALL: NiftiFile = {
  dims: [5, 4, 3],
  pixdim: [2, 3, 4],
  sform: [
    [-2, 0, 0, 10],
    [0, 3, 0, -20],
    [0, 0, 4, -30],
  ],
  qform: [0, 1, 0, 5, 6, 7],
  slope: 2,
  intercept: -1024,
  calibration: [0, 80],
};

const SEEDS: NiftiFile[] = [
  SMALL,
  { ...SMALL, isLittleEndian: false, datatype: 8 },
  { ...SMALL, version: 2, datatype: 16 },
  { ...SMALL, version: 2, isLittleEndian: false, datatype: 64, dims: [3, 2, 2, 2, 2] },
  { dims: [4, 3, 2, 3], datatype: 2, voxelOffset: 400 },
  { dims: [4, 3, 2], datatype: 128 },
  { dims: [4, 3], datatype: 2304, qform: [0, 0, 1, 1, 2, 3] },
  { dims: [3, 3, 3], datatype: 1024 },
];

/** A volume: its header, what the device makes of it, and its first, middle and last slice drawn. */
export const niftiTarget: Target = {
  name: 'nifti',
  seeds: () => SEEDS.map(writeNifti),
  read,
  realPaths: ['nifti/standard.nii.gz', 'nifti/5D_small.nii', 'nifti/functional.nii', 'nifti/reoriented_anat_moved.nii'],
};

/** A compressed one, of one member and of several: inflated whole, and its header read. */
export const gzipTarget: Target = {
  name: 'gzip',
  testCases: 5_000,
  seeds: () => {
    const packed = SEEDS.slice(0, 5).map((file) => gzipSync(writeNifti(file)));
    const plain = writeNifti(SMALL);
    const members = [plain.subarray(0, 200), plain.subarray(200, 360), plain.subarray(360)].map((part) => gzipSync(part));
    const stored = gzipSync(plain, { level: 0 });
    return [...packed, Buffer.concat(members), stored].map((bytes) => Uint8Array.from(bytes));
  },
  read: async (bytes) => {
    let inflated = 0;
    for await (const piece of gunzip(createMemorySource(bytes))) inflated += piece.length;
    if (inflated > bytes.length * 1100) throw new Error(`${inflated} of ${bytes.length} bytes`);
    await readNifti(boundedSource(bytes, 40));
  },
};

async function read(bytes: Uint8Array): Promise<void> {
  const source = boundedSource(bytes, 40);
  const opened = await readNifti(source);
  if (!opened.ok) return;
  const { header } = opened;
  const description = describeNifti(header, { name: 'x.nii', sha256: '00' });
  const { order } = sliceOrder(description);
  mergeInstance(null, { fileId: '1', size: bytes.length, description });
  for (const [name, value] of [...Object.entries(description), ['order', order] as const]) {
    const numbers = [value].flat().filter((each) => typeof each === 'number');
    if (!numbers.every(Number.isFinite)) throw new Error(`${name} is ${String(value)}`);
  }
  const drawer = new VolumeDrawer();
  for (const slice of [0, Math.floor(header.slices / 2), header.slices - 1]) {
    const tile = await drawer.draw('x', source, slice, { maxSize: 160 });
    if (!isTile(tile)) continue;
    if (!(Number.isFinite(tile.windowCenter) && tile.windowWidth > 0)) throw new Error(`a window of ${tile.windowWidth}`);
    if (tile.pixels.length !== tile.width * tile.height * 4) throw new Error('a tile of another size');
  }
}
