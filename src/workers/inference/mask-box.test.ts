import { expect, it } from 'vitest';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { emptyBits, sameBits, type Bits } from '#imaging/mask/bits/bits.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { boxToMask, maskToBox } from './mask-box.ts';

const SIZE: Voxel = [6, 5, 4];
/** As the worker in Python writes the same voxels. */
const OF_PYTHON = { from: [3, 2, 1], size: [3, 3, 2], bytes: 'eJxjZIABRigFAAAtAAQ=' } satisfies NonNullable<
  Parameters<typeof boxToMask>[0]
>;

function mask(size = SIZE): Bits {
  const draft = new BitsDraft(emptyBits(size));
  for (const voxel of [[3, 2, 1], [4, 2, 2], [5, 4, 2]] as const) draft.write(voxel); // prettier-ignore
  return draft.done();
}

it('a mask comes back as it went, and as the worker in Python writes it [AI-99]', async () => {
  const box = await maskToBox(mask());
  expect(box).toMatchObject({ from: OF_PYTHON.from, size: OF_PYTHON.size });
  expect(sameBits((await boxToMask(box, SIZE))!, mask())).toBe(true);
  expect(sameBits((await boxToMask(OF_PYTHON, SIZE))!, mask())).toBe(true);
  expect([await maskToBox(emptyBits(SIZE)), await boxToMask(null, SIZE)]).toEqual([null, emptyBits(SIZE)]);
});

it.each([
  ['beyond the grid', { ...OF_PYTHON, from: [4, 2, 1] }],
  ['of more voxels', { ...OF_PYTHON, size: [3, 3, 1] }],
  ['of fewer voxels', { ...OF_PYTHON, size: [3, 3, 3] }],
  ['of other bytes', { ...OF_PYTHON, bytes: 'AAAA' }],
  ['that is no base64', { ...OF_PYTHON, bytes: '***' }],
] as const)('a mask %s is refused [AI-99]', async (_, box) => {
  expect(await boxToMask(box as unknown as typeof OF_PYTHON, SIZE)).toBeNull();
});
