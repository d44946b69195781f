import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { MaskOperations, SentMaskOperation, type TakenOperation } from '#contract/mask-operations.ts';
import { SEGMENTATION_ROLE, type Segment, type Segmentation } from '#contract/segmentations.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { assignUser, unassignUser } from '#server/rules/segmentations/segmentation-members.ts';
import { deleteSegmentation, readSegmentation } from '#server/rules/segmentations/segmentations.ts';
import { createSegment, deleteSegment } from '#server/rules/segmentations/segments.ts';
import { refusalOf, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { createMaskTestBench, GRID } from './masks-test-bench.ts';
import { applyAsideOperation, asideOperations, discardAsideOperation } from './aside.ts';
import { maskOperations, mayDrawMask, mayFollowMask, removeMaskValue, sendMaskOperations } from './operations.ts';

const [DEVICE, TAB] = [randomUUID(), randomUUID()];

describe.each(TEST_ENGINES)('operations of masks on %s', (engine) => {
  let bench: TestBench;
  let study: string;
  let segmentation: Segmentation;
  let segment: Segment;
  /** Not administrators. Tom created the segmentation. Eva administers their team, and Ute another one. */
  let tom: Member;
  let ann: Member;

  beforeEach(async () => {
    ({ bench, study, segmentation, tom, ann } = await createMaskTestBench(engine));
    segment = await part();
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  const part = () => createSegment(bench.context, tom, { study, ref: segmentation.uuid }, {});
  const of = () => ({ study, segmentation: segmentation.uuid });
  const stroke = (more: Partial<SentMaskOperation> = {}): SentMaskOperation =>
    SentMaskOperation.parse({
      ...{ uuid: randomUUID(), action: randomUUID(), kind: 'stroke', segment: segment.uuid, grid: GRID, base: 0, device: DEVICE, tab: TAB },
      ...{ withdraws: [], bytes: 'AAAA' },
      ...more,
    });
  const withdrawal = (...withdraws: string[]) => stroke({ kind: 'withdraw', segment: null, bytes: '', withdraws });
  const send = (operations: SentMaskOperation[], caller: Member = tom) => sendMaskOperations(bench.context, caller, of(), operations);
  const read = (since = 0, caller: Member = tom) => maskOperations(bench.context, caller, of(), since);
  const aside = async (caller: Member = tom) => (await asideOperations(bench.context, caller, undefined)).data;
  const revisions = async () =>
    (await readSegmentation(bench.context.db.read, tom, segmentation.uuid)).segments.map(({ revision }) => revision);
  const asEditor = () =>
    assignUser(bench.context, tom, { segmentation_id: segmentation.id, user_id: ann.userId, role_id: SEGMENTATION_ROLE.editor });
  const numberOf = (taken: TakenOperation) => ('number' in taken ? taken.number : null);
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;

  test('the pen of somebody is passed on only if that person may draw; others only look [MASK-161, MASK-163]', async () => {
    const may = async (caller: Member) => [
      await mayFollowMask(bench.context, caller, segmentation.uuid),
      await mayDrawMask(bench.context, caller, segmentation.uuid),
    ];
    const role = (role_id: number) => assignUser(bench.context, tom, { segmentation_id: segmentation.id, user_id: ann.userId, role_id });
    expect([await may(tom), await may(ann), await may(bench.ute)]).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
    await role(SEGMENTATION_ROLE.viewer);
    expect(await may(ann)).toEqual([true, false]);
    await role(SEGMENTATION_ROLE.editor);
    expect(await may(ann)).toEqual([true, true]);
    expect(await may({ ...ann, permissions: new Set() })).toEqual([false, false]);
  });

  test('operations get their numbers in the order of arrival, and are read since a number [MASK-61]', async () => {
    await asEditor();
    const [one, two, three] = [stroke(), stroke({ base: 7 }), stroke()];
    expect(await send([one, two])).toEqual([
      { uuid: one.uuid, number: 1 },
      { uuid: two.uuid, number: 2 },
    ]);
    expect(await send([three], ann)).toEqual([{ uuid: three.uuid, number: 3 }]);
    const all = MaskOperations.parse(await read());
    expect(all.last).toBe(3);
    expect(all.operations.map(({ uuid, number, user }) => [uuid, number, user?.name])).toEqual([
      [one.uuid, 1, 'Tom'],
      [two.uuid, 2, 'Tom'],
      [three.uuid, 3, 'Eva'],
    ]);
    // Nobody has seen a number that was not given yet.
    expect(all.operations.map(({ base }) => base)).toEqual([0, 1, 0]);
    expect((await read(2)).operations.map(({ uuid }) => uuid)).toEqual([three.uuid]);
    expect(await read(3)).toEqual({ last: 3, operations: [] });
  });

  test('an operation that arrives twice has one number [MASK-61]', async () => {
    await asEditor();
    const one = stroke();
    await send([one]);
    expect((await send([one, stroke()])).map(numberOf)).toEqual([1, 2]);
    expect((await read()).last).toBe(2);
    expect(await code(send([one], ann))).toBe('conflict');
  });

  test('the revision of a segment is the number of its last operation, also of a withdrawal [ENT-45]', async () => {
    const other = await part();
    const [one, two] = [stroke(), stroke({ segment: other.uuid })];
    await send([one, two, stroke()]);
    expect(await revisions()).toEqual([3, 2]);
    await send([withdrawal(two.uuid)]);
    expect(await revisions()).toEqual([3, 4]);
    await send([withdrawal(randomUUID())]);
    expect(await revisions()).toEqual([3, 4]);
  });

  test('nobody withdraws what somebody else drew [MASK-62]', async () => {
    await asEditor();
    const one = stroke();
    await send([one]);
    expect(await code(send([withdrawal(one.uuid)], ann))).toBe('not_allowed');
    expect((await read()).last).toBe(1);
  });

  test('the value of a deleted segment is removed from the mask, once [SEG-014]', async () => {
    const remove = () => removeMaskValue(bench.context, tom, { study, ref: segmentation.uuid, value: segment.value });
    expect(await remove()).toEqual({ revision: 0 });
    await send([stroke()]);
    await deleteSegment(bench.context, tom, { study, ref: segmentation.uuid, segment: segment.uuid });
    expect(await remove()).toEqual({ revision: 2 });
    expect(await remove()).toEqual({ revision: 2 });
    const { operations } = await read(1);
    expect(MaskOperations.parse({ last: 2, operations }).operations).toMatchObject([{ kind: 'clear', segment: segment.uuid, number: 2 }]);
    expect(await code(removeMaskValue(bench.context, ann, { study, ref: segmentation.uuid, value: segment.value }))).toBe('not_found');
  });

  test('what cannot take effect is kept aside with its reason, and the others go on [MASK-63]', async () => {
    const gone = await part();
    await deleteSegment(bench.context, tom, { study, ref: segmentation.uuid, segment: gone.uuid });
    const [onGone, elsewhere, good] = [stroke({ segment: gone.uuid }), stroke({ grid: 'b'.repeat(64) }), stroke()];
    expect(await send([onGone, elsewhere, good])).toEqual([
      { uuid: onGone.uuid, aside: 'segment' },
      { uuid: elsewhere.uuid, aside: 'grid' },
      { uuid: good.uuid, number: 1 },
    ]);
    expect((await aside()).map(({ operation, reason }) => [operation, reason])).toEqual([
      [onGone, 'segment'],
      [elsewhere, 'grid'],
    ]);
    // Sent twice, kept once.
    expect(await send([onGone])).toEqual([{ uuid: onGone.uuid, aside: 'segment' }]);
    expect(await aside()).toHaveLength(2);
  });

  test('who lost the right to draw loses no stroke: author and administrators see it, and nobody else [MASK-63, MASK-64]', async () => {
    await asEditor();
    const [early, late] = [stroke(), stroke()];
    await send([early], ann);
    await unassignUser(bench.context, tom, { ref: segmentation.uuid, userId: ann.userId, roleId: SEGMENTATION_ROLE.editor });
    expect(bench.told.filter(({ to }) => to === `mask ${segmentation.uuid}`).at(-1)?.event).toBe('ended');
    expect(await send([late], ann)).toEqual([{ uuid: late.uuid, aside: 'access' }]);
    expect(await code(read(0, ann))).toBe('not_found');
    expect(await mayFollowMask(bench.context, ann, segmentation.uuid)).toBe(false);
    expect((await aside(ann)).map(({ uuid, user }) => [uuid, user?.name])).toEqual([[late.uuid, 'Eva']]);
    expect(await aside(tom)).toEqual([]);
    expect(await aside(bench.ute)).toEqual([]);
    expect((await aside(bench.eva)).map(({ uuid }) => uuid)).toEqual([late.uuid]);
  });

  test('an operation that has its number keeps it, also when it arrives again without the right or the segment [MASK-63]', async () => {
    await asEditor();
    const gone = await part();
    const [one, two] = [stroke(), stroke({ segment: gone.uuid })];
    await send([one, two], ann);
    await deleteSegment(bench.context, tom, { study, ref: segmentation.uuid, segment: gone.uuid });
    const before = [
      { uuid: one.uuid, number: 1 },
      { uuid: two.uuid, number: 2 },
    ];
    expect(await send([one, two], ann)).toEqual(before);
    await unassignUser(bench.context, tom, { ref: segmentation.uuid, userId: ann.userId, roleId: SEGMENTATION_ROLE.editor });
    expect(await send([one, two], ann)).toEqual(before);
    expect(await aside(ann)).toEqual([]);
  });

  test('an answer does not tell whether a segmentation that may not be seen exists [MASK-64]', async () => {
    const unknown = { study: randomUUID(), segmentation: randomUUID() };
    const [one, two] = [stroke(), stroke()];
    expect(await sendMaskOperations(bench.context, ann, unknown, [one])).toEqual([{ uuid: one.uuid, aside: 'access' }]);
    expect(await send([two], ann)).toEqual([{ uuid: two.uuid, aside: 'access' }]);
    expect(await send([stroke()], bench.ute)).toMatchObject([{ aside: 'access' }]);
  });

  test('what was kept aside is applied in the name of its author, by who may draw there, once [MASK-65]', async () => {
    const late = stroke();
    await send([late], ann);
    expect(await code(applyAsideOperation(bench.context, ann, late.uuid))).toBe('not_allowed');
    expect(await code(applyAsideOperation(bench.context, tom, late.uuid))).toBe('not_found');
    expect(await applyAsideOperation(bench.context, bench.eva, late.uuid)).toEqual({ uuid: late.uuid, number: 1 });
    expect((await read()).operations).toMatchObject([{ uuid: late.uuid, user: { name: 'Eva' } }]);
    expect(await aside(ann)).toEqual([]);
    expect(await code(applyAsideOperation(bench.context, bench.eva, late.uuid))).toBe('not_found');
    // The device that did not get its answer learns that it has a number by now, once it may draw again.
    await asEditor();
    expect(await send([late], ann)).toEqual([{ uuid: late.uuid, number: 1 }]);
  });

  test('what is applied too early stays aside, with its present reason [MASK-65]', async () => {
    const late = stroke({ segment: randomUUID() });
    await send([late]);
    expect(await applyAsideOperation(bench.context, tom, late.uuid)).toEqual({ uuid: late.uuid, aside: 'segment' });
    expect(await aside()).toHaveLength(1);
  });

  test('what was kept aside outlives its segmentation, and is discarded by those who see it [MASK-65]', async () => {
    const late = stroke();
    await send([late], ann);
    await deleteSegmentation(bench.context, tom, { study, ref: segmentation.uuid });
    expect(await aside(ann)).toHaveLength(1);
    await discardAsideOperation(bench.context, tom, late.uuid);
    expect(await aside(ann)).toHaveLength(1);
    await discardAsideOperation(bench.context, ann, late.uuid);
    await discardAsideOperation(bench.context, ann, late.uuid);
    expect(await aside(ann)).toEqual([]);
  });

  test('an answer ends before a megabyte, and the next one goes on [MASK-61]', async () => {
    const bytes = 'A'.repeat(4 * Math.floor((LIMITS.maskOperationBytes / 3) * 0.9));
    const sent = [stroke({ bytes }), stroke({ bytes }), stroke()];
    for (const one of sent) await send([one]);
    const first = await read();
    expect(first.operations.map(({ number }) => number)).toEqual([1]);
    expect(first.last).toBe(3);
    expect((await read(1)).operations.map(({ number }) => number)).toEqual([2, 3]);
    const many = Array.from({ length: 120 }, () => stroke());
    await send(many);
    expect((await read(3)).operations.map(({ number }) => number)).toEqual(many.map((_, index) => index + 4));
  });

  test('followers are told of the last number; the log of the team gets an entry a second at most [MASK-66]', async () => {
    const changes = () => bench.told.filter(({ event }) => event === 'change').length;
    await send([stroke()]);
    await send([stroke(), stroke()]);
    expect(bench.told.filter(({ event }) => event === 'mask')).toEqual([
      { to: `mask ${segmentation.uuid}`, event: 'mask', payload: { segmentation: segmentation.uuid, last: 1 } },
      { to: `mask ${segmentation.uuid}`, event: 'mask', payload: { segmentation: segmentation.uuid, last: 3 } },
    ]);
    expect(changes()).toBeLessThanOrEqual(1);
    bench.told.length = 0;
    bench.clock.now += 1_001;
    await send([stroke()]);
    expect(changes()).toBe(1);
    // What changed nothing tells nothing.
    bench.told.length = 0;
    bench.clock.now += 1_001;
    await send([stroke()], ann);
    expect(bench.told).toEqual([]);
  });
});
