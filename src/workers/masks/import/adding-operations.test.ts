import { describe, expect, it } from 'vitest';
import { sameBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { applyOperations } from '#imaging/mask/operations/apply-operations.ts';
import { createHash } from '#imaging/mask/operations/block-store.ts';
import { emptyState, stateAt, type MaskState } from '#imaging/mask/operations/mask-state.ts';
import { readOperation } from '#imaging/mask/replay/read-operation.ts';
import { Random } from '#tests/sim/random.ts';
import { addingOperations } from './adding-operations.ts';

const SIZE = [320, 320, 64] as const;
const BLOCKS = 10 * 10 * 2;
const WORDS = 1024;

/** Voxels that no packing makes smaller: more bytes than an operation may have. */
function noise(seed: number): Bits {
  const random = new Random(seed);
  const word = (): number => random.int(0, 0xffff) * 0x10000 + random.int(0, 0xffff);
  return { size: SIZE, blocks: new Map(Array.from({ length: BLOCKS }, (_, at) => [at, Uint32Array.from({ length: WORDS }, word)])) };
}

describe('what does not fit into an operation', () => {
  it('is several of one action in a segment that has nothing, and is refused elsewhere [MASK-143]', async () => {
    const hash = await createHash();
    const add = (bits: Bits, state: MaskState, exclusive = false) =>
      addingOperations([{ segment: 'new', bits }], {
        drawing: { segmentation: 'mask', gridHash: 'a', author: 1, device: 'd', tab: 't' },
        ...{ state, locked: [], tool: 'import', exclusive, size: SIZE, base: 0, hash },
      });
    const bits = noise(1);
    const made = add(bits, emptyState(SIZE));
    if (!Array.isArray(made)) throw new Error(JSON.stringify(made));
    expect(made.length).toBeGreaterThan(1);
    expect(new Set(made.map(({ operation }) => operation.action)).size).toBe(1);
    const reads = made.flatMap((content) => {
      const read = readOperation('mask', content, hash);
      return read?.kind === 'bulk' ? [read] : [];
    });
    const applied = applyOperations(
      emptyState(SIZE),
      reads.map(({ bulk }, at) => ({ number: at + 1, operation: bulk })),
      new Map(reads.flatMap(({ blocks }) => [...blocks])),
    );
    if (!applied.ok) throw new Error(applied.why);
    expect(sameBits(applied.state.segments.get('new')!, bits)).toBe(true);
    expect(add(bits, applied.state)).toEqual([]);
    expect(add(noise(2), applied.state)).toEqual({ ok: false, why: 'too-much' });
    expect(add(bits, emptyState(SIZE), true)).toEqual({ ok: false, why: 'too-much' });
    const fromSnapshot = stateAt(SIZE, { number: 1, segments: applied.state.segments });
    expect(add(noise(2), fromSnapshot)).toEqual({ ok: false, why: 'too-much' });
  });
});
