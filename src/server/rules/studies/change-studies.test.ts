import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { meet } from '#server/db/test-locks.ts';
import type { Member } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { createTestBench, refusalOf, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { changeStudies } from './change-studies.ts';
import { createFolder } from './folders.ts';
import { createLabel, deleteLabel } from './labels.ts';
import { listStudies } from './list-studies.ts';
import { createProject, moveProjectOn } from './projects.ts';

type Change = Omit<Parameters<typeof changeStudies>[2], 'studies'>;

describe.each(TEST_ENGINES)('changes of a selection of studies on %s', (engine) => {
  let bench: TestBench;
  let first: string;
  let second: string;
  let third: string;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    [first, second, third] = [await newStudy(), await newStudy(), await newStudy()];
    bench.clock.now += 1_000;
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  const newStudy = async (owner: Member = bench.eva) => (await registerTestUpload(bench, { a: 1 }, { owner })).studyUuid;
  const change = (studies: string[], what: Change, caller: Member = bench.eva) =>
    changeStudies(bench.context, caller, { studies, ...what });
  const addFolder = async (name: string, caller: Member = bench.eva) => (await createFolder(bench.context, caller, name)).id;
  const addLabel = async (name: string, caller: Member = bench.eva) =>
    (await createLabel(bench.context, caller, { name, color: '#3E7CB1' })).id;
  const addProject = (name: string, { teamId }: Member = bench.eva) =>
    bench.context.db.write((tx) => createProject(tx, { teamId, name, now: bench.clock.now }));
  const start = (id: number) => bench.context.db.write((tx) => moveProjectOn(tx, { teamId: bench.eva.teamId, id, now: bench.clock.now }));
  /** Folder, labels and projects of the three studies. */
  const shown = async () => {
    const { data } = await listStudies(bench.context, bench.eva, { page: 1 });
    return [first, second, third].map((uuid) => {
      const study = data.find((each) => each.uuid === uuid)!;
      return [study.folder?.name ?? '-', ...study.labels.map(({ name }) => name), ...study.projects!.map(({ name }) => name)].join(' ');
    });
  };
  const changes = async () => {
    const rows = await bench.context.db.read.selectFrom('change').select(['kind', 'ref']).where('kind', '=', 'study').execute();
    return rows.map(({ ref }) => ref);
  };
  const logged = async (work: () => Promise<unknown>) => {
    const before = (await changes()).length;
    await work();
    return (await changes()).slice(before).toSorted();
  };

  test('folder, label and project of several studies are changed in one call [PCALL-80]', async () => {
    const [folder, add_label, add_project] = [await addFolder('Trial'), await addLabel('urgent'), await addProject('PI-RADS')];
    const all = { folder, add_label, add_project };
    expect(await change([first, second], all)).toEqual({ changed: 2, missing: [] });
    expect(await shown()).toEqual(['Trial urgent PI-RADS', 'Trial urgent PI-RADS', '-']);
    expect(await change([first, second, third], { folder: null, remove_label: add_label, remove_project: add_project })).toEqual({
      changed: 2,
      missing: [],
    });
    expect(await shown()).toEqual(['-', '-', '-']);
  });

  test('what is not named stays as it is', async () => {
    const [folder, label, other] = [await addFolder('Trial'), await addLabel('urgent'), await addLabel('second')];
    await change([first], { folder, add_label: label });
    await change([first, second], { add_label: other });
    expect(await shown()).toEqual(['Trial second urgent', '- second', '-']);
    expect(await change([first], {})).toEqual({ changed: 0, missing: [] });
  });

  test('a repeated call changes nothing and announces nothing', async () => {
    const what = { folder: await addFolder('Trial'), add_label: await addLabel('urgent'), add_project: await addProject('PI-RADS') };
    await change([first, second], what);
    const told = bench.told.length;
    expect(await logged(async () => expect(await change([second, first, first], what)).toEqual({ changed: 0, missing: [] }))).toEqual([]);
    expect(bench.told).toHaveLength(told);
    expect(await change([first, third], what)).toEqual({ changed: 1, missing: [] });
  });

  test('each changed study, and no other, is in the change log and newly updated; the team is told once', async () => {
    const label = await addLabel('urgent');
    await change([first], { add_label: label });
    bench.clock.now += 5_000;
    bench.told.length = 0;
    const lines = await logged(() => change([first, second, third], { add_label: label }));
    expect(lines).toEqual([second, third].toSorted());
    const { change_seq: seq } = await bench.context.db.read
      .selectFrom('team')
      .select('change_seq')
      .where('id', '=', bench.eva.teamId)
      .executeTakeFirstOrThrow();
    expect(bench.told).toEqual([{ to: `team ${bench.eva.teamId}`, event: 'change', payload: { seq } }]);
    const rows = await bench.context.db.read.selectFrom('study').select(['uuid', 'updated_at']).execute();
    const newest = rows.filter(({ updated_at }) => updated_at === bench.clock.now).map(({ uuid }) => uuid);
    expect(newest.toSorted()).toEqual([second, third].toSorted());
  });

  test('studies that do not exist are named, and the others are changed', async () => {
    const [folder, gone] = [await addFolder('Trial'), randomUUID()];
    const theirs = await newStudy(bench.ute);
    expect(await change([gone, first, theirs, gone], { folder })).toEqual({ changed: 1, missing: [gone, theirs] });
    expect(await change([gone], { folder, add_label: await addLabel('urgent') })).toEqual({ changed: 0, missing: [gone] });
    expect(await shown()).toEqual(['Trial', '-', '-']);
    const { data } = await listStudies(bench.context, bench.ute, { page: 1 });
    expect(data.map((study) => study.folder)).toEqual([null]);
  });

  test('a study of an upload that is being dropped is missing', async () => {
    const upload = await registerTestUpload(bench, { a: 1 });
    await bench.context.db.write((tx) => tx.updateTable('upload').set({ state: 'dropped' }).where('id', '=', upload.uploadId).execute());
    expect(await change([upload.studyUuid], { folder: null })).toEqual({ changed: 0, missing: [upload.studyUuid] });
  });

  test('folders, labels and projects of another team, or of nobody, are not found, and nothing is changed', async () => {
    const own = { folder: await addFolder('Trial'), add_label: await addLabel('urgent'), add_project: await addProject('PI-RADS') };
    const [folder, label, project] = [
      await addFolder('theirs', bench.ute),
      await addLabel('theirs', bench.ute),
      await addProject('theirs', bench.ute),
    ];
    for (const wrong of [
      ...[folder, 987_654].map((id) => ({ ...own, folder: id })),
      ...[label, 987_654].map((id) => ({ ...own, add_label: id })),
      ...[project, 987_654].map((id) => ({ ...own, add_project: id })),
      ...[project, 987_654].map((id) => ({ ...own, remove_project: id })),
    ]) {
      for (const studies of [[first, second], [randomUUID()]])
        expect([wrong, await refusalOf(change(studies, wrong))]).toEqual([wrong, { code: 'not_found' }]);
    }
    expect(await shown()).toEqual(['-', '-', '-']);
    expect(await change([first], { remove_label: label })).toEqual({ changed: 0, missing: [] });
  });

  test('a project that was started accepts and gives up no study: then nothing is changed at all [PROJ-08]', async () => {
    const [folder, project] = [await addFolder('Trial'), await addProject('PI-RADS')];
    await change([first], { add_project: project });
    await start(project);
    bench.told.length = 0;
    const lines = await logged(async () => {
      expect(await refusalOf(change([first, second], { folder, add_project: project }))).toEqual({ code: 'project_closed' });
      expect(await refusalOf(change([first, second], { folder, remove_project: project }))).toEqual({ code: 'project_started' });
    });
    expect([lines, bench.told]).toEqual([[], []]);
    expect(await shown()).toEqual(['- PI-RADS', '-', '-']);
    expect(await change([first], { add_project: project })).toEqual({ changed: 0, missing: [] });
    expect(await change([second, third], { remove_project: project })).toEqual({ changed: 0, missing: [] });
  });

  test('projects are for callers with r:projects', async () => {
    const [label, project] = [await addLabel('urgent'), await addProject('PI-RADS')];
    const caller: Member = { ...bench.eva, permissions: new Set(['r:studies']) };
    for (const what of [{ add_project: project }, { remove_project: project }])
      expect(await refusalOf(change([first], { add_label: label, ...what }, caller))).toEqual({ code: 'not_allowed' });
    expect(await shown()).toEqual(['-', '-', '-']);
    expect(await change([first], { add_label: label }, caller)).toEqual({ changed: 1, missing: [] });
  });

  test('overlapping selections at the same time are changed one after the other, in whatever order they name the studies', async () => {
    const [label, other, folder] = [await addLabel('a'), await addLabel('b'), await addFolder('Trial')];
    const all = [first, second, third];
    const made = await Promise.all([
      change(all, { add_label: label }),
      change(all.toReversed(), { add_label: other }, bench.tom),
      change([second, first], { folder }),
      change([third, second], { folder }, bench.tom),
    ]);
    const counts = made.map(({ changed }) => changed);
    expect([counts.slice(0, 2), counts[2]! + counts[3]!]).toEqual([[3, 3], 3]);
    expect(await shown()).toEqual(Array(3).fill('Trial a b'));
  });

  test('a label that is deleted at the same time is on no study afterwards', async () => {
    const label = await addLabel('urgent');
    const [added] = await Promise.allSettled([change([first, second], { add_label: label }), deleteLabel(bench.context, bench.tom, label)]);
    if (added.status === 'rejected') expect(added.reason).toMatchObject({ code: 'not_found' });
    expect(await shown()).toEqual(['-', '-', '-']);
  });

  test.runIf(engine === 'postgres')('studies are locked in the order of their ids, and the team after them', async () => {
    const label = await addLabel('urgent');
    const lock = (tx: Writer, uuid: string) => tx.selectFrom('study').select('id').where('uuid', '=', uuid).$call(lockRows(tx)).execute();
    const answer = await meet(bench.context.db, {
      first: (tx) => lock(tx, first),
      other: () => change([third, second, first], { add_label: label }),
      last: async (tx) => {
        await lock(tx, third);
        await lockTeam(tx, bench.eva.teamId);
      },
    });
    expect(answer).toEqual({ changed: 3, missing: [] });
  });
});
