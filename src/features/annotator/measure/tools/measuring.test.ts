import { beforeEach, describe, expect, it } from 'vitest';
import type { PixelPoint } from '#contract/measurements.ts';
import type { Pointer, ToolState, ViewActions } from '#ui/viewer/tool-states/tool-state.ts';
import type { DrawnKind } from '#features/annotator/measure/measure-kinds.ts';
import { beginMeasuring } from './begin-measuring.ts';
import type { Grip } from './measure-actions.ts';

/** Moves pointers over a pane whose pixels are as large as those of the screen, and writes down what is measured. */
class Driver {
  readonly done: string[] = [];
  drawn: readonly PixelPoint[] = [];
  state: ToolState;
  #at = { x: 0, y: 0 };
  readonly #kind: DrawnKind | null;
  readonly #grip: Grip | null;
  readonly #mayBegin: boolean;

  constructor(kind: DrawnKind | null, { grip = null, mayBegin = true }: { grip?: Grip | null; mayBegin?: boolean } = {}) {
    [this.#kind, this.#grip, this.#mayBegin] = [kind, grip, mayBegin];
    this.state = this.#rest();
  }

  down = (x: number, y: number, about: Partial<Pointer> = {}): this => this.#send('down', x, y, about);
  move = (x: number, y: number, about: Partial<Pointer> = {}): this => this.#send('move', x, y, about);
  up = (about: Partial<Pointer> = {}): this => this.#send('up', this.#at.x, this.#at.y, about);
  click = (x: number, y: number): this => this.move(x, y).down(x, y).up();
  cancel(): this {
    this.state = this.state.cancel();
    return this;
  }

  #send(event: 'down' | 'move' | 'up', x: number, y: number, about: Partial<Pointer>): this {
    this.#at = { x, y };
    this.state = this.state[event]({ id: 1, button: 0, isTouch: false, x, y, ...about });
    return this;
  }

  #rest(): ToolState {
    const draw = (points: readonly PixelPoint[]) => void (this.drawn = points.map(([x, y]): PixelPoint => [Math.round(x), Math.round(y)]));
    const view = { begin() {}, pan() {}, zoom() {}, restore: () => void this.done.push('restore') } as unknown as ViewActions;
    const measure = {
      kind: () => this.#kind,
      pixelAt: ({ x, y }: { x: number; y: number }): PixelPoint => [x, y],
      isAt: ([x, y]: PixelPoint, at: { x: number; y: number }) => Math.hypot(x - at.x, y - at.y) < 8,
      aspect: () => 2,
      take: () => this.#grip,
      mayBegin: () => this.#mayBegin,
      draw: (_: DrawnKind, points: readonly PixelPoint[]) => draw(points),
      change: draw,
      keep: () => void this.done.push('keep'),
      drop: () => void this.done.push('drop'),
    };
    const rest: ToolState = {
      name: 'idle',
      down: (pointer) => beginMeasuring({ view, measure }, pointer, () => this.#rest()) ?? rest,
      move: () => rest,
      up: () => rest,
      cancel: () => rest,
    };
    return rest;
  }
}

let driver: Driver;
const finger = (id: number): Partial<Pointer> => ({ id, isTouch: true });

