import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Frame, Samples } from '#imaging/frame.ts';
import { makeDescription } from '#tests/fixtures/instance.ts';
import { drawTile } from './draw-tile.ts';

const grey = (rows: number, columns: number, samples: Samples, isInverted = false): Frame => ({
  kind: 'grey',
  rows,
  columns,
  samples,
  isInverted,
});
const reds = (pixels: Uint8ClampedArray) => [...pixels].filter((_, index) => index % 4 === 0);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('a tile', () => {
  test('is the image with its window, opaque [PREV-005]', () => {
    const frame = grey(1, 5, Int16Array.of(-1000, -160, 39, 40, 240));
    const { width, height, pixels, windowCenter, windowWidth } = drawTile(
      frame,
      makeDescription({ windowCenter: [40], windowWidth: [400] }),
      { maxSize: 160 },
    );
    expect({ width, height, windowCenter, windowWidth }).toEqual({ width: 5, height: 1, windowCenter: 40, windowWidth: 400 });
    expect(reds(pixels)).toEqual([0, 0, 127, 128, 255]);
    expect([...pixels].filter((_, index) => index % 4 === 3)).toEqual([255, 255, 255, 255, 255]);
  });

  test('shows rescaled values [PREV-005]', () => {
    const frame = grey(1, 2, Uint16Array.of(0, 1024));
    const description = makeDescription({ rescaleIntercept: -1024, rescaleSlope: 1, windowCenter: [0.5], windowWidth: [2049] });
    expect(reds(drawTile(frame, description, { maxSize: 160 }).pixels)).toEqual([0, 128]);
  });

  test('of MONOCHROME1 is light where values are low [PREV-010]', () => {
    const samples = Uint8Array.of(0, 255);
    const description = makeDescription({ windowCenter: [128], windowWidth: [256] });
    expect(reds(drawTile(grey(1, 2, samples, true), description, { maxSize: 160 }).pixels)).toEqual([255, 0]);
    expect(reds(drawTile(grey(1, 2, samples), description, { maxSize: 160 }).pixels)).toEqual([0, 255]);
  });

  test('of a colour image has its colours [PREV-010]', () => {
    const frame: Frame = { kind: 'rgb', rows: 1, columns: 2, samples: Uint8Array.of(250, 120, 3, 1, 2, 240) };
    expect([...drawTile(frame, makeDescription(), { maxSize: 160 }).pixels]).toEqual([250, 120, 3, 255, 1, 2, 240, 255]);
  });

  test('uses another window when it is given one', () => {
    const frame = grey(1, 1, Uint16Array.of(1000));
    const drawn = drawTile(frame, makeDescription(), { maxSize: 160, window: { center: 2000, width: 4000 } });
    expect(drawn).toMatchObject({ windowCenter: 2000, windowWidth: 4000 });
    expect(reds(drawn.pixels)[0]).toBe(64);
  });
});

describe('PET', () => {
  const sopClassUid = '1.2.840.10008.5.1.4.1.1.128';
  const noWindow = { windowCenter: [], windowWidth: [], sopClassUid };

  test('is coloured from black over red, orange and yellow to white [CONST-45, PREV-009]', () => {
    const frame = grey(1, 5, Uint8Array.of(0, 64, 128, 192, 255));
    const { pixels } = drawTile(frame, makeDescription({ windowCenter: [128], windowWidth: [256], sopClassUid }), { maxSize: 160 });
    expect([...pixels]).toEqual([0, 0, 0, 255, 128, 0, 0, 255, 255, 0, 0, 255, 255, 128, 0, 255, 255, 254, 252, 255]);
  });

  test('without a window starts from its 5th to its 95th percentile [CONST-44, PREV-008]', () => {
    const samples = Float32Array.from({ length: 101 }, (_, index) => (index === 50 ? 10_000 : index));
    const drawn = drawTile(grey(1, 101, samples), makeDescription({ ...noWindow, rescaleSlope: 2 }), { maxSize: 160 });
    // The 5th and the 96th value of those left, times 2.
    expect([drawn.windowCenter, drawn.windowWidth]).toEqual([101, 182]);
  });

  test('with nearly constant values starts with the given window [CONST-43, PREV-007]', () => {
    const drawn = drawTile(grey(1, 4, Uint8Array.of(0, 0, 0, 0)), makeDescription(noWindow), { maxSize: 160 });
    expect([drawn.windowCenter, drawn.windowWidth]).toEqual([2.5, 5]);
  });
});

