import type { HeaderStudy, RecognisedSeries } from '#contract/recognition.ts';

/** One image of the series of an MR study: a tile of each, in this order, row by row. */
export interface Grid {
  series: readonly string[];
  png: Uint8Array;
}

/**
 * Recognises acquisitions. A series without a result has no entry in the answer. It stores nothing, and its errors contain no header values, so
 * that they can be logged.
 */
export interface Recogniser {
  /** The models that it uses; null if none. */
  readonly models: { text: string | null; image: string | null };
  /** `prompt`: the instructions for a model; rules do not need them. */
  headers(study: HeaderStudy, prompt: string, signal: AbortSignal): Promise<RecognisedSeries[]>;
  grid(grid: Grid, prompt: string, signal: AbortSignal): Promise<RecognisedSeries[]>;
}
