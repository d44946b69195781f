import { expect, it } from 'vitest';
import { readSlice } from '#api/opened-on-server.ts';
import { drawValues } from './server-slices.ts';

const headers = (change: Record<string, string> = {}) => {
  const said: Record<string, string> = {
    ...{ 'X-Width': '2', 'X-Height': '1', 'X-Samples': '1', 'X-Slope': '0.5', 'X-Intercept': '100', 'X-Window-Center': '100' },
    ...{ 'X-Window-Width': '201', 'X-Inverted': '0', 'X-Colormap': '', ...change },
  };
  return { get: (name: string) => said[name] ?? null };
};
const words = (...values: number[]) => Int16Array.from(values).buffer;

it("numbers of a slice are drawn with the window sent with them, with the user's, and inverted [PREV-012]", () => {
  const slice = readSlice(headers(), words(-400, 400))!;
  expect([...drawValues(slice, { maxSize: 160 }).pixels]).toEqual([0, 0, 0, 255, 255, 255, 255, 255]);
  expect(drawValues(slice, { maxSize: 160 })).toMatchObject({ width: 2, height: 1, windowCenter: 100, windowWidth: 201 });
  expect([...drawValues(slice, { maxSize: 160, window: { center: 1000, width: 10 } }).pixels]).toEqual([0, 0, 0, 255, 0, 0, 0, 255]);
  const turned = readSlice(headers({ 'X-Inverted': '1' }), words(-400, 400))!;
  expect([...drawValues(turned, { maxSize: 160 }).pixels]).toEqual([255, 255, 255, 255, 0, 0, 0, 255]);
});

it('colours are drawn as they are sent', () => {
  const slice = readSlice(headers({ 'X-Samples': '3', 'X-Slope': '1', 'X-Intercept': '0' }), words(255, 0, 0, 0, 0, 255))!;
  expect([...drawValues(slice, { maxSize: 160 }).pixels]).toEqual([255, 0, 0, 255, 0, 0, 255, 255]);
});

it.each([
  ['fewer bytes than declared', headers(), words(1)],
  ['no width', headers({ 'X-Width': '' }), words(1, 2)],
  ['a window that is not a number', headers({ 'X-Window-Width': 'wide' }), words(1, 2)],
  ['an impossible number of samples', headers({ 'X-Samples': '2' }), words(1, 2, 3, 4)],
])('an answer with %s is rejected', (_, said, bytes) => {
  expect(readSlice(said, bytes)).toBeNull();
});
