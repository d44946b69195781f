import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { ProjectDetail } from '#contract/project-details.ts';
import type { ProjectState } from '#contract/projects.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { createLabel, deleteLabel } from '#server/rules/studies/labels.ts';
import { saveStudyProject } from '#server/rules/studies/projects.ts';
import { listStudies } from '#server/rules/studies/list-studies.ts';
import { leaveTeam } from '#server/rules/teams/members.ts';
import { createTestBench, putSeriesInto, refusalOf, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import {
  addProject,
  changeProject,
  changeProjectMembers,
  changeProjectState,
  changeProjectStudies,
  deleteProject,
} from './change-project.ts';
import { listProjects, readProject } from './projects.ts';

describe.each(TEST_ENGINES)('projects on %s', (engine) => {
  let bench: TestBench;
  /** In the team of Eva, who is an administrator, without being one. */
  let tom: Member;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    tom = { ...bench.tom, permissions: new Set(['r:projects', 'r:studies']) };
  });
  afterEach(() => bench.close());

  const add = (more: Partial<Parameters<typeof addProject>[2]> = {}, caller: Member = bench.eva) =>
    addProject(bench.context, caller, { uuid: randomUUID(), name: 'PI-RADS 26', description: '', label_id: null, members: [], ...more });
  const read = (id: number, caller: Member = bench.eva) => readProject(bench.context.db.read, caller, id);
  const list = (query: { page?: number; search?: string; state?: ProjectState } = {}, caller: Member = bench.eva) =>
    listProjects(bench.context, caller, { page: 1, ...query });
  const names = async (...query: Parameters<typeof list>) => (await list(...query)).data.map(({ name }) => name);
  const move = (id: number, state: ProjectState, caller: Member = bench.eva) => changeProjectState(bench.context, caller, id, state);
  const link = (id: number, links: { add?: string[]; remove?: string[] }, caller: Member = bench.eva) =>
    changeProjectStudies(bench.context, caller, id, { add: [], remove: [], ...links });
  const people = (id: number, change: { add?: number[]; remove?: number[] }, caller: Member = bench.eva) =>
    changeProjectMembers(bench.context, caller, id, { add: [], remove: [], ...change });
  const study = async (owner = bench.eva) => (await registerTestUpload(bench, { a: 1 }, { owner })).studyUuid;
  const studiesOf = async (id: number) =>
    (await listStudies(bench.context, bench.eva, { page: 1, project: id })).data.map(({ uuid }) => uuid).toSorted();

  /** A project with a study, in a state. */
  async function projectIn(state: ProjectState, caller: Member = bench.eva): Promise<{ id: number; uuid: string }> {
    const [{ id }, uuid] = [await add({}, caller), await study()];
    await link(id, { add: [uuid] });
    if (state !== 'created') await move(id, 'in_progress');
    if (state === 'finished') await move(id, 'finished');
    return { id, uuid };
  }

  test('a new project has what was entered, no studies, and is managed by its creator [ENT-55, OQ-23]', async () => {
    const label = await createLabel(bench.context, bench.eva, { name: 'prostate', color: '#3E7CB1' });
    const made = await add({ description: 'Two readers', label_id: label.id, members: [bench.eva.userId] }, tom);
    expect(ProjectDetail.parse(made)).toEqual(made);
    expect(made).toEqual({
      ...{ id: expect.any(Number), name: 'PI-RADS 26', description: 'Two readers', label, state_code: 'created', state_name: 'Created' },
      ...{ studies: 0, created_by: 'Tom', created_at: '2026-01-02 03:04:05', started_at: null, finished_at: null, managed: true },
      members: [{ id: bench.eva.userId, name: 'Eva', data: { color: '#112233' } }],
      progress: { receiving: 0, proved: 0, converting: 0, converted: 0, error: 0 },
    });
    await deleteLabel(bench.context, bench.eva, label.id);
    expect((await read(made.id)).label).toBeNull();
  });

  test('creating again with the same uuid is the same project', async () => {
    const uuid = randomUUID();
    const [first, second] = await Promise.all([add({ uuid }), add({ uuid }, tom)]);
    expect(first.id).toBe(second.id);
    expect((await list()).total).toBe(1);
    expect((await add({ uuid }, bench.ute)).id).not.toBe(first.id);
  });

  test('the list is newest first, and is found by words of the name and by state', async () => {
    for (const name of ['Liver 1', 'Prostate', 'Liver 2']) {
      bench.clock.now += 1_000;
      await add({ name });
    }
    const { id } = await projectIn('in_progress');
    await changeProject(bench.context, bench.eva, id, { name: 'Liver started' });
    expect(await names()).toEqual(['Liver started', 'Liver 2', 'Prostate', 'Liver 1']);
    expect(await names({ search: '2 LIVER' })).toEqual(['Liver 2']);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ search: 'liver', state: 'in_progress' })).toEqual(['Liver started']);
    expect((await list({ state: 'in_progress' })).data[0]).toMatchObject({ studies: 1, created_by: 'Eva' });
    expect(await list({ page: 2 })).toMatchObject({ data: [], total: 4, per_page: LIMITS.projectsPerPage, current_page: 2 });
  });

  test('it goes from created to in progress to finished, and never back or past a state [ENT-13, OQ-23]', async () => {
    const { id } = await projectIn('created');
    expect(await refusalOf(move(id, 'finished'))).toEqual({ code: 'project_state' });
    bench.clock.now += 86_400_000;
    expect(await move(id, 'in_progress')).toMatchObject({ state_code: 'in_progress', started_at: '2026-01-03 03:04:05' });
    bench.clock.now += 86_400_000;
    expect(await move(id, 'in_progress')).toMatchObject({ state_code: 'in_progress', started_at: '2026-01-03 03:04:05' });
    expect(await refusalOf(move(id, 'created'))).toEqual({ code: 'project_state' });
    expect(await move(id, 'finished')).toMatchObject({ state_code: 'finished', finished_at: '2026-01-04 03:04:05' });
    expect(await refusalOf(move(id, 'in_progress'))).toEqual({ code: 'project_state' });
  });

  test('without studies it cannot start, because it could never get one', async () => {
    const { id } = await add();
    expect(await refusalOf(move(id, 'in_progress'))).toEqual({ code: 'project_empty' });
    expect((await read(id)).state_code).toBe('created');
  });

  test('only its creator or a team administrator changes the state and deletes it [OQ-23, OQ-03]', async () => {
    const [evas, toms] = [await projectIn('created'), await projectIn('created', tom)];
    expect([(await read(evas.id, tom)).managed, (await read(toms.id, tom)).managed, (await read(toms.id)).managed]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await refusalOf(move(evas.id, 'in_progress', tom))).toEqual({ code: 'not_allowed' });
    expect(await refusalOf(deleteProject(bench.context, tom, evas.id))).toEqual({ code: 'not_allowed' });
    await move(toms.id, 'in_progress', tom);
    await deleteProject(bench.context, bench.eva, evas.id);
    await deleteProject(bench.context, bench.eva, evas.id);
    expect((await list()).data.map(({ id }) => id)).toEqual([toms.id]);
    expect(await refusalOf(deleteProject(bench.context, tom, toms.id))).toEqual({ code: 'project_started' });
    expect((await listStudies(bench.context, bench.eva, { page: 1 })).total).toBe(2);
  });

  test('starting locks its list of studies, and what is already so counts as done [PROJ-08]', async () => {
    const { id, uuid } = await projectIn('in_progress');
    const other = await study();
    expect(await refusalOf(link(id, { add: [other] }))).toEqual({ code: 'project_closed' });
    expect(await refusalOf(link(id, { remove: [uuid] }))).toEqual({ code: 'project_started' });
    expect(await link(id, { add: [uuid], remove: [other] })).toEqual({ studies: 1 });
    expect(await changeProject(bench.context, tom, id, { description: 'Later' })).toMatchObject({ description: 'Later' });
    expect((await people(id, { add: [tom.userId] })).members).toHaveLength(1);
  });

  test('finishing makes it read-only', async () => {
    const { id, uuid } = await projectIn('finished');
    expect(await refusalOf(changeProject(bench.context, bench.eva, id, { name: 'Other' }))).toEqual({ code: 'project_finished' });
    expect(await refusalOf(people(id, { add: [tom.userId] }))).toEqual({ code: 'project_finished' });
    expect(await refusalOf(link(id, { remove: [uuid] }))).toEqual({ code: 'project_started' });
    expect(await changeProject(bench.context, bench.eva, id, { name: 'PI-RADS 26' })).toMatchObject({ state_code: 'finished' });
  });

  test('several studies are added and removed in one call, all or none', async () => {
    const [{ id }, studies] = [await add(), [await study(), await study(), await study()].toSorted()];
    expect(await link(id, { add: studies })).toEqual({ studies: 3 });
    expect(await link(id, { add: studies })).toEqual({ studies: 3 });
    expect(await refusalOf(link(id, { add: [randomUUID()], remove: [studies[0]!] }))).toEqual({ code: 'not_found' });
    const foreign = await study(bench.ute);
    expect(await refusalOf(link(id, { add: [foreign] }))).toEqual({ code: 'not_found' });
    expect(await studiesOf(id)).toEqual(studies);
    expect(await link(id, { remove: [studies[0]!, randomUUID(), foreign] })).toEqual({ studies: 2 });
    expect(await studiesOf(id)).toEqual(studies.slice(1));
  });

  test('a study that is added while the project starts is either in or refused', async () => {
    const { id, uuid } = await projectIn('created');
    const other = await study();
    const [added, removed] = await Promise.allSettled([
      link(id, { add: [other] }),
      saveStudyProject(bench.context, tom, { uuid, project_id: id, action: 'remove' }),
      move(id, 'in_progress'),
    ]);
    const { state_code: state, studies } = await read(id);
    expect(studies).toBe((added.status === 'fulfilled' ? 1 : 0) + (removed.status === 'rejected' ? 1 : 0));
    if (added.status === 'rejected') expect([added.reason.code, state]).toEqual(['project_closed', 'in_progress']);
    if (removed.status === 'rejected') expect([removed.reason.code, state]).toEqual(['project_started', 'in_progress']);
    // Whatever was first: a project that has started has a study.
    if (state === 'in_progress') expect(studies).toBeGreaterThan(0);
  });

  test('two people who add the same studies in other orders do not block each other', async () => {
    const [one, two, studies] = [await add(), await add(), [await study(), await study()]];
    await Promise.all([
      link(one.id, { add: studies }),
      link(two.id, { add: studies.toReversed() }, tom),
      saveStudyProject(bench.context, tom, { uuid: studies[1]!, project_id: one.id, action: 'add' }),
    ]);
    expect([await studiesOf(one.id), await studiesOf(two.id)]).toEqual([studies.toSorted(), studies.toSorted()]);
  });

  test('its progress counts its studies by state, and adds up', async () => {
    const { id } = await add();
    const uploads = [
      await registerTestUpload(bench, { a: 1 }),
      await registerTestUpload(bench, { a: 1, b: 1 }),
      await registerTestUpload(bench, { a: 1 }),
    ];
    await link(id, { add: uploads.map(({ studyUuid }) => studyUuid) });
    const set = (serie: { id: number }, state: 'converted' | 'error' | 'proved') => putSeriesInto(bench, state, { id: serie.id });
    await set(uploads[0]!.series[0]!, 'error');
    await set(uploads[1]!.series[0]!, 'converted');
    await set(uploads[1]!.series[1]!, 'error');
    const project = await read(id);
    expect(project).toMatchObject({ studies: 3, progress: { receiving: 1, proved: 0, converting: 0, converted: 1, error: 1 } });
  });

  test('its members are members of the team, and leave with their membership', async () => {
    const { id } = await add({ members: [tom.userId, tom.userId] });
    expect(await refusalOf(people(id, { add: [bench.ute.userId] }))).toMatchObject({
      code: 'invalid',
      errors: { members: [expect.any(String)] },
    });
    expect(await refusalOf(add({ members: [bench.ute.userId] }))).toMatchObject({ code: 'invalid' });
    expect((await people(id, { add: [bench.eva.userId, tom.userId] })).members.map(({ name }) => name)).toEqual(['Eva', 'Tom']);
    expect((await people(id, { remove: [bench.eva.userId, bench.ute.userId] })).members.map(({ name }) => name)).toEqual(['Tom']);
    await bench.context.db.write((tx) => leaveTeam(tx, { teamId: tom.teamId, userId: tom.userId, now: 1 }));
    expect((await read(id)).members).toEqual([]);
  });

  test('one person renames a project while another describes it: both changes are kept', async () => {
    const { id } = await add();
    await Promise.all([
      changeProject(bench.context, bench.eva, id, { name: 'Renamed' }),
      changeProject(bench.context, tom, id, { description: 'Described' }),
    ]);
    expect(await read(id)).toMatchObject({ name: 'Renamed', description: 'Described' });
    expect(await refusalOf(changeProject(bench.context, bench.eva, id, { label_id: 99 }))).toMatchObject({ code: 'invalid' });
  });

  test('another team cannot see, change or delete it', async () => {
    const { id, uuid } = await projectIn('created');
    expect(await names({}, bench.ute)).toEqual([]);
    const attempts = [
      () => read(id, bench.ute),
      () => changeProject(bench.context, bench.ute, id, { name: 'x' }),
      () => move(id, 'in_progress', bench.ute),
      () => link(id, { remove: [uuid] }, bench.ute),
      () => people(id, { add: [bench.ute.userId] }, bench.ute),
    ];
    for (const attempt of attempts) expect(await refusalOf(attempt())).toEqual({ code: 'not_found' });
    await deleteProject(bench.context, bench.ute, id);
    expect(await read(id)).toMatchObject({ name: 'PI-RADS 26', studies: 1 });
  });

  test('each change is announced to the team, and a call without a change is not', async () => {
    const { id, uuid } = await projectIn('created');
    bench.told.length = 0;
    await link(id, { add: [uuid] });
    await changeProject(bench.context, bench.eva, id, {});
    await people(id, { remove: [tom.userId] });
    expect(bench.told).toEqual([]);
    await people(id, { add: [tom.userId] });
    await link(id, { remove: [uuid] });
    await link(id, { add: [uuid] });
    await move(id, 'in_progress');
    expect(bench.told.map(({ to, event }) => `${to} ${event}`)).toEqual(Array<string>(4).fill(`team ${bench.eva.teamId} change`));
  });

  test('a team can have a limited number of projects', async () => {
    const max = LIMITS.projectsPerTeam;
    await bench.context.db.write((tx) =>
      tx
        .insertInto('project')
        .values(
          Array.from({ length: max }, (_, index) => ({
            ...{ team_id: bench.eva.teamId, name: `p${index}`, state_code: 'created' as const, created_at: 0, updated_at: 0 },
          })),
        )
        .execute(),
    );
    expect(await refusalOf(add())).toEqual({ code: 'too_large', limit: { name: 'projectsPerTeam', max } });
    expect((await add({}, bench.ute)).studies).toBe(0);
  });
});
