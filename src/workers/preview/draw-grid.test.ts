import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawGrid } from './draw-grid.ts';

/** What is drawn, and where: the tests have no canvas. */
let drawn: [string, number, number][];
let sizes: [number, number][];

beforeEach(() => {
  drawn = [];
  sizes = [];
  vi.stubGlobal(
    'ImageData',
    class {
      readonly colorSpace = 'srgb';
    },
  );
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      readonly width: number;
      readonly height: number;
      constructor(width: number, height: number) {
        this.width = width;
        this.height = height;
        sizes.push([width, height]);
      }
      getContext = () => ({
        fillRect: () => undefined,
        measureText: () => ({ width: 10 }),
        putImageData: (_: unknown, x: number, y: number) => drawn.push(['tile', x, y]),
        fillText: (label: string, x: number, y: number) => drawn.push([label, x, y]),
      });
      convertToBlob = async ({ type }: { type: string }) => new Blob([], { type });
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const tile = (label: string, width = 160, height = 160) => ({
  seriesId: `s${label}`,
  label,
  tile: { pixels: new Uint8ClampedArray(width * height * 4), width, height, windowCenter: 0, windowWidth: 1 },
});

it('tiles of 160 px are four to a row, each labelled in its corner and in the middle of its square [REC-015, CONST-46, CONST-47, CONST-48]', async () => {
  const grid = await drawGrid([tile('1'), tile('2'), tile('3'), tile('4'), tile('5', 100, 60)]);
  expect(sizes).toEqual([[640, 320]]);
  expect(drawn.filter(([what]) => what === 'tile')).toEqual([
    ['tile', 0, 0],
    ['tile', 160, 0],
    ['tile', 320, 0],
    ['tile', 480, 0],
    ['tile', 30, 210],
  ]);
  const labels = drawn.filter(([what]) => what !== 'tile');
  expect(labels.map(([label, x]) => [label, Math.floor(x / 160)])).toEqual([
    ['1', 0],
    ['2', 1],
    ['3', 2],
    ['4', 3],
    ['5', 0],
  ]);
  expect(labels.at(-1)?.[2]).toBeGreaterThan(160);
  expect(grid.series).toEqual(['s1', 's2', 's3', 's4', 's5']);
  expect(grid.image.type).toBe('image/png');
});
