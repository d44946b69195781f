import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Folder } from '#contract/folders.ts';
import { LIMITS } from '#contract/limits.ts';
import { lockRows } from '#server/db/dialect.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { meet } from '#server/db/test-locks.ts';
import type { Member } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { createTestBench, refusalOf, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { changeStudies } from './change-studies.ts';
import { createFolder, deleteFolder, foldersOfTeam, renameFolder } from './folders.ts';
import { listStudies } from './list-studies.ts';

describe.each(TEST_ENGINES)('folders on %s', (engine) => {
  let bench: TestBench;
  let member: Member;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    member = { ...bench.tom, permissions: new Set(['r:studies']) };
  });
  afterEach(() => bench.close());

  const add = (name: string, caller: Member = bench.eva) => createFolder(bench.context, caller, name);
  const list = (caller: Member = bench.eva) => foldersOfTeam(bench.context.db.read, caller);
  const names = async (caller?: Member) => (await list(caller)).map(({ name }) => name);
  const newStudy = async (owner: Member = bench.eva) => (await registerTestUpload(bench, { a: 1 }, { owner })).studyUuid;
  const move = (studies: string[], folder: number | null, caller: Member = bench.eva) =>
    changeStudies(bench.context, caller, { studies, folder });
  const folderOf = async (uuid: string) => {
    const { data } = await listStudies(bench.context, bench.eva, { page: 1 });
    return data.find((study) => study.uuid === uuid)!.folder;
  };

  test('are listed by name, with their creator and how many studies are in them [PCALL-37, ENT-59]', async () => {
    const [empty, trial] = [await add('Überblick'), await add('trial 1')];
    expect(Folder.parse(trial)).toEqual({ id: expect.any(Number), name: 'trial 1', studies: 0, created_by: 'Eva', deletable: true });
    const studies = [await newStudy(), await newStudy(), await newStudy()];
    await move(studies.slice(0, 2), trial.id);
    expect(await list()).toEqual([{ ...trial, studies: 2 }, empty]);
    expect((await list(member)).map(({ deletable }) => deletable)).toEqual([false, false]);
    expect((await listStudies(bench.context, bench.eva, { page: 1, folder: trial.id })).folder).toEqual({ id: trial.id, name: 'trial 1' });
    expect(await Promise.all(studies.map(folderOf))).toEqual([{ id: trial.id, name: 'trial 1' }, { id: trial.id, name: 'trial 1' }, null]);
  });

  test('a study is in one folder at most [OQ-26]', async () => {
    const [first, second] = [await add('A'), await add('B')];
    const study = await newStudy();
    await move([study], first.id);
    await move([study], second.id);
    expect((await list()).map(({ name, studies }) => `${name} ${studies}`)).toEqual(['A 0', 'B 1']);
    expect(await folderOf(study)).toEqual({ id: second.id, name: 'B' });
  });

  test('a name exists once in a team, ignoring case, and another team may have it too', async () => {
    const { id } = await add('Trial Ü');
    const taken = { code: 'duplicate_folder', errors: { name: ['Already taken'] } };
    expect(await refusalOf(add('trial ü', bench.tom))).toEqual(taken);
    const other = await add('Other');
    expect(await refusalOf(renameFolder(bench.context, bench.eva, other.id, 'TRIAL Ü'))).toEqual(taken);
    expect((await renameFolder(bench.context, bench.eva, id, 'TRIAL Ü')).name).toBe('TRIAL Ü');
    expect((await add('Trial Ü', bench.ute)).name).toBe('Trial Ü');
  });

  test('of two people who use the same name at the same moment, one is refused', async () => {
    const made = await Promise.allSettled([add('Trial'), add('TRIAL', bench.tom)]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await names()).toHaveLength(1);
  });

  test('every member renames them, with their studies', async () => {
    const { id } = await add('Trial');
    const study = await newStudy();
    await move([study], id);
    expect(await renameFolder(bench.context, member, id, 'Trial 2')).toMatchObject({ id, name: 'Trial 2', studies: 1, deletable: false });
    expect(await folderOf(study)).toEqual({ id, name: 'Trial 2' });
  });

  test('are deleted by their creator and by team administrators; the studies stay [OQ-03]', async () => {
    const [evas, toms, others] = [await add('A'), await add('B', member), await add('C', member)];
    const study = await newStudy();
    await move([study], toms.id);
    expect(await refusalOf(deleteFolder(bench.context, member, evas.id))).toEqual({ code: 'not_allowed' });
    await deleteFolder(bench.context, member, toms.id);
    await deleteFolder(bench.context, bench.eva, others.id);
    expect(await names()).toEqual(['A']);
    expect(await folderOf(study)).toBeNull();
    await deleteFolder(bench.context, member, toms.id);
  });

  test('another team cannot see, rename, delete or fill the folders of a team', async () => {
    const { id } = await add('Trial');
    const theirs = await newStudy(bench.ute);
    expect(await names(bench.ute)).toEqual([]);
    expect(await refusalOf(renameFolder(bench.context, bench.ute, id, 'x'))).toEqual({ code: 'not_found' });
    expect(await refusalOf(move([theirs], id, bench.ute))).toEqual({ code: 'not_found' });
    await deleteFolder(bench.context, bench.ute, id);
    expect(await list()).toEqual([expect.objectContaining({ name: 'Trial', studies: 0 })]);
  });

  test('each change is announced to the team once, and a change without effect is not', async () => {
    const { id } = await add('Trial');
    await renameFolder(bench.context, bench.eva, id, 'Trial');
    await renameFolder(bench.context, bench.eva, id, 'Trial 2');
    await deleteFolder(bench.context, bench.eva, id);
    await deleteFolder(bench.context, bench.eva, id);
    expect(bench.told.map(({ to, event }) => `${to} ${event}`)).toEqual(Array<string>(3).fill(`team ${bench.eva.teamId} change`));
    const changes = await bench.context.db.read.selectFrom('change').select(['kind', 'ref']).execute();
    expect(changes.map(({ kind, ref }) => `${kind} ${ref}`)).toEqual(Array<string>(3).fill(`folder ${id}`));
  });

  test('a team can have a limited number of folders', async () => {
    const max = LIMITS.foldersPerTeam;
    const { teamId: team_id } = bench.eva;
    const rows = Array.from({ length: max }, (_, nth) => ({
      ...{ team_id, name: `f${nth}`, name_key: `f${nth}`, created_by: null, created_at: 0, updated_at: 0 },
    }));
    await bench.context.db.write((tx) => tx.insertInto('folder').values(rows).execute());
    expect(await refusalOf(add('one more'))).toEqual({ code: 'too_large', limit: { name: 'foldersPerTeam', max } });
    expect((await add('of south', bench.ute)).name).toBe('of south');
  });

  test('a study moved into a folder while it is renamed and deleted is in no folder that is gone', async () => {
    const studies = [await newStudy(), await newStudy(), await newStudy()];
    for (let round = 0; round < 5; round += 1) {
      const { id } = await add('Trial');
      await move(studies.slice(0, 1), id);
      const [moved, back, renamed, deleted] = await Promise.allSettled([
        move(studies, id),
        move(studies.toReversed(), null),
        renameFolder(bench.context, bench.tom, id, 'Trial 2'),
        deleteFolder(bench.context, bench.eva, id),
      ]);
      for (const each of [moved, renamed]) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'not_found' });
      expect([back.status, deleted.status]).toEqual(['fulfilled', 'fulfilled']);
      expect(await Promise.all(studies.map(folderOf))).toEqual([null, null, null]);
    }
  });

  test.runIf(engine === 'postgres')(
    'a deletion waits for a change of one of its studies, which locks the team after the study',
    async () => {
      const { id } = await add('Trial');
      const uuid = await newStudy();
      await move([uuid], id);
      await meet(bench.context.db, {
        first: (tx) => tx.selectFrom('study').select('id').where('uuid', '=', uuid).$call(lockRows(tx)).execute(),
        other: () => deleteFolder(bench.context, bench.eva, id),
        last: (tx) => lockTeam(tx, bench.eva.teamId),
      });
      expect(await folderOf(uuid)).toBeNull();
    },
  );
});
