import type { Grid } from '#contract/grids.ts';
import type { NoPicture, SeriesFacts, UnreadWhy } from '#contract/series-reading.ts';
import type { ByteSource } from '#imaging/byte-source.ts';
import type { SeriesQuality } from '#model/quality/series-quality.ts';
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
  /** For each file, in the given order: its position in the slice order, its frames and its SOP instance UID ('': none); null if it cannot be read. */
  places: ({ position: number; frames: number; sop: string } | null)[];
  /** Null if the files have no patient, as NIfTI, or cannot be read. */
  patient: PatientIdentity | null;
  /** Null if it has no image, or cannot be read. */
  grid: Grid | null;
  /** What its files show of their completeness; null if none can be read. */
  quality: SeriesQuality | null;
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
