import type { ByteSource } from '#imaging/byte-source.ts';
import { isVolumeFile } from '#imaging/is-volume-file.ts';
import { isDirectory } from '#imaging/dicom/elements/is-directory.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { slicesOfInstance, slicesOfVolume } from '#imaging/describe-slices.ts';
import { describeNifti } from '#imaging/nifti/describe-nifti.ts';
import { readNifti, type NiftiRefusal } from '#imaging/nifti/read-nifti.ts';
import type { StagedFile } from '#localdb/files/commit-files.ts';
import type { DescribedSlice } from '#model/grids/grid.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { FileProblem } from '#model/uploads/upload-view.ts';

/** The description in a file. A volume is identified by its content, so its description waits for the hash: see `describedBy`. */
export type FileReading =
  | { ok: true; describe: (sha256: string) => InstanceDescription; slices: DescribedSlice[] }
  | { ok: false; problem: FileProblem };

/** Reads the header of a file: a NIfTI volume if its name says so, otherwise DICOM. */
export async function readFile(source: ByteSource, path: string): Promise<FileReading> {
  return (await isVolumeFile(path, source)) ? readVolume(source, path) : readInstance(source);
}

export function describedBy(reading: FileReading, sha256: string): StagedFile['reading'] {
  return reading.ok ? { ok: true, description: reading.describe(sha256), slices: reading.slices } : reading;
}

async function readInstance(source: ByteSource): Promise<FileReading> {
  const header = await readDicomHeader(source);
  if (!header.ok) return { ok: false, problem: header.detail === 'empty' ? 'empty' : header.why };
  if (header.description.pixelData === null)
    return { ok: false, problem: (await isDirectory(source)) ? 'dicom-directory' : 'no-pixel-data' };
  return { ok: true, describe: () => header.description, slices: await slicesOfInstance(header) };
}

async function readVolume(source: ByteSource, path: string): Promise<FileReading> {
  const read = await readNifti(source);
  if (!read.ok) return { ok: false, problem: PROBLEMS[read.why] };
  return { ok: true, describe: (sha256) => describeNifti(read.header, { name: path, sha256 }), slices: slicesOfVolume(read.header) };
}

const PROBLEMS: Record<NiftiRefusal['why'], FileProblem> = {
  'not-nifti': 'not-nifti',
  'no-slices': 'nifti-no-slices',
  'image-missing': 'nifti-image-missing',
  'cut-off': 'cut-off',
  unsupported: 'nifti-unsupported',
};
