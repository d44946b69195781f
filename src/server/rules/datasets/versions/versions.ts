import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import type { DatasetCase, DatasetVersion, VersionChoice } from '#contract/dataset-versions.ts';
import { LIMITS } from '#contract/limits.ts';
import { placeToPart } from '#model/datasets/parts.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { DatasetVersionTable } from '#server/db/schema.ts';
import { blindedStudies } from '#server/rules/campaigns/blinding.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { requireDataset } from '#server/rules/datasets/datasets.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';
import { caseId, caseRows, freezingKeyOf, imagesOfCases } from './case-rows.ts';
import { assertMayFreeze, countParts } from './plan.ts';

/** A version belongs to its dataset, and to the team of that. */
export interface OfVersion {
  id: number;
  version: string;
}

export type VersionRow = Selectable<DatasetVersionTable>;

/** PCALL-143. */
export async function listVersions({ db }: ServerContext, caller: Member, id: number, page: number) {
  await requireDataset(db.read, caller, id);
  const found = db.read.selectFrom('dataset_version').where('dataset_id', '=', id);
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const perPage = LIMITS.versionsPerPage;
  const rows = await found
    .selectAll()
    .orderBy('number', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { data: await toVersions(db.read, caller, rows), total, per_page: perPage, current_page: page };
}

/** PCALL-144. */
export async function readVersion(db: Reader, caller: Member, of: OfVersion): Promise<DatasetVersion> {
  const [version] = await toVersions(db, caller, [await requireVersion(db, caller, of)]);
  return version!;
}

export async function requireVersion(db: Reader, caller: Member, { id, version }: OfVersion): Promise<VersionRow> {
  await requireDataset(db, caller, id);
  const row = await db
    .selectFrom('dataset_version')
    .selectAll()
    .where('dataset_id', '=', id)
    .where('uuid', '=', version)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return row;
}

/** PCALL-145. A caller who reads a study blinded is told nothing of its mask. */
export async function casesOfVersion({ db }: ServerContext, caller: Member, of: OfVersion, page: number) {
  assertMayFreeze(caller);
  const { id } = await requireVersion(db.read, caller, of);
  const perPage = LIMITS.casesPerPage;
  const { total } = await db.read
    .selectFrom('dataset_case')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('version_id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await caseRows(db.read, [id])
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const blinded = await blindedStudies(db.read, caller);
  const images = await imagesOfCases(db.read, id, { from: rows[0]?.number ?? 0, to: rows.at(-1)?.number ?? 0 });
  const data = rows.map((row): DatasetCase => ({
    ...{ id: caseId(row.number), study: row.study_uuid, patient: row.patient_uuid, part: placeToPart(row.part)! },
    ...{ withdrawn: row.withdrawn === 1, may_show_face: row.face === 1 },
    images: (images.get(row.number) ?? []).map(({ series_uuid, grid_hash, sha256, bytes, resampled_from }) => ({
      ...{ series: series_uuid, grid: grid_hash, sha256: resampled_from ?? sha256, bytes },
    })),
    mask:
      row.study_id !== null && blinded.has(row.study_id)
        ? null
        : {
            ...{ segmentation: row.segmentation_uuid, number: row.operation_number, grid: row.grid_hash },
            segments: JSON.parse(row.segments) as { segment: string; value: number }[],
            sha256: row.label_sha256,
            voxels: row.voxels === null ? null : (JSON.parse(row.voxels) as number[]),
            overlapping: row.overlapping,
          },
  }));
  return { data, total, per_page: perPage, current_page: page };
}

/** PCALL-146. It is said once for a version, and stays. */
export async function confirmFaces(context: ServerContext, caller: Member, of: OfVersion): Promise<DatasetVersion> {
  assertMayFreeze(caller);
  const seq = await context.db.write(async (tx) => {
    await lockTeam(tx, caller.teamId);
    const row = await requireVersion(tx, caller, of);
    if (row.faces_at !== null) return null;
    const now = context.now();
    await tx
      .updateTable('dataset_version')
      .set({ faces_by: caller.userId, faces_at: now, updated_at: now })
      .where('id', '=', row.id)
      .execute();
    return noteVersion(tx, context, caller, of.id);
  });
  if (seq !== null) context.news.toTeam(caller.teamId, 'change', { seq });
  return readVersion(context.db.read, caller, of);
}

/** PCALL-147. Deleting a deleted version succeeds, so the call may be repeated. */
export async function deleteVersion(context: ServerContext, caller: Member, of: OfVersion): Promise<void> {
  const deleted = await context.db.write(async (tx) => {
    await lockTeam(tx, caller.teamId);
    const row = await requireVersion(tx, caller, of).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'not_found') return null;
      throw error;
    });
    if (row === null) return null;
    if (!mayDeleteWorkOf(row.created_by, caller)) throw new Refusal('not_allowed');
    await context.jobs.cancel(tx, freezingKeyOf(row.id));
    const keys = await keysOfVersions(tx, [row.id]);
    await tx.deleteFrom('dataset_version').where('id', '=', row.id).execute();
    return { keys, seq: await noteVersion(tx, context, caller, of.id) };
  });
  if (deleted === null) return;
  context.jobs.wake();
  context.news.toTeam(caller.teamId, 'change', { seq: deleted.seq });
  await removeUnusedObjects(context, deleted.keys);
}

