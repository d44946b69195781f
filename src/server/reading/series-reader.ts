import type { Grid } from '#contract/grids.ts';
import type { NoPicture, SeriesFacts, UnreadWhy } from '#contract/series-reading.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { PatientIdentity } from '#model/studies/patient-identity.ts';

/** The input of a reader. Files are read in ranges, a few at a time, and never kept whole. */
export interface SeriesToRead {
  type: 'dcm' | 'nii';
  files: readonly ByteSource[];
  /** Whose they are: see ProcessRun. */
  owner?: string;
}

export interface ReadSeries {
  facts: SeriesFacts | null;
  /** The reason if there are no facts. */
  why: UnreadWhy | null;
  /** For each file, in the given order: its position in the slice order and its frames; null if it cannot be read. */
  places: ({ position: number; frames: number } | null)[];
  /** Null if the files have no patient, as NIfTI, or cannot be read. */
  patient: PatientIdentity | null;
  /** Null if it has no image, or cannot be read. */
  grid: Grid | null;
  /** PNG. */
  thumbnail: Uint8Array | null;
  /** The reason if there is no thumbnail. */
  noPicture: NoPicture | null;
}

/** Rejects if the reader crashes, which may be retried, or with the error of a file that cannot be read. */
export interface SeriesReader {
  /** Increases when series should be read again. */
  readonly version: number;
  read(series: SeriesToRead, signal: AbortSignal): Promise<ReadSeries>;
}
