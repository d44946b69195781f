import { beforeEach, describe, expect, it } from 'vitest';
import type { Pointer, ToolState, ViewActions } from '#ui/viewer/tool-states/tool-state.ts';
import type { MaskTool } from '#features/annotator/masks/mask-tools.ts';
import { beginDrawing } from './begin-drawing.ts';
import type { MaskActions } from './mask-actions.ts';

let done: string[];
let state: ToolState | null;
let mayDraw: boolean;

beforeEach(() => ([done, state, mayDraw] = [[], null, true]));

const pointer = (x: number, y: number, about: Partial<Pointer> = {}): Pointer => ({ id: 1, x, y, button: 0, isTouch: false, ...about });
const finger = (x: number, y: number, id = 1): Pointer => pointer(x, y, { id, isTouch: true });

function press(tool: MaskTool | null, at: Pointer): void {
  const view = {
    begin() {},
    pan() {},
    zoom() {},
    walk: () => void done.push('walk'),
    pixelsPerSlice: () => 5,
    restore: () => void done.push('restore'),
  } as unknown as ViewActions;
  const mask: MaskActions = {
    tool: () => tool,
    begin: ({ x, y }, isOther) => (done.push(`${isOther ? 'other ' : ''}begin ${x} ${y}`), mayDraw),
    extend: (way) => void done.push(...way.map(({ x, y }) => `to ${x} ${y}`)),
    finish: () => void done.push('finish'),
    drop: () => void done.push('drop'),
    click: ({ x, y }, isOther) => void done.push(`${isOther ? 'other ' : ''}click ${x} ${y}`),
    outline: {
      ...{ kind: () => 'freehand', pixelAt: ({ x, y }) => [x, y], isAt: ([x, y], to) => Math.hypot(x - to.x, y - to.y) < 8 },
      ...{ aspect: () => 1, take: () => null, mayBegin: () => mayDraw, change() {} },
      draw: (_, points) => void done.push(`corners ${points.length}`),
      keep: () => void done.push('keep'),
      drop: () => void done.push('drop'),
    },
  };
  const rest: ToolState = { name: 'idle', down: () => rest, move: () => rest, up: () => rest, cancel: () => rest };
  state = beginDrawing({ view, mask }, at, () => rest);
}

describe('painting', () => {
  it('begins where the pen is put down, and ends where it is lifted [MASK-91]', () => {
    press('brush', pointer(10, 20));
    state = state!
      .move(pointer(15, 20))
      .move(pointer(99, 99, { id: 2 }))
      .up(pointer(15, 20));
    expect([done, state.name]).toEqual([['begin 10 20', 'to 15 20', 'finish'], 'idle']);
  });

  it('says the other thing with Alt, if the tool says something [SCRIB-04]', () => {
    press('scribble', pointer(10, 20, { isAlt: true }));
    state = state!.move(pointer(15, 20)).up(pointer(15, 20));
    expect([done, state.name]).toEqual([['other begin 10 20', 'to 15 20', 'finish'], 'idle']);
  });

  it('goes through all points of a pen that is faster than the screen', () => {
    press('brush', pointer(0, 0));
    const way = [pointer(5, 9), pointer(10, 0)];
    state!.move(pointer(10, 0, { way }));
    expect(done).toEqual(['begin 0 0', 'to 5 9', 'to 10 0']);
  });

  it('is forgotten by Escape, and by a second finger, which moves the picture [MASK-92]', () => {
    press('eraser', pointer(10, 20));
    state = state!.move(pointer(15, 20)).cancel();
    expect([done, state.name]).toEqual([['begin 10 20', 'to 15 20', 'drop'], 'idle']);
    done = [];
    press('eraser', finger(10, 20));
    state = state!.down(finger(50, 50, 2));
    expect([done, state.name]).toEqual([['begin 10 20', 'drop'], 'pinching']);
  });

  it('goes on when the other hand rests on the screen beside a pen', () => {
    press('brush', pointer(10, 20));
    state = state!.down(finger(50, 50, 2)).up(finger(50, 50, 2));
    expect([done, state.name]).toEqual([['begin 10 20'], 'painting']);
  });

  it('does not begin where nothing can be drawn, nor with another tool', () => {
    mayDraw = false;
    press('brush', pointer(10, 20));
    expect(state!.name).toBe('idle');
    press('polygon', pointer(10, 20));
    expect([done, state!.name]).toEqual([['begin 10 20'], 'idle']);
    press(null, pointer(10, 20));
    expect(state).toBeNull();
  });
});

describe('a polygon [MASK-94]', () => {
  it('is drawn freehand by a drag', () => {
    press('polygon', pointer(0, 0));
    state = state!.move(pointer(20, 0)).move(pointer(20, 20)).up(pointer(20, 20));
    expect([done.at(-1), state.name]).toEqual(['keep', 'idle']);
  });

  it('has the corners that are clicked, and is closed by a click on the first', () => {
    press('polygon', pointer(0, 0));
    state = state!.up(pointer(0, 0));
    for (const [x, y] of [
      [30, 0],
      [30, 30],
    ] as const)
      state = state.down(pointer(x, y)).up(pointer(x, y));
    expect(state.name).toBe('cornering');
    state = state.down(pointer(2, 2));
    expect([done.slice(-2), state.name]).toEqual([['corners 3', 'keep'], 'idle']);
  });
});

describe('clicking', () => {
  const other: Partial<Pointer>[] = [{ isAlt: true }, { button: 2 }];

  it('says something of the place where the pointer is lifted; with Alt or the secondary button, the other thing [AI-96]', () => {
    press('clicks', pointer(10, 20));
    state = state!.move(pointer(11, 20)).up(pointer(11, 20));
    for (const about of other) {
      press('clicks', pointer(5, 5, about));
      state = state!.up(pointer(5, 5, about));
    }
    expect([done, state.name]).toEqual([['click 11 20', 'other click 5 5', 'other click 5 5'], 'idle']);
  });

  it('is none for who drags, or puts a second finger down: the slices or the picture move [AI-96]', () => {
    press('clicks', pointer(10, 20));
    state = state!.move(pointer(10, 40));
    expect([state.name, state.up(pointer(10, 40)).name, done]).toEqual(['walking', 'idle', ['walk']]);
    press('clicks', pointer(10, 20, { button: 2 }));
    expect(state!.move(pointer(40, 20, { button: 2 })).name).toBe('panning');
    press('clicks', finger(10, 20));
    expect(state!.down(finger(60, 20, 2)).name).toBe('pinching');
    expect(done).toEqual(['walk']);
  });
});
