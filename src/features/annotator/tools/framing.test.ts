import { beforeEach, describe, expect, it } from 'vitest';
import type { Pointer, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import { atRest } from './at-rest.ts';
import type { DrawnFrame, PaneActions } from './pane-actions.ts';

const pointer = (x: number, y: number, more: Partial<Pointer> = {}): Pointer => ({ id: 1, x, y, button: 0, isTouch: false, ...more });

let shown: DrawnFrame | null;
let set: DrawnFrame[];
let restored: number;
let state: ToolState;

beforeEach(() => {
  [shown, set, restored] = [null, [], 0];
  const actions = {
    chosen: () => 'window-region',
    tool: () => 'slices',
    begin() {},
    zoom() {},
    pan() {},
    restore: () => void (restored += 1),
    frame: { show: (frame: DrawnFrame | null) => void (shown = frame), setWindow: (frame: DrawnFrame) => void set.push(frame) },
    measure: { kind: () => null, take: () => null },
    mask: { tool: () => null },
    comment: { isPinning: () => false },
    path: { isChosen: () => false },
  } as unknown as PaneActions;
  state = atRest(actions);
});

const corners = (frame: DrawnFrame | null) => frame && [frame.from.x, frame.from.y, frame.to.x, frame.to.y];
const down = (x: number, y: number, more?: Partial<Pointer>) => (state = state.down(pointer(x, y, more)));
const move = (x: number, y: number) => (state = state.move(pointer(x, y)));

describe('the window from a region [ANN-08]', () => {
  it('is set from the rectangle of the drag when it ends', () => {
    down(10, 20);
    move(15, 25);
    move(40, -5);
    expect([corners(shown), set]).toEqual([[10, 20, 40, -5], []]);
    state = state.up(pointer(40, -5));
    expect([shown, set.map(corners), state.name]).toEqual([null, [[10, 20, 40, -5]], 'idle']);
  });

  it('is not set by a click, nor after Esc or a second finger', () => {
    down(10, 20);
    state = state.up(pointer(10, 20));
    down(10, 20);
    move(40, 40);
    state = state.cancel();
    expect([shown, set, restored, state.name]).toEqual([null, [], 1, 'idle']);
    down(10, 20, { isTouch: true });
    move(40, 40);
    down(0, 0, { id: 2, isTouch: true });
    expect([shown, set, state.name]).toEqual([null, [], 'pinching']);
  });
});
