import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDeviceKey } from '#localdb/device-key.ts';
import { saveArrived } from '#localdb/masks/journal.ts';
import { box, MaskDevice, newMaskSource, straightGrid } from '#tests/fixtures/mask-device.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import type { SeriesOfMask } from './study-masks.ts';
import type { Gesture, MaskSource } from './types.ts';

const [ANN, BOB] = [1, 2];
const [A, B] = [crypto.randomUUID(), crypto.randomUUID()];

let server: MaskServer;
let source: MaskSource;
beforeEach(() => {
  server = new MaskServer();
  source = newMaskSource();
});

const device = (userId: number, on = nextUser(), series?: SeriesOfMask): MaskDevice =>
  new MaskDevice({ userId, device: on, server, source }, series);
async function opened(userId: number, on?: number, series?: SeriesOfMask): Promise<MaskDevice> {
  const made = device(userId, on, series);
  expect(await made.open()).toMatchObject({ segmentation: source.segmentation });
  return made;
}
const draw = ({ masks }: MaskDevice, segment: string, gesture: Gesture, locked: string[] = []) =>
  masks.draw(source.segmentation, segment, gesture, locked);
const undo = ({ masks }: MaskDevice, locked: string[] = []) => masks.undo(source.segmentation, locked);
const redo = ({ masks }: MaskDevice, locked: string[] = []) => masks.redo(source.segmentation, locked);
const OK = { ok: true };
const soon = vi.waitFor;
/** 3 x 2 voxels. */
const SMALL = box(0, [1, 1, 3, 2]);
const SMALL_VOXELS = ['1,1', '2,1', '3,1', '1,2', '2,2', '3,2'];

