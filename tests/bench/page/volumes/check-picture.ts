import type { Taken } from './taken.ts';

/** Parts of a picture: less of it than anything that is to be seen. */
const [LEAST_BRIGHT, LEAST_COLOURED] = [0.02, 0.002];

/** Throws if a contender has drawn nothing, or the same again: its time would be that of something else. */
export function checkPicture(taken: Taken, before: Taken | null, { inColour }: { inColour: boolean }): void {
  if (taken.bright < LEAST_BRIGHT) throw new Error('Nothing is to be seen');
  if (inColour && taken.coloured < LEAST_COLOURED) throw new Error('The PET is not to be seen');
  if (taken.hash === before?.hash) throw new Error('The picture before is still to be seen');
}
