import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PipelineDefinition } from '#contract/pipelines.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import type { Writer } from '#server/db/database.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createWrittenMaskReader } from '#server/label-maps/written-mask-reader.ts';
import { asJson, createAiTestBench, holderOf, SUMMARY, type AiTestBench } from '#server/rules/ai/ai-test-bench.ts';
import { completeJob } from '#server/rules/ai/jobs/complete.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { convertAs, readAs } from '#server/rules/datasets/versions/versions-test-bench.ts';
import { createPipeline } from '#server/rules/pipelines/pipelines.ts';
import { createAdvanceFlowHandler } from './advance-flow-job.ts';
import { listFlows, readFlow } from './flows.ts';
import { startFlows } from './start-flows.ts';

const SIZE = [8, 6, 4] as const;
const VOXELS = SIZE[0] * SIZE[1] * SIZE[2];
/** Class 1 in the first slice, class 2 in the last one. */
const LABELS = Float32Array.from({ length: VOXELS }, (_, at) => (at < 48 ? 1 : at >= 144 ? 2 : 0));

/** Axes of the file: columns to the left, rows to the back, slices to the head. */
const nifti = (values: Float32Array): Uint8Array =>
  writeNifti({
    ...{ dims: SIZE, pixdim: [1, 1, 1], datatype: 16, voxel: (at) => values[at]! },
    sform: [
      [-1, 0, 0, 0],
      [0, -1, 0, 0],
      [0, 0, 1, 0],
    ],
  });

describe.each(TEST_ENGINES)('the step that draws what was proposed, on %s', (engine) => {
  let ai: AiTestBench;
  beforeEach(async () => void (ai = await createAiTestBench(engine)));
  afterEach(() => ai.close());

  const masks = createWrittenMaskReader();
  const run = (id: number, context: ServerContext = ai.context) =>
    createAdvanceFlowHandler(context, masks).run({
      ...{ id: 1, payload: { flow: id }, tries: 1, signal: new AbortController().signal, progress: () => Promise.resolve() },
    });

  /** A flow whose model has proposed. */
  async function proposed(): Promise<{ id: number; study: string }> {
    const [{ model }, { study, series }] = [await ai.newRunning(), await ai.newStudy()];
    await readAs(ai.bench, series.id, {
      version: 1,
      planes: [{ columns: SIZE[0], rows: SIZE[1], spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0], frameOfReference: '2.25.9' }],
      slices: Array.from({ length: SIZE[2] }, (_, slice) => ({ sop: `2.25.${slice}`, frame: 0, plane: 0, position: [0, 0, slice] })),
      ...{ step: [0, 0, 1], noVolume: null },
    });
    await convertAs(ai.bench, { id: series.id, study: study.uuid }, nifti(new Float32Array(VOXELS)));
    const steps = [
      { id: 'propose', type: 'infer', model: model.id },
      { id: 'draw', type: 'segment', from: 'propose' },
    ];
    const pipeline = await createPipeline(ai.context, ai.eva, {
      ...{ code: `p-${study.id}`, name: 'Draw', modality_code: 'MR', acquisitions: [] },
      definition: PipelineDefinition.parse({ starts: null, steps }),
    });
    await startFlows(ai.context, ai.eva, { request: randomUUID(), pipeline: pipeline.id, studies: [study.uuid] });
    const { data } = await listFlows(ai.context, ai.eva, { page: 1, pipeline: pipeline.id });
    await run(data[0]!.id);
    const worker = await ai.newWorker();
    const job = (await ai.take(worker))!;
    await ai.handIn(worker, job, 'labels.nii.gz', gzipSync(nifti(LABELS)));
    await ai.handIn(worker, job, 'summary.json', asJson(SUMMARY));
    await completeJob(ai.context, holderOf(worker, job));
    return { id: data[0]!.id, study: study.uuid };
  }

  const drawn = async (study: string) => {
    const of = ai.context.db.read
      .selectFrom('segmentation')
      .innerJoin('study', 'study.id', 'segmentation.study_id')
      .where('study.uuid', '=', study);
    const segments = await of
      .innerJoin('segment', 'segment.segmentation_id', 'segmentation.id')
      .select(['segment.title', 'segment.value'])
      .orderBy('value')
      .execute();
    const [{ count }, operations] = [
      await of.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
      await of
        .innerJoin('mask_operation', 'mask_operation.segmentation_id', 'segmentation.id')
        .select('number')
        .orderBy('number')
        .execute(),
    ];
    return { segmentations: Number(count), segments, operations: operations.map(({ number }) => Number(number)) };
  };
  const DRAWN = {
    segmentations: 1,
    segments: [
      { title: 'Head', value: 1 },
      { title: 'Tail', value: 2 },
    ],
    operations: [1, 2],
  };

  test('makes one segmentation with the segments of the model, drawn as the label map says [FLOW-02]', async () => {
    const { id, study } = await proposed();
    await run(id);
    const flow = await readFlow(ai.context.db.read, ai.eva, id);
    expect([flow.state, flow.steps[1]!.reason]).toEqual(['done', { code: 'segment_made', values: ['2'] }]);
    expect(await drawn(study)).toEqual(DRAWN);
  });

  test('makes it once, whichever write is the last before a kill [FLOW-05]', async () => {
    let kills = 0;
    for (let at = 2; ; at += 1) {
      const { id, study } = await proposed();
      const isKilled = await run(id, killedAfter(at)).then(
        () => false,
        () => true,
      );
      await run(id);
      expect(await drawn(study)).toEqual(DRAWN);
      if (!isKilled) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThan(5);
  });

  function killedAfter(last: number): ServerContext {
    let writes = 0;
    const { db } = ai.context;
    const write = async <T>(change: (tx: Writer) => Promise<T>): Promise<T> => {
      writes += 1;
      const made = await db.write(change);
      if (writes === last) throw new Error('killed');
      return made;
    };
    return { ...ai.context, db: { ...db, write } };
  }
});