describe('drawing', () => {
  it('is stored on this device before it is seen, and is there after a reload [MASK-70, MASK-77]', async () => {
    const ann = await opened(ANN, 9_101);
    expect(await draw(ann, A, SMALL)).toEqual(OK);
    expect(await ann.voxels(A)).toEqual(SMALL_VOXELS);
    expect(ann.news).toMatchObject({ onServer: 0, unsent: 1, canUndo: true, canRedo: false, aside: [], conflicts: [] });
    ann.close();
    const again = await opened(ANN, 9_101);
    expect(await again.voxels(A)).toEqual(SMALL_VOXELS);
    expect(again.news).toMatchObject({ unsent: 1, canUndo: true });
  });

  it('draws nothing when the device is full [MASK-70]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, SMALL);
    vi.spyOn(ann.db.maskOperations, 'bulkAdd').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
    expect(await draw(ann, A, box(0, [10, 10, 20, 20]))).toEqual({ ok: false, why: 'no-room' });
    expect(await ann.voxels(A)).toEqual(SMALL_VOXELS);
    expect(await draw(ann, A, box(0, [1, 1, 1, 1], false))).toEqual(OK);
    expect(await ann.voxels(A)).toEqual(SMALL_VOXELS.slice(1));
  });

  it('paints and erases by mm [MASK-78]', async () => {
    const ann = await opened(ANN);
    const brush = { shape: { kind: 'disc', axis: 2 }, radiusMm: 2 } as const;
    await draw(ann, A, { tool: 'paint', brush, path: [[5, 5, 1]], within: null });
    expect(await ann.voxels(A, 1)).toEqual(['5,4', '4,5', '5,5', '6,5', '5,6']);
    await draw(ann, A, { tool: 'erase', brush, path: [[5, 4, 1]], within: null });
    expect(await ann.voxels(A, 1)).toEqual(['4,5', '6,5', '5,6']);
    expect(await ann.voxels(A, 0)).toEqual([]);
  });

  it('paints only voxels of the series with values in a range [MASK-78]', async () => {
    // The series has its slices in the opposite order.
    const series: SeriesOfMask = {
      grid: { hash: source.gridHash, slices: [3, 2, 1, 0] },
      nameOf: async () => null,
      valuesOf: async (slice) => (slice === 3 ? null : Array.from({ length: 40 * 36 }, (_, at) => slice * 1000 + (at % 40))),
      rescaleOf: async () => ({ slope: 1, intercept: 0 }),
    };
    const ann = await opened(ANN, undefined, series);
    const brush = { shape: { kind: 'sphere' }, radiusMm: 4 } as const;
    await draw(ann, A, { tool: 'paint', brush, path: [[33, 20, 2]], within: { low: 1032, high: 1033 } });
    expect((await ann.voxels(A, 1)).every((voxel) => voxel.startsWith('32,') || voxel.startsWith('33,'))).toBe(true);
    // Stored slice 1 is slice 2 of the grid.
    expect(ann.news.segments).toMatchObject([{ voxels: 8, middle: [expect.any(Number), expect.any(Number), 2] }]);
    await draw(ann, B, { tool: 'paint', brush, path: [[33, 20, 0]], within: { low: -1e6, high: 1e6 } });
    expect(await ann.voxels(B, 3)).toEqual([]);
  });

  it('paints by the values of each slice where slices are rescaled differently, as those of PET [MASK-93]', async () => {
    const slopes = [0.5, 1, 2, 4];
    const series: SeriesOfMask = {
      grid: { hash: source.gridHash, slices: [0, 1, 2, 3] },
      nameOf: async () => null,
      // 10 to the left of column 20, and 20 from there on, in the unit of the series.
      valuesOf: async (slice) => Array.from({ length: 40 * 36 }, (_, at) => (at % 40 < 20 ? 10 : 20) / slopes[slice]!),
      rescaleOf: async (slice) => ({ slope: slopes[slice]!, intercept: 0 }),
    };
    const ann = await opened(ANN, undefined, series);
    const brush = { shape: { kind: 'sphere' }, radiusMm: 7 } as const;
    await draw(ann, A, { tool: 'paint', brush, path: [[20, 20, 1]], within: { low: 15, high: 25 } });
    for (const slice of [0, 1, 2]) {
      const columns = (await ann.voxels(A, slice)).map((voxel) => Number(voxel.split(',')[0]));
      expect([Math.min(...columns), columns.length > 4]).toEqual([20, true]);
    }
  });

  it('clears the others in the same operation where segments may not overlap; locked ones stay, and it is said [MASK-78, MASK-105]', async () => {
    source = { ...source, isExclusive: true };
    const ann = await opened(ANN);
    await draw(ann, A, SMALL);
    expect(await draw(ann, A, SMALL, [A])).toEqual({ ok: false, why: 'locked' });
    expect(await draw(ann, B, box(0, [1, 1, 2, 2]), [A])).toEqual({ ok: false, why: 'locked' });
    expect(await draw(ann, B, box(0, [2, 1, 5, 1]), [A])).toEqual({ ok: true, spared: 2 });
    expect([await ann.voxels(A), await ann.voxels(B)]).toEqual([SMALL_VOXELS, ['4,1', '5,1']]);
    expect(await draw(ann, B, box(0, [2, 1, 5, 1]))).toEqual(OK);
    expect([await ann.voxels(A), await ann.voxels(B)]).toEqual([
      ['1,1', '1,2', '2,2', '3,2'],
      ['2,1', '3,1', '4,1', '5,1'],
    ]);
  });

  it('is neither undone nor redone in a locked segment [MASK-78]', async () => {
    const refused = { ok: false, why: 'locked' };
    const ann = await opened(ANN);
    await draw(ann, A, SMALL);
    expect(await undo(ann, [A])).toEqual(refused);
    expect(await ann.voxels(A)).toEqual(SMALL_VOXELS);
    expect(await undo(ann, [B])).toEqual(OK);
    expect(await redo(ann, [A])).toEqual(refused);
    expect(await ann.voxels(A)).toEqual([]);
    expect(await redo(ann, [B])).toEqual(OK);
    expect(await ann.voxels(A)).toEqual(SMALL_VOXELS);
  });

  it('is not undone where that would give voxels back to a locked segment, nor redone where it would take some [MASK-78, MASK-105]', async () => {
    const refused = { ok: false, why: 'locked' };
    source = { ...source, isExclusive: true };
    const ann = await opened(ANN);
    await draw(ann, A, SMALL);
    await draw(ann, B, box(0, [2, 1, 5, 1]));
    expect(await undo(ann, [A])).toEqual(refused);
    expect(await undo(ann)).toEqual(OK);
    expect(await redo(ann, [A])).toEqual(refused);
    expect([await ann.voxels(A), await ann.voxels(B)]).toEqual([SMALL_VOXELS, []]);
    await draw(ann, B, box(0, [10, 10, 12, 10]));
    expect(await undo(ann, [A])).toEqual(OK);
    expect(await redo(ann, [A])).toEqual(OK);
    expect(await ann.voxels(B)).toEqual(['10,10', '11,10', '12,10']);
  });

  it('is refused once the segmentation is closed [MASK-78]', async () => {
    const ann = await opened(ANN);
    ann.masks.closeMask(source.segmentation);
    expect(await Promise.all([draw(ann, A, SMALL), undo(ann), redo(ann)])).toEqual(
      Array.from({ length: 3 }, () => ({ ok: false, why: 'closed' })),
    );
    expect(await ann.voxels(A)).toEqual([]);
    expect(await ann.db.maskOperations.count()).toBe(0);
  });

  it('of much at once is one action in several operations that each fit into a call [MASK-78]', async () => {
    source = { ...source, grid: straightGrid(512, 512, 64) };
    const ann = await opened(ANN);
    const everywhere: Gesture = {
      tool: 'polygon',
      polygon: { axis: 0, index: 3, lines: [[-1, -1, 600, -1, 600, 600, -1, 600]] },
      mode: 'fill-inside',
    };
    await draw(ann, A, everywhere);
    await draw(ann, A, {
      tool: 'polygon',
      polygon: { axis: 2, index: 3, lines: [[-1, -1, 600, -1, 600, 600, -1, 600]] },
      mode: 'fill-inside',
    });
    await draw(ann, B, { tool: 'paint', brush: { shape: { kind: 'sphere' }, radiusMm: 800 }, path: [[256, 256, 32]], within: null });
    expect(await ann.db.maskOperations.count()).toBeGreaterThan(3);
    await undo(ann);
    expect(ann.news.segments.map(({ uuid }) => uuid)).toEqual([A]);
  });
});

