import { createHash } from 'node:crypto';
import type { Dataset, DatasetPart, DatasetPatient } from '#contract/datasets.ts';
import { LIMITS } from '#contract/limits.ts';
import { marked } from '#language/t.ts';
import { isComplete, NO_PART, partToPlace, placeToPart, splitPatients, type Percentages } from '#model/datasets/parts.ts';
import type { Writer } from '#server/db/database.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { lockStudies } from '#server/rules/studies/study-links.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { freezingKeyOf } from './versions/case-rows.ts';
import { keysOfVersions } from './versions/versions.ts';
import { assertSeesStudies, mayDelete, patientRows, readDataset, requireDataset, studiesOfDatasets, toPatients } from './datasets.ts';

/** Changes of datasets. All of a team run one after the other, so that of two people who move a patient the later one decides. */

export async function createDataset(
  context: ServerContext,
  caller: Member,
  { uuid, name, structure_id }: { uuid: string; name: string; structure_id: number },
): Promise<Dataset> {
  const { teamId } = caller;
  return changeDatasets(context, caller, async (tx) => {
    const made = await tx.selectFrom('dataset').select('id').where('team_id', '=', teamId).where('uuid', '=', uuid).executeTakeFirst();
    if (made !== undefined) return { changed: false, id: made.id };
    await assertStructure(tx, caller, structure_id);
    await assertRoom(tx, teamId);
    const now = context.now();
    const { id } = await tx
      .insertInto('dataset')
      .values({ team_id: teamId, uuid, name, structure_id, created_by: caller.userId, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { changed: true, id };
  });
}

export async function renameDataset(context: ServerContext, caller: Member, id: number, name: string): Promise<Dataset> {
  return changeDatasets(context, caller, async (tx) => {
    const current = await requireDataset(tx, caller, id);
    if (current.name === name) return { changed: false, id };
    await tx.updateTable('dataset').set({ name, updated_at: context.now() }).where('id', '=', id).execute();
    return { changed: true, id };
  });
}

/** Deleting a deleted dataset succeeds, so the call may be repeated. */
export async function deleteDataset(context: ServerContext, caller: Member, id: number): Promise<void> {
  const { teamId } = caller;
  const deleted = await context.db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const dataset = await tx
      .selectFrom('dataset')
      .select('created_by')
      .where('id', '=', id)
      .where('team_id', '=', teamId)
      .executeTakeFirst();
    if (dataset === undefined) return null;
    if (!mayDelete(dataset, caller)) throw new Refusal('not_allowed');
    const versions = await tx.selectFrom('dataset_version').select('id').where('dataset_id', '=', id).execute();
    for (const version of versions) await context.jobs.cancel(tx, freezingKeyOf(version.id));
    const unused = await keysOfVersions(
      tx,
      versions.map((version) => version.id),
    );
    await tx.deleteFrom('dataset').where('id', '=', id).execute();
    return { unused, seq: await noteDataset(tx, context, caller, id) };
  });
  if (deleted === null) return;
  context.news.toTeam(teamId, 'change', { seq: deleted.seq });
  await removeUnusedObjects(context, deleted.unused);
}

/** PCALL-52. All studies or none. A new study has no part of its own: it takes that of its patient. */
export async function changeDatasetStudies(
  context: ServerContext,
  caller: Member,
  id: number,
  links: { add: readonly string[]; remove: readonly string[] },
): Promise<Dataset> {
  return changeDatasets(
    context,
    caller,
    async (tx, studies) => {
      await requireDataset(tx, caller, id);
      const rows = await tx.selectFrom('dataset_study').select('study_id').where('dataset_id', '=', id).execute();
      const held = new Set(rows.map(({ study_id }) => study_id));
      const added = studies.add.filter((study) => !held.has(study.id));
      const removed = studies.remove.filter((study) => held.has(study.id));
      const now = context.now();
      for (const study of added)
        await tx.insertInto('dataset_study').values({ dataset_id: id, study_id: study.id, part: NO_PART, created_at: now }).execute();
      for (const study of removed)
        await tx.deleteFrom('dataset_study').where('dataset_id', '=', id).where('study_id', '=', study.id).execute();
      return { changed: added.length + removed.length > 0, id };
    },
    links,
  );
}

