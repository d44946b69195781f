import { describe, expect, it } from 'vitest';
import type { Frame, Samples } from '#imaging/frame.ts';
import { makeDescription } from '#tests/fixtures/instance.ts';
import { drawFrame } from './draw-frame.ts';
import { drawTile } from './draw-tile.ts';

const grey = (samples: Samples, about: Partial<Frame & { kind: 'grey' }> = {}): Frame => ({
  kind: 'grey',
  rows: 1,
  columns: samples.length,
  samples,
  isInverted: false,
  ...about,
});
const reds = (pixels: Uint8ClampedArray) => [...pixels].filter((_, index) => index % 4 === 0);
const RAMP = Array.from({ length: 400 }, (_, index) => index * 3 - 300);
const WINDOW = { center: 200, width: 700 };

describe('a frame', () => {
  it.each([
    ['of 16 bits', Int16Array.from(RAMP)],
    ['of 32 bits', Int32Array.from(RAMP)],
    ['of floats', Float32Array.from(RAMP)],
    ['with few values far apart', Int16Array.of(-32768, -300, 100, 32767)],
  ])('%s has the same greys as its tile', (_, samples) => {
    for (const about of [{ rescaleSlope: 2, rescaleIntercept: -10 }, { sopClassUid: '1.2.840.10008.5.1.4.1.1.128' }]) {
      const description = makeDescription(about);
      for (const isInverted of [false, true]) {
        const frame = grey(samples, { isInverted });
        const tile = drawTile(frame, description, { maxSize: 400, window: WINDOW });
        const drawn = drawFrame(frame, description, { window: WINDOW });
        expect([drawn.width, drawn.height]).toEqual([samples.length, 1]);
        // Floating-point greys are rounded before they become PET colours, where one step is four.
        drawn.pixels.forEach((value, at) => expect(Math.abs(value - (tile.pixels[at] as number))).toBeLessThanOrEqual(2));
      }
    }
  });

  it.each([
    ['of 8 bits', Uint8Array.of(0, 60, 110, 255)],
    ['of 16 bits', Int16Array.of(0, 60, 110, 255)],
    ['of floats', Float32Array.of(0, 60, 110, 255)],
  ])('%s is drawn in the colours of a table, by its values after rescale [ENT-61]', (_, samples) => {
    const table = { low: -10, high: 210, colours: Uint32Array.from({ length: 221 }, (__, entry) => entry) };
    const draw = (isInverted: boolean) =>
      new Uint32Array(
        drawFrame(grey(samples), makeDescription({ rescaleSlope: 2, rescaleIntercept: -20 }), { table, isInverted }).pixels.buffer,
      );
    expect([...draw(false)]).toEqual([0, 110, 210, 220]);
    expect([...draw(true)]).toEqual([220, 110, 10, 0]);
  });

  it('is transparent where a plane has no value', () => {
    const frame = grey(Float32Array.of(Number.NaN, 1000, -1000));
    for (const isInverted of [false, true]) {
      const { pixels } = drawFrame(frame, makeDescription(), { window: WINDOW, isInverted });
      expect([...pixels].filter((_, index) => index % 4 === 3)).toEqual([0, 255, 255]);
    }
  });

  it('starts with the window of its file, and returns the window used', () => {
    const frame = grey(Int16Array.from(RAMP));
    expect(drawFrame(frame, makeDescription()).window).toEqual({ center: 40, width: 400 });
    expect(drawFrame(frame, makeDescription(), { window: WINDOW }).window).toEqual(WINDOW);
    expect(drawFrame(frame, makeDescription({ rescaleSlope: 2 }), { window: 'range' }).window).toEqual({ center: 597, width: 2394 });
    expect(drawFrame(frame, makeDescription(), { window: 'percentile' }).window).toEqual({ center: 298.5, width: 1077 });
    expect(drawFrame(grey(Int16Array.of(7, 7)), makeDescription(), { window: 'percentile' }).window).toEqual({ center: 0, width: 1000 });
  });

  it('uses its VOI lookup table as a tile does', () => {
    const voiLut = { first: 1, values: Uint16Array.of(4095, 0, 2048), highest: 4095 };
    const drawn = drawFrame(grey(Uint8Array.of(0, 1, 2, 9), { voiLut }), makeDescription({ windowCenter: [], windowWidth: [] }));
    expect(reds(drawn.pixels)).toEqual([255, 255, 0, 128]);
    expect(drawn.window).toEqual({ center: 2.5, width: 3 });
  });

  it('can be inverted, MONOCHROME1 twice, while its overlays stay white', () => {
    const overlays = [{ rows: 1, columns: 1, top: 0, left: 0, bits: Uint8Array.of(1), firstBit: 0, isRegion: false }];
    const description = makeDescription({ windowCenter: [128], windowWidth: [256] });
    const samples = Uint8Array.of(0, 0, 255);
    expect(reds(drawFrame(grey(samples, { overlays }), description, { isInverted: true }).pixels)).toEqual([255, 255, 0]);
    expect(reds(drawFrame(grey(samples, { overlays, isInverted: true }), description, { isInverted: true }).pixels)).toEqual([255, 0, 255]);
  });

  it('in colour is shown as it is, or inverted', () => {
    const frame: Frame = { kind: 'rgb', rows: 1, columns: 2, samples: Uint8Array.of(250, 120, 3, 1, 2, 240) };
    expect([...drawFrame(frame, makeDescription()).pixels]).toEqual([250, 120, 3, 255, 1, 2, 240, 255]);
    expect([...drawFrame(frame, makeDescription(), { isInverted: true }).pixels]).toEqual([5, 135, 252, 255, 254, 253, 15, 255]);
  });

  it('reuses the memory of an image that is no longer needed, when the size matches', () => {
    const frame = grey(Uint8Array.of(1, 2, 3));
    const first = drawFrame(frame, makeDescription());
    const again = drawFrame(frame, makeDescription(), { isInverted: true, spare: first.pixels.buffer });
    expect(again.pixels.buffer).toBe(first.pixels.buffer);
    const larger = drawFrame(grey(Uint8Array.of(1, 2, 3, 4)), makeDescription(), { spare: first.pixels.buffer });
    expect(larger.pixels).toHaveLength(16);
  });
});
