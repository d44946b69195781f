import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import { createPhantomSeries } from '#imaging/phantom.ts';

/** Made once: a slice of 512 x 512 takes longer to make than any server to receive. */
const DIFFERENT = 20;

/** Slices of a CT, half a megabyte each. Every one is an instance of its own, in a series that no other number has. */
export function ctSlices(count: number, number: number): Uint8Array[] {
  made ??= createPhantomSeries({
    body: 'abdomen',
    plane: 'axial',
    slices: DIFFERENT,
    matrix: 512,
    seriesNumber: 1,
    seriesDescription: 'bench',
    study: {
      seed: 9,
      patientName: 'Bench^Made By Code',
      patientId: 'BENCH-9',
      patientSex: 'O',
      date: '20260102',
      time: '101500',
      description: 'Made by code',
    },
  }).map(({ bytes }) => bytes);
  return Array.from({ length: count }, (_, slice) => withOwnUids(made![slice % DIFFERENT]!, number, slice + 1));
}

/** One series of them as files of a folder that it makes; the bytes of all. They deflate as a real CT does, to half of their size. */
export async function writeCtSlices(folder: string, count: number): Promise<number> {
  await mkdir(folder);
  const slices = ctSlices(count, 1);
  for (const [slice, bytes] of slices.entries()) await writeFile(join(folder, `${slice + 1}.dcm`), bytes);
  return slices.reduce((sum, { length }) => sum + length, 0);
}

let made: Uint8Array[] | null = null;

/** UIDs of `2.25.` (PS3.5 B.2) get other digits, so that lengths and all else stay: the instance its own, study and series those of the number. */
function withOwnUids(bytes: Uint8Array, number: number, slice: number): Uint8Array {
  const instance = dicomParser.parseDicom(bytes, { untilTag: 'x00080020' }).string('x00080018');
  const copy = Buffer.from(bytes);
  for (const { 0: uid, index } of copy.toString('latin1').matchAll(/2\.25\.\d{20,}/g)) {
    const own = number * 1000 + (uid === instance ? slice : 0);
    copy.write(String(own).padStart(9, '1'), index + '2.25.'.length, 'latin1');
  }
  return copy;
}
