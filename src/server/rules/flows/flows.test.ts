import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Flow } from '#contract/flows.ts';
import type { Grid } from '#contract/grids.ts';
import { PipelineDefinition, type PipelineDetail } from '#contract/pipelines.ts';
import { fillBlueprint } from '#model/pipelines/blueprints.ts';
import { SHIPPED_BLUEPRINTS } from '#model/pipelines/shipped-blueprints.ts';
import type { Writer } from '#server/db/database.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { WrittenMaskReader } from '#server/label-maps/written-mask.ts';
import { JobPostponed } from '#server/jobs/job-handler.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { createAiTestBench, SUMMARY, type AiTestBench, type TestStudy } from '#server/rules/ai/ai-test-bench.ts';
import { retryInfer } from '#server/rules/ai/inferences.ts';
import { appendChange } from '#server/rules/changes.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { convertAs, readAs } from '#server/rules/datasets/versions/versions-test-bench.ts';
import { createPipeline, deletePipeline, savePipeline } from '#server/rules/pipelines/pipelines.ts';
import { createLabel } from '#server/rules/studies/labels.ts';
import { deleteStudy } from '#server/rules/studies/deleted-studies.ts';
import { noteStudyChange } from '#server/rules/studies/studies-changes.ts';
import { moveTask } from '#server/rules/tasks/move-task.ts';
import { refusalOf, registerTestUpload } from '#server/rules/uploads/uploads-test-bench.ts';
import { createAdvanceFlowHandler } from './advance-flow-job.ts';
import { cancelFlow, retryFlow, retryFlows, skipFlowStep } from './change-flow.ts';
import { listFlows, readFlow } from './flows.ts';
import { startFlows } from './start-flows.ts';

type Steps = readonly object[];

const GRID: Grid = {
  version: 1,
  planes: [{ columns: 4, rows: 4, spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0], frameOfReference: '2.25.9' }],
  slices: [0, 1, 2].map((slice) => ({ sop: `2.25.${slice}`, frame: 0, plane: 0, position: [0, 0, slice] })),
  ...{ step: [0, 0, 1], noVolume: null },
};

/** Nothing is drawn here: see segment-step.test.ts. */
const NO_MASKS: WrittenMaskReader = { read: () => Promise.reject(new Error('No mask is read here')) };

