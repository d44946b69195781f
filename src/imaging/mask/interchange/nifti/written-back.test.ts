import { describe, expect, it } from 'vitest';
import { emptyBits, sameBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { BitsDraft } from '#imaging/mask/bits/bits-draft.ts';
import { applyChange } from '#imaging/mask/bits/change.ts';
import { combined } from '#imaging/mask/bits/combine.ts';
import type { Voxel } from '#model/grids/voxel-space.ts';
import { Random } from '#tests/sim/random.ts';
import { changesOfLabelMap } from './written-back.ts';

const SIZE: Voxel = [40, 3, 2];

const row = (from: number, to: number): Bits => {
  const draft = new BitsDraft(emptyBits(SIZE));
  draft.writeRow(1, 1, from, to);
  return draft.done();
};

/** What a label map of the layers has: the last one wins. */
function written(layers: readonly { value: number; bits: Bits }[]): Map<number, Bits> {
  let over = emptyBits(SIZE);
  const map = new Map<number, Bits>();
  for (const { value, bits } of layers.toReversed()) {
    map.set(value, combined(bits, over, 'without'));
    over = combined(over, bits, 'union');
  }
  return map;
}

const after = (layers: readonly { value: number; bits: Bits }[], labels: ReadonlyMap<number, Bits>, isExclusive = false) => {
  const changes = new Map(changesOfLabelMap(layers, labels, { isExclusive }).map(({ value, change }) => [value, change]));
  return layers.map(({ value, bits }) => ({ value, bits: changes.has(value) ? applyChange(bits, changes.get(value)!) : bits }));
};

describe('a label map that is written back', () => {
  const organ = { value: 1, bits: row(2, 30) };
  const zone = { value: 2, bits: row(10, 20) };

  it('changes nothing if nothing was changed in it, also where layers overlap [AI-56]', () => {
    expect(changesOfLabelMap([organ, zone], written([organ, zone]), { isExclusive: false })).toEqual([]);
  });

  it('changes only the voxels that differ: what lies under another layer stays [AI-56]', () => {
    const labels = written([organ, zone]);
    labels.set(2, row(10, 22));
    labels.set(1, combined(labels.get(1)!, row(21, 22), 'without'));
    const [organAfter, zoneAfter] = after([organ, zone], labels);
    expect(sameBits(organAfter!.bits, row(2, 30))).toBe(true);
    expect(sameBits(zoneAfter!.bits, row(10, 22))).toBe(true);
  });

  it('takes a voxel of the background out of all layers, and all others where segments may not overlap [AI-56]', () => {
    const [organAfter, zoneAfter] = after([organ, zone], new Map([[1, row(2, 9)]]));
    expect(sameBits(organAfter!.bits, row(2, 9))).toBe(true);
    expect(zoneAfter!.bits.blocks.size).toBe(0);
    const [less, more] = after(
      [{ value: 1, bits: row(2, 9) }, zone],
      new Map([
        [2, row(5, 20)],
        [1, row(2, 4)],
      ]),
      true,
    );
    expect(sameBits(less!.bits, row(2, 4))).toBe(true);
    expect(sameBits(more!.bits, row(5, 20))).toBe(true);
  });

  it('is what would be written afterwards, whatever the layers and the map are [AI-56]', () => {
    const random = new Random(3);
    const some = (): Bits =>
      Array.from({ length: 3 }, () => random.int(0, 35))
        .map((from) => row(from, from + random.int(0, 12)))
        .reduce((a, b) => combined(a, b, 'union'));
    for (let round = 0; round < 60; round += 1) {
      const layers = [3, 1, 2].map((value) => ({ value, bits: some() }));
      const labels = written([1, 3, 2].map((value) => ({ value, bits: some() })));
      const now = written(after(layers, labels));
      for (const { value } of layers) expect(sameBits(now.get(value)!, labels.get(value)!)).toBe(true);
    }
  });

  it('of no layers changes nothing', () => {
    expect(changesOfLabelMap([], new Map(), { isExclusive: false })).toEqual([]);
  });
});
