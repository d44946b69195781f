import type { Orientation } from './geometry.ts';

/** The patient side at each edge of an image, one or two of the letters R L A P H F (PS3.3 C.7.6.1.1.1). */
export interface OrientationLetters {
  left: string;
  right: string;
  top: string;
  bottom: string;
}

/** By the directions of its rows and columns (PS3.3 C.7.6.2.1.1); null if the header gives no orientation. */
export function orientationLetters(orientation: Orientation | null): OrientationLetters | null {
  if (!orientation) return null;
  const [rx, ry, rz, cx, cy, cz] = orientation;
  const [right, bottom] = [letters([rx, ry, rz]), letters([cx, cy, cz])];
  if (right === '' || bottom === '') return null;
  return { left: opposite(right), right, top: opposite(bottom), bottom };
}

/** x grows to the left, y to the back, z to the head. */
const SIDES = ['LR', 'PA', 'HF'] as const;

/** sin 15°: a second letter is for oblique slices, not for a slightly rotated head. */
const OBLIQUE = 0.2588;

function letters(direction: readonly [number, number, number]): string {
  return direction
    .map((cosine, axis) => ({ size: Math.abs(cosine), letter: SIDES[axis]?.charAt(cosine > 0 ? 0 : 1) ?? '' }))
    .filter(({ size }) => size > OBLIQUE)
    .sort((a, b) => b.size - a.size)
    .slice(0, 2)
    .map(({ letter }) => letter)
    .join('');
}

function opposite(side: string): string {
  return [...side].map((letter) => OPPOSITES[letter] ?? '').join('');
}

const OPPOSITES: Record<string, string> = { L: 'R', R: 'L', P: 'A', A: 'P', H: 'F', F: 'H' };
