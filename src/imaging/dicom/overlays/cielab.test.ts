import { describe, expect, it } from 'vitest';
import { cielabToColour, toColour } from './cielab.ts';

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