describe('placing', () => {
  it('a drag places both ends of a length', () => {
    driver = new Driver('length').down(10, 20).move(40, 60).up();
    expect([driver.drawn, driver.done, driver.state.name]).toEqual([
      [
        [10, 20],
        [40, 60],
      ],
      ['keep'],
      'idle',
    ]);
  });

  it('two clicks place them too, and the end follows the mouse between them', () => {
    driver = new Driver('length').click(10, 20).move(30, 30);
    expect([driver.drawn, driver.state.name, driver.done]).toEqual([
      [
        [10, 20],
        [30, 30],
      ],
      'following',
      [],
    ]);
    driver.click(40, 60);
    expect([driver.drawn, driver.done]).toEqual([
      [
        [10, 20],
        [40, 60],
      ],
      ['keep'],
    ]);
  });

  it('an angle is three clicks, or a drag and a click', () => {
    const points = [
      [10, 0],
      [0, 0],
      [0, 30],
    ];
    expect(new Driver('angle').click(10, 0).click(0, 0).click(0, 30).drawn).toEqual(points);
    driver = new Driver('angle').down(10, 0).move(0, 0).up();
    expect(driver.done).toEqual([]);
    expect(driver.click(0, 30)).toMatchObject({ drawn: points, done: ['keep'] });
  });

  it('a value is one click, wherever it is lifted', () => {
    driver = new Driver('probe').down(5, 5).move(7, 9).up();
    expect([driver.drawn, driver.done]).toEqual([[[7, 9]], ['keep']]);
  });

  it('Shift makes a square in mm, also of pixels that are not square', () => {
    driver = new Driver('rectangle').down(0, 0).move(40, 10, { isShift: true });
    expect(driver.drawn).toEqual([
      [0, 0],
      [40, 20],
    ]);
    expect(driver.move(-30, 50, { isShift: true }).drawn).toEqual([
      [0, 0],
      [-100, 50],
    ]);
  });

  it('the short axis is perpendicular to the long one, and as far to both sides', () => {
    driver = new Driver('bidirectional').down(0, 0).move(40, 0).up().click(10, 8);
    expect([driver.drawn, driver.done]).toEqual([
      [
        [0, 0],
        [40, 0],
        [10, 8],
        [10, -8],
      ],
      ['keep'],
    ]);
  });

  it.each([
    ['Escape within a drag', () => driver.down(0, 0).move(20, 20).cancel()],
    ['Escape between two clicks', () => driver.click(0, 0).move(20, 20).cancel()],
    ['another button between two clicks', () => driver.click(0, 0).down(20, 20, { button: 2 })],
  ])('%s stores nothing', (_, act) => {
    driver = new Driver('length');
    act();
    expect([driver.done, driver.state.name]).toEqual([['drop'], 'idle']);
  });

  it('a second finger stores nothing and moves the picture', () => {
    driver = new Driver('length').down(0, 0, finger(1)).move(20, 20, finger(1)).down(50, 50, finger(2));
    expect([driver.done, driver.state.name]).toEqual([['drop'], 'pinching']);
  });

  it('nothing begins where nothing can be measured', () => {
    driver = new Driver('length', { mayBegin: false }).down(0, 0).move(20, 20).up();
    expect([driver.drawn, driver.done]).toEqual([[], []]);
  });
});

describe('an outline', () => {
  beforeEach(() => void (driver = new Driver('freehand')));

  it('is drawn, and closed when the pointer is lifted', () => {
    driver.down(0, 0).move(20, 0).move(20, 1).move(20, 20).up();
    expect([driver.drawn, driver.done]).toEqual([
      [
        [0, 0],
        [20, 0],
        [20, 20],
      ],
      ['keep'],
    ]);
  });

  it('of two points is none', () => {
    expect(driver.down(0, 0).move(20, 0).up().done).toEqual(['drop']);
  });

  it('has no more points than may be stored', () => {
    driver.down(0, 0);
    for (let at = 1; at < 2000; at += 1) driver.move(at * 4, at % 7);
    expect(driver.up().drawn.length).toBeLessThanOrEqual(500);
  });

  it('of corners is closed by a click on the first or a second one on the last', () => {
    driver.click(0, 0).click(30, 0).click(30, 30).click(2, 2);
    expect([driver.drawn, driver.done]).toEqual([
      [
        [0, 0],
        [30, 0],
        [30, 30],
      ],
      ['keep'],
    ]);
    driver = new Driver('freehand').click(0, 0).click(30, 0).click(30, 30).click(30, 30);
    expect(driver).toMatchObject({
      drawn: [
        [0, 0],
        [30, 0],
        [30, 30],
      ],
      done: ['keep'],
    });
  });

  it('of corners is forgotten by Escape', () => {
    expect(driver.click(0, 0).click(30, 0).cancel().done).toEqual(['drop']);
  });
});

describe('adjusting', () => {
  const points: PixelPoint[] = [
    [0, 0],
    [40, 20],
  ];
  const held = (handle: number | null, kind: DrawnKind = 'length') => new Driver(null, { grip: { kind, points, handle } });

  it('a handle moves its end, without a tool that measures', () => {
    driver = held(1).down(40, 20).move(50, 50).up();
    expect([driver.drawn, driver.done]).toEqual([
      [
        [0, 0],
        [50, 50],
      ],
      ['keep'],
    ]);
  });

  it('between its handles, the whole moves', () => {
    expect(held(null).down(20, 10).move(25, 30).up().drawn).toEqual([
      [5, 20],
      [45, 40],
    ]);
  });

  it('a corner of a rectangle keeps the opposite one, and a side of an ellipse its other sides', () => {
    expect(held(1, 'rectangle').down(40, 0).move(50, -10).drawn).toEqual([
      [0, 20],
      [50, -10],
    ]);
    expect(held(2, 'ellipse').down(40, 10).move(60, 99).drawn).toEqual([
      [0, 0],
      [60, 20],
    ]);
  });

  it('a click only chooses, and Escape and a second finger change nothing', () => {
    expect(held(1).down(40, 20).up().done).toEqual([]);
    expect(held(1).down(40, 20).move(60, 60).cancel().done).toEqual(['drop']);
    expect(held(1).down(40, 20, finger(1)).move(60, 60, finger(1)).down(0, 0, finger(2)).state.name).toBe('pinching');
  });
});
