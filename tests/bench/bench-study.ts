import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPhantomSeries } from '#imaging/phantom.ts';

/** A folder of DICOM files made by code. Every name is there once, and every content. */
export interface BenchStudy {
  folder: string;
  bytes: number;
  /** SHA-256 of each file, by its name. */
  hashByName: ReadonlyMap<string, string>;
}

export interface BenchStudySize {
  series: number;
  filesPerSeries: number;
  /** What is added to each file behind its pixels, random: nothing of it can be made small. */
  paddingBytes: number;
}

export const MANY_SMALL: BenchStudySize = { series: 5, filesPerSeries: 190, paddingBytes: 520_000 };
export const FEW_LARGE: BenchStudySize = { series: 3, filesPerSeries: 1, paddingBytes: 100_000_000 };

export async function createBenchStudy(folder: string, { series, filesPerSeries, paddingBytes }: BenchStudySize): Promise<BenchStudy> {
  await mkdir(folder);
  const hashByName = new Map<string, string>();
  let total = 0;
  for (let seriesNumber = 1; seriesNumber <= series; seriesNumber += 1) {
    const files = createPhantomSeries({
      body: 'head',
      plane: 'axial',
      slices: filesPerSeries,
      matrix: 48,
      seriesNumber,
      seriesDescription: `bench ${seriesNumber}`,
      study: {
        seed: 7,
        patientName: 'Bench^Made By Code',
        patientId: 'BENCH-7',
        patientSex: 'O',
        date: '20260102',
        time: '101500',
        description: 'Made by code',
      },
      // A private element behind the pixel data (PS3.5 7.8: reserved block, then data).
      elements: () => [
        { tag: 0x7fe10010, vr: 'LO', value: 'LIGHTSHIP BENCH' },
        { tag: 0x7fe11010, vr: 'OB', value: new Uint8Array(randomBytes(paddingBytes)) },
      ],
    });
    for (const { name: slice, bytes } of files) {
      const name = `${seriesNumber}-${slice}`;
      await writeFile(join(folder, name), bytes);
      hashByName.set(name, createHash('sha256').update(bytes).digest('hex'));
      total += bytes.length;
    }
  }
  return { folder, bytes: total, hashByName };
}
