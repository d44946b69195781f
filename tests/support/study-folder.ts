import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { frameOfReferenceElement } from '#imaging/phantom/overlays/elements.ts';

export interface StudyFolder {
  path: string;
  series: { number: number; description: string; slices: number }[];
  files: number;
  remove(): Promise<void>;
}

export interface StudyFolderOptions {
  slicesPerSeries?: number;
  /** Random bytes added to each file after its pixels, to make a transfer as long as a test needs. */
  paddingBytes?: number;
  patientName?: string;
  patientId?: string;
  /** Body of the phantom: an abdomen is a CT, a head is an MR. */
  body?: 'head' | 'abdomen';
  seed?: number;
}

/** A study of three series on this machine's disk, as exported by a modality: a folder per series, a file per slice. */
export async function createStudyFolder(options: StudyFolderOptions = {}): Promise<StudyFolder> {
  const { slicesPerSeries = 12, paddingBytes = 0, patientName = 'Heron^Quiet', body = 'head', seed = 1 } = options;
  const { patientId = `T-${seed}` } = options;
  const path = await mkdtemp(join(tmpdir(), 'lightship-study-'));
  const planes = ['axial', 'coronal', 'sagittal'] as const;
  const series = planes.map((plane, n) => ({ number: n + 2, description: `${body} ${plane}`, slices: slicesPerSeries + n, plane }));
  for (const { number, description, slices, plane } of series) {
    const folder = join(path, `${number}-${plane}`);
    await mkdir(folder);
    const study = {
      ...{ seed, patientName, patientId, patientSex: 'F' as const },
      ...{ date: '20260102', time: '101500', description: 'Made by code' },
    };
    const files = createPhantomSeries({
      body,
      plane,
      slices,
      matrix: 96,
      seriesNumber: number,
      seriesDescription: description,
      study,
      elements: () => [frameOfReferenceElement(study), ...(paddingBytes > 0 ? padding(paddingBytes) : [])],
    });
    for (const { name, bytes } of files) await writeFile(join(folder, name), bytes);
  }
  return {
    path,
    series: series.map(({ number, description, slices }) => ({ number, description, slices })),
    files: series.reduce((sum, { slices }) => sum + slices, 0),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** Paths of all files, for a browser in which a folder cannot be dropped. */
export async function filesOf({ path }: StudyFolder): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** A private element after the pixel data (PS3.5 7.8: reserved block, then data). */
function padding(bytes: number) {
  return [
    { tag: 0x7fe10010, vr: 'LO' as const, value: 'LIGHTSHIP TEST' },
    { tag: 0x7fe11010, vr: 'OB' as const, value: new Uint8Array(randomBytes(bytes)) },
  ];
}
