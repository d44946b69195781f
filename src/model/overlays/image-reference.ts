/** An image that an overlay refers to. */
export interface ImageReference {
  sop: string;
  /** Numbers in the file, from 0; empty: all of them. */
  frames: readonly number[];
}

/** One frame of a file, as a grid names it. */
export interface ImageFrame {
  sop: string;
  /** Number in the file, from 0. */
  frame: number;
}

export function isReferenced(references: readonly ImageReference[], { sop, frame }: ImageFrame): boolean {
  return references.some((reference) => reference.sop === sop && (reference.frames.length === 0 || reference.frames.includes(frame)));
}
