import { describe, expect, it } from 'vitest';
import { bestPeer, peersText } from './best-peer.ts';
import { CODE, codeAt } from './event-codes.ts';
import { findSlice, sliceAt, type GreyPicture } from './find-blocks.ts';
import { eventToPixel, handlerToDrawing, percentile, type NoticedEvent } from './judge.ts';
import { bitsOf, FIRST_SLICE, hounsfieldOf, numberOf, SIZE, SLICES, WINDOW } from './phantom.ts';

const event = (number: number, atMs: number): NoticedEvent => ({ number, atMs, handledMs: atMs + 2 });

describe('an event', () => {
  const events = [event(1, 100), event(2, 117), event(3, 134)];

  it('counts until the first picture in which every pane shows it', () => {
    const frames = [
      { atMs: 90, shown: [0, 0] },
      { atMs: 110, shown: [1, 0] },
      { atMs: 126, shown: [1, 1] },
      { atMs: 143, shown: [3, 2] },
      { atMs: 160, shown: [3, 3] },
    ];
    expect(eventToPixel(events, frames)).toEqual([26, 26, 26]);
  });

  it('is shown by a later one, not by a picture that was there before it', () => {
    const frames = [
      { atMs: 95, shown: [3] },
      { atMs: 150, shown: [3] },
    ];
    expect(eventToPixel(events, frames)).toEqual([50, 33, 16]);
  });

  it('is lost if no picture shows it: what cannot be read, or belongs to an earlier run, shows nothing', () => {
    const frames = [
      { atMs: 110, shown: [1] },
      { atMs: 140, shown: [null] },
      { atMs: 150, shown: [200] },
    ];
    expect(eventToPixel(events, frames)).toEqual([10, Infinity, Infinity]);
  });

  it('counts from its handler where the drawing is measured', () => {
    const drawings = [
      { number: 1, atMs: 105 },
      { number: 3, atMs: 140 },
    ];
    expect(handlerToDrawing(events, drawings)).toEqual([3, 21, 4]);
    expect(handlerToDrawing([event(4, 200)], drawings)).toEqual([Infinity]);
  });

  it('that was lost is not left out of a percentile', () => {
    const times = Array.from({ length: 100 }, (_, at) => (at < 90 ? 10 + at : Infinity));
    expect(percentile(times, 50)).toBe(60);
    expect(percentile(times, 95)).toBe(Infinity);
    expect(() => percentile([], 95)).toThrow('A percentile needs a value');
  });
});

describe('the phantom', () => {
  it('has a number in each slice that reads as no other one', () => {
    const slices = Array.from({ length: SLICES }, (_, slice) => slice);
    expect(slices.map((slice) => numberOf(bitsOf(slice)))).toEqual(slices);
    expect(numberOf(bitsOf(5).map(() => true))).toBeNull();
    expect(numberOf(bitsOf(5).with(3, null as never))).toBeNull();
  });

  const dark = (width: number, height: number): GreyPicture => ({ width, height, grey: new Uint8Array(width * height) });

  /** A slice as a viewer shows it: scaled and, in some, mirrored. */
  function shown(slice: number, { x, y, side, isMirrored }: { x: number; y: number; side: number; isMirrored: boolean }): GreyPicture {
    const picture = dark(400, 250);
    const values = hounsfieldOf(slice);
    for (let row = 0; row < side; row += 1) {
      for (let column = 0; column < side; column += 1) {
        const across = Math.floor(((isMirrored ? side - 1 - column : column) / side) * SIZE);
        const value = values[Math.floor((row / side) * SIZE) * SIZE + across]!;
        const grey = ((value - WINDOW.center) / WINDOW.width + 0.5) * 255;
        picture.grey[(y + row) * picture.width + x + column] = Math.max(0, Math.min(255, grey));
      }
    }
    return picture;
  }

  it.each([
    { x: 12, y: 30, side: 187, isMirrored: false },
    { x: 20, y: 40, side: 170, isMirrored: true },
  ])('is found on the screen wherever a viewer puts it: $side pixels, mirrored $isMirrored', (laid) => {
    const area = { x: 10, y: 12, width: 190, height: 230 };
    const place = findSlice(shown(FIRST_SLICE, laid), area, FIRST_SLICE);
    expect(place).toMatchObject({ isMirrored: laid.isMirrored, isUpsideDown: false });
    for (const slice of [FIRST_SLICE, 21, 128, 255, 299]) expect(sliceAt(shown(slice, laid), place!)).toBe(slice);
    expect(findSlice(dark(400, 250), area, FIRST_SLICE)).toBeNull();
  });

  it('leaves room for the code of an event, which says whether a picture is sharp', () => {
    const picture = dark(400, 250);
    const pane = { x: 200, y: 12, height: 450 };
    const top = pane.y + Math.round(pane.height * CODE.fromTop);
    for (const bit of [0, 3, 11]) {
      for (let y = top / 4; y < (top + CODE.block) / 4; y += 1) {
        const from = (pane.x + CODE.x + bit * CODE.block) / 4;
        picture.grey.fill(255, Math.floor(y) * 400 + from, Math.floor(y) * 400 + from + CODE.block / 4);
      }
    }
    expect(codeAt(picture, pane, 0.25)).toEqual({ number: 9, isSharp: true });
    expect(codeAt({ ...picture, grey: picture.grey.map(() => 128) }, pane, 0.25)).toBeNull();
  });
});

it('the best of the peers is the fastest that could be measured, and each is named with its renderer', () => {
  const peers = [
    { name: 'A', renderer: 'CPU', runs: [30, 20, 25], problem: null },
    { name: 'B', renderer: 'SwiftShader', runs: [22, 24, 23], problem: null },
    { name: 'C', renderer: '', runs: [], problem: 'did not open' },
  ];
  expect(bestPeer(peers)?.name).toBe('B');
  expect(bestPeer(peers.slice(2))).toBeNull();
  expect(peersText(peers)).toBe('A on CPU: 25 ms; B on SwiftShader: 23 ms; C skipped: did not open');
});