describe.each(TEST_ENGINES)('flows on %s', (engine) => {
  let ai: AiTestBench;
  beforeEach(async () => void (ai = await createAiTestBench(engine)));
  afterEach(() => ai.close());

  let codes = 0;
  const definition = (steps: Steps, starts: PipelineDefinition['starts'] = null) => PipelineDefinition.parse({ starts, steps });
  function pipelineOf(made: PipelineDefinition | null): Promise<PipelineDetail> {
    codes += 1;
    const named = { code: `p-${codes}`, name: 'Incoming', modality_code: 'MR', acquisitions: [] };
    return createPipeline(ai.context, ai.eva, { ...named, definition: made });
  }
  const newPipeline = (steps: Steps, starts?: PipelineDefinition['starts']) => pipelineOf(definition(steps, starts));

  /** One look at a flow, as the job does it. */
  async function look(id: number, context: ServerContext = ai.context): Promise<void> {
    const job = { id: 1, payload: { flow: id }, tries: 1, signal: new AbortController().signal, progress: () => Promise.resolve() };
    const { effect } = await createAdvanceFlowHandler(context, NO_MASKS).run(job);
    await ai.context.db.write(effect);
  }
  /** Everything that is queued for flows, by the runner of jobs. */
  async function work(): Promise<void> {
    const runner = startJobRunner(ai.context.jobs, { 'advance-flow': createAdvanceFlowHandler(ai.context, NO_MASKS) });
    await runner.idle();
    await runner.stop('wait');
  }
  const read = (id: number): Promise<Flow> => readFlow(ai.context.db.read, ai.eva, id);
  async function started(pipeline: PipelineDetail, { study }: Pick<TestStudy, 'study'>): Promise<number> {
    await startFlows(ai.context, ai.eva, { request: randomUUID(), pipeline: pipeline.id, studies: [study.uuid] });
    const { data } = await listFlows(ai.context, ai.eva, { page: 1, pipeline: pipeline.id, study: study.uuid });
    return data[0]!.id;
  }
  const states = ({ steps }: Flow) => steps.map(({ state }) => state).join(' ');
  const label = (name = 'Ready') => createLabel(ai.context, ai.eva, { name, color: '#112233' });
  const labelsOf = ({ study }: TestStudy) =>
    ai.context.db.read.selectFrom('study_label').select('label_id').where('study_id', '=', study.id).execute();
  const tasksOf = ({ study }: TestStudy) =>
    ai.context.db.read.selectFrom('task').selectAll().where('study_id', '=', study.id).orderBy('id').execute();
  const infersOf = ({ study }: TestStudy) =>
    ai.context.db.read.selectFrom('infer').selectAll().where('study_id', '=', study.id).orderBy('id').execute();
  const notesOf = () => ai.context.db.read.selectFrom('notification').selectAll().where('type_code', '=', 'pipeline.note').execute();
  const toTom = { person: 0 };
  beforeEach(() => void (toTom.person = ai.tom.userId));

  async function finishModel(summary: object = {}): Promise<void> {
    const worker = await ai.newWorker();
    await ai.finishInfer(worker, (await ai.take(worker))!, { ...SUMMARY, ...summary });
  }
  async function answer(study: TestStudy, more: Omit<Parameters<typeof moveTask>[3], 'act'>, act: 'finish' | 'cancel' = 'finish') {
    const task = (await tasksOf(study)).at(-1)!;
    ai.clock.now += 1000;
    await moveTask(ai.context, act === 'finish' ? ai.tom : ai.eva, task.uuid, { act, ...more });
  }

  test('the blueprint of prostate MR runs to its end, with a person in the middle [FLOW-01, FLOW-02, FLOW-04]', async () => {
    const [{ model }, study] = [await ai.newRunning(), await ai.newStudy()];
    const dataset = await newDataset();
    const made = fillBlueprint(SHIPPED_BLUEPRINTS[0]!, { model: model.id, reviewer: toTom, dataset });
    const pipeline = await pipelineOf({
      ...made!,
      steps: made!.steps.filter(({ type }) => !['wait', 'register', 'segment'].includes(type)),
    });
    await setAcquisition(study, 'T2W');
    const id = await started(pipeline, study);
    await work();
    expect(await read(id)).toMatchObject({ state: 'running', position: 1, reason: { code: 'model_runs' } });
    await finishModel({ unlike: ['spacing'] });
    await work();
    expect(await read(id)).toMatchObject({ state: 'waits_person', position: 2, reason: { code: 'person_asked' } });
    await answer(study, { decision: 'accepted' });
    await work();
    const flow = await read(id);
    expect([flow.state, states(flow), flow.steps[1]!.results]).toEqual(['done', 'done done done done done', ['done', 'unlike']]);
    const inside = await ai.context.db.read.selectFrom('dataset_study').select('study_id').execute();
    expect(inside).toEqual([{ study_id: study.study.id }]);
    expect((await notesOf()).map(({ user_id, url }) => [user_id, url])).toEqual([[ai.eva.userId, `/studies-v2?study=${study.study.uuid}`]]);
  });

  test('a server that is stopped again and again does not make a flow wait that moves between the stops [BACK-24]', async () => {
    const [study, ready] = [await ai.newStudy(), await label()];
    const { jobs } = ai.context;
    const id = await started(await newPipeline([{ id: 'mark', type: 'label', label: ready.id }]), study);
    await jobs.claim(['advance-flow']);
    await ai.context.db.write((tx) => tx.updateTable('job').set({ tries: 9 }).where('name', '=', 'advance-flow').execute());
    await look(id);
    await jobs.voidEarlierLeases();
    expect(await jobs.claim(['advance-flow'])).toMatchObject({ payload: { flow: id }, tries: 2 });

    // Nothing was stored since: now it pauses.
    await ai.context.db.write((tx) => tx.updateTable('job').set({ tries: 9 }).where('name', '=', 'advance-flow').execute());
    await look(id);
    await jobs.voidEarlierLeases();
    expect(await jobs.claim(['advance-flow'])).toBeNull();
  });

  test('the blueprint of brain crops asks a person about exceptions only [FLOW-01, FLOW-04]', async () => {
    const [{ model }, usual, unlike, broken] = [await ai.newRunning(), await ai.newStudy(), await ai.newStudy(), await ai.newStudy()];
    const { id: done } = await label();
    const pipeline = await pipelineOf(fillBlueprint(SHIPPED_BLUEPRINTS[1]!, { model: model.id, reviewer: toTom, label: done }));
    const flows = [];
    for (const study of [usual, unlike, broken]) flows.push(await started(pipeline, study));
    await work();
    await finishModel();
    await finishModel({ unlike: ['entropy'] });
    for (let tries = 0; tries < 2; tries += 1) {
      const worker = await ai.newWorker();
      await ai.fail(worker, (await ai.take(worker))!, false);
      await work();
    }
    const [first, second, third] = await Promise.all(flows.map(read));
    expect([states(first!), first!.state]).toEqual(['done done skipped done', 'done']);
    expect([states(second!), second!.state]).toEqual(['done done waits_person not_started', 'waits_person']);
    expect([states(third!), third!.steps[1]!.tries]).toEqual(['done failed waits_person not_started', 2]);
    expect([(await labelsOf(usual)).length, (await labelsOf(unlike)).length]).toEqual([1, 0]);
    await answer(unlike, { decision: 'changes', reason: 'The tail is missing' });
    await work();
    expect(states(await read(flows[1]!))).toBe('done done done skipped');
  });

  test('the blueprint of incoming studies starts by itself, once, and asks about what cannot be converted [FLOW-03]', async () => {
    const made = fillBlueprint(SHIPPED_BLUEPRINTS[2]!, { person: toTom })!;
    const pipeline = await pipelineOf({ ...made, steps: made.steps.filter(({ type }) => type !== 'check') });
    const upload = await registerTestUpload(ai.bench, { a: 1, b: 1 }, { studyInstanceUid: '1.2.99' });
    await registerTestUpload(ai.bench, { a: 1 }, { owner: ai.ute, studyInstanceUid: '1.2.98' });
    await work();
    const list = () => listFlows(ai.context, ai.eva, { page: 1, pipeline: pipeline.id });
    const { data } = await list();
    expect(data).toMatchObject([
      { study: { uuid: upload.studyUuid }, state: 'waits_data', started_by: null, reason: { values: ['0', '2'] } },
    ]);
    await endSeries(upload.series[0]!.id, 'error');
    await work();
    expect((await list()).data[0]!.state).toBe('waits_data');
    await endSeries(upload.series[1]!.id, 'error');
    await work();
    const [flow] = (await list()).data;
    expect([flow!.state, flow!.steps.map(({ state }) => state)]).toEqual(['waits_person', ['failed', 'waits_person']]);
    expect((await list()).counts).toMatchObject({ waits_person: 1, running: 0 });
  });

  test('a step waits until the study is checked, and a condition asks for its findings [FLOW-02, FLOW-04]', async () => {
    const [clean, gaps, { id: ready }] = [await ai.newStudy(), await ai.newStudy(), await label()];
    const pipeline = await newPipeline([
      { id: 'check', type: 'check' },
      { id: 'label', type: 'label', label: ready, when: { match: 'all', conditions: [{ what: 'finding', at_least: 'warning' }] } },
    ]);
    const flows = [await started(pipeline, clean), await started(pipeline, gaps)];
    await work();
    expect(await read(flows[0]!)).toMatchObject({ state: 'running', reason: { code: 'checking' } });
    await addFinding(clean, 'info');
    await addFinding(gaps, 'warning');
    for (const study of [clean, gaps]) await endCheck(study);
    await work();
    expect([states(await read(flows[0]!)), states(await read(flows[1]!))]).toEqual(['done skipped', 'done done']);
    expect((await read(flows[1]!)).steps[0]!.reason).toEqual({ code: 'checked', values: ['1'] });
  });

  test('series are registered once, and an error that is too large stops the flow [FLOW-02, FLOW-06]', async () => {
    const study = await ai.newStudy();
    const pipeline = await newPipeline([
      { id: 'register', type: 'register', fixed: 'T2W', moving: 'ADC', max_mm: 2, fails: { tries: 2, next: 'stop' } },
    ]);
    await setAcquisition(study, 'T2W');
    const alone = await started(pipeline, study);
    await work();
    expect(await read(alone)).toMatchObject({ state: 'failed', reason: { code: 'series_missing', values: ['ADC'] } });
    await addSeries(study, 'ADC');
    await retryFlow(ai.context, ai.eva, alone, 'register');
    await work();
    expect(await read(alone)).toMatchObject({ state: 'running', reason: { code: 'registering' } });
    await endRegistration(study, 6.1);
    await work();
    await work();
    // The second try.
    expect(await read(alone)).toMatchObject({ state: 'running', reason: { code: 'registering' }, steps: [{ tries: 2 }] });
    await endRegistration(study, 1.2);
    await work();
    expect(await read(alone)).toMatchObject({ state: 'done', steps: [{ reason: { code: 'registered', values: ['1.2'] } }] });
    expect((await registrationsOf(study)).length).toBe(2);
  });

  test('a kill at any write, on one server or two, repeats no effect [FLOW-05]', async () => {
    const [{ model }, { id: ready }] = [await ai.newRunning(), await label()];
    const steps = [
      { id: 'convert', type: 'convert' },
      { id: 'propose', type: 'infer', model: model.id },
      { id: 'label', type: 'label', label: ready },
      { id: 'ask', type: 'ask', kind: 'answer', to: toTom },
      { id: 'tell', type: 'notify', to: 'uploader', text: 'Done' },
    ];
    const pipeline = await newPipeline(steps);
    let kills = 0;
    for (const when of ['before', 'after'] as const)
      for (let at = 1; ; at += 1) {
        const study = await ai.newStudy();
        const id = await started(pipeline, study);
        const isKilled = await killedAt(at, when, id);
        const before = (await notesOf()).length;
        // A model that has run when the flow is looked at again.
        const isEarly = (await infersOf(study)).length > 0;
        if (isEarly) await finishModel();
        await Promise.all([look(id), look(id)]);
        if (!isEarly) await finishModel();
        await killedAt(at, when, id);
        await Promise.all([look(id), look(id)]);
        await answer(study, { reason: 'Yes' });
        await killedAt(at, when, id);
        await Promise.all([look(id), look(id)]);
        expect([(await infersOf(study)).length, (await tasksOf(study)).length, (await labelsOf(study)).length]).toEqual([1, 1, 1]);
        expect((await notesOf()).length - before).toBe(1);
        expect((await read(id)).state).toBe('done');
        if (!isKilled) break;
        kills += 1;
      }
    expect(kills).toBe(10);
  });

  test.each([
    ['an answer', (study: TestStudy) => answer(study, { reason: 'Yes' })],
    ['a skip', (_: TestStudy, id: number) => skipFlowStep(ai.context, ai.eva, id, { step: 'ask', reason: 'Known' })],
  ])('%s that comes while a look is under way is seen by another look [FLOW-05]', async (_what, happen) => {
    const [{ id: ready }, study] = [await label(), await ai.newStudy()];
    const pipeline = await newPipeline([
      { id: 'ask', type: 'ask', kind: 'answer', to: toTom },
      { id: 'label', type: 'label', label: ready },
    ]);
    const id = await started(pipeline, study);
    await work();
    await ai.context.db.write((tx) => noteStudyChange(tx, { teamId: ai.eva.teamId, studyUuid: study.study.uuid, now: ai.clock.now }));
    const late = createAdvanceFlowHandler(ai.context, NO_MASKS);
    const runner = startJobRunner(ai.context.jobs, {
      'advance-flow': {
        ...late,
        async run(job) {
          const effect = await late.run(job);
          // After the handler has looked, and before its job ends.
          if ((await read(id)).state === 'waits_person') await happen(study, id);
          return effect;
        },
      },
    });
    await runner.idle();
    await runner.stop('wait');
    expect((await read(id)).state).toBe('done');
  });

  test('a step that waits too long for its series fails, and goes on when it is retried [FLOW-06, FLOW-07]', async () => {
    const [study, { id: ready }] = [await ai.newStudy(), await label()];
    const pipeline = await newPipeline([
      { id: 'arrive', type: 'wait', acquisitions: ['T2W', 'ADC'], hours: 1 },
      { id: 'label', type: 'label', label: ready },
    ]);
    const id = await started(pipeline, study);
    await setAcquisition(study, 'T2W');
    await work();
    expect(await read(id)).toMatchObject({ state: 'waits_data', reason: { code: 'acquisitions_missing', values: ['ADC'] } });
    ai.clock.now += 3_600_000;
    await work();
    expect(await read(id)).toMatchObject({ state: 'failed', reason: { values: ['ADC'] } });
    await setAcquisition(study, 'ADC');
    expect(await retryFlows(ai.context, ai.eva, [id, id])).toEqual({ retried: 1 });
    await retryFlow(ai.context, ai.eva, id, 'arrive');
    await work();
    // ADC is there, T2W no longer.
    expect(await read(id)).toMatchObject({ state: 'waits_data', reason: { values: ['T2W'] } });
    await skipFlowStep(ai.context, ai.eva, id, { step: 'arrive', reason: 'Seen by hand' });
    await skipFlowStep(ai.context, ai.eva, id, { step: 'arrive', reason: 'Seen by hand' });
    await work();
    const flow = await read(id);
    expect([flow.state, states(flow), flow.steps[0]!.reason]).toEqual([
      'done',
      'skipped done',
      { code: 'skipped_by', values: ['Eva', 'Seen by hand'] },
    ]);
  });

  test('a step that is repeated asks anew, and what was done before it stays [FLOW-07]', async () => {
    const [study, { id: ready }] = [await ai.newStudy(), await label()];
    const pipeline = await newPipeline([
      { id: 'label', type: 'label', label: ready },
      { id: 'ask', type: 'ask', kind: 'answer', to: toTom },
    ]);
    const id = await started(pipeline, study);
    await work();
    await answer(study, {}, 'cancel');
    await work();
    expect(await read(id)).toMatchObject({ state: 'failed', reason: { code: 'task_cancelled' } });
    await retryFlow(ai.context, ai.eva, id, 'ask');
    await work();
    expect([(await tasksOf(study)).length, (await read(id)).state]).toEqual([2, 'waits_person']);
    await answer(study, { reason: 'Yes' });
    await work();
    await retryFlow(ai.context, ai.eva, id, 'ask');
    await work();
    expect([(await tasksOf(study)).length, (await read(id)).state, (await labelsOf(study)).length]).toEqual([3, 'waits_person', 1]);
    expect((await refusalOf(retryFlow(ai.context, ai.eva, id, 'nothing'))).code).toBe('invalid');
  });

  test('a pipeline runs over a study once at a time, and open flows keep their version [FLOW-08, FLOW-09]', async () => {
    const [study, { id: ready }, { id: other }] = [await ai.newStudy(), await label(), await label('Other')];
    const pipeline = await newPipeline([
      { id: 'ask', type: 'ask', kind: 'answer', to: toTom },
      { id: 'label', type: 'label', label: ready },
    ]);
    const wish = { request: randomUUID(), pipeline: pipeline.id, studies: [study.study.uuid] };
    expect(await startFlows(ai.context, ai.eva, wish)).toEqual({ started: 1, known: 0 });
    expect(await startFlows(ai.context, ai.eva, wish)).toEqual({ started: 0, known: 1 });
    expect(await startFlows(ai.context, ai.eva, { ...wish, request: randomUUID() })).toEqual({ started: 0, known: 1 });
    await work();
    const saved = { name: 'Incoming', modality_code: 'MR', acquisitions: [], version: 1 };
    const next = definition([{ id: 'label', type: 'label', label: other }]);
    expect((await savePipeline(ai.context, ai.eva, pipeline.id, { ...saved, definition: next })).version).toBe(2);
    await answer(study, { reason: 'Yes' });
    await work();
    expect(await labelsOf(study)).toEqual([{ label_id: ready }]);
    expect(await startFlows(ai.context, ai.eva, { ...wish, request: randomUUID() })).toEqual({ started: 1, known: 0 });
    await work();
    expect((await labelsOf(study)).length).toBe(2);
    const [newest] = (await listFlows(ai.context, ai.eva, { page: 1 })).data;
    expect(newest).toMatchObject({ state: 'done', pipeline: { version: 2 }, started_by: 'Eva' });
  });

  test('a flow has the rights of who saved its version, and ends with the study or the pipeline [FLOW-10]', async () => {
    const [study, second, { id: ready }] = [await ai.newStudy(), await ai.newStudy(), await label()];
    const asTom = await createPipeline(ai.context, ai.tom, {
      ...{ code: 'tom', name: 'Tom', modality_code: 'MR', acquisitions: [] },
      definition: definition([{ id: 'label', type: 'label', label: ready }]),
    });
    await leaveTeam();
    const id = await started(asTom, study);
    await work();
    expect(await read(id)).toMatchObject({ state: 'failed', reason: { code: 'author_gone' } });
    await deleteStudy(ai.context, ai.eva, study.study.uuid);
    await look(id);
    expect((await listFlows(ai.context, ai.eva, { page: 1 })).total).toBe(0);
    const other = await started(asTom, second);
    await deletePipeline(ai.context, ai.eva, asTom.id);
    await deletePipeline(ai.context, ai.eva, asTom.id);
    await work();
    expect((await read(other)).state).toBe('cancelled');
    expect((await refusalOf(retryFlow(ai.context, ai.eva, other, 'label'))).code).toBe('conflict');
  });

  test('a model that fails is tried as often as the step says, and what was deleted fails by name [FLOW-06]', async () => {
    const [{ model }, study] = [await ai.newRunning(), await ai.newStudy()];
    const { id: lost } = await label('Lost');
    const pipeline = await newPipeline([
      { id: 'propose', type: 'infer', model: model.id, fails: { tries: 2, next: 'stop' } },
      { id: 'label', type: 'label', label: lost },
    ]);
    const id = await started(pipeline, study);
    await work();
    for (const left of [1, 0]) {
      const worker = await ai.newWorker();
      await ai.fail(worker, (await ai.take(worker))!, false);
      await work();
      expect((await read(id)).state).toBe(left === 0 ? 'failed' : 'running');
    }
    expect(await read(id)).toMatchObject({ reason: { code: 'model_failed' }, steps: [{ tries: 2 }, {}] });
    await retryInfer(ai.context, ai.eva, (await infersOf(study)).at(-1)!.id);
    await retryFlow(ai.context, ai.eva, id, 'propose');
    await work();
    expect((await infersOf(study)).length).toBe(2);
    await ai.context.db.write((tx) => tx.deleteFrom('label').where('id', '=', lost).execute());
    await finishModel();
    await work();
    expect(await read(id)).toMatchObject({ state: 'failed', position: 1, reason: { code: 'gone' } });
    expect((await cancelFlow(ai.context, ai.eva, id)).state).toBe('cancelled');
    expect((await cancelFlow(ai.context, ai.eva, id)).state).toBe('cancelled');
  });

  test('flows of a suspended team wait', async () => {
    const [study, { id: ready }] = [await ai.newStudy(), await label()];
    const id = await started(await newPipeline([{ id: 'label', type: 'label', label: ready }]), study);
    const suspend = (suspended_at: number | null) =>
      ai.context.db.write((tx) => tx.updateTable('team').set({ suspended_at }).where('id', '=', ai.eva.teamId).execute());
    await suspend(1);
    await expect(look(id)).rejects.toThrow(JobPostponed);
    expect((await read(id)).state).toBe('running');
    await suspend(null);
    await look(id);
    expect((await read(id)).state).toBe('done');
  });

  test('another team knows nothing of a flow', async () => {
    const [study, { id: ready }] = [await ai.newStudy(), await label()];
    const pipeline = await newPipeline([{ id: 'label', type: 'label', label: ready }]);
    const id = await started(pipeline, study);
    expect((await listFlows(ai.context, ai.ute, { page: 1 })).total).toBe(0);
    expect((await refusalOf(readFlow(ai.context.db.read, ai.ute, id))).code).toBe('not_found');
    expect((await refusalOf(cancelFlow(ai.context, ai.ute, id))).code).toBe('not_found');
    const wish = { request: randomUUID(), pipeline: pipeline.id, studies: [study.study.uuid] };
    expect((await refusalOf(startFlows(ai.context, ai.ute, wish))).code).toBe('not_found');
  });

  /** A look that dies at a write. False if it made fewer writes. */
  async function killedAt(at: number, when: 'before' | 'after', id: number): Promise<boolean> {
    let writes = 0;
    const { db } = ai.context;
    const write = async <T>(change: (tx: Writer) => Promise<T>): Promise<T> => {
      writes += 1;
      if (writes === at && when === 'before') throw new Error('killed');
      const made = await db.write(change);
      if (writes === at) throw new Error('killed');
      return made;
    };
    const killed = { ...ai.context, db: { ...db, write } } as ServerContext;
    try {
      await createAdvanceFlowHandler(killed, NO_MASKS).run({
        ...{ id: 1, payload: { flow: id }, tries: 1, signal: new AbortController().signal, progress: () => Promise.resolve() },
      });
      return false;
    } catch (error) {
      expect((error as Error).message).toBe('killed');
      return true;
    }
  }

  async function newDataset(): Promise<number> {
    const { context, eva, clock } = ai;
    const structure = await context.db.read.selectFrom('structure').select('id').orderBy('id').executeTakeFirstOrThrow();
    const { id } = await context.db.write((tx) =>
      tx
        .insertInto('dataset')
        .values({
          ...{ team_id: eva.teamId, uuid: randomUUID(), name: 'Prostate', structure_id: structure.id, created_by: eva.userId },
          ...{ created_at: clock.now, updated_at: clock.now },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    return id;
  }

  function setAcquisition({ series, study }: TestStudy, code: 'T2W' | 'ADC'): Promise<number> {
    return ai.context.db.write(async (tx) => {
      await tx.updateTable('series').set({ acquisition_code: code }).where('id', '=', series.id).execute();
      return noteStudyChange(tx, { teamId: ai.eva.teamId, studyUuid: study.uuid, now: ai.clock.now });
    });
  }

  async function endSeries(id: number, state: 'error' | 'converted'): Promise<void> {
    await ai.context.db.write(async (tx) => {
      const series = await tx
        .updateTable('series')
        .set({ state, message: 'Broken' })
        .where('id', '=', id)
        .returning('study_id')
        .executeTakeFirstOrThrow();
      const study = await tx.selectFrom('study').select('uuid').where('id', '=', series.study_id).executeTakeFirstOrThrow();
      await noteStudyChange(tx, { teamId: ai.eva.teamId, studyUuid: study.uuid, now: ai.clock.now });
    });
  }

  /** As if the check of the study had found something. */
  async function addFinding({ study }: TestStudy, severity: 'info' | 'warning'): Promise<void> {
    await ai.context.db.write((tx) =>
      tx
        .insertInto('finding')
        .values({
          ...{ uuid: randomUUID(), study_id: study.id, series_id: null, other_study_id: null, place: 'lossy', code: 'lossy-compression' },
          ...{ severity, said: '{"code":"lossy-compression","images":1,"of":1}', version: 1, mark: null, reason: '' },
          ...{ marked_by: null, marked_at: null, created_at: ai.clock.now },
        })
        .execute(),
    );
  }

  /** All series are read, and no check waits. */
  async function endCheck({ series, study }: TestStudy): Promise<void> {
    await readAs(ai.bench, series.id, GRID);
    await ai.context.db.write((tx) => noteStudyChange(tx, { teamId: ai.eva.teamId, studyUuid: study.uuid, now: ai.clock.now }));
  }

  /** Another converted series of the study; both have slices that make a volume. */
  async function addSeries({ study, series }: TestStudy, code: 'ADC'): Promise<void> {
    const { id: _, ...copied } = await ai.context.db.read
      .selectFrom('series')
      .selectAll()
      .where('id', '=', series.id)
      .executeTakeFirstOrThrow();
    const { id } = await ai.context.db.write((tx) =>
      tx
        .insertInto('series')
        .values({
          ...copied,
          uuid: randomUUID(),
          client_id: 'other',
          idx: 1,
          series_instance_uid: '9',
          acquisition_code: code,
          ref_serie: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    for (const each of [series.id, id]) await readAs(ai.bench, each, GRID);
    await convertAs(ai.bench, { id, study: study.uuid }, Buffer.from('volume'));
  }

  const registrationsOf = ({ study }: TestStudy) =>
    ai.context.db.read.selectFrom('registration').selectAll().where('study_id', '=', study.id).orderBy('id').execute();

  async function endRegistration(of: TestStudy, error_mm: number): Promise<void> {
    const last = (await registrationsOf(of)).at(-1)!;
    const matrix = JSON.stringify([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    await ai.context.db.write(async (tx) => {
      const found = { state: 'done' as const, matrix, similarity: 1.2, overlap: 1, error_mm };
      await tx.updateTable('registration').set(found).where('id', '=', last.id).execute();
      await appendChange(tx, { teamId: ai.eva.teamId, kind: 'registration', ref: of.study.uuid, now: ai.clock.now });
    });
  }

  async function leaveTeam(): Promise<void> {
    const { teamId, userId } = ai.tom;
    await ai.context.db.write((tx) => tx.deleteFrom('membership').where('team_id', '=', teamId).where('user_id', '=', userId).execute());
  }
});
