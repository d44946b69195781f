import { describe, expect, it } from 'vitest';
import type { Pointer, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import { createCommentStore } from './comment-store.ts';
import { placingComment } from './pane-commenting.ts';
import { pinPlace } from './pin-place.ts';
import { pinSteps } from './pin-steps.ts';
import { ringPlace } from './ring-place.ts';

const open = { uuid: 'ct', slices: 3, planes: [null, null, null], gridHash: 'hash', gridSlices: [2, 1, 0], noPlanes: null };
const pin = (slice: number, more: object = {}) => ({
  ...{ series: 'ct', grid: 'hash', slice, sop: '1.2', frame: 0, point: null },
  ...more,
});

describe('pins on the track of slices [COM-27]', () => {
  it('are at the step that shows their slice, each once and in order', () => {
    expect(pinSteps(open, [pin(0), pin(2), pin(0)])).toEqual([0, 2]);
  });

  it('of another series or beyond the slices are not there', () => {
    expect(pinSteps(open, [pin(1, { series: 'mr' }), pin(9)])).toEqual([]);
  });
});

describe('the place of a comment [COM-26]', () => {
  const picture = { facts: {}, slice: 0, sop: '1.2.3', frameInFile: 4 };
  const place = (more: object = {}, of: object = {}) =>
    pinPlace({ picture: { ...picture, ...of } as never, open, type: 'dcm', isOwn: true, ...more });

  it('names the series, the grid, the slice in it, and the image behind it', () => {
    expect(place()).toEqual({ series: 'ct', grid: 'hash', slice: 2, sop: '1.2.3', frame: 4 });
  });

  it('is refused with the reason where a slice cannot be named', () => {
    const why = (answer: ReturnType<typeof place>) => ('why' in answer ? answer.why : null);
    expect(why(place({ isOwn: false }))).toMatch(/^Comments belong to the study/);
    expect(why(pinPlace({ picture: { plane: {} } as never, open, type: 'dcm', isOwn: true }))).toBe('Comment on the stored slices.');
    expect(why(place({}, { sop: '' }))).toMatch(/^This device has only the volume/);
    expect(why(place({ open: { ...open, uuid: 'computed:ct:volumes:1:0' } }))).toMatch(/^Nothing is stored on a computed series/);
    expect(why(place({ open: { ...open, gridHash: null } }))).toMatch(/have been read/);
    expect(why(place({ open: { ...open, gridSlices: null, noPlanes: 'size' } }))).toMatch(/no fixed order/);
  });
});

describe('a ring', () => {
  it('is beside its point and stays within the cell', () => {
    const size = { height: 200 };
    expect(ringPlace({ x: 100, y: 100 }, size)).toEqual({ x: 72, y: 128 });
    expect(ringPlace({ x: 10, y: 190 }, size)).toEqual({ x: 38, y: 162 });
  });
});

describe('placing a comment [COM-26]', () => {
  const pointer = (x: number, y: number, more: Partial<Pointer> = {}): Pointer => ({ id: 1, x, y, button: 0, isTouch: false, ...more });
  const rest = { name: 'idle' } as ToolState;
  function begin() {
    const pinned: unknown[] = [];
    const comment = { isPinning: () => true, pin: (from: unknown) => void pinned.push(from) };
    const state = placingComment({ view: { begin: () => undefined } as never, comment }, pointer(5, 5), () => rest);
    return { pinned, state };
  }

  it('pins where a click is lifted', () => {
    const { pinned, state } = begin();
    expect(state.move(pointer(6, 5)).up(pointer(6, 5))).toBe(rest);
    expect(pinned).toEqual([pointer(6, 5)]);
  });

  it('pins nothing after a drag, a cancel, or by another pointer', () => {
    const { pinned, state } = begin();
    expect(state.up(pointer(5, 5, { id: 2 }))).toBe(state);
    expect(state.up(pointer(40, 5))).toBe(rest);
    expect(begin().state.cancel()).toBe(rest);
    expect(pinned).toEqual([]);
  });

  it('ends when a comment is begun, shown or refused', () => {
    const store = createCommentStore();
    for (const end of [() => store.begun(), () => store.show('a'), () => store.refuse({ pane: 0, why: 'no' })]) {
      store.pin(true);
      expect(store.read()).toMatchObject({ isPinning: true, refusal: null });
      end();
      expect(store.read().isPinning).toBe(false);
    }
    expect(store.read()).toMatchObject({ current: 'a', asked: 2 });
  });
});
