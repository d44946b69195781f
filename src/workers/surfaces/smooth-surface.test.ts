import { describe, expect, it } from 'vitest';
import { countVoxels, emptyBits } from '#imaging/mask/bits/bits.ts';
import { surfaceVolume } from '#imaging/mask/surfaces/surface.ts';
import { voxelToPatient, voxelVolumeMl, type Voxel, type VoxelSpace } from '#model/grids/voxel-space.ts';
import { bitsWhere } from '#tests/fixtures/random-bits.ts';
import { SurfaceWorker } from './surface-worker.ts';
import { smoothSurface } from './smooth-surface.ts';

/** Rows, columns and slices are oblique in the patient, and the slices run left-handed. */
const OBLIQUE: VoxelSpace = {
  size: [48, 40, 30],
  origin: [-120, 35, 900],
  steps: [
    [0.8 * 0.8, 0.8 * 0.6, 0],
    [-0.6 * 0.9, 0.8 * 0.9, 0],
    [0, 0, -1.5],
  ],
};
const CENTRE: Voxel = [22, 19, 14];

function ball(space: VoxelSpace, radius: number) {
  const centre = voxelToPatient(space, CENTRE);
  return bitsWhere(
    space.size,
    (...voxel) => voxelToPatient(space, voxel).reduce((sum, part, axis) => sum + (part - centre[axis]!) ** 2, 0) <= radius ** 2,
  );
}

describe('a surface to be drawn', () => {
  it('of a ball on an oblique grid lies around its centre in the patient, with its volume and normals that point outwards [MASK-130]', () => {
    const bits = ball(OBLIQUE, 12);
    const made = smoothSurface({ bits, space: OBLIQUE });
    if (!made.ok) throw new Error(made.why);
    const { points, normals, triangles } = made.surface;
    const centre = voxelToPatient(OBLIQUE, CENTRE);
    expect(triangles.length).toBeGreaterThan(3000);
    const cosines: number[] = [];
    for (let at = 0; at < points.length; at += 3) {
      const out = [0, 1, 2].map((axis) => points[at + axis]! - centre[axis]!);
      const distance = Math.hypot(...out);
      expect(Math.abs(distance - 12)).toBeLessThan(1.2);
      expect(Math.hypot(normals[at]!, normals[at + 1]!, normals[at + 2]!)).toBeCloseTo(1, 5);
      cosines.push(out.reduce((sum, part, axis) => sum + (part / distance) * normals[at + axis]!, 0));
    }
    // Steps between slices stay where a corner cannot leave its cell.
    expect(Math.min(...cosines)).toBeGreaterThan(0.5);
    expect(cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length).toBeGreaterThan(0.95);
    expect(Math.abs(surfaceVolume(made.surface) / (countVoxels(bits) * voxelVolumeMl(OBLIQUE) * 1000) - 1)).toBeLessThan(0.02);
  });

  it('is empty for an empty segment, and refused where there is no volume or too much of it [MASK-131]', () => {
    const bits = ball(OBLIQUE, 12);
    expect(smoothSurface({ bits: emptyBits(OBLIQUE.size), space: OBLIQUE })).toMatchObject({
      ok: true,
      surface: { triangles: { length: 0 } },
    });
    expect(smoothSurface({ bits, space: null })).toEqual({ ok: false, why: 'no-volume' });
    expect(smoothSurface({ bits, space: OBLIQUE }, { boxVoxels: 1000, triangles: 1e6 })).toEqual({ ok: false, why: 'too-large' });
    expect(smoothSurface({ bits, space: OBLIQUE }, { boxVoxels: 1e6, triangles: 1000 })).toEqual({ ok: false, why: 'too-large' });
  });

  it('is the same by way of its worker [MASK-130]', () => {
    const shape = { bits: ball(OBLIQUE, 6), space: OBLIQUE };
    expect(new SurfaceWorker().smoothSurface(shape)).toEqual(smoothSurface(shape));
    expect(new SurfaceWorker().smoothSurface({ ...shape, space: null })).toEqual({ ok: false, why: 'no-volume' });
  });
});
