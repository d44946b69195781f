import type { FramesRefusal } from './failure-sentence.ts';
import type { Road, slicesOf } from './road.ts';

/** What the process of frames is asked beside the files, and what it says back, once. */
export interface FramesRun {
  ask: 'begin' | 'plain-files' | 'volume';
  /** Neither the files together nor the volume may inflate to more. */
  maxBytes: number;
}

/** The road, and what was made at once where the process makes it anyway. */
export type BeginAnswer =
  | Extract<Road, { first: 'none' }>
  | (Extract<Road, { first: 'as-sent' }> & { given: Given })
  | { first: 'plain'; plain: PlainFilesAnswer; given: Given }
  | { first: 'frames'; volume: VolumeAnswer };

/** What the series holds, for whoever asks whether all of it came out. */
export type Given = ReturnType<typeof slicesOf> & {
  /** Of one image whose frames share their places: how many volumes of several slices they are. */
  volumes?: number;
};

export type PlainFilesAnswer = { ok: true; files: Uint8Array[] } | { ok: false; refusal: FramesRefusal };

export type VolumeAnswer =
  | { ok: true; name: string; bytes: Uint8Array<ArrayBuffer>; sidecar: string }
  | { ok: false; refusal: FramesRefusal };
