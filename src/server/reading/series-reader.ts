import type { NoPicture, SeriesFacts, UnreadWhy } from '#contract/series-reading.ts';
import type { ByteSource } from '#imaging/byte-source.ts';

/** What is asked of a reader. Files are read in ranges, a few at a time, and never kept whole. */
export interface SeriesToRead {
  type: 'dcm' | 'nii';
  files: readonly ByteSource[];
  /** Whose they are: see ProcessRun. */
  owner?: string;
}

export interface ReadSeries {
  facts: SeriesFacts | null;
  /** Where there are no facts. */
  why: UnreadWhy | null;
  /** For each file, in the order in which they were given: its place in the order of slices and its frames; null of what cannot be read. */
  places: ({ position: number; frames: number } | null)[];
  /** PNG. */
  thumbnail: Uint8Array | null;
  /** Where there is no thumbnail. */
  noPicture: NoPicture | null;
}

/** A reader that breaks rejects: that may be tried again. What a file rejects with, it rejects with. */
export interface SeriesReader {
  /** Grows when a series should be read again. */
  readonly version: number;
  read(series: SeriesToRead, signal: AbortSignal): Promise<ReadSeries>;
}
