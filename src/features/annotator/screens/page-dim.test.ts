import { describe, expect, it } from 'vitest';
import theme from '#app/theme/theme.json' with { type: 'json' };
import { DIMS, dimFilter, nextDim, parseDim } from './page-dim.ts';

type Colour = readonly [number, number, number];

const colourOf = (hex: string): Colour => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Colour;
const clamped = (value: number): number => Math.max(0, Math.min(1, value));
/** As filters of CSS compute: Filter Effects 1, 10.1 and 10.4. */
const dimmed = (colour: Colour, { contrast, brightness }: (typeof DIMS)[number]): Colour =>
  colour.map((value) => clamped(clamped((value - 0.5) * contrast + 0.5) * brightness)) as unknown as Colour;
function luminance(colour: Colour): number {
  const [r, g, b] = colour.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)) as unknown as Colour;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrastOf(a: Colour, b: Colour): number {
  const [high, low] = [luminance(a), luminance(b)].toSorted((one, other) => other - one) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

describe('the page around the images [SCREEN-04]', () => {
  it.each(['dark', 'light'] as const)('keeps the contrast of its text at the first step, in the %s theme', (scheme) => {
    const surfaces = theme.other.surfaces[scheme];
    const texts = [
      surfaces.text,
      surfaces.strong,
      surfaces.dim,
      surfaces.faint,
      surfaces.accentText,
      ...Object.values(theme.other.tones[scheme]),
    ];
    const grounds = [surfaces.app, surfaces.panel, surfaces.raised, surfaces.hover, surfaces.selected];
    const lowest = Math.min(
      ...texts.flatMap((text) => grounds.map((ground) => contrastOf(dimmed(colourOf(text), DIMS[1]!), dimmed(colourOf(ground), DIMS[1]!)))),
    );
    expect(lowest).toBeGreaterThanOrEqual(4.5);
  });

  it('becomes darker in three steps, then as it was', () => {
    const whites = DIMS.map((dim) => luminance(dimmed([1, 1, 1], dim)));
    expect(whites.toSorted((a, b) => b - a)).toEqual(whites);
    expect([0, 1, 2, 3].map(nextDim)).toEqual([1, 2, 3, 0]);
    expect([dimFilter(0), dimFilter(2)]).toEqual([null, 'contrast(1.4) brightness(0.55)']);
  });

  it('is as it was where what is stored is no step', () => {
    expect(['2', '7', 'x', '-1', '1.5', undefined].map(parseDim)).toEqual([2, 0, 0, 0, 0, 0]);
  });
});
