import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { box, MaskDevice, newMaskSource } from '#tests/fixtures/mask-device.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import type { EarlierState, RestoreRights } from '#workers/masks/history/history-types.ts';
import type { Gesture, MaskSource } from '#workers/masks/types.ts';

const [ANN, BOB] = [1, 2];
const [A, B] = [crypto.randomUUID(), crypto.randomUUID()];
const OK = { ok: true };

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
const draw = ({ masks }: MaskDevice, segment: string, gesture: Gesture) => masks.draw(source.segmentation, segment, gesture, []);
const history = async ({ masks }: MaskDevice, most = 100) => (await masks.historyOf(source.segmentation, most))!;
const show = ({ masks }: MaskDevice, state: EarlierState | null) => masks.showAt(source.segmentation, state);
const restore = ({ masks }: MaskDevice, state: EarlierState, rights: Partial<RestoreRights> = {}) =>
  masks.restore(source.segmentation, state, { existing: [A, B], locked: [], ...rights });

const ONE = box(0, [1, 1, 2, 1]);
const TWO = box(0, [5, 1, 6, 1]);

describe('the history of a segmentation', () => {
  it('lists actions newest first: what, segment, author, time and number [MASK-170]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, ONE);
    await ann.send();
    await draw(ann, B, { tool: 'compute', what: { do: 'combine', with: A, how: 'union' } });
    await ann.masks.undo(source.segmentation, []);
    const { actions, hasMore } = await history(ann);
    expect(actions).toMatchObject([
      { kind: 'undo', tool: 'combine', segments: [B], author: { id: ANN }, number: null, isUndone: false },
      { kind: 'draw', tool: 'combine', segments: [B], number: null, isUndone: true },
      { kind: 'draw', tool: 'polygon', segments: [A], number: 1, isUndone: false },
    ]);
    expect(actions.every(({ at }) => !Number.isNaN(Date.parse(at!)))).toBe(true);
    expect(hasMore).toBe(false);
    await ann.masks.redo(source.segmentation, []);
    expect((await history(ann)).actions[0]).toMatchObject({ kind: 'redo', tool: 'combine', segments: [B] });
    expect(await history(ann, 1)).toMatchObject({ actions: [{ kind: 'redo' }], hasMore: true });
  });

  it('has what others drew, with the time of the server [MASK-170]', async () => {
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await draw(ann, A, ONE);
    await ann.send();
    await bob.receive();
    await vi.waitFor(async () =>
      expect((await history(bob)).actions).toMatchObject([{ author: { id: ANN }, at: '2026-01-01T00:00:00.000Z', number: 1 }]),
    );
  });

  it('says nothing once the segmentation is closed [MASK-170]', async () => {
    const ann = await opened(ANN);
    ann.masks.closeMask(source.segmentation);
    expect(await ann.masks.historyOf(source.segmentation, 10)).toBeNull();
    expect(await show(ann, { number: 0 })).toEqual({ ok: false, why: 'closed' });
    expect(await restore(ann, { number: 0 })).toEqual({ ok: false, why: 'closed' });
  });
});

describe('an earlier state', () => {
  it('is shown on slices, and nothing is drawn meanwhile [MASK-172]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, ONE);
    await draw(ann, A, TWO);
    await ann.send();
    expect(await show(ann, { number: 1 })).toEqual(OK);
    expect(await ann.voxels(A)).toEqual(['1,1', '2,1']);
    const refused = { ok: false, why: 'earlier' };
    expect(await draw(ann, A, box(0, [9, 9, 9, 9]))).toEqual(refused);
    expect(await ann.masks.undo(source.segmentation, [])).toEqual(refused);
    expect(await show(ann, null)).toEqual(OK);
    expect(await ann.voxels(A)).toEqual(['1,1', '2,1', '5,1', '6,1']);
    expect(await draw(ann, A, box(0, [9, 9, 9, 9]))).toEqual(OK);
  });

  it('stays while others draw [MASK-172]', async () => {
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await draw(ann, A, ONE);
    await ann.send();
    await show(ann, { number: 1 });
    await bob.receive();
    await draw(bob, A, TWO);
    await bob.send();
    await ann.receive();
    await vi.waitFor(async () => expect((await history(ann)).actions).toHaveLength(2));
    expect(await ann.voxels(A)).toEqual(['1,1', '2,1']);
    await show(ann, null);
    expect(await ann.voxels(A)).toEqual(['1,1', '2,1', '5,1', '6,1']);
  });

  it('can be one that no server knows [MASK-173]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, ONE);
    await draw(ann, A, TWO);
    const [, first] = (await history(ann)).actions;
    expect(await show(ann, { action: first!.action })).toEqual(OK);
    expect(await ann.voxels(A)).toEqual(['1,1', '2,1']);
  });

  it('that is not on this device is refused [MASK-172]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, ONE);
    const refused = { ok: false, why: 'not-here' };
    expect(await show(ann, { number: 1 })).toEqual(refused);
    expect(await restore(ann, { number: 1 })).toEqual(refused);
    expect(await show(ann, { action: crypto.randomUUID() })).toEqual(refused);
    expect(await draw(ann, A, TWO)).toEqual(OK);
  });

  it('with an operation that was withdrawn later has it [MASK-172]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, ONE);
    await ann.masks.undo(source.segmentation, []);
    await ann.send();
    await show(ann, { number: 1 });
    expect(await ann.voxels(A)).toEqual(['1,1', '2,1']);
    await show(ann, { number: 2 });
    expect(await ann.voxels(A)).toEqual([]);
  });
});

