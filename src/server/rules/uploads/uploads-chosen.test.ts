import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import { addFirstPipelines } from '#server/rules/recognition/catalogues.ts';
import { createLabel, deleteLabel } from '#server/rules/studies/labels.ts';
import { createProject, moveProjectOn } from '#server/rules/studies/projects.ts';
import { findStudy } from '#server/rules/studies/studies-detail.ts';
import { detachLabel } from '#server/rules/studies/study-labels.ts';
import { registerStudy } from './uploads-register-study.ts';
import { createTestBench, testStudy, type TestBench } from './uploads-test-bench.ts';
import { prepareUpload } from './uploads.ts';

interface Chosen {
  labels?: number[];
  projects?: number[][];
  pipeline?: string;
  acquisitions?: AcquisitionCode[];
}

describe.each(TEST_ENGINES)('choices made before the upload, on %s', (engine) => {
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

  test('are applied to the study: labels, projects of any of its series, pipeline, acquisitions', async () => {
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

  test('are numbered within an acquisition, also when the device sent the same number twice [REC-025]', async () => {
    const made = await registerStudy(bench.context, bench.eva, study({ acquisitions: ['T2W', 'T2W'] }));
    expect(await seen(made.study.uuid)).toMatchObject({
      series: [
        { acquisition_code: 'T2W', sort: 1 },
        { acquisition_code: 'T2W', sort: 2 },
      ],
    });
  });

  test('are empty when none were sent, as by older clients', async () => {
    const made = await registerStudy(bench.context, bench.eva, testStudy(session, { a: 1 }));
    expect(made).not.toHaveProperty('left_off');
    expect(await seen(made.study.uuid)).toMatchObject({
      labels: [],
      projects: [],
      pipelineCode: null,
      series: [{ acquisition_code: null, score: null, sort: null }],
    });
  });

  test('never delay the study: missing items are left off and named', async () => {
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

  test('of a pipeline must fit the modality of the study', async () => {
    const chosen = study({ pipeline: 'prostate-mr' });
    const { left_off } = await registerStudy(bench.context, bench.eva, { ...chosen, study: { ...chosen.study, modality: 'CT' } });
    expect(left_off).toEqual(['pipeline']);
  });

  test('of projects need the permission to select them [PERM-19]', async () => {
    const member = { ...bench.eva, permissions: new Set(['r:upload-v2' as const]) };
    const { left_off, study: made } = await registerStudy(bench.context, member, study({ projects: [[await project('Open')]] }));
    expect(left_off).toEqual(['projects']);
    expect((await seen(made.uuid)).projects).toEqual([]);
  });

  test('of labels, projects and pipelines of another team are treated as missing', async () => {
    const other = await bench.context.db.write((tx) => createProject(tx, { teamId: bench.ute.teamId, name: 'South', now: 1 }));
    const { label_id } = await createLabel(bench.context, bench.ute, { name: 'South', color: '#336699' });
    const values = { team_id: bench.ute.teamId, code: 'south', name: 'South', modality_code: 'MR', created_at: 0 };
    await bench.context.db.write((tx) => tx.insertInto('pipeline').values(values).execute());
    const chosen = study({ labels: [label_id], projects: [[other]], pipeline: 'south' });
    const { left_off } = await registerStudy(bench.context, bench.eva, chosen);
    expect(left_off).toEqual(['labels', 'projects', 'pipeline']);
  });

  test('sent again do not restore what a user removed meanwhile', async () => {
    const chosen = study({ labels: [await label('3 T')] });
    const { study: made } = await registerStudy(bench.context, bench.eva, chosen);
    await detachLabel(bench.context, bench.eva, made.uuid, chosen.labels[0]!);
    await registerStudy(bench.context, bench.eva, chosen);
    expect((await seen(made.uuid)).labels).toEqual([]);
  });
});