describe('a VOI lookup table', () => {
  const frame: Frame = {
    ...grey(1, 4, Uint8Array.of(0, 1, 2, 9)),
    voiLut: { first: 1, values: Uint16Array.of(4095, 0, 2048), highest: 4095 },
  } as Frame;
  const noWindow = { windowCenter: [], windowWidth: [] };

  test('determines the greys when the file has no window', () => {
    const drawn = drawTile(frame, makeDescription(noWindow), { maxSize: 160 });
    expect(reds(drawn.pixels)).toEqual([255, 255, 0, 128]);
    expect([drawn.windowCenter, drawn.windowWidth]).toEqual([2.5, 3]);
  });

  test('is overridden by a window, from the file or requested', () => {
    const window = { center: 5, width: 10 };
    expect(drawTile(frame, makeDescription(noWindow), { maxSize: 160, window })).toMatchObject({ windowCenter: 5, windowWidth: 10 });
    expect(drawTile(frame, makeDescription(), { maxSize: 160 })).toMatchObject({ windowCenter: 40, windowWidth: 400 });
  });
});

test('values from a modality lookup table are not rescaled again', () => {
  const modalityLut = { entries: 1, first: 0, bits: 16, offset: 0, length: 2, isBigEndian: false, isSegmented: false };
  const description = makeDescription({ modalityLut, rescaleSlope: 10, windowCenter: [128], windowWidth: [256] });
  expect(reds(drawTile(grey(1, 1, Uint16Array.of(20)), description, { maxSize: 160 }).pixels)).toEqual([20]);
});

describe('the initial window of an image', () => {
  const frame = grey(1, 3, Int16Array.of(-100, 0, 500));
  const start = (about: object) => {
    const { windowCenter, windowWidth } = drawTile(frame, makeDescription({ windowCenter: [], windowWidth: [], ...about }), {
      maxSize: 160,
    });
    return [windowCenter, windowWidth];
  };

  test('is the first one in the file', () => expect(start({ windowCenter: [40, 300], windowWidth: [400, 2000] })).toEqual([40, 400]));
  test('ranges from the darkest to the brightest value when the file has none', () => expect(start({})).toEqual([200, 600]));
  test('uses rescaled values', () => expect(start({ rescaleSlope: -2, rescaleIntercept: 10 })).toEqual([-390, 1200]));
  test('ignores a width of 0', () => expect(start({ windowCenter: [40], windowWidth: [0] })).toEqual([200, 600]));
  test('is the given default when all values are equal [CONST-42, PREV-006]', () => {
    const { windowCenter, windowWidth } = drawTile(
      grey(1, 2, Uint8Array.of(7, 7)),
      makeDescription({ windowCenter: [], windowWidth: [] }),
      { maxSize: 160 },
    );
    expect([windowCenter, windowWidth]).toEqual([0, 1000]);
  });
});

