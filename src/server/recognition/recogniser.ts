import type { HeaderStudy, RecognisedSeries } from '#contract/recognition.ts';

/** A picture of the series of an MR study: a tile of each, in this order, row by row. */
export interface Grid {
  series: readonly string[];
  png: Uint8Array;
}

/**
 * Says what series are taken for. Of a series that it says nothing of the answer has no entry. It keeps nothing, and no word of a header goes into an
 * error: what it rejects with may be logged.
 */
export interface Recogniser {
  /** The models that it asks; null where it asks none. */
  readonly models: { text: string | null; image: string | null };
  /** `prompt`: what a model is told to do; rules know it by themselves. */
  headers(study: HeaderStudy, prompt: string, signal: AbortSignal): Promise<RecognisedSeries[]>;
  grid(grid: Grid, prompt: string, signal: AbortSignal): Promise<RecognisedSeries[]>;
}
