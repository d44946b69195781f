import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { LIMITS } from '#contract/limits.ts';
import { SEGMENTATION_ROLE, type Segmentation, type SegmentationList } from '#contract/segmentations.ts';
import type { OrganizedStudy, Series } from '#contract/study-detail.ts';
import { marked } from '#language/t.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import { deleteCommentsOn } from '#server/rules/comments/comment-rows.ts';
import { blindingOf } from '#server/rules/campaigns/blinding.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { withdrawCases } from '#server/rules/datasets/versions/withdraw.ts';
import { removeUnusedObjects } from '#server/rules/remove-unused-objects.ts';
import { hasWord, searchWords } from '#server/rules/studies/name-search.ts';
import { sharedTags } from '#model/studies/shared-tags.ts';
import { findStudy, seriesOfStudy } from '#server/rules/studies/studies-detail.ts';
import { requireStudyRow } from '#server/rules/studies/studies.ts';
import { isApiUserOf } from '#server/rules/teams/locks.ts';
import {
  changeSegmentations,
  findRow,
  ignoreNotFound,
  requireRight,
  segmentationsSeenBy,
  toListedSegmentations,
  toSegmentations,
  touch,
  withNames,
} from './segmentation-rows.ts';

/** CALL-068. */
export async function organizedStudy(
  context: ServerContext,
  caller: Member,
  uuid: string,
): Promise<{ study: OrganizedStudy; series: Series[]; segmentations: Segmentation[] }> {
  const study = await findStudy(context, caller, uuid);
  const rows = await withNames(segmentationsSeenBy(context.db.read, caller))
    .where('segmentation.study_id', '=', study.id)
    .orderBy('segmentation.created_at')
    .orderBy('segmentation.id')
    .execute();
  const series = await seriesOfStudy(context, caller, uuid);
  return {
    study: { ...study, data: { ...study.data, meta: sharedTags(series.map(({ reading }) => reading)) } },
    series,
    segmentations: await toSegmentations(context.db.read, caller, rows),
  };
}

interface ListQuery {
  page: number;
  search?: string | undefined;
  structure?: string | undefined;
  user?: number | undefined;
  shared?: 0 | 1 | undefined;
  study?: string | undefined;
}

