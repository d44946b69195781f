import type { FramesRefusal } from './failure-sentence.ts';
import type { ConversionPlan, slicesOf } from './conversion-plan.ts';

/** Input of the frames process in addition to the files, and its answer. */
export interface FramesRun {
  ask: 'begin' | 'plain-files' | 'volume';
  /** Limit for the inflated files together, and for the volume. */
  maxBytes: number;
}

/** The plan, with its result if the process has already made it. `isWithoutImages`: of kinds that need no volume. */
export type BeginAnswer = { isWithoutImages: boolean } & (
  | Extract<ConversionPlan, { first: 'none' }>
  | (Extract<ConversionPlan, { first: 'as-sent' }> & { given: Given })
  | { first: 'plain'; plain: PlainFilesAnswer; given: Given }
  | { first: 'frames'; volume: VolumeAnswer }
);

/** The contents of the series, to check whether all of it was converted. */
export type Given = ReturnType<typeof slicesOf> & {
  /** For an image whose frames share their positions: the number of its volumes of several slices. */
  volumes?: number;
};

export type PlainFilesAnswer = { ok: true; files: Uint8Array[] } | { ok: false; refusal: FramesRefusal };

export type VolumeAnswer =
  | { ok: true; name: string; bytes: Uint8Array<ArrayBuffer>; sidecar: string }
  | { ok: false; refusal: FramesRefusal };
