import { expect, it } from 'vitest';
import { valuesToPicture } from './values-to-picture.ts';

const grey = ({ pixels, width }: { pixels: Uint8ClampedArray; width: number }, x: number, y: number) => pixels[(y * width + x) * 4];

it('keeps positions, and maps the value range of the image', () => {
  const [columns, rows] = [200, 100];
  const values = Int16Array.from({ length: columns * rows }, (_, n) => (n % columns < 100 ? -1000 : 400));
  const picture = valuesToPicture({ values, columns, rows })!;
  expect([picture.width, picture.height]).toEqual([96, 48]);
  expect([grey(picture, 10, 20), grey(picture, 80, 20)]).toEqual([0, 255]);
});

it('one outlier does not make the rest black', () => {
  const values = Int16Array.from({ length: 1000 }, (_, n) => n % 100);
  values[0] = 32_767;
  const picture = valuesToPicture({ values, columns: 100, rows: 10 })!;
  expect(grey(picture, 47, 5)).toBeGreaterThan(100);
});

it('a small image keeps its size, a constant one is grey, and a truncated one is not shown', () => {
  expect(valuesToPicture({ values: new Int16Array(4).fill(7), columns: 2, rows: 2 })).toMatchObject({ width: 2, height: 2 });
  expect(grey(valuesToPicture({ values: new Int16Array(4).fill(7), columns: 2, rows: 2 })!, 0, 0)).toBe(128);
  expect(valuesToPicture({ values: new Int16Array(3), columns: 2, rows: 2 })).toBeNull();
  expect(valuesToPicture({ values: new Int16Array(0), columns: 0, rows: 0 })).toBeNull();
});