/** PCALL-53. */
export async function splitDataset(
  context: ServerContext,
  caller: Member,
  id: number,
  { which, ...percentages }: Percentages & { which: 'all' | 'new' },
): Promise<Dataset> {
  if (!isComplete(percentages)) throw new Refusal('invalid', { errors: { train: [marked('The percentages must add up to 100.')] } });
  return changeDatasets(context, caller, async (tx) => {
    const { uuid: key } = await requireDataset(tx, caller, id);
    const rows = await patientRows(tx, caller, [id])
      .innerJoin('patient', 'patient.id', 'study.patient_id')
      .select('patient.uuid')
      .groupBy('patient.uuid')
      .execute();
    const patients = rows.map(({ uuid, place }) => ({ uuid, part: placeToPart(place), order: orderOf(key, uuid) }));
    const parts = splitPatients(patients, percentages, which);
    const moved = rows.filter(({ uuid, place }) => parts.has(uuid) && parts.get(uuid) !== placeToPart(place));
    for (const { uuid, patient_id } of moved) await setPart(tx, caller, id, patient_id, parts.get(uuid)!);
    return { changed: moved.length > 0, id };
  });
}

/** PCALL-54. The address of a merged patient moves the one that it became part of. */
export async function movePatient(
  context: ServerContext,
  caller: Member,
  id: number,
  { uuid, part }: { uuid: string; part: DatasetPart },
): Promise<DatasetPatient> {
  assertSeesStudies(caller);
  let patientId = 0;
  await changeDatasets(context, caller, async (tx) => {
    await requireDataset(tx, caller, id);
    const patient = await tx
      .selectFrom('patient')
      .select(['id', 'merged_into'])
      .where('uuid', '=', uuid)
      .where('team_id', '=', caller.teamId)
      .executeTakeFirst();
    if (patient === undefined) throw new Refusal('not_found');
    patientId = patient.merged_into ?? patient.id;
    const row = await patientRows(tx, caller, [id]).where('study.patient_id', '=', patientId).executeTakeFirst();
    if (row === undefined) throw new Refusal('not_found');
    if (placeToPart(row.place) === part) return { changed: false, id };
    await setPart(tx, caller, id, patientId, part);
    return { changed: true, id };
  });
  const rows = await patientRows(context.db.read, caller, [id]).where('study.patient_id', '=', patientId).execute();
  const [moved] = await toPatients(context.db.read, caller, id, rows);
  // Removed by somebody else in the same moment.
  if (moved === undefined) throw new Refusal('not_found');
  return moved;
}

async function setPart(tx: Writer, caller: Member, datasetId: number, patientId: number, part: DatasetPart): Promise<void> {
  const studies = studiesOfDatasets(tx, caller)
    .select('study.id')
    .where('dataset_study.dataset_id', '=', datasetId)
    .where('study.patient_id', '=', patientId);
  await tx
    .updateTable('dataset_study')
    .set({ part: partToPlace(part) })
    .where('dataset_id', '=', datasetId)
    .where('study_id', 'in', studies)
    .execute();
}

/** Patients are distributed in this order. It depends on the dataset, so that a patient is not for testing in every dataset of a team. */
function orderOf(datasetUuid: string, patientUuid: string): string {
  return createHash('sha256').update(`${datasetUuid} ${patientUuid}`).digest('hex');
}

/** The change, with its studies and then the team locked. The dataset is read after the commit. */
async function changeDatasets(
  context: ServerContext,
  caller: Member,
  change: (tx: Writer, studies: Awaited<ReturnType<typeof lockStudies>>) => Promise<{ changed: boolean; id: number }>,
  links: { add: readonly string[]; remove: readonly string[] } = { add: [], remove: [] },
): Promise<Dataset> {
  const { id, seq } = await context.db.write(async (tx) => {
    const studies = await lockStudies(tx, caller, links);
    await lockTeam(tx, caller.teamId);
    const made = await change(tx, studies);
    return { id: made.id, seq: made.changed ? await noteDataset(tx, context, caller, made.id) : null };
  });
  if (seq !== null) context.news.toTeam(caller.teamId, 'change', { seq });
  return readDataset(context.db.read, caller, id);
}

function noteDataset(tx: Writer, { now }: ServerContext, { teamId }: Member, id: number): Promise<number> {
  return appendChange(tx, { teamId, kind: 'dataset', ref: String(id), now: now() });
}

async function assertStructure(tx: Writer, { teamId }: Member, id: number): Promise<void> {
  const structure = await tx
    .selectFrom('structure')
    .select('id')
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .where((eb) => eb.or([eb('team_id', '=', teamId), eb('team_id', 'is', null)]))
    .executeTakeFirst();
  if (structure === undefined) throw new Refusal('invalid', { errors: { structure_id: [marked('There is no such structure.')] } });
}

async function assertRoom(tx: Writer, teamId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('dataset')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  const max = LIMITS.datasetsPerTeam;
  if (count >= max) throw new Refusal('too_large', { limit: { name: 'datasetsPerTeam', max } });
}
