import type { ImageFrame } from './image-reference.ts';
import { presentationOf, type PresentationState } from './presentation-state.ts';

/**
 * From parts of the displayed area to pixels of the image, counted from the centre of the first. The area is turned and flipped with the image: its
 * corners are named by pixels of the stored one (PS3.3 C.10.4). Without an area it is the whole image.
 */
export function fromDisplayedArea(
  state: PresentationState,
  image: ImageFrame,
  { width, height }: { width: number; height: number },
): (x: number, y: number) => readonly [number, number] {
  const area = presentationOf(state, image)?.area ?? { topLeft: [1, 1] as const, bottomRight: [width, height] as const };
  const [left, right] = [area.topLeft[0], area.bottomRight[0]].toSorted(byValue) as [number, number];
  const [top, bottom] = [area.topLeft[1], area.bottomRight[1]].toSorted(byValue) as [number, number];
  return (x, y) => {
    const [across, down] = turnedBack(state.isFlipped ? 1 - x : x, y, state.rotation);
    return [left - 1.5 + across * (right - left + 1), top - 1.5 + down * (bottom - top + 1)];
  };
}

const byValue = (a: number, b: number): number => a - b;

function turnedBack(x: number, y: number, rotation: PresentationState['rotation']): [number, number] {
  switch (rotation) {
    case 0:
      return [x, y];
    case 90:
      return [y, 1 - x];
    case 180:
      return [1 - x, 1 - y];
    case 270:
      return [1 - y, x];
  }
}

/** Quarter turns to the right of a picture that is flipped before it is turned, not after as in the standard. */
export function turnsOf({ rotation, isFlipped }: Pick<PresentationState, 'rotation' | 'isFlipped'>): {
  quarters: number;
  isFlipped: boolean;
} {
  const quarters = rotation / 90;
  return { quarters: isFlipped ? (4 - quarters) % 4 : quarters, isFlipped };
}
