import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { changeLabel, createLabel, deleteLabel, labelsOfTeam } from './labels.ts';
import { createProject, moveProjectOn, projectsOfTeam, saveStudyProject } from './projects.ts';
import { attachLabel, detachLabel, labelsOfStudy } from './study-labels.ts';
import { dropUpload } from '#server/rules/uploads/uploads-end.ts';
import { createTestBench, registerTestUpload, type RegisteredUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';

const COLOR = '#3E7CB1';

describe.each(TEST_ENGINES)('labels and projects on %s', (engine) => {
  let bench: TestBench;
  let upload: RegisteredUpload;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    upload = await registerTestUpload(bench, { 'series-1': 1 });
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  const add = (name: string, caller = bench.eva) => createLabel(bench.context, caller, { name, color: COLOR });
  const named = async () => (await labelsOfTeam(bench.context.db.read, bench.eva.teamId)).map(({ name, color }) => `${name} ${color}`);
  const onStudy = async () => (await labelsOfStudy(bench.context, bench.eva, upload.studyUuid, null)).map(({ name }) => name);
  const makeProject = () =>
    bench.context.db.write((tx) => createProject(tx, { teamId: bench.eva.teamId, name: 'PI-RADS 26', now: bench.clock.now }));
  const moveOn = (id: number) => bench.context.db.write((tx) => moveProjectOn(tx, { teamId: bench.eva.teamId, id, now: bench.clock.now }));
  const save = (project_id: number, action: 'add' | 'remove') =>
    saveStudyProject(bench.context, bench.eva, { uuid: upload.studyUuid, project_id, action });

  test('when two users create the same label at the same time, one is told that it exists', async () => {
    const made = await Promise.allSettled([add('urgent'), add('Urgent', bench.tom)]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(made.find((each) => each.status === 'rejected')).toMatchObject({ reason: { code: 'duplicate_label' } });
    expect(await named()).toHaveLength(1);
  });

  test('when one user renames a label while another recolours it, both changes stay', async () => {
    const { id } = await add('urgent');
    await Promise.all([
      changeLabel(bench.context, bench.eva, { id, name: 'very urgent' }),
      changeLabel(bench.context, bench.tom, { id, color: '#B4654A' }),
    ]);
    expect(await named()).toEqual(['very urgent #B4654A']);
  });

  test('a label assigned while it is deleted is on no study afterwards, in any order', async () => {
    const { id } = await add('urgent');
    const [attached] = await Promise.allSettled([
      attachLabel(bench.context, bench.eva, upload.studyUuid, id),
      deleteLabel(bench.context, bench.tom, id),
    ]);
    if (attached.status === 'rejected') expect(attached.reason).toMatchObject({ code: 'not_found' });
    expect([await named(), await onStudy()]).toEqual([[], []]);
  });

  test('a change is reported to the team once, and a call without a change is not', async () => {
    const { id } = await add('urgent');
    await attachLabel(bench.context, bench.eva, upload.studyUuid, id);
    await detachLabel(bench.context, bench.eva, upload.studyUuid, id);
    const told = bench.told.length;
    await detachLabel(bench.context, bench.eva, upload.studyUuid, id);
    await changeLabel(bench.context, bench.eva, { id, name: 'urgent' });
    await deleteLabel(bench.context, bench.ute, id);
    expect([told, bench.told.length]).toEqual([3, 3]);
    expect(new Set(bench.told.map(({ to, event }) => `${to} ${event}`))).toEqual(new Set([`team ${bench.eva.teamId} change`]));
  });

  test('a study that is deleted with its upload takes only its own links along', async () => {
    const { id } = await add('urgent');
    await attachLabel(bench.context, bench.eva, upload.studyUuid, id);
    const project = await makeProject();
    await save(project, 'add');
    await dropUpload(bench.context, bench.eva, upload.session);
    const { read } = bench.context.db;
    expect(await read.selectFrom('study_label').selectAll().execute()).toEqual([]);
    expect(await read.selectFrom('study_project').selectAll().execute()).toEqual([]);
    expect([await named(), await projectsOfTeam(bench.context, bench.eva, undefined)]).toEqual([
      [`urgent ${COLOR}`],
      [expect.objectContaining({ id: project })],
    ]);
  });

  test('a team has a limited number of labels', async () => {
    await bench.context.db.write((tx) =>
      tx
        .insertInto('label')
        .values(
          Array.from({ length: LIMITS.labelsPerTeam }, (_, index) => ({
            team_id: bench.eva.teamId,
            name: `l${index}`,
            name_key: `l${index}`,
            color: COLOR,
            created_at: 0,
            updated_at: 0,
          })),
        )
        .execute(),
    );
    await expect(add('one more')).rejects.toMatchObject({
      code: 'too_large',
      detail: { limit: { name: 'labelsPerTeam', max: LIMITS.labelsPerTeam } },
    });
    expect((await add('of south', bench.ute)).name).toBe('of south');
  });

  test('a project goes through its states in order only [ENT-13]', async () => {
    const id = await makeProject();
    expect([await moveOn(id), await moveOn(id)]).toEqual(['in_progress', 'finished']);
    await expect(moveOn(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a study removed while its project starts is either out or locked in', async () => {
    const id = await makeProject();
    await save(id, 'add');
    const [removed] = await Promise.allSettled([save(id, 'remove'), moveOn(id)]);
    const [project] = await projectsOfTeam(bench.context, bench.eva, upload.studyUuid);
    expect(project).toMatchObject({ state_code: 'in_progress', inCategory: removed.status === 'rejected' });
    if (removed.status === 'rejected') expect(removed.reason).toMatchObject({ code: 'project_started' });
  });
});
