import type { Writer } from '#server/db/database.ts';
import { lockRows } from '#server/db/dialect.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { lockFolder } from './folders.ts';
import { maySeeProjects, studiesOfTeam } from './studies.ts';
import { noteStudyChange } from './studies-changes.ts';

interface StudiesChange {
  studies: readonly string[];
  folder?: number | null | undefined;
  add_label?: number | undefined;
  remove_label?: number | undefined;
  add_project?: number | undefined;
  remove_project?: number | undefined;
}

/**
 * PCALL-80: changes a selection at once. A refusal changes nothing. Studies that others deleted meanwhile are named, and do not prevent the
 * change of the others. The folder is locked first, then the studies in the order of their ids, then the team, as in `changeStudy`.
 */
export async function changeStudies(
  { db, news, now }: ServerContext,
  caller: Member,
  change: StudiesChange,
): Promise<{ changed: number; missing: string[] }> {
  const { teamId } = caller;
  const { folder } = change;
  if ((change.add_project ?? change.remove_project) !== undefined && !maySeeProjects(caller)) throw new Refusal('not_allowed');
  const uuids = [...new Set(change.studies)];
  const { seq, ...answer } = await db.write(async (tx) => {
    if (typeof folder === 'number' && (await lockFolder(tx, teamId, folder)) === undefined) throw new Refusal('not_found');
    const seen = await studiesOfTeam(tx, teamId).select('study.id').where('study.uuid', 'in', uuids).execute();
    const ids = seen.map(({ id }) => id);
    const studies =
      ids.length === 0
        ? []
        : await tx
            .selectFrom('study')
            .select(['id', 'uuid', 'folder_id'])
            .where('id', 'in', ids)
            .orderBy('id')
            .$call(lockRows(tx))
            .execute();
    await lockTeam(tx, teamId);
    const changed = new Set<number>();
    for (const step of steps(tx, caller, change, now())) for (const id of await step(studies)) changed.add(id);
    const uuidById = new Map(studies.map(({ id, uuid }) => [id, uuid]));
    let last: number | null = null;
    for (const id of changed) last = await noteStudyChange(tx, { teamId, studyUuid: uuidById.get(id)!, now: now() });
    const found = new Set(uuidById.values());
    return { changed: changed.size, missing: uuids.filter((uuid) => !found.has(uuid)), seq: last };
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  return answer;
}

interface LockedStudy {
  id: number;
  folder_id: number | null;
}
/** Makes one change, and returns the ids of the studies that it changed. */
type Step = (studies: readonly LockedStudy[]) => Promise<number[]>;

function steps(tx: Writer, { teamId }: Member, change: StudiesChange, now: number): Step[] {
  const { folder, add_label, remove_label, add_project, remove_project } = change;
  return [
    ...(folder === undefined ? [] : [moveToFolder(tx, folder)]),
    ...(add_label === undefined ? [] : [addLabel(tx, teamId, add_label, now)]),
    ...(remove_label === undefined ? [] : [removeLabel(tx, remove_label)]),
    ...(add_project === undefined ? [] : [addProject(tx, teamId, add_project, now)]),
    ...(remove_project === undefined ? [] : [removeProject(tx, teamId, remove_project)]),
  ];
}

function moveToFolder(tx: Writer, folder: number | null): Step {
  return async (studies) => {
    const moved = studies.filter(({ folder_id }) => folder_id !== folder).map(({ id }) => id);
    if (moved.length > 0) await tx.updateTable('study').set({ folder_id: folder }).where('id', 'in', moved).execute();
    return moved;
  };
}

function addLabel(tx: Writer, teamId: number, label_id: number, now: number): Step {
  return async (studies) => {
    await assertLabel(tx, teamId, label_id);
    if (studies.length === 0) return [];
    const added = await tx
      .insertInto('study_label')
      .values(studies.map(({ id }) => ({ study_id: id, label_id, created_at: now })))
      .onConflict((conflict) => conflict.columns(['study_id', 'label_id']).doNothing())
      .returning('study_id')
      .execute();
    return added.map(({ study_id }) => study_id);
  };
}

/** A label that does not exist is removed already. */
function removeLabel(tx: Writer, label_id: number): Step {
  return async (studies) => {
    const ids = studies.map(({ id }) => id);
    if (ids.length === 0) return [];
    const removed = await tx
      .deleteFrom('study_label')
      .where('label_id', '=', label_id)
      .where('study_id', 'in', ids)
      .returning('study_id')
      .execute();
    return removed.map(({ study_id }) => study_id);
  };
}

/** As CALL-026: a project that was started accepts no more studies. */
function addProject(tx: Writer, teamId: number, project_id: number, now: number): Step {
  return async (studies) => {
    const state = await stateOfProject(tx, teamId, project_id);
    if (studies.length === 0) return [];
    const added = await tx
      .insertInto('study_project')
      .values(studies.map(({ id }) => ({ study_id: id, project_id, created_at: now })))
      .onConflict((conflict) => conflict.columns(['study_id', 'project_id']).doNothing())
      .returning('study_id')
      .execute();
    if (added.length > 0 && state !== 'created') throw new Refusal('project_closed');
    return added.map(({ study_id }) => study_id);
  };
}

function removeProject(tx: Writer, teamId: number, project_id: number): Step {
  return async (studies) => {
    const state = await stateOfProject(tx, teamId, project_id);
    const ids = studies.map(({ id }) => id);
    if (ids.length === 0) return [];
    const removed = await tx
      .deleteFrom('study_project')
      .where('project_id', '=', project_id)
      .where('study_id', 'in', ids)
      .returning('study_id')
      .execute();
    if (removed.length > 0 && state !== 'created') throw new Refusal('project_started');
    return removed.map(({ study_id }) => study_id);
  };
}

async function stateOfProject(tx: Writer, teamId: number, id: number): Promise<string> {
  const project = await tx.selectFrom('project').select('state_code').where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
  if (project === undefined) throw new Refusal('not_found');
  return project.state_code;
}

async function assertLabel(tx: Writer, teamId: number, id: number): Promise<void> {
  const label = await tx.selectFrom('label').select('id').where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
  if (label === undefined) throw new Refusal('not_found');
}
