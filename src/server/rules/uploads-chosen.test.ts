import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { addFirstPipelines } from './catalogues.ts';
import { createLabel, deleteLabel } from './labels.ts';
import { createProject, moveProjectOn } from './projects.ts';
import { findStudy } from './studies-detail.ts';
import { detachLabel } from './study-labels.ts';
import { registerStudy } from './uploads-register-study.ts';
import { createTestBench, testStudy, type TestBench } from './uploads-test-bench.ts';
import { prepareUpload } from './uploads.ts';

interface Chosen {
  labels?: number[];
  projects?: number[][];
  pipeline?: string;
  acquisitions?: AcquisitionCode[];
}

describe.each(TEST_ENGINES)('what was chosen before the study was here, on %s', (engine) => {
  let bench: TestBench;
  let session: string;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    session = randomUUID();
    await bench.context.db.write((tx) => addFirstPipelines(tx, bench.eva.teamId, 0));
    await prepareUpload(bench.context, bench.eva, { id: session, started: 1 });
  });
  afterEach(() => bench.close());

  const project = (name: string) =>
    bench.context.db.write((tx) => createProject(tx, { teamId: bench.eva.teamId, name, now: bench.context.now() }));
  const label = async (name: string) => (await createLabel(bench.context, bench.eva, { name, color: '#336699' })).label_id;

  function study({ labels = [], projects = [], pipeline, acquisitions = [] }: Chosen) {
    const body = testStudy(session, { a: 1, b: 1 });
    const series = body.study.series.map((one, n) => ({
      ...one,
      ...(projects[n] && { projectIds: projects[n] }),
      ...(acquisitions[n] && { acquisition_code: acquisitions[n], score: 1.1, sort: 1 }),
    }));
    return { ...body, labels, study: { ...body.study, series, ...(pipeline !== undefined && { pipelineCode: pipeline }) } };
  }
  const seen = (uuid: string) => findStudy(bench.context, bench.eva, uuid);

  test('stands on the study: labels, projects of any of its series, pipeline, acquisitions', async () => {
    const [first, second] = [await project('First'), await project('Second')];
    const chosen = study({
      labels: [await label('3 T')],
      projects: [[first], [first, second]],
      pipeline: 'prostate-mr',
      acquisitions: ['T2W', 'NONE'],
    });
    const { left_off, ...made } = await registerStudy(bench.context, bench.eva, chosen);
    expect([left_off, made.study.pipelineCode]).toEqual([undefined, 'prostate-mr']);
    expect(await seen(made.study.uuid)).toMatchObject({
      labels: [{ name: '3 T' }],
      projects: [{ name: 'First' }, { name: 'Second' }],
      pipelineCode: 'prostate-mr',
      series: [
        { acquisition_code: 'T2W', score: 1.1, sort: 1 },
        { acquisition_code: 'NONE', score: 1.1 },
      ],
    });
  });

  test('has places of its own within an acquisition, also where the device gave two the same (REC-025)', async () => {
    const made = await registerStudy(bench.context, bench.eva, study({ acquisitions: ['T2W', 'T2W'] }));
    expect(await seen(made.study.uuid)).toMatchObject({
      series: [
        { acquisition_code: 'T2W', sort: 1 },
        { acquisition_code: 'T2W', sort: 2 },
      ],
    });
  });

  test('is nothing where nothing was said, as by devices of before', async () => {
    const made = await registerStudy(bench.context, bench.eva, testStudy(session, { a: 1 }));
    expect(made).not.toHaveProperty('left_off');
    expect(await seen(made.study.uuid)).toMatchObject({
      labels: [],
      projects: [],
      pipelineCode: null,
      series: [{ acquisition_code: null, score: null, sort: null }],
    });
  });

  test('never holds the study up: what is gone by now is left off and named', async () => {
    const gone = await label('gone');
    await deleteLabel(bench.context, bench.eva, gone);
    const started = await project('Started');
    await bench.context.db.write((tx) => moveProjectOn(tx, { teamId: bench.eva.teamId, id: started, now: 1 }));
    const chosen = study({ labels: [gone, await label('kept')], projects: [[started]], pipeline: 'gone', acquisitions: ['AR', 'DWI'] });
    const { left_off, study: made } = await registerStudy(bench.context, bench.eva, chosen);
    expect(left_off).toEqual(['labels', 'projects', 'pipeline', 'acquisitions']);
    expect(await seen(made.uuid)).toMatchObject({
      labels: [{ name: 'kept' }],
      projects: [],
      pipelineCode: null,
      series: [{ acquisition_code: 'NONE', score: 0 }, { acquisition_code: 'DWI' }],
    });
  });

  test('a pipeline is for studies of its modality', async () => {
    const chosen = study({ pipeline: 'prostate-mr' });
    const { left_off } = await registerStudy(bench.context, bench.eva, { ...chosen, study: { ...chosen.study, modality: 'CT' } });
    expect(left_off).toEqual(['pipeline']);
  });

  test('projects are for who may select them (PERM-19)', async () => {
    const member = { ...bench.eva, permissions: new Set(['r:upload-v2' as const]) };
    const { left_off, study: made } = await registerStudy(bench.context, member, study({ projects: [[await project('Open')]] }));
    expect(left_off).toEqual(['projects']);
    expect((await seen(made.uuid)).projects).toEqual([]);
  });

  test('labels, projects and pipelines of another team are those of nobody', async () => {
    const other = await bench.context.db.write((tx) => createProject(tx, { teamId: bench.ute.teamId, name: 'South', now: 1 }));
    const { label_id } = await createLabel(bench.context, bench.ute, { name: 'South', color: '#336699' });
    const values = { team_id: bench.ute.teamId, code: 'south', name: 'South', modality_code: 'MR', created_at: 0 };
    await bench.context.db.write((tx) => tx.insertInto('pipeline').values(values).execute());
    const chosen = study({ labels: [label_id], projects: [[other]], pipeline: 'south' });
    const { left_off } = await registerStudy(bench.context, bench.eva, chosen);
    expect(left_off).toEqual(['labels', 'projects', 'pipeline']);
  });

  test('sent again it gives nothing back that a person has taken off since', async () => {
    const chosen = study({ labels: [await label('3 T')] });
    const { study: made } = await registerStudy(bench.context, bench.eva, chosen);
    await detachLabel(bench.context, bench.eva, made.uuid, chosen.labels[0]!);
    await registerStudy(bench.context, bench.eva, chosen);
    expect((await seen(made.uuid)).labels).toEqual([]);
  });
});
