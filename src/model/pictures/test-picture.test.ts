import { describe, expect, it } from 'vitest';
import { testPicture, type TestPart } from './test-picture.ts';

describe.each([
  [480, 360],
  [1240, 700],
  [3840, 2000],
])('the test picture of %i x %i pixels [SCREEN-06]', (width, height) => {
  const picture = testPicture(width, height);
  const at = (x: number, y: number) => picture.grey[y * width + x];
  const middle = ({ x, y, width: wide, height: high }: TestPart) => at(Math.floor(x + wide / 2), Math.floor(y + high / 2));
  const parts = (kind: TestPart['kind']) => picture.parts.filter((part) => part.kind === kind);

  it('has 18 steps from black to white, each with corners that differ from it a little', () => {
    const steps = parts('step');
    expect(steps.map(middle)).toEqual(Array.from({ length: 18 }, (_, step) => 15 * step));
    for (const { x, y, width: side, value } of steps) {
      const corner = Math.floor(side / 5);
      expect([at(x + corner, y + corner), at(x + side - corner - 1, y + side - corner - 1)]).toEqual([
        Math.min(255, value + 4),
        Math.max(0, value - 4),
      ]);
    }
  });

  it('has 5 % in black and 95 % in white', () => {
    const [dark, bright] = [parts('dark')[0]!, parts('bright')[0]!];
    expect([middle(dark), at(dark.x - 1, dark.y), middle(bright), at(bright.x - 1, bright.y)]).toEqual([13, 0, 242, 255]);
  });

  it('has lines of one and two pixels in both directions, and a white edge', () => {
    const lines = parts('lines').map(({ x, y }) => [0, 1, 2, 3].map((by) => [at(x + by, y), at(x, y + by)]));
    const white = [255, 255, 255, 255];
    expect(lines.map((line) => [line.map(([right]) => right), line.map(([, down]) => down)])).toEqual([
      [[255, 0, 255, 0], white],
      [[255, 255, 0, 0], white],
      [white, [255, 0, 255, 0]],
      [white, [255, 255, 0, 0]],
    ]);
    expect([at(0, 5), at(width - 1, 5), at(5, 0), at(5, height - 1), at(5, 5)]).toEqual([255, 255, 255, 255, 128]);
  });

  it('has no part over another one, and none over its edge', () => {
    for (const [index, a] of picture.parts.entries()) {
      expect(a.x > 0 && a.y > 0 && a.x + a.width < width && a.y + a.height < height).toBe(true);
      for (const b of picture.parts.slice(index + 1))
        expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true);
    }
  });
});

it('a picture that is too small for its parts is refused [SCREEN-06]', () => {
  expect(() => testPicture(400, 300)).toThrow(RangeError);
});
