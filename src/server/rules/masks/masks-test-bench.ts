import type { Segmentation } from '#contract/segmentations.ts';
import type { Engine } from '#server/db/dialect.ts';
import type { Member } from '#server/rules/context.ts';
import { createSegmentation } from '#server/rules/segmentations/segmentations.ts';
import { createTestBench, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';

/** Of the grid of the mask. */
export const GRID = 'a'.repeat(64);

export interface MaskTestBench {
  bench: TestBench;
  study: string;
  segmentation: Segmentation;
  /** Not administrators. Tom created the segmentation. Eva administers their team, and Ute another one. */
  tom: Member;
  ann: Member;
}

/** A segmentation that is shared with the team, with an empty mask. */
export async function createMaskTestBench(engine: Engine): Promise<MaskTestBench> {
  const bench = await createTestBench(engine);
  const upload = await registerTestUpload(bench, { a: 1 });
  const study = upload.studyUuid;
  const tom: Member = { ...bench.tom, permissions: new Set(['r:studies:detail']) };
  const ann: Member = { ...bench.eva, permissions: new Set(['r:studies:detail']) };
  const segmentation = await createSegmentation(bench.context, tom, study, { structure: 'liver', rbac: 1 });
  await bench.context.db.write((tx) =>
    tx.updateTable('segmentation').set({ grid_hash: GRID, series_id: upload.series[0]!.id }).where('id', '=', segmentation.id).execute(),
  );
  return { bench, study, segmentation, tom, ann };
}