describe('size', () => {
  const size = (rows: number, columns: number, about: object = {}) => {
    const { width, height } = drawTile(grey(rows, columns, new Uint8Array(rows * columns)), makeDescription(about), { maxSize: 160 });
    return [width, height];
  };

  test('is at most the given one and keeps the proportions', () => {
    expect(size(512, 512)).toEqual([160, 160]);
    expect(size(200, 400)).toEqual([160, 80]);
    expect(size(400, 200)).toEqual([80, 160]);
  });

  test('is not larger than the image', () => expect(size(10, 20)).toEqual([20, 10]));

  test('is in millimetres when pixels are not square [PREV-011]', () => {
    expect(size(256, 256, { pixelSpacing: [2, 1] })).toEqual([80, 160]);
    expect(size(50, 100, { pixelSpacing: [2, 1] })).toEqual([100, 100]);
    expect(size(256, 256, { pixelSpacing: null, imagerPixelSpacing: [1, 2] })).toEqual([160, 80]);
  });

  test('uses the aspect ratio, vertical to horizontal, when there is no spacing', () => {
    expect(size(256, 256, { pixelSpacing: null, pixelAspectRatio: [1, 2] })).toEqual([160, 80]);
    expect(size(256, 256, { pixelSpacing: [1, 1], pixelAspectRatio: [1, 2] })).toEqual([160, 160]);
  });

  test('ignores impossible spacings', () => expect(size(100, 100, { pixelSpacing: [1000, 0.001] })).toEqual([100, 100]));
  test('is never zero', () => expect(size(1, 4000)).toEqual([160, 1]));
});

describe('shrinking', () => {
  const window = { windowCenter: [128], windowWidth: [256] };

  test('averages: a checkerboard becomes an even grey, and a fine line stays visible', () => {
    const board = Uint8Array.from({ length: 320 * 320 }, (_, index) => ((index + Math.floor(index / 320)) % 2) * 255);
    expect(new Set(reds(drawTile(grey(320, 320, board), makeDescription(window), { maxSize: 160 }).pixels))).toEqual(new Set([128]));
    for (let column = 0; column < 5; column += 1) {
      const line = Uint8Array.from({ length: 800 * 8 }, (_, index) => (index % 800 === column ? 255 : 0));
      expect(reds(drawTile(grey(8, 800, line), makeDescription(window), { maxSize: 160 }).pixels)[0]).toBe(51);
    }
  });

  test('keeps the overall mean, at sizes that do not divide evenly', () => {
    const ramp = Uint8Array.from({ length: 333 * 333 }, (_, index) => (index * 7) % 256);
    const drawn = reds(drawTile(grey(333, 333, ramp), makeDescription(window), { maxSize: 160 }).pixels);
    const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(drawn)).toBeCloseTo(mean(ramp), 0);
  });

  test('neither rotates nor mirrors', () => {
    const corners = new Uint8Array(400 * 400);
    for (let y = 0; y < 200; y += 1) corners.fill(y < 100 ? 200 : 100, y * 400, y * 400 + 200);
    const { pixels } = drawTile(grey(400, 400, corners), makeDescription(window), { maxSize: 4 });
    expect(reds(pixels)).toEqual([200, 200, 0, 0, 100, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe.each([
  ['signed', Int16Array],
  ['unsigned', Uint16Array],
])('a tile of %s samples without WebAssembly', (_, Kind) => {
  const description = makeDescription({ rescaleSlope: 2, rescaleIntercept: -1000, windowCenter: [2000], windowWidth: [2000] });
  const lowest = Kind === Int16Array ? -1000 : 0;
  const noise = Kind.from(Array.from({ length: 333 * 517 }, (_, at) => (Math.imul(at, 2_654_435_761) >>> 20) + lowest));

  test.each([
    ['of light at high values', false],
    ['of MONOCHROME1', true],
  ])('%s is the same except for rounding', async (_, isInverted) => {
    const frame = grey(517, 333, noise, isInverted);
    const { pixels, ...drawn } = drawTile(frame, description, { maxSize: 160 });
    expect(new Set(pixels).size).toBeGreaterThan(100);
    vi.stubGlobal('WebAssembly', undefined);
    vi.resetModules();
    const fresh = await import('./draw-tile.ts');
    const { pixels: others, ...otherDrawn } = fresh.drawTile(frame, description, { maxSize: 160 });
    expect(otherDrawn).toEqual(drawn);
    const apart = pixels.map((value, at) => Math.abs(value - others[at]!));
    expect(Math.max(...apart)).toBeLessThanOrEqual(1);
    expect(apart.filter((by) => by > 0).length).toBeLessThan(pixels.length / 500);
  });
});
