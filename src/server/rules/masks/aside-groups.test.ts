import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AsideGroup } from '#contract/aside-groups.ts';
import { SentMaskOperation } from '#contract/mask-operations.ts';
import { SEGMENTATION_ROLE, type Segment } from '#contract/segmentations.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { createCampaignTestBench } from '#server/rules/campaigns/campaigns-test-bench.ts';
import { assignUser } from '#server/rules/segmentations/segmentation-members.ts';
import { deleteSegmentation } from '#server/rules/segmentations/segmentations.ts';
import { createSegment, deleteSegment } from '#server/rules/segmentations/segments.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import { asideGroups, decideAside } from './aside-groups.ts';
import { applyAsideOperation, asideStates, discardAsideOperation } from './aside.ts';
import { createMaskTestBench, GRID, type MaskTestBench } from './masks-test-bench.ts';
import { maskOperations, sendMaskOperations } from './operations.ts';

describe.each(TEST_ENGINES)('what was kept aside on %s', (engine) => {
  let all: MaskTestBench;
  let segment: Segment;
  /** An administrator of the team. */
  let eva: Member;

  beforeEach(async () => {
    all = await createMaskTestBench(engine);
    ({ eva } = all.bench);
    segment = await part();
    all.bench.told.length = 0;
  });
  afterEach(() => all.bench.close());

  const context = () => all.bench.context;
  const of = () => ({ study: all.study, segmentation: all.segmentation.uuid });
  const part = () => createSegment(context(), all.tom, { study: all.study, ref: all.segmentation.uuid }, {});
  const stroke = (more: Partial<SentMaskOperation> = {}): SentMaskOperation =>
    SentMaskOperation.parse({
      ...{ uuid: randomUUID(), action: randomUUID(), kind: 'stroke', segment: segment.uuid, grid: GRID, base: 0 },
      ...{ device: randomUUID(), tab: randomUUID(), withdraws: [], bytes: 'AAAA' },
      ...more,
    });
  const send = (operations: SentMaskOperation[], caller: Member = all.ann) => sendMaskOperations(context(), caller, of(), operations);
  const groups = (caller: Member = eva) => asideGroups(context(), caller);
  const decide = ({ user, study, segmentation, reason, until }: AsideGroup, how: 'apply' | 'discard', caller: Member = eva, after = 0) =>
    decideAside(context(), caller, { user: user?.id ?? null, study, segmentation, reason, until, after, how });
  const states = (operations: readonly SentMaskOperation[], caller: Member = all.ann) =>
    asideStates(
      context(),
      caller,
      operations.map(({ uuid }) => uuid),
    );
  const asEditor = () =>
    assignUser(context(), all.tom, { segmentation_id: all.segmentation.id, user_id: all.ann.userId, role_id: SEGMENTATION_ROLE.editor });

  test('is listed by author, segmentation and reason, for those who see it [MASK-64, MASK-156]', async () => {
    const [one, two] = [stroke(), stroke()];
    await send([one]);
    all.bench.clock.now += 60_000;
    await send([two]);
    await send([stroke({ grid: 'b'.repeat(64) })], all.tom);
    expect(await groups()).toMatchObject([
      { user: { name: 'Eva' }, ...of(), reason: 'access', count: 2, has_study: true, structure: 'Liver' },
      { user: { name: 'Tom' }, ...of(), reason: 'grid', count: 1, has_study: true, structure: 'Liver' },
    ]);
    const [mine] = await groups(all.ann);
    expect(mine!.bytes).toBe(JSON.stringify(one).length + JSON.stringify(two).length);
    expect(Date.parse(mine!.last_at) - Date.parse(mine!.first_at)).toBe(60_000);
    // She has no role there.
    expect(mine!.structure).toBeNull();
    expect(await groups(all.tom)).toMatchObject([{ reason: 'grid' }]);
    expect(await groups(all.bench.ute)).toEqual([]);
    await deleteSegmentation(context(), all.tom, { study: all.study, ref: all.segmentation.uuid });
    expect((await groups())[0]).toMatchObject({ count: 2, has_study: true, structure: null });
  });

  test('is told to its author alone: what stays, what has a number, what was discarded; the rest is unknown [MASK-156]', async () => {
    const [stays, applied, discarded, unknown] = [stroke(), stroke(), stroke(), stroke()];
    await send([stays, applied, discarded]);
    await applyAsideOperation(context(), eva, applied.uuid);
    await discardAsideOperation(context(), eva, discarded.uuid);
    const asked = [stays, applied, discarded, unknown];
    expect((await states(asked)).toSorted((a, b) => Object.keys(a)[1]!.localeCompare(Object.keys(b)[1]!))).toEqual([
      { uuid: stays.uuid, aside: 'access' },
      { uuid: discarded.uuid, discarded: true },
      { uuid: applied.uuid, number: 1 },
    ]);
    expect(await states(asked, all.tom)).toEqual([]);
    expect(await states(asked, all.bench.ute)).toEqual([]);
  });

  test('does not come back by being sent again once it was discarded, unless its author may draw by now [MASK-156]', async () => {
    const late = stroke();
    await send([late]);
    await discardAsideOperation(context(), eva, late.uuid);
    expect(await send([late])).toEqual([{ uuid: late.uuid, discarded: true }]);
    expect(await groups()).toEqual([]);
    await asEditor();
    expect(await send([late])).toEqual([{ uuid: late.uuid, number: 1 }]);
    expect(await states([late])).toEqual([{ uuid: late.uuid, number: 1 }]);
  });

  test('is no longer listed once it was sent again and has its number [MASK-65]', async () => {
    const late = stroke();
    await send([late]);
    await asEditor();
    expect(await send([late])).toEqual([{ uuid: late.uuid, number: 1 }]);
    expect(await groups()).toEqual([]);
  });

  test('is discarded as a group, by those who see it, up to what they have seen, and its bytes are gone [MASK-156]', async () => {
    const [one, two, later] = [stroke(), stroke(), stroke()];
    await send([one, two]);
    const [group] = await groups();
    await send([later]);
    expect(await decide(group!, 'discard', all.tom)).toEqual({ done: 0, stayed: 0, next: null });
    expect(await decide(group!, 'discard', all.bench.ute)).toEqual({ done: 0, stayed: 0, next: null });
    expect(await decide(group!, 'discard', all.ann)).toEqual({ done: 2, stayed: 0, next: null });
    expect(await decide(group!, 'discard', all.ann)).toEqual({ done: 0, stayed: 0, next: null });
    expect(await groups()).toMatchObject([{ count: 1 }]);
    const rows = await context().db.read.selectFrom('mask_operation_aside').select(['uuid', 'operation', 'size_bytes']).execute();
    expect(rows.filter(({ size_bytes }) => size_bytes === 0)).toEqual(
      expect.arrayContaining([one, two].map(({ uuid }) => ({ uuid, operation: '', size_bytes: 0 }))),
    );
  });

  test('is applied as a group in the order of arrival, in the name of its author, call after call [MASK-65]', async () => {
    const late = Array.from({ length: 60 }, () => stroke());
    await send(late);
    const [group] = await groups();
    expect((await refusalOf(decide(group!, 'apply', all.ann))).code).toBe('not_allowed');
    const first = await decide(group!, 'apply');
    expect(first).toMatchObject({ done: 50, stayed: 0, next: expect.any(Number) });
    expect(await decide(group!, 'apply', eva, first.next!)).toEqual({ done: 10, stayed: 0, next: null });
    const { operations } = await maskOperations(context(), all.tom, of(), 0);
    expect(operations.map(({ uuid, user }) => [uuid, user?.name])).toEqual(late.map(({ uuid }) => [uuid, 'Eva']));
    expect(all.bench.told.filter(({ event }) => event === 'mask').at(-1)?.payload).toEqual({
      segmentation: all.segmentation.uuid,
      last: 60,
    });
    expect(await groups()).toEqual([]);
  });

  test('stays, with its present reason, where it still cannot take effect [MASK-65]', async () => {
    const gone = await part();
    const [good, bad] = [stroke(), stroke({ segment: gone.uuid })];
    await send([good, bad]);
    await deleteSegment(context(), all.tom, { study: all.study, ref: all.segmentation.uuid, segment: gone.uuid });
    const [group] = await groups();
    expect(await decide(group!, 'apply')).toEqual({ done: 1, stayed: 1, next: null });
    expect(await groups()).toMatchObject([{ reason: 'segment', count: 1 }]);
  });

  test('is not shown to an administrator who reads the case blinded [MASK-64, CAMP-20]', async () => {
    const of = await createCampaignTestBench(engine);
    const administrator = of.bench.eva;
    const at = { study: of.cases[0]!.studyUuid, segmentation: randomUUID() };
    for (const author of [of.max, administrator]) await sendMaskOperations(of.bench.context, author, at, [stroke()]);
    const authors = async () => (await asideGroups(of.bench.context, administrator)).map(({ user }) => user?.name);
    expect(await authors()).toEqual(['Max', 'Eva']);
    await of.run({ readers: [administrator.userId, of.tom.userId] });
    expect(await authors()).toEqual(['Eva']);
    await of.bench.close();
  });
});
