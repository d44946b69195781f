import { beforeEach, describe, expect, it, vi } from 'vitest';
import { besides, drawOverlays, pathOf } from './draw-overlays.ts';
import { colourOf, FIRST_LOOK, type LayerLook } from './layer-look.ts';
import type { Layer, LayerOnPicture } from './overlay-store.ts';

/** Writes down what is drawn. */
class Written {
  readonly steps: string[] = [];
  moveTo = (x: number, y: number): void => void this.steps.push(`M${x} ${y}`);
  lineTo = (x: number, y: number): void => void this.steps.push(`L${x} ${y}`);
  closePath = (): void => void this.steps.push('Z');
}

/** The picture lies at 100 200 in the cell and is twice as large. */
const place = ({ x, y }: { x: number; y: number }) => ({ x: 100 + 2 * x, y: 200 + 2 * y });
const SQUARE = { points: Float64Array.of(-0.5, -0.5, 1.5, -0.5, 1.5, 1.5, -0.5, 1.5), isClosed: true };
const OPEN = { points: Float64Array.of(0, 0, 3, 4), isClosed: false };
const POINT = { points: Float64Array.of(5, 5), isClosed: false };

beforeEach(() => {
  vi.stubGlobal('Path2D', Written);
  return () => vi.unstubAllGlobals();
});

const steps = (path: Path2D): string[] => (path as unknown as Written).steps;

describe('the path of lines', () => {
  it('goes through their points where the picture lies in the cell, and is closed if they are [ANN-46]', () => {
    expect(steps(pathOf([SQUARE, OPEN], place))).toEqual(['M99 199', 'L103 199', 'L103 203', 'L99 203', 'Z', 'M100 200', 'L106 208']);
  });

  it('is a cross for a single point, of one size at any zoom [ANN-47]', () => {
    expect(steps(pathOf([POINT], place))).toEqual(['M104 210', 'L116 210', 'M110 204', 'L110 216']);
  });

  it('leaves its caption to the right of it', () => {
    expect(besides(SQUARE, place)).toEqual({ x: 111, y: 199 });
  });
});

describe('a layer', () => {
  function drawn(layer: Partial<Layer>, look: Partial<LayerLook> = {}): string[] {
    const done: string[] = [];
    const context = {
      ...{ globalAlpha: 1, fillStyle: '', strokeStyle: '', lineWidth: 0 },
      fill: (path: Path2D, rule: string) => done.push(`fill ${rule} ${context.globalAlpha} ${context.fillStyle} ${steps(path).length}`),
      stroke: (path: Path2D) => done.push(`stroke ${context.lineWidth} ${steps(path).length}`),
      strokeText: () => undefined,
      fillText: (text: string, x: number, y: number) => done.push(`text ${text} ${x} ${y}`),
    };
    const whole = { id: 'a', kind: 'segmentation', colour: '#FF0000', caption: '', ...layer } as Layer;
    const one: LayerOnPicture = {
      ...{ id: 'a', lines: [SQUARE, POINT], texts: [{ text: 'Note', x: 1, y: 1 }], problem: null },
      ...{ layer: whole, look: { ...FIRST_LOOK, ...look } },
    };
    drawOverlays(context as unknown as CanvasRenderingContext2D, [one], place);
    expect(context.globalAlpha).toBe(1);
    return done;
  }

  it('is filled by 22 percent with a contour of 1.5 pixels [ANN-48]', () => {
    expect(drawn({})).toEqual(['fill evenodd 0.22 #FF0000 5', 'stroke 1.5 9', 'text Note 102 202']);
  });

  it('is only filled, with its points, or only an outline [ANN-48]', () => {
    expect(drawn({}, { drawn: 'fill', opacity: 0.5 })).toEqual(['fill evenodd 0.5 #FF0000 5', 'stroke 1.5 4', 'text Note 102 202']);
    expect(drawn({}, { drawn: 'outline' })).toEqual(['stroke 1.5 9', 'text Note 102 202']);
  });

  it('of measurements is not filled, has an edge and is named by number and value [ANN-43]', () => {
    expect(drawn({ kind: 'measurements', caption: '1 · 48 mm' })).toEqual([
      'stroke 3 9',
      'stroke 1.5 9',
      'text 1 · 48 mm 111 199',
      'text Note 102 202',
    ]);
  });

  it('has the recommended colour; without one, areas are told apart and lines are white', () => {
    expect(colourOf({ kind: 'segmentation', colour: '#123456' }, 0)).toBe('#123456');
    expect(colourOf({ kind: 'measurements', colour: null }, 0)).toBe('#FFFFFF');
    expect(colourOf({ kind: 'structures', colour: null }, 0)).not.toBe(colourOf({ kind: 'structures', colour: null }, 1));
  });
});
