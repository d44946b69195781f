import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { createMemorySource, type ByteSource } from '#imaging/byte-source.ts';

/**
 * Real images lie beside the repository, never in it: LIGHTSHIP_TEST_DATA names the folder, else ../shared/data. Without it the suites here
 * are skipped and say so. The manifest holds what dcmdump, pydicom and dcm2niix measured on the same files.
 */
const FOLDER = process.env['LIGHTSHIP_TEST_DATA'] || fileURLToPath(new URL('../../../shared/data', import.meta.url));

export const realData: RealData | null = existsSync(join(FOLDER, 'manifest.json')) ? open() : null;

/** Stands in the names of the suites, so that a skipped one says why. */
export const NOTE = realData ? '' : ` (skipped: no real data at ${FOLDER}; LIGHTSHIP_TEST_DATA names another folder)`;

export interface RealData {
  sets: Record<string, ManifestSet>;
  files: { path: string; bytes: number; set: string }[];
  source(path: string): ByteSource;
}

export interface ManifestSet {
  dicomFiles: number;
  seriesCount: number;
  /** Patient names as two tools read them, of the sets where they are more than ASCII. */
  names?: { path: string; charset: string | null; patientName_pydicom: string | null; patientName_dcmdump_U8?: string | null }[];
  series: ManifestSeries[];
}

export interface ManifestSeries {
  study: string | null;
  series: string | null;
  transferSyntax: string | null;
  files: number;
  hasPixelData: number;
  modality: string | null;
  patientName: string | null;
  patientId: string | null;
  studyDescription: string | null;
  seriesDescription: string | null;
  seriesNumber: string | null;
  protocol: string | null;
  bodyPart: string | null;
  charset: string | null;
  spp: string | null;
  photometric: string | null;
  bitsAllocated: string | null;
  bitsStored: string | null;
  pixelSpacing: string | null;
  sliceThickness: string | null;
  rows: number | null;
  cols: number | null;
  windowCenter: string[];
  windowWidth: string[];
  rescale: { slopes: string[]; distinctSlopes: number; intercepts: string[] };
  imageType: string[];
  planeFromIOP: Record<string, number>;
  distinctPositions: number;
  bValues: string[];
  instanceNumbers: number[];
  paths: string[];
  pixels: ManifestPixels[];
}

export interface ManifestPixels {
  path: string;
  tool?: string;
  dtype?: string;
  shape?: number[];
  min?: number;
  max?: number;
  photometricOfDecoded?: string;
  sha256_little_endian?: string;
}

function open(): RealData {
  const manifest = JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as Pick<RealData, 'sets' | 'files'>;
  return { ...manifest, source: (path) => createMemorySource(readFileSync(join(FOLDER, path))) };
}
