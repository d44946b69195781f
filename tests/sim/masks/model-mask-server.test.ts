import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SentMaskOperation } from '#contract/mask-operations.ts';
import { SEGMENTATION_ROLE, type Segmentation } from '#contract/segmentations.ts';
import { maskOperations, sendMaskOperations } from '#server/rules/masks/operations.ts';
import type { Member } from '#server/rules/context.ts';
import { assignUser, unassignUser } from '#server/rules/segmentations/segmentation-members.ts';
import { createSegmentation } from '#server/rules/segmentations/segmentations.ts';
import { createSegment, deleteSegment } from '#server/rules/segmentations/segments.ts';
import { createTestBench, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { Random } from '#tests/sim/random.ts';

const GRID = 'a'.repeat(64);

let bench: TestBench;
beforeAll(async () => {
  bench = await createTestBench('sqlite');
});
afterAll(() => bench.close());

it.each([1, 2, 3])('the model of the server answers as its rules do, seed %i [MASK-84]', async (seed) => {
  const random = new Random(seed);
  const { context } = bench;
  const model = new MaskServer();
  const [tom, ann] = [bench.tom, bench.eva].map((member): Member => ({ ...member, permissions: new Set(['r:studies:detail']) })) as [
    Member,
    Member,
  ];
  const { studyUuid: study, series } = await registerTestUpload(bench, { a: 1 });
  const segmentation: Segmentation = await createSegmentation(context, tom, study, { structure: 'liver', rbac: 1 });
  const of = { study, segmentation: segmentation.uuid };
  const segments = await Promise.all([1, 2].map(() => createSegment(context, tom, { study, ref: segmentation.uuid }, {})));
  await context.db.write((tx) =>
    tx.updateTable('segmentation').set({ grid_hash: GRID, series_id: series[0]!.id }).where('id', '=', segmentation.id).execute(),
  );
  const editor = { segmentation_id: segmentation.id, user_id: ann.userId, role_id: SEGMENTATION_ROLE.editor };
  await assignUser(context, tom, editor);
  const sent: { by: Member; operation: SentMaskOperation }[] = [];

  const made = (by: Member): SentMaskOperation => {
    const own = sent.filter((each) => each.by === by);
    const head = {
      uuid: crypto.randomUUID(),
      action: crypto.randomUUID(),
      grid: GRID,
      device: crypto.randomUUID(),
      tab: crypto.randomUUID(),
    };
    const base = random.int(0, model.last + 1);
    if (own.length > 0 && random.chance(0.3))
      return { ...head, base, kind: 'withdraw', segment: null, withdraws: [random.pick(own).operation.uuid], bytes: '' };
    return { ...head, base, kind: 'stroke', segment: random.pick(segments).uuid, withdraws: [], bytes: 'AAAA' };
  };

  for (let step = 0; step < 40; step += 1) {
    const by = random.pick([tom, ann]);
    const fresh = Array.from({ length: random.int(0, 3) }, () => made(by));
    const again = sent.filter((each) => each.by === by && random.chance(0.1)).map(({ operation }) => operation);
    const operations = random.shuffle([...again, ...fresh]);
    if (operations.length > 0) expect(await sendMaskOperations(context, by, of, operations)).toEqual(model.append(by.userId, operations));
    sent.push(...fresh.map((operation) => ({ by, operation })));
    const since = random.int(0, model.last);
    const read = await maskOperations(context, tom, of, since);
    const plain = ({ last, operations: found }: typeof read) => ({
      last,
      operations: found.map((each) => ({ ...each, user: each.user!.id, created_at: null })),
    });
    expect(plain(read)).toEqual(plain(model.since(since)));
    if (step === 20) {
      await deleteSegment(context, tom, { study, ref: segmentation.uuid, segment: segments[1]!.uuid });
      model.deletedSegments.add(segments[1]!.uuid);
    }
    if (random.chance(0.1)) {
      if (model.refused.delete(ann.userId)) await assignUser(context, tom, editor);
      else {
        model.refused.add(ann.userId);
        await unassignUser(context, tom, { ref: segmentation.uuid, userId: ann.userId, roleId: SEGMENTATION_ROLE.editor });
      }
    }
  }
});
