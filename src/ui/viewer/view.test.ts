import { describe, expect, it } from 'vitest';
import { firstView, presetName, viewAfter, widened, windowFigure } from './view.ts';

const view = firstView(9);
const sizes = { cell: { width: 400, height: 400 }, picture: { width: 100, height: 100, pixelAspect: 1 } };

describe('scrolling', () => {
  it('stops at the ends, and loops during playback [PREV-002]', () => {
    expect(viewAfter(view, { act: 'walk', by: 10, slices: 12 }).slice).toBe(11);
    expect(viewAfter(view, { act: 'walk', by: -10, slices: 12 }).slice).toBe(0);
    expect(viewAfter(view, { act: 'walk', by: 3, slices: 12, isRound: true }).slice).toBe(0);
    expect(viewAfter(view, { act: 'walk-to', slice: 99, slices: 12 }).slice).toBe(11);
    expect(viewAfter(view, { act: 'walk-to', slice: -1, slices: 12 }).slice).toBe(0);
  });
});

describe('a view', () => {
  it('is reset except for its slice and tool, and fitted except for its window', () => {
    const changed = [
      { act: 'window', window: { center: 1, width: 2 } },
      { act: 'invert' },
      { act: 'tool', tool: 'pan' },
      { act: 'zoom', factor: 2, at: { x: 0, y: 0 }, sizes },
    ].reduce((now, act) => viewAfter(now, act as Parameters<typeof viewAfter>[1]), view);
    expect(changed).toMatchObject({ isInverted: true, place: { zoom: 2 } });
    expect(viewAfter(changed, { act: 'reset' })).toEqual({ ...view, tool: 'pan' });
    expect(viewAfter(changed, { act: 'fit' })).toMatchObject({ isInverted: true, place: { zoom: 1 } });
  });

  it('is unchanged while nothing is shown', () => {
    expect(viewAfter(view, { act: 'pan', dx: 9, dy: 9, sizes: null })).toBe(view);
  });
});

describe('colours', () => {
  it('replace the window when chosen, and end when a window or grayscale is chosen, or the view is reset', () => {
    const coloured = viewAfter(view, { act: 'colours', colours: 'hot' });
    expect([view.colours, coloured.colours]).toEqual([undefined, 'hot']);
    expect(viewAfter(coloured, { act: 'window', window: 'range' })).toMatchObject({ colours: null, window: 'range' });
    expect(viewAfter(coloured, { act: 'colours', colours: null }).colours).toBeNull();
    expect(viewAfter(coloured, { act: 'reset' }).colours).toBeUndefined();
  });
});

describe('a window', () => {
  it('is widened in proportion, and never becomes zero', () => {
    expect(widened({ center: 40, width: 400 }, 0.5, -0.25)).toEqual({ center: -60, width: 600 });
    expect(widened({ center: 40, width: 400 }, -3, 0).width).toBe(1);
    expect(widened({ center: 0.5, width: 1 }, -3, 0).width).toBe(0.001);
    expect(widened({ center: 0.5, width: 0.001 }, -3, 0).width).toBeGreaterThan(0);
  });

  it('has the name of its preset, and readable numbers', () => {
    const presets = [
      { name: 'Brain', window: { center: 40, width: 80 } },
      { name: 'As stored', window: 'stored' as const },
    ];
    expect(presetName(presets, { center: 40, width: 80 })).toBe('Brain');
    expect(presetName(presets, 'stored')).toBe('As stored');
    expect(presetName(presets, { center: 40, width: 81 })).toBeNull();
    expect([1101.6, 5, 2.5, 0.01234].map(windowFigure)).toEqual(['1102', '5', '2.5', '0.0123']);
  });
});
