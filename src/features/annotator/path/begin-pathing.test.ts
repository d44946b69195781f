import { beforeEach, describe, expect, it } from 'vitest';
import { idle } from '#ui/viewer/tool-states/idle.ts';
import type { Pointer, ToolState, ViewActions } from '#ui/viewer/tool-states/tool-state.ts';
import { beginPathing } from './begin-pathing.ts';
import type { PathActions } from './pane-pathing.ts';

const pointer = (x: number, y: number, more: Partial<Pointer> = {}): Pointer => ({ id: 1, x, y, button: 0, isTouch: false, ...more });

let done: unknown[];
let state: ToolState;

/** A pane with one point at 0, 0; along the path, the position is at 50. */
function begin({ isChosen = true, isAlong = false, mayAdd = true } = {}): void {
  done = [];
  const path: PathActions = {
    isChosen: () => isChosen,
    isAlong: () => isAlong,
    pointUnder: ({ x, y }) => (Math.hypot(x, y) < 7 ? 0 : null),
    add({ x, y }) {
      done.push(['add', x, y]);
      return mayAdd ? 1 : null;
    },
    move: (at, { x, y }) => void done.push(['move', at, x, y]),
    isOnPosition: ({ y }) => Math.abs(y - 50) < 7,
    goTo: ({ y }) => void done.push(['go', y]),
    turn: (degrees) => void done.push(['turn', degrees]),
  };
  const view = {
    tool: () => 'slices',
    begin() {},
    walk: (by: number) => void done.push(['walk', by]),
    pixelsPerSlice: () => 10,
    zoom() {},
    pan() {},
    restore: () => void done.push('restored'),
  } as unknown as ViewActions;
  state = idle(view, (one, rest) => beginPathing({ view, path }, one, rest));
}
const press = (x: number, y: number, more?: Partial<Pointer>) => (state = state.down(pointer(x, y, more)));
const move = (x: number, y: number) => (state = state.move(pointer(x, y)));
const lift = (x: number, y: number) => (state = state.up(pointer(x, y)));

beforeEach(() => begin());

describe('the tool on a picture [CURV-01]', () => {
  it('adds a point where it is pressed, which moves until it is lifted', () => {
    press(40, 20);
    move(45, 30);
    lift(45, 30);
    move(99, 99);
    expect([done, state.name]).toEqual([
      [
        ['add', 40, 20],
        ['move', 1, 45, 30],
      ],
      'idle',
    ]);
  });

  it('takes a point that is under the pointer', () => {
    press(3, 2);
    move(13, 12);
    expect(done).toEqual([['move', 0, 13, 12]]);
  });

  it('does nothing where there can be no point', () => {
    begin({ mayAdd: false });
    press(40, 20);
    move(45, 30);
    expect([done, state.name]).toEqual([[['add', 40, 20]], 'idle']);
  });

  it('gives back what it has changed when a second finger or Esc comes', () => {
    press(40, 20, { isTouch: true });
    press(80, 20, { id: 2, isTouch: true });
    expect([done.at(-1), state.name]).toEqual(['restored', 'pinching']);
    begin();
    press(40, 20);
    state = state.cancel();
    expect([done.at(-1), state.name]).toEqual(['restored', 'idle']);
  });

  it('that is not chosen leaves the pointer to the others', () => {
    begin({ isChosen: false });
    press(40, 20);
    expect([done, state.name]).toEqual([[], 'walking']);
  });
});

describe('the tool along the path', () => {
  it('turns the picture by a degree for each pixel [CURV-05]', () => {
    begin({ isAlong: true });
    press(0, 0);
    move(12, 30);
    move(7, 30);
    expect(done).toEqual([
      ['turn', 12],
      ['turn', -5],
    ]);
  });

  it('moves the position where its line is under the pointer [CURV-06]', () => {
    begin({ isAlong: true });
    press(0, 52);
    move(9, 70);
    expect(done).toEqual([['go', 70]]);
  });
});
