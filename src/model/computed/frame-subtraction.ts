/** What a header tells about the subtraction of the frames of a film (PS3.3 C.7.6.10, C.8.7.1). */
export interface FrameSubtraction {
  /** Whether values are proportional to the intensity of the beam (LIN) or to its logarithm (LOG). Absent: neither, or the header does not say. */
  relationship?: 'LIN' | 'LOG';
  /** Frames of the mask, from 0. Empty: the header names none. */
  maskFrames: readonly number[];
  /** Pixels to the right and down. */
  shift: readonly [x: number, y: number];
}

/** A mask that a film begins with: what its header says, as far as the film has it, else its first frame. */
export function firstMask(told: FrameSubtraction | undefined, frames: number): Pick<FrameSubtraction, 'maskFrames' | 'shift'> {
  const known = told?.maskFrames.filter((frame) => frame < frames) ?? [];
  return known.length === 0 ? { maskFrames: [0], shift: [0, 0] } : { maskFrames: known, shift: told!.shift };
}
