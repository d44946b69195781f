import { describe, expect, it } from 'vitest';
import { cielabToColour, colourToCielab, toColour } from './cielab.ts';

describe('a recommended colour', () => {
  // What DCMTK writes for these colours; the next two are of 3D Slicer: liver and mass.
  it.each([
    ['#000000', [0, 32896, 32896]],
    ['#FFFFFF', [65535, 32896, 32896]],
    ['#0A0A0A', [1797, 32896, 32896]],
    ['#FF0000', [34886, 53484, 50172]],
    ['#800000', [16732, 45246, 42677]],
    ['#DD8265', [41661, 41167, 40792]],
    ['#80AE80', [43803, 26565, 37722]],
  ])('is %s [ANN-40]', (colour, cielab) => {
    expect(cielabToColour(cielab)).toBe(colour);
  });

  it.each(['#000000', '#FFFFFF', '#0A0A0A', '#FF0000', '#4FD0D0', '#B79CF2', '#C98F62', '#D7D9DC', '#0000FF'])(
    'is written so that it is read again: %s [MASK-43]',
    (colour) => {
      expect(cielabToColour(colourToCielab(colour))).toBe(colour);
    },
  );

  it('is written as DCMTK writes it, but for rounding [MASK-43]', () => {
    const written = [...colourToCielab('#FF0000'), ...colourToCielab('#DD8265')];
    [34886, 53484, 50172, 41661, 41167, 40792].forEach((value, at) => expect(Math.abs(written[at]! - value)).toBeLessThan(60));
  });

  it('beyond sRGB is the nearest value', () => {
    expect(cielabToColour([40000, 0, 32896])).toMatch(/^#00/);
  });

  it('is none without three numbers', () => {
    expect(cielabToColour([])).toBeNull();
    expect(cielabToColour([1, 2])).toBeNull();
  });

  it('may also be written as red, green and blue', () => {
    expect(toColour([220, 160, 7])).toBe('#DCA007');
    expect(toColour([-4, 256, 0.6])).toBe('#00FF01');
  });
});
