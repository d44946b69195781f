import type { RegionKind } from '#imaging/scribbles/scribble-region.ts';
import type { ScribbledSlice, ScribbleFacts, ScribbleRefusal, ScribbleRequest } from '#imaging/scribbles/segment-by-scribbles.ts';

export type { Scribble } from '#imaging/scribbles/scribble.ts';
export type { TakeHow } from '#imaging/scribbles/taken-bits.ts';
export type { ScribbledImage } from '#imaging/scribbles/segment-by-scribbles.ts';
export type { RegionKind, ScribbleFacts, ScribbleRefusal, ScribbleRequest };

/** Slices that are computed, and how many of all are. */
export interface ScribbledPart {
  facts: ScribbleFacts;
  slices: readonly ScribbledSlice[];
  done: number;
  total: number;
}

/** Takes a part. Answers with the slices of the grid that are looked at by now; null: the rest is not wanted any more. */
export type OnScribbledPart = (part: ScribbledPart) => readonly number[] | null | Promise<readonly number[] | null>;

/** `isWhole`: all slices were computed. */
export type ScribbleAnswer = { ok: true; isWhole: boolean } | { ok: false; why: ScribbleRefusal };
