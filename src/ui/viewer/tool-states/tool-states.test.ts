import { beforeEach, describe, expect, it } from 'vitest';
import type { Tool } from '#ui/viewer/types.ts';
import { idle } from './idle.ts';
import type { Pointer, ToolState } from './tool-state.ts';

/** Moves pointers over a cell, and writes down what its tools do. */
class Driver {
  readonly done: string[] = [];
  state: ToolState;
  #at = { x: 0, y: 0 };

  constructor(tool: Tool) {
    const note = (name: string, ...numbers: number[]) =>
      this.done.push([name, ...numbers.map((number) => Math.round(number * 1000) / 1000)].join(' '));
    this.state = idle({
      tool: () => tool,
      walk: (by) => note('walk', by),
      pixelsPerSlice: () => 10,
      widen: (width, center) => note('widen', width, center),
      pan: (dx, dy) => note('pan', dx, dy),
      zoom: (factor, at) => note('zoom', factor, at.x, at.y),
      begin: () => note('begin'),
      restore: () => note('restore'),
    });
  }

  down(x: number, y: number, about: Partial<Pointer> = {}): this {
    return this.#send('down', x, y, about);
  }
  move(x: number, y: number, about: Partial<Pointer> = {}): this {
    return this.#send('move', x, y, about);
  }
  up(about: Partial<Pointer> = {}): this {
    return this.#send('up', this.#at.x, this.#at.y, about);
  }
  cancel(): this {
    this.state = this.state.cancel();
    return this;
  }

  #send(event: 'down' | 'move' | 'up', x: number, y: number, about: Partial<Pointer>): this {
    this.#at = { x, y };
    this.state = this.state[event]({ id: 1, button: 0, isTouch: false, x, y, ...about });
    return this;
  }
}

const finger = (id: number): Partial<Pointer> => ({ id, isTouch: true });
let driver: Driver;

describe('scrolling through slices', () => {
  beforeEach(() => void (driver = new Driver('slices')));

  it('moves one slice per step of the drag, and keeps the remainder', () => {
    driver.down(0, 0).move(3, 9).move(3, 12).move(3, 45).move(3, 20).up();
    expect(driver.done).toEqual(['begin', 'walk 1', 'walk 3', 'walk -2']);
    expect(driver.state.name).toBe('idle');
  });

  it('works with the middle button in every tool', () => {
    driver = new Driver('pan');
    expect(driver.down(0, 0, { button: 1 }).state.name).toBe('walking');
  });

  it('restores the slice when it is cancelled', () => {
    driver.down(0, 0).move(0, 30).cancel().move(0, 90).up();
    expect(driver.done).toEqual(['begin', 'walk 3', 'restore']);
  });
});

describe('adjusting the window', () => {
  beforeEach(() => void (driver = new Driver('window')));

  it('counts from the start of the drag', () => {
    driver.down(10, 10).move(138, 10).move(138, 74).up();
    expect(driver.done).toEqual(['begin', 'widen 0.5 0', 'widen 0.5 0.25']);
  });

  it('ignores other pointers and buttons', () => {
    driver.down(0, 0).move(64, 0, { id: 7 }).down(0, 0, { button: 2 }).move(64, 0);
    expect(driver.done).toEqual(['begin', 'widen 0.25 0']);
    expect(driver.up({ id: 7 }).state.name).toBe('windowing');
  });

  it('restores the window when it is cancelled', () => {
    expect(driver.down(0, 0).move(64, 0).cancel().done).toEqual(['begin', 'widen 0.25 0', 'restore']);
    expect(driver.state.name).toBe('idle');
  });
});

describe('panning', () => {
  it('moves the image with the pointer, and works with the secondary button in every tool', () => {
    for (const [tool, button] of [
      ['pan', 0],
      ['window', 2],
    ] as const) {
      driver = new Driver(tool);
      driver.down(5, 5, { button }).move(8, 1).move(9, 9).cancel();
      expect(driver.done).toEqual(['begin', 'pan 3 -4', 'pan 1 8', 'restore']);
    }
  });
});

describe('zooming', () => {
  it('doubles for 120 pixels upwards, around the starting point', () => {
    driver = new Driver('zoom');
    driver.down(7, 40).move(7, -80).move(7, 160).cancel();
    expect(driver.done).toEqual(['begin', 'zoom 2 7 40', 'zoom 0.25 7 40', 'restore']);
  });
});

describe('pinching', () => {
  beforeEach(() => {
    driver = new Driver('slices');
    driver.down(-50, 0, finger(1)).move(-50, 10, finger(1)).down(50, 10, finger(2));
  });

  it("undoes the first finger's action, then zooms and moves", () => {
    driver.move(150, 10, finger(2));
    expect(driver.done).toEqual(['begin', 'walk 1', 'restore', 'pan 50 0', 'zoom 2 50 10']);
    driver.move(0, 900, finger(3));
    expect(driver.done).toHaveLength(5);
  });

  it('ignores the last finger until it is lifted', () => {
    expect(driver.up(finger(2)).state.name).toBe('lifting');
    driver.move(0, 300, finger(1));
    expect(driver.done).toEqual(['begin', 'walk 1', 'restore']);
    expect(driver.up(finger(1)).state.name).toBe('idle');
  });

  it('restores the view when it is cancelled', () => {
    expect(driver.move(150, 10, finger(2)).cancel().done.at(-1)).toBe('restore');
  });
});

it('nothing happens while no pointer is down', () => {
  driver = new Driver('slices');
  driver.move(0, 500).up().cancel();
  expect(driver.done).toEqual([]);
});
