import { createCipheriv, createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPhantomSeries } from '#imaging/phantom.ts';

export interface StudyPlan {
  seed: number;
  /** Slices of each series. */
  series: readonly number[];
  /** Bytes added to every file. */
  paddingBytes: number;
  /** Every so many files, the padding is incompressible. That of the others can be compressed to a sixteenth. */
  noisyEvery: number;
  /** Bytes added to one more slice of the first series; 0 for no such slice. */
  largeBytes: number;
}

export interface MadeStudy {
  path: string;
  patientName: string;
  /** SHA-256 → name, of every file in the folder. */
  files: ReadonlyMap<string, string>;
}

const PLANES = ['axial', 'coronal', 'sagittal'] as const;

/** A study on this machine's disk whose bytes all depend on its plan, and which shares no file with another seed. */
export async function makeStudy(path: string, { seed, series, paddingBytes, noisyEvery, largeBytes }: StudyPlan): Promise<MadeStudy> {
  const patientName = `Kills^Seed ${seed}`;
  const files = new Map<string, string>();
  for (const [index, slices] of series.entries()) {
    const folder = join(path, `${index}`);
    await mkdir(folder, { recursive: true });
    const large = index === 0 && largeBytes > 0 ? slices : -1;
    const made = createPhantomSeries({
      body: 'head',
      plane: PLANES[index % PLANES.length] ?? 'axial',
      slices: large === -1 ? slices : slices + 1,
      matrix: 32,
      seriesNumber: index + 1,
      seriesDescription: `series ${index + 1}`,
      study: { seed, patientName, patientId: `K-${seed}`, patientSex: 'O', date: '20260102', time: '101500', description: 'Made by code' },
      elements: (slice) =>
        padding(slice === large ? largeBytes : paddingBytes, { label: `${seed}/${index}/${slice}`, isNoisy: slice % noisyEvery === 0 }),
    });
    for (const { name, bytes } of made) {
      await writeFile(join(folder, name), bytes);
      files.set(createHash('sha256').update(bytes).digest('hex'), name);
    }
  }
  return { path, patientName, files };
}

/** A private element after the pixels (PS3.5 7.8: reserved block, then data): noise, or noise among fifteen times as many zeros. */
function padding(bytes: number, { label, isNoisy }: { label: string; isNoisy: boolean }) {
  if (bytes === 0) return [];
  const key = createHash('sha256').update(label).digest();
  const noise = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(bytes + (bytes % 2)));
  if (!isNoisy) for (let at = 0; at < noise.length; at += 4096) noise.subarray(at + 256, at + 4096).fill(0);
  return [
    { tag: 0x7fe10010, vr: 'LO' as const, value: 'LIGHTSHIP TEST' },
    { tag: 0x7fe11010, vr: 'OB' as const, value: new Uint8Array(noise) },
  ];
}