describe('what is told', () => {
  it('has voxels, ml and a voxel in the middle of each segment [MASK-82]', async () => {
    const ann = await opened(ANN);
    for (const slice of [0, 1, 2]) await draw(ann, A, box(slice, [30, 30, 34, 34]));
    expect(ann.news.segments).toMatchObject([
      { uuid: A, voxels: 75, ml: expect.closeTo(0.9), middle: [expect.any(Number), expect.any(Number), 1], holdsOthers: false },
    ]);
    const [column, row] = ann.news.segments[0]!.middle!;
    expect(await ann.voxels(A, 1)).toContain(`${column},${row}`);
  });

  it('has another version after every change of a bit, and no ml where the slices make no volume [MASK-82]', async () => {
    const { grid } = source;
    source = { ...source, grid: { ...grid, step: null, noVolume: 'gap' } };
    const ann = await opened(ANN);
    const versions = [ann.news.version];
    for (const left of [1, 2, 3]) {
      await draw(ann, A, { tool: 'paint', brush: { shape: { kind: 'disc', axis: 2 }, radiusMm: 1 }, path: [[left, 1, 2]], within: null });
      versions.push(ann.news.version);
    }
    expect(new Set(versions).size).toBe(4);
    expect(ann.news.segments).toMatchObject([{ voxels: 3, ml: null }]);
  });
});