describe('restoring', () => {
  it('is one action for all segments that differ, is undone as one, and ends the look at the earlier state [MASK-174]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, ONE);
    await draw(ann, A, TWO);
    await draw(ann, B, ONE);
    await ann.send();
    await show(ann, { number: 1 });
    expect(await restore(ann, { number: 1 })).toMatchObject({ ok: true, restored: expect.arrayContaining([A, B]), locked: [], gone: [] });
    expect([await ann.voxels(A), await ann.voxels(B)]).toEqual([['1,1', '2,1'], []]);
    expect((await history(ann)).actions[0]).toMatchObject({ tool: 'restore', segments: expect.arrayContaining([A, B]) });
    expect(await ann.masks.undo(source.segmentation, [])).toEqual(OK);
    expect([await ann.voxels(A), await ann.voxels(B)]).toEqual([
      ['1,1', '2,1', '5,1', '6,1'],
      ['1,1', '2,1'],
    ]);
  });

  it('of what is the same draws nothing [MASK-174]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, ONE);
    await ann.send();
    expect(await restore(ann, { number: 1 })).toEqual({ ok: true, restored: [], locked: [], gone: [] });
    expect(ann.news.unsent).toBe(0);
  });

  it('leaves locked segments and those that are gone as they are, and says so [MASK-175]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, ONE);
    await draw(ann, B, ONE);
    await draw(ann, A, TWO);
    await draw(ann, B, TWO);
    await ann.send();
    expect(await restore(ann, { number: 2 }, { locked: [A, B] })).toEqual({ ok: false, why: 'locked' });
    expect(await restore(ann, { number: 2 }, { locked: [B] })).toEqual({ ok: true, restored: [A], locked: [B], gone: [] });
    expect(await restore(ann, { number: 2 }, { existing: [A] })).toEqual({ ok: true, restored: [], locked: [], gone: [B] });
    expect([await ann.voxels(A), await ann.voxels(B)]).toEqual([
      ['1,1', '2,1'],
      ['1,1', '2,1', '5,1', '6,1'],
    ]);
  });

  it('takes nothing of a locked segment where segments may not overlap [MASK-175]', async () => {
    source = { ...source, isExclusive: true };
    const ann = await opened(ANN);
    await draw(ann, A, ONE);
    await draw(ann, B, box(0, [2, 1, 3, 1]));
    await ann.send();
    expect(await restore(ann, { number: 1 }, { locked: [B] })).toEqual({ ok: false, why: 'locked' });
    expect(await ann.voxels(B)).toEqual(['2,1', '3,1']);
    expect(await restore(ann, { number: 1 })).toMatchObject({ ok: true });
    expect([await ann.voxels(A), await ann.voxels(B)]).toEqual([['1,1', '2,1'], []]);
  });

  it('with what others drew meanwhile is a proposal, as any bulk operation [MASK-174]', async () => {
    const [ann, bob] = [await opened(ANN), await opened(BOB)];
    await draw(ann, A, ONE);
    await draw(ann, A, TWO);
    await ann.send();
    await bob.receive();
    await draw(bob, A, box(0, [5, 1, 5, 1], false));
    await draw(bob, A, box(0, [5, 1, 5, 1]));
    await bob.send();
    expect(await restore(ann, { number: 1 })).toMatchObject({ ok: true, restored: [A] });
    await ann.send();
    await ann.receive();
    await vi.waitFor(() => expect(ann.news.conflicts).toMatchObject([{ isProposal: true }]));
    expect(await ann.voxels(A)).toEqual(['1,1', '2,1', '5,1', '6,1']);
  });

  it('changes nothing on a full device, and the earlier state stays shown [MASK-174]', async () => {
    const ann = await opened(ANN);
    await draw(ann, A, ONE);
    await draw(ann, A, TWO);
    await ann.send();
    await show(ann, { number: 1 });
    vi.spyOn(ann.db.maskOperations, 'bulkAdd').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
    expect(await restore(ann, { number: 1 })).toEqual({ ok: false, why: 'no-room' });
    expect(await draw(ann, A, ONE)).toEqual({ ok: false, why: 'earlier' });
  });
});
