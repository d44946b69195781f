import { expect, it } from 'vitest';
import { PATH_TEXTS } from './path-texts.ts';
import { whyNotAlong } from './why-not-along.ts';

it('a path is shown beside a picture, not beside 3D, and only where it lies in the same space [CURV-04]', () => {
  const here = { open: { noPlanes: null }, hasPath: true, isHere: true, is3d: false };
  expect(whyNotAlong(here)).toBeNull();
  expect(whyNotAlong({ ...here, is3d: true })).toBe(PATH_TEXTS.in3d);
  expect(whyNotAlong({ ...here, isHere: false })).toBe(PATH_TEXTS.elsewhere);
  expect(whyNotAlong({ ...here, isHere: false, hasPath: false })).toBeNull();
});