describe('what is shown', () => {
  it('is each segment on a stored slice, and on a plane through the volume [MASK-81]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, SMALL);
    await draw(ann, B, box(1, [0, 0, 0, 0]));
    const at = (slice: number) => ann.masks.segmentsOn(source.segmentation, { slice });
    expect(await at(0)).toMatchObject([{ segment: A, width: 40, height: 36 }]);
    expect(await at(1)).toMatchObject([{ segment: B }]);
    expect([await at(2), await at(9)]).toEqual([[], []]);
    // Coronal, through row 2, a pixel for each mm.
    const plane = { width: 12, height: 4, origin: [0, 4, 0], right: [1, 0, 0], below: [0, 0, 1] } as const;
    const [shown] = await ann.masks.segmentsOn(source.segmentation, { plane });
    expect([...shown!.mask.subarray(0, 12)]).toEqual([0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
    expect(await ann.masks.segmentsOn(crypto.randomUUID(), { slice: 0 })).toEqual([]);
  });

  it('of a series that has another grid is nothing [MASK-81]', async () => {
    const ann = await opened(ANN, undefined, {
      grid: { hash: 'b'.repeat(64), slices: [0, 1, 2, 3] },
      nameOf: async () => ({ sop: '1.2.0', frame: 0 }),
      valuesOf: async () => null,
      rescaleOf: async () => null,
    });
    await draw(ann, A, SMALL);
    expect(await ann.voxels(A)).toEqual([]);
  });
});

describe('two tabs of one device', () => {
  it('agree, whoever draws and undoes [MASK-77]', async () => {
    const on = nextUser();
    const [one, two] = [await opened(ANN, on), await opened(ANN, on)];
    await draw(one, A, SMALL);
    await soon(async () => expect(await two.voxels(A)).toEqual(SMALL_VOXELS));
    await Promise.all([draw(one, B, SMALL), draw(two, B, box(0, [20, 20, 20, 20]))]);
    await soon(async () =>
      expect([await one.voxels(B), await two.voxels(B)]).toEqual(Array.from({ length: 2 }, () => [...SMALL_VOXELS, '20,20'])),
    );
    for (let left = 3; left > 0; left -= 1) {
      await soon(() => expect(two.news.canUndo).toBe(true));
      await undo(two);
    }
    await soon(async () => expect([await one.voxels(A), await one.voxels(B), one.news.canUndo]).toEqual([[], [], false]));
    expect(two.news.canRedo).toBe(true);
  });
});

describe('two people', () => {
  it('end with the same voxels, in the order of the server [MASK-77]', async () => {
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await draw(ann, A, SMALL);
    await draw(bob, B, SMALL);
    await bob.send();
    await ann.send();
    await ann.receive();
    await bob.receive();
    await soon(async () => {
      for (const each of [ann, bob])
        expect([await each.voxels(A), await each.voxels(B), each.news.unsent]).toEqual([SMALL_VOXELS, SMALL_VOXELS, 0]);
    });
  });

  it('are told how many strokes the server has, and which are on this device only [MASK-101]', async () => {
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await draw(ann, A, SMALL);
    await draw(ann, A, box(0, [5, 1, 5, 1]));
    expect(ann.news).toMatchObject({ onServer: 0, unsent: 2 });
    await ann.send();
    await bob.receive();
    await draw(bob, B, SMALL);
    for (const [each, unsent] of [
      [ann, 0],
      [bob, 1],
    ] as const)
      await soon(() => expect(each.news).toMatchObject({ onServer: 2, unsent }));
  });

  it('see what waits after what has arrived, also where a number is known before those below it [MASK-77]', async () => {
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await draw(ann, A, SMALL);
    await ann.send();
    await bob.receive();
    await soon(async () => expect(await bob.voxels(A)).toEqual(SMALL_VOXELS));
    await draw(bob, A, box(0, [1, 1, 1, 2], false));
    await bob.send();
    await draw(ann, A, box(0, [5, 1, 5, 1]));
    await ann.send();
    // Number 3 is known here, 2 is not.
    await soon(() => expect(ann.news).toMatchObject({ onServer: 3, unsent: 0 }));
    await soon(async () => expect([await ann.voxels(A), ann.news.unsent]).toEqual([['1,1', '2,1', '3,1', '5,1', '1,2', '2,2', '3,2'], 0]));
    await ann.receive();
    await soon(async () => expect(await ann.voxels(A)).toEqual(['2,1', '3,1', '5,1', '2,2', '3,2']));
  });

  it('do not overwrite each other: the author sees the conflict and what each outcome gives, and takes it [MASK-80, MASK-100]', async () => {
    const { ann, bob, conflict } = await conflicting();
    expect(ann.news.conflicts).toEqual([{ uuid: conflict, segment: A, voxels: 2, isProposal: false, at: [2, 1, 0] }]);
    expect(bob.news.conflicts).toEqual([]);
    const on = (await ann.masks.conflictOn(source.segmentation, conflict))!;
    const voxelsOf = (mask: Uint8Array): string[] =>
      [...mask.entries()].flatMap(([at, bit]) => (bit === 1 ? [`${at % on.width},${Math.floor(at / on.width)}`] : []));
    expect([on.slice, voxelsOf(on.mine), voxelsOf(on.theirs), voxelsOf(on.undecided)]).toEqual([
      0,
      SMALL_VOXELS,
      ['1,1', '3,1', '1,2', '3,2'],
      ['2,1', '2,2'],
    ]);
    expect(await bob.masks.conflictOn(source.segmentation, conflict)).toBe(null);
    expect(await ann.masks.settle(source.segmentation, conflict, 'take', [A])).toEqual({ ok: false, why: 'locked' });
    expect(await ann.masks.settle(source.segmentation, conflict, 'take', [])).toEqual(OK);
    expect([await ann.voxels(A), ann.news.conflicts]).toEqual([SMALL_VOXELS, []]);
    await ann.send();
    await bob.receive();
    await soon(async () => expect(await bob.voxels(A)).toEqual(SMALL_VOXELS));
    // Undo brings the conflict back, and redo takes it again.
    await undo(ann);
    expect([await ann.voxels(A), ann.news.conflicts.length]).toEqual([['1,1', '3,1', '1,2', '3,2'], 1]);
    await redo(ann);
    expect([await ann.voxels(A), ann.news.conflicts.length]).toEqual([SMALL_VOXELS, 0]);
  });

  it('leave a conflict, which then is settled on all devices of its author [MASK-80]', async () => {
    const { ann, conflict } = await conflicting();
    const tablet = await opened(ANN);
    await tablet.receive();
    await soon(() => expect(tablet.news.conflicts).toHaveLength(1));
    await ann.masks.settle(source.segmentation, conflict, 'leave', []);
    expect([await ann.voxels(A), ann.news.conflicts]).toEqual([['1,1', '3,1', '1,2', '3,2'], []]);
    await ann.send();
    await tablet.receive();
    await soon(() => expect(tablet.news.conflicts).toEqual([]));
    expect(await tablet.masks.settle(source.segmentation, conflict, 'take', [])).toEqual(OK);
    expect(await tablet.voxels(A)).toEqual(['1,1', '3,1', '1,2', '3,2']);
  });

  /** Ann has painted again where Bob had erased meanwhile. */
  async function conflicting(): Promise<{ ann: MaskDevice; bob: MaskDevice; conflict: string }> {
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await draw(ann, A, SMALL);
    await ann.send();
    await bob.receive();
    await soon(async () => expect(await bob.voxels(A)).toEqual(SMALL_VOXELS));
    await draw(bob, A, box(0, [2, 1, 2, 2], false));
    await bob.send();
    await draw(ann, A, SMALL);
    await ann.send();
    await ann.receive();
    await bob.receive();
    for (const each of [ann, bob]) await soon(async () => expect(await each.voxels(A)).toEqual(['1,1', '3,1', '1,2', '3,2']));
    await soon(() => expect(ann.news.conflicts).toHaveLength(1));
    return { ann, bob, conflict: ann.news.conflicts[0]!.uuid };
  }
});

describe('undo', () => {
  it('takes back the last action of this user on this device, also after a reload; redo repeats it as a new operation [MASK-79]', async () => {
    const on = nextUser();
    const [first, bob] = [await opened(ANN, on), await opened(BOB)];
    await draw(first, A, SMALL);
    await draw(first, A, box(0, [10, 1, 10, 1]));
    await first.send();
    await bob.receive();
    await draw(bob, A, box(0, [10, 1, 11, 1]));
    await bob.send();
    first.close();
    const ann = await opened(ANN, on);
    await ann.receive();
    await soon(async () => expect(await ann.voxels(A)).toContain('11,1'));
    await undo(ann);
    // What Bob drew since stays.
    expect(await ann.voxels(A)).toEqual(['1,1', '2,1', '3,1', '10,1', '11,1', '1,2', '2,2', '3,2']);
    await undo(ann);
    expect([await ann.voxels(A), ann.news.canUndo, ann.news.canRedo]).toEqual([['10,1', '11,1'], false, true]);
    expect(await undo(ann)).toEqual(OK);
    ann.close();
    const again = await opened(ANN, on);
    await redo(again);
    expect((await again.voxels(A)).length).toBe(8);
    await redo(again);
    expect([again.news.canRedo, again.news.canUndo]).toEqual([false, true]);
    await again.send();
    expect(new Set(server.all.map(({ uuid }) => uuid)).size).toBe(7);
    await bob.receive();
    await soon(async () => expect(await bob.voxels(A)).toEqual(await again.voxels(A)));
  });

  it('ends what could be redone with the next action, and does not reach what another device drew [MASK-79]', async () => {
    const [ann, tablet] = [await opened(ANN), await opened(ANN)];
    await draw(tablet, A, SMALL);
    await tablet.send();
    await ann.receive();
    await soon(async () => expect(await ann.voxels(A)).toEqual(SMALL_VOXELS));
    expect(ann.news.canUndo).toBe(false);
    await draw(ann, B, SMALL);
    await undo(ann);
    expect(ann.news).toMatchObject({ canUndo: false, canRedo: true });
    await draw(ann, B, box(1, [1, 1, 1, 1]));
    expect(ann.news).toMatchObject({ canUndo: true, canRedo: false });
  });

  it('of an operation that has not arrived yet sends both, and withdraws it for everybody [MASK-79]', async () => {
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await draw(ann, A, SMALL);
    await undo(ann);
    expect(ann.news.unsent).toBe(2);
    await ann.send();
    await bob.receive();
    expect([server.last, await bob.voxels(A)]).toEqual([2, []]);
  });
});

describe('an operation that the server kept aside', () => {
  it('is told with its reason, and is not shown [MASK-72]', async () => {
    const ann = await opened(ANN);
    server.refused.add(ANN);
    await draw(ann, A, SMALL);
    await ann.send();
    await soon(() => expect(ann.news).toMatchObject({ unsent: 0, aside: [{ uuid: server.aside[0], reason: 'access' }], canUndo: false }));
    expect(await ann.voxels(A)).toEqual([]);
  });
});

describe('what the server removes', () => {
  it('is cleared, also where an erasure before it is taken back [MASK-77]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, SMALL);
    await draw(ann, A, box(0, [1, 1, 1, 1], false));
    await ann.send();
    const [, erasure] = server.all;
    const made = { ...erasure!, uuid: crypto.randomUUID(), action: crypto.randomUUID(), bytes: '', withdraws: [] };
    server.append(BOB, [{ ...made, kind: 'clear', base: 2 }]);
    await ann.receive();
    await soon(async () => expect(await ann.voxels(A)).toEqual([]));
    await undo(ann);
    expect(await ann.voxels(A)).toEqual([]);
  });
});

