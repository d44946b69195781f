import { describe, expect, it } from 'vitest';
import { randomBits } from '#tests/fixtures/random-bits.ts';
import { FLAT_SPACE, SPACES } from '#tests/fixtures/spaces.ts';
import { Random } from '#tests/sim/random.ts';
import { patientToVoxel, voxelToPatient, type Voxel } from '#model/grids/voxel-space.ts';
import { pointOf, type ImagePlane } from '#model/pictures/image-plane.ts';
import { hasVoxel } from './bits.ts';
import { sampleBits } from './sample-bits.ts';
import { readPlane } from './slices.ts';

describe('a layer on a plane in the patient', () => {
  it.each(SPACES)('has at each pixel the voxel in which it lies: %s [MASK-07]', (_, space) => {
    const bits = randomBits(new Random(3), space.size, 8);
    const origin = voxelToPatient(space, [-3, -2, 1.3]);
    const plane: ImagePlane = { width: 50, height: 40, origin, right: [0.4, 0.31, 0.12], below: [-0.1, 0.42, 0.33] };
    const { mask } = sampleBits(bits, space, plane);
    expect(mask).toContain(1);
    const toVoxel = patientToVoxel(space);
    for (let y = 0; y < 40; y += 1)
      for (let x = 0; x < 50; x += 1) {
        const voxel = toVoxel(pointOf(plane, x, y)).map((at) => Math.floor(at + 0.5 + 1e-6)) as unknown as Voxel;
        expect(mask[y * 50 + x]).toBe(hasVoxel(bits, voxel) ? 1 : 0);
      }
  });

  it('that is a slice is the slice [MASK-07]', () => {
    const bits = randomBits(new Random(4), FLAT_SPACE.size, 8);
    const [right, below] = FLAT_SPACE.steps;
    const plane: ImagePlane = { width: 40, height: 37, origin: voxelToPatient(FLAT_SPACE, [0, 0, 4]), right, below };
    expect(sampleBits(bits, FLAT_SPACE, plane)).toEqual(readPlane(bits, 2, 4));
  });
});
