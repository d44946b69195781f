import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { box, MaskDevice, newMaskSource } from '#tests/fixtures/mask-device.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import type { MaskSource, Rearrangement } from './types.ts';

const [ANN, BOB] = [1, 2];
const [A, B, C] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];

let server: MaskServer;
let source: MaskSource;
beforeEach(() => {
  server = new MaskServer();
  source = newMaskSource();
});

async function opened(userId: number): Promise<MaskDevice> {
  const made = new MaskDevice({ userId, device: nextUser(), server, source });
  expect(await made.open()).toMatchObject({ segmentation: source.segmentation });
  return made;
}
const draw = ({ masks }: MaskDevice, segment: string, gesture: ReturnType<typeof box>) =>
  masks.draw(source.segmentation, segment, gesture, []);
const rearrange = ({ masks }: MaskDevice, what: Rearrangement, locked: string[] = []) => masks.rearrange(source.segmentation, what, locked);
const all = async (device: MaskDevice) => [await device.voxels(A), await device.voxels(B), await device.voxels(C)];
const OK = { ok: true };

describe('merging [MASK-137]', () => {
  it('adds the voxels of the other segment and clears it there, undone and redone in one step', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, box(0, [1, 1, 2, 1]));
    await draw(ann, B, box(0, [2, 1, 3, 1]));
    const before = await all(ann);
    expect(await rearrange(ann, { do: 'merge', into: A, from: B })).toEqual(OK);
    expect(await all(ann)).toEqual([['1,1', '2,1', '3,1'], [], []]);
    await ann.masks.undo(source.segmentation, []);
    expect(await all(ann)).toEqual(before);
    expect(ann.news).toMatchObject({ canRedo: true });
    await ann.masks.redo(source.segmentation, []);
    expect(await all(ann)).toEqual([['1,1', '2,1', '3,1'], [], []]);
    await ann.masks.undo(source.segmentation, []);
    expect(await all(ann)).toEqual(before);
  });

  it('is the same on another device, also where segments may not overlap', async () => {
    source = { ...source, isExclusive: true };
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await draw(ann, A, box(0, [1, 1, 2, 1]));
    await draw(ann, B, box(0, [5, 1, 6, 1]));
    await rearrange(ann, { do: 'merge', into: A, from: B });
    await ann.send();
    await bob.receive();
    await vi.waitFor(async () => expect(await all(bob)).toEqual([['1,1', '2,1', '5,1', '6,1'], [], []]));
  });

  it('leaves locked segments as they are, and stores nothing where nothing is moved', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, box(0, [1, 1, 2, 1]));
    await draw(ann, B, box(0, [2, 1, 3, 1]));
    const before = await all(ann);
    for (const locked of [A, B]) {
      expect(await rearrange(ann, { do: 'merge', into: A, from: B }, [locked])).toEqual({ ok: false, why: 'locked' });
      expect(await all(ann)).toEqual(before);
    }
    for (const from of [A, C]) expect(await rearrange(ann, { do: 'merge', into: A, from })).toEqual(OK);
    expect(await ann.db.maskOperations.count()).toBe(2);
    ann.masks.closeMask(source.segmentation);
    expect(await rearrange(ann, { do: 'merge', into: A, from: B })).toEqual({ ok: false, why: 'closed' });
  });
});

describe('splitting [MASK-138]', () => {
  async function threeIslands(): Promise<MaskDevice> {
    const ann = await opened(ANN);
    await draw(ann, A, box(0, [1, 1, 4, 1]));
    await draw(ann, A, box(0, [10, 1, 12, 1]));
    await draw(ann, A, box(0, [20, 1, 21, 1]));
    return ann;
  }

  it('leaves the largest island and gives each of the others a segment, undone in one step', async () => {
    const ann = await threeIslands();
    const before = await all(ann);
    expect(await ann.masks.countIslands(source.segmentation, A)).toBe(3);
    expect(await rearrange(ann, { do: 'split', segment: A, into: [B, C] })).toEqual(OK);
    expect(await all(ann)).toEqual([
      ['1,1', '2,1', '3,1', '4,1'],
      ['10,1', '11,1', '12,1'],
      ['20,1', '21,1'],
    ]);
    await ann.masks.undo(source.segmentation, []);
    expect(await all(ann)).toEqual(before);
  });

  it('leaves islands for which there is no segment, and a locked segment', async () => {
    const ann = await threeIslands();
    expect(await rearrange(ann, { do: 'split', segment: A, into: [B] }, [A])).toEqual({ ok: false, why: 'locked' });
    expect(await rearrange(ann, { do: 'split', segment: A, into: [B] })).toEqual(OK);
    expect(await all(ann)).toEqual([['1,1', '2,1', '3,1', '4,1', '20,1', '21,1'], ['10,1', '11,1', '12,1'], []]);
    expect(await rearrange(ann, { do: 'split', segment: C, into: [B] })).toEqual(OK);
    expect(await ann.masks.countIslands(source.segmentation, C)).toBe(0);
  });
});

describe('splitting where slices make no volume [MASK-138]', () => {
  it('is refused, and merging is not', async () => {
    source = { ...source, grid: { ...source.grid, noVolume: 'gap' } };
    const ann = await opened(ANN);
    await draw(ann, A, box(0, [1, 1, 4, 1]));
    await draw(ann, A, box(0, [10, 1, 12, 1]));
    expect(await rearrange(ann, { do: 'split', segment: A, into: [B] })).toEqual({ ok: false, why: 'no-volume' });
    expect(await rearrange(ann, { do: 'merge', into: B, from: A })).toEqual(OK);
    expect((await ann.masks.shapeOf(source.segmentation, B))!.space).toBeNull();
  });
});

describe('what is told of a segment', () => {
  it('has the slices with voxels, and a version that differs only for the one that was drawn [MASK-104, MASK-139]', async () => {
    const ann = await opened(ANN);
    for (const slice of [0, 1, 3]) await draw(ann, A, box(slice, [1, 1, 2, 1]));
    await draw(ann, B, box(2, [5, 5, 6, 6]));
    const before = new Map(ann.news.segments.map((one) => [one.uuid, one]));
    expect(before.get(A)).toMatchObject({
      slices: [
        [0, 1],
        [3, 3],
      ],
    });
    expect(before.get(B)).toMatchObject({ slices: [[2, 2]] });
    await draw(ann, B, box(3, [5, 5, 6, 6]));
    const after = new Map(ann.news.segments.map((one) => [one.uuid, one]));
    expect(after.get(A)).toEqual(before.get(A));
    expect(after.get(B)).toMatchObject({ slices: [[2, 3]] });
    expect(after.get(B)!.version).not.toBe(before.get(B)!.version);
  });

  it('is given with its place, for a surface [MASK-130]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, box(0, [1, 1, 2, 1]));
    const shape = await ann.masks.shapeOf(source.segmentation, A);
    expect([...shape!.bits.blocks.keys()]).toEqual([0]);
    expect(shape!.space!.size).toEqual([40, 36, 4]);
    expect((await ann.masks.shapeOf(source.segmentation, B))!.bits.blocks.size).toBe(0);
    ann.masks.closeMask(source.segmentation);
    expect(await ann.masks.shapeOf(source.segmentation, A)).toBeNull();
  });
});