describe('a server that was restored from a backup', () => {
  it('ends with the same voxels as all devices, once they have sent again what they drew [MASK-86]', async () => {
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await draw(bob, A, box(0, [8, 8, 9, 8]));
    await bob.send();
    await ann.receive();
    await soon(async () => expect(await ann.voxels(A)).toEqual(['8,8', '9,8']));
    await draw(ann, A, box(0, [9, 8, 9, 8], false));
    await draw(ann, A, SMALL);
    await ann.send();
    await bob.receive();
    // It has lost everything. Ann's operations arrive first, so what she erased is a conflict for Bob.
    const after = ['1,1', '2,1', '3,1', '1,2', '2,2', '3,2', '8,8'];
    server.restore(0);
    for (const each of [ann, bob, ann, bob]) {
      await each.receive();
      await each.send();
      await each.receive();
    }
    expect(server.all.map(({ base }) => base)).toEqual([0, 1, 0]);
    for (const each of [ann, bob]) await soon(async () => expect([await each.voxels(A), each.news.unsent]).toEqual([after, 0]));
    expect([ann.news.conflicts.length, bob.news.conflicts.length]).toEqual([0, 1]);
  });
});

describe('there is no mask', () => {
  it('while an operation cannot be read; nothing is drawn then [MASK-83]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, SMALL);
    await ann.send();
    const [stroke] = server.all;
    const made = { ...stroke!, uuid: crypto.randomUUID(), bytes: 'AAAA' };
    const bob = await opened(BOB);
    await bob.receive();
    await soon(async () => expect(await bob.voxels(A)).toEqual(SMALL_VOXELS));
    server.append(ANN, [made]);
    await bob.receive();
    await soon(() => expect(bob.news.segments).toEqual([]));
    expect(await draw(bob, A, SMALL)).toEqual({ ok: false, why: 'closed' });
    expect(await device(BOB, Number(/\d+$/.exec(bob.db.name)![0])).open()).toEqual({ noMask: 'damaged' });
  });

  it('while what was drawn is on another grid [MASK-83]', async () => {
    const ann = await opened(ANN, 9_102);
    await draw(ann, A, SMALL);
    source = { ...source, gridHash: 'b'.repeat(64) };
    expect(await device(ANN, 9_102).open()).toEqual({ noMask: 'grid' });
    const bob = device(BOB);
    await bob.open();
    await draw(bob, B, SMALL);
    const [operation] = await ann.db.maskOperations.toArray();
    expect(operation!.state).toBe('drawn');
    await ann.send();
    await saveArrived(bob.db, await openDeviceKey(bob.db), source, { since: 0, ...server.since(0) });
    await soon(() => expect(bob.news.segments).toEqual([]));
    expect(await draw(bob, A, SMALL)).toEqual({ ok: false, why: 'closed' });
  });
});