/** PCALL-16. */
export async function listSegmentations(
  { db }: ServerContext,
  caller: Member,
  { page, search = '', structure, user, shared, study }: ListQuery,
): Promise<z.infer<typeof SegmentationList>> {
  let found = withNames(segmentationsSeenBy(db.read, caller));
  if (structure !== undefined) found = found.where('structure.slug', '=', structure);
  if (user !== undefined) found = found.where('segmentation.user_id', '=', user);
  if (shared !== undefined) found = found.where('segmentation.rbac', '=', shared);
  if (study !== undefined) found = found.where('study.uuid', '=', study);
  for (const word of searchWords(search))
    found = found.where((eb) =>
      eb.or([
        hasWord(eb.ref('structure.title'), word),
        hasWord(eb.fn.coalesce('user.name', eb.val('')), word),
        ...(caller.permissions.has('r:studies') ? [hasWord(eb.ref('study.patient_name'), word)] : []),
      ]),
    );
  const perPage = LIMITS.segmentationsPerPage;
  const { total } = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .orderBy('segmentation.updated_at', 'desc')
    .orderBy('segmentation.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { data: await toListedSegmentations(db.read, caller, rows), total, per_page: perPage, current_page: page };
}

interface NewSegmentation {
  structure: string;
  rbac: 0 | 1;
  exclusive?: boolean | undefined;
  uuid?: string | undefined;
}

/** CALL-069. The same UUID again returns the segmentation that it made. */
export async function createSegmentation(
  context: ServerContext,
  caller: Member,
  study: string,
  { structure, rbac, exclusive = false, uuid = randomUUID() }: NewSegmentation,
): Promise<Segmentation> {
  const { teamId, userId } = caller;
  return changeSegmentations(context, caller, async (tx, now) => {
    const { id: studyId, uuid: studyUuid } = await requireStudyRow(tx, caller, study);
    const { id: structureId, hidden_at } = await requireStructure(tx, teamId, structure);
    const known = await tx.selectFrom('segmentation').selectAll().where('uuid', '=', uuid).executeTakeFirst();
    if (known !== undefined) {
      if (known.study_id !== studyId || known.user_id !== userId || known.structure_id !== structureId) throw new Refusal('conflict');
      return { study: null, answer: await readSegmentation(tx, caller, uuid) };
    }
    if ((await blindingOf(tx, caller, studyId))?.since === Infinity) throw new Refusal('case_of_campaign');
    if (hidden_at !== null) throw new Refusal('invalid', { errors: { structure: [marked('This structure is hidden.')] } });
    await assertRoom(tx, studyId);
    const { id } = await tx
      .insertInto('segmentation')
      .values({
        ...{ uuid, team_id: teamId, study_id: studyId, parent_id: null, structure_id: structureId, user_id: userId, origin: 'drawn', rbac },
        ...{ exclusive: exclusive ? 1 : 0, series_id: null, grid_hash: null, created_at: now, updated_at: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // An API user owns it as well, and is in no list of members.
    const member = { segmentation_id: id, team_id: teamId, user_id: userId, role_id: SEGMENTATION_ROLE.owner, created_at: now };
    if (!(await isApiUserOf(tx, caller))) await tx.insertInto('segmentation_member').values(member).execute();
    return { study: studyUuid, answer: await readSegmentation(tx, caller, uuid) };
  });
}

interface ChangedSegmentation {
  study: string;
  ref: string;
  rbac?: 0 | 1 | undefined;
  exclusive?: boolean | undefined;
}

/** PCALL-66. `conflict`: something was drawn, and whether its segments may overlap would change. */
export async function shareSegmentation(
  context: ServerContext,
  caller: Member,
  { study, ref, ...asked }: ChangedSegmentation,
): Promise<Segmentation> {
  const shared = await changeSegmentations(context, caller, async (tx, now) => {
    const row = await requireRight(tx, caller, 'share', ref, study);
    const rbac = asked.rbac ?? row.rbac;
    const exclusive = asked.exclusive === undefined ? row.exclusive : asked.exclusive ? 1 : 0;
    if (exclusive !== row.exclusive && row.operation_number > 0) throw new Refusal('conflict');
    const isChanged = row.rbac !== rbac || row.exclusive !== exclusive;
    // An owner who did not create it loses access here.
    const [after] = await toSegmentations(tx, caller, [{ ...row, rbac, exclusive, updated_at: isChanged ? now : row.updated_at }]);
    if (isChanged) {
      await tx.updateTable('segmentation').set({ rbac, exclusive }).where('id', '=', row.id).execute();
      await touch(tx, row.id, now);
    }
    return { study: isChanged ? study : null, answer: after! };
  });
  if (asked.rbac === 0) context.news.endMask(shared.uuid);
  return shared;
}

/** CALL-071. Deleting a deleted segmentation succeeds, so the call may be repeated; so does one that the caller may not see, which stays. */
export async function deleteSegmentation(
  context: ServerContext,
  caller: Member,
  { study, ref }: { study: string; ref: string },
): Promise<void> {
  const deleted = await changeSegmentations(context, caller, async (tx, now) => {
    const row = await findRow(tx, caller, ref, study).catch(ignoreNotFound);
    if (row === null) return { study: null, answer: null };
    await requireRight(tx, caller, 'delete', ref, study);
    await deleteCommentsOn(tx, { study: row.study_id, segmentation: row.uuid, now });
    const unused = await withdrawCases(tx, { segmentationId: row.id, now });
    await tx.deleteFrom('segmentation').where('id', '=', row.id).execute();
    return { study, answer: { uuid: row.uuid, unused } };
  });
  if (deleted === null) return;
  context.news.endMask(deleted.uuid);
  await removeUnusedObjects(context, deleted.unused);
}

export async function readSegmentation(db: Reader, caller: Member, ref: string): Promise<Segmentation> {
  const [segmentation] = await toSegmentations(db, caller, [await findRow(db, caller, ref)]);
  return segmentation!;
}

async function requireStructure(tx: Writer, teamId: number, slug: string): Promise<{ id: number; hidden_at: number | null }> {
  const structure = await tx
    .selectFrom('structure')
    .select(['id', 'hidden_at'])
    .where('slug', '=', slug)
    .where((eb) => eb.or([eb('team_id', '=', teamId), eb('team_id', 'is', null)]))
    .executeTakeFirst();
  if (structure === undefined) throw new Refusal('invalid', { errors: { structure: [marked('There is no such structure.')] } });
  return structure;
}

async function assertRoom(tx: Writer, studyId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('segmentation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('study_id', '=', studyId)
    .executeTakeFirstOrThrow();
  const max = LIMITS.segmentationsPerStudy;
  if (count >= max) throw new Refusal('too_large', { limit: { name: 'segmentationsPerStudy', max } });
}