/** Objects that may be unused once these versions are gone. A volume stays while its series or another version has it. */
export async function keysOfVersions(tx: Writer, versionIds: readonly number[]): Promise<string[]> {
  if (versionIds.length === 0) return [];
  const labels = await tx.selectFrom('dataset_case').select('label_key as key').where('version_id', 'in', versionIds).execute();
  const images = await tx.selectFrom('dataset_image').select('object_key as key').where('version_id', 'in', versionIds).execute();
  return [...new Set([...labels, ...images].flatMap(({ key }) => key ?? []))];
}

function noteVersion(tx: Writer, { now }: ServerContext, { teamId }: Member, datasetId: number): Promise<number> {
  return appendChange(tx, { teamId, kind: 'dataset', ref: String(datasetId), now: now() });
}

async function toVersions(db: Reader, caller: Member, rows: readonly VersionRow[]): Promise<DatasetVersion[]> {
  if (rows.length === 0) return [];
  const cases = await caseRows(
    db,
    rows.map(({ id }) => id),
  ).execute();
  const resampled = await db
    .selectFrom('dataset_image')
    .select(({ fn }) => ['version_id', 'channel', fn.countAll<number>().as('cases')])
    .where(
      'version_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('resampled_from', 'is not', null)
    .groupBy(['version_id', 'channel'])
    .execute();
  const casesById = Map.groupBy(cases, (each) => each.version_id);
  const userIds = [...new Set(rows.flatMap(({ created_by, faces_by }) => [created_by ?? [], faces_by ?? []].flat()))];
  const users = userIds.length === 0 ? [] : await db.selectFrom('user').select(['id', 'name']).where('id', 'in', userIds).execute();
  const nameOf = (id: number | null): string | null => users.find((user) => user.id === id)?.name ?? null;
  return rows.map((row) => {
    const own = casesById.get(row.id) ?? [];
    const channels = JSON.parse(row.channels) as string[];
    const resampledOf = (channel: number) => resampled.find((each) => each.version_id === row.id && each.channel === channel)?.cases ?? 0;
    const present = own.filter(({ withdrawn }) => withdrawn === 0);
    return {
      ...{ uuid: row.uuid, number: row.number, title: row.title, state: row.state, failure: row.failure },
      done: own.filter(({ withdrawn, label_sha256 }) => withdrawn === 1 || label_sha256 !== null).length,
      ...{ cases: own.length, withdrawn: own.length - present.length },
      left_out: JSON.parse(row.left_out) as DatasetVersion['left_out'],
      classes: JSON.parse(row.classes) as DatasetVersion['classes'],
      channels,
      resampled: channels.map((_, channel) => Number(resampledOf(channel))),
      parts: countParts(own.map(({ part, patient_uuid }) => ({ part: placeToPart(part)!, patient: patient_uuid }))),
      masks: (JSON.parse(row.choice) as VersionChoice).masks,
      faces: present.filter(({ face }) => face === 1).length,
      faces_confirmed: row.faces_at === null ? null : { user: nameOf(row.faces_by), at: dateToWire(new Date(row.faces_at)) },
      ...{ created_by: nameOf(row.created_by), created_at: dateToWire(new Date(row.created_at)) },
      deletable: mayDeleteWorkOf(row.created_by, caller),
    };
  });
}
