import { sql, type Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { ROLE } from '#contract/permissions.ts';
import {
  SEGMENTATION_ROLE,
  type AssignedUser,
  type ListedSegmentation,
  type Segment,
  type Segmentation,
  type SegmentationRoleId,
} from '#contract/segmentations.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { SegmentationTable, SegmentTable } from '#server/db/schema.ts';
import { blindedStudyIds } from '#server/rules/campaigns/blinding.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { maySeeStudies, studiesOfTeam } from '#server/rules/studies/studies.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { administers, allRoles, isAdministrator } from '#server/rules/teams/roles.ts';

/**
 * [Note: Who may see a segmentation]
 *
 * Its creator and the administrators of the team always may. Other members may if it is shared and they have a role on it. For everybody else it
 * does not exist (`not_found`). See docs/decisions/329-segmentations.md.
 */
export function segmentationsSeenBy(db: Reader, caller: Member) {
  return notBlinded(db, caller, ownOrShared(db, caller));
}

function ownOrShared(db: Reader, caller: Member) {
  const all = studiesOfTeam(db, caller.teamId)
    .innerJoin('segmentation', 'segmentation.study_id', 'study.id')
    .leftJoin('segmentation_member', (join) =>
      join.onRef('segmentation_member.segmentation_id', '=', 'segmentation.id').on('segmentation_member.user_id', '=', caller.userId),
    );
  if (administers(caller)) return all;
  return all.where((eb) =>
    eb.or([
      eb('segmentation.user_id', '=', caller.userId),
      eb.and([eb('segmentation.rbac', '=', 1), eb('segmentation_member.role_id', 'is not', null)]),
      eb.exists(readsLedBy(db, caller)),
    ]),
  );
}

/** Of a segmentation that was made in a read of a campaign, for whoever leads or reviews it: to look at. */
const readsLedBy = (db: Reader, { userId }: Member) =>
  db
    .selectFrom('campaign_read')
    .innerJoin('campaign', 'campaign.id', 'campaign_read.campaign_id')
    .select('campaign_read.id')
    .whereRef('campaign_read.study_id', '=', sql.ref('segmentation.study_id'))
    .whereRef('campaign_read.user_id', '=', sql.ref('segmentation.user_id'))
    .whereRef('campaign_read.started_at', '<=', sql.ref('segmentation.created_at'))
    .where((eb) => eb.or([eb('campaign.created_by', '=', userId), eb('campaign.reviewer_id', '=', userId)]));

/** [Note: Blinded reads]: the rule of `blindedStudies`, as part of a query. */
function notBlinded(db: Reader, { userId }: Member, seen: ReturnType<typeof ownOrShared>) {
  const readsOfCase = () =>
    db
      .selectFrom('campaign_read')
      .select('campaign_read.id')
      .where('campaign_read.user_id', '=', userId)
      .whereRef('campaign_read.study_id', '=', sql.ref('segmentation.study_id'));
  return seen.where((eb) =>
    eb.or([
      eb('segmentation.study_id', 'not in', blindedStudyIds(db, userId)),
      eb.and([
        eb('segmentation.user_id', '=', userId),
        eb.exists(
          readsOfCase()
            .where('campaign_read.state', '=', 'started')
            .whereRef('campaign_read.started_at', '<=', sql.ref('segmentation.created_at')),
        ),
        eb.not(
          eb.exists(
            readsOfCase()
              .where('campaign_read.state', '<>', 'started')
              .whereRef('campaign_read.finished_at', '>', sql.ref('segmentation.created_at')),
          ),
        ),
      ]),
    ]),
  );
}

/** The same for another member: whether that one may see it. */
export async function seesSegmentation(
  db: Reader,
  { teamId, userId }: Pick<Member, 'teamId' | 'userId'>,
  { id, user_id, rbac }: Pick<Selectable<SegmentationTable>, 'id' | 'user_id' | 'rbac'>,
): Promise<boolean> {
  const member = await db
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .leftJoin('segmentation_member', (join) =>
      join.on('segmentation_member.segmentation_id', '=', id).onRef('segmentation_member.user_id', '=', 'membership.user_id'),
    )
    .select(['membership.role_id', 'user.platform_admin', 'segmentation_member.role_id as own_role'])
    .where('membership.team_id', '=', teamId)
    .where('membership.user_id', '=', userId)
    .executeTakeFirst();
  if (member === undefined) return false;
  if (user_id === userId || (rbac === 1 && member.own_role !== null)) return true;
  const held = new Set([member.role_id, ...(member.platform_admin === 1 ? [ROLE.platformAdministrator] : [])]);
  const permissions = (await allRoles(db)).filter(({ id: role }) => held.has(role)).flatMap((role) => role.permissions);
  return isAdministrator({ permissions });
}

export const withNames = (query: ReturnType<typeof segmentationsSeenBy>) =>
  query
    .innerJoin('structure', 'structure.id', 'segmentation.structure_id')
    .innerJoin('category', 'category.slug', 'structure.category_slug')
    .leftJoin('user', 'user.id', 'segmentation.user_id')
    .leftJoin('series', 'series.id', 'segmentation.series_id')
    .selectAll('segmentation')
    .select([
      'segmentation_member.role_id as own_role',
      'structure.slug as structure_slug',
      'structure.title as structure_title',
      'category.id as category_id',
      'category.slug as category_slug',
      'category.title as category_title',
      'user.name as creator',
      'series.uuid as series_uuid',
      'study.uuid as study_uuid',
      'study.patient_name',
      'study.modality',
    ]);
export type SegmentationRow = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];

export type Right = 'edit' | 'share' | 'delete';

/** OQ-03: what somebody else created is deleted only by an administrator of the team. */
export function rightsOn({ user_id, rbac, own_role }: Pick<SegmentationRow, 'user_id' | 'rbac' | 'own_role'>, caller: Member) {
  const isHead = user_id === caller.userId || administers(caller);
  const holds = (...roles: SegmentationRoleId[]): boolean => rbac === 1 && own_role !== null && roles.includes(own_role);
  return {
    edit: isHead || holds(SEGMENTATION_ROLE.owner, SEGMENTATION_ROLE.editor),
    share: isHead || holds(SEGMENTATION_ROLE.owner),
    delete: isHead,
  } satisfies Record<Right, boolean>;
}

/** By id or UUID. `study`: the UUID of the study that the path names. */
export function findRow(db: Reader, caller: Member, ref: string, study?: string): Promise<SegmentationRow> {
  return findIn(segmentationsSeenBy(db, caller), ref, study);
}

/** For strokes that arrive: those of a blinded read may arrive after it was finished. */
export function findRowToDrawOn(db: Reader, caller: Member, ref: string, study?: string): Promise<SegmentationRow> {
  return findIn(ownOrShared(db, caller), ref, study);
}

async function findIn(among: ReturnType<typeof ownOrShared>, ref: string, study?: string): Promise<SegmentationRow> {
  const row = await withNames(among)
    .where((eb) => (ref.includes('-') ? eb('segmentation.uuid', '=', ref) : eb('segmentation.id', '=', Number(ref))))
    .executeTakeFirst();
  if (row === undefined || (study !== undefined && row.study_uuid !== study)) throw new Refusal('not_found');
  return row;
}

export function ignoreNotFound(error: unknown): null {
  if (error instanceof Refusal && error.code === 'not_found') return null;
  throw error;
}

export async function requireRight(db: Reader, caller: Member, right: Right, ref: string, study?: string): Promise<SegmentationRow> {
  const row = await findRow(db, caller, ref, study);
  if (!rightsOn(row, caller)[right]) throw new Refusal('not_allowed');
  return row;
}

/**
 * A change of segmentations of a study. The changes of a team run one after the other, so numbers and rights are read after the lock. `study` is
 * null if nothing was changed.
 */
export async function changeSegmentations<T>(
  { db, news, now }: Pick<ServerContext, 'db' | 'news' | 'now'>,
  { teamId }: Member,
  change: (tx: Writer, now: number) => Promise<{ study: string | null; answer: T }>,
): Promise<T> {
  const { answer, seq } = await db.write(async (tx) => {
    await lockTeam(tx, teamId);
    const time = now();
    const made = await change(tx, time);
    // The study is named, not the segmentation: not every member of the team may know of it.
    const logged = made.study === null ? null : await appendChange(tx, { teamId, kind: 'segmentation', ref: made.study, now: time });
    return { answer: made.answer, seq: logged };
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
  return answer;
}

export async function touch(tx: Writer, id: number, now: number): Promise<void> {
  await tx.updateTable('segmentation').set({ updated_at: now }).where('id', '=', id).execute();
}

export async function toSegmentations(db: Reader, caller: Member, rows: readonly SegmentationRow[]): Promise<Segmentation[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const segments = await db
    .selectFrom('segment')
    .selectAll()
    .where('segmentation_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const members = await membersOfSegmentations(db, ids);
  const segmentsById = Map.groupBy(segments, (segment) => segment.segmentation_id);
  const membersById = Map.groupBy(members, (member) => member.segmentation_id);
  return rows.map((row) => {
    const own = (segmentsById.get(row.id) ?? []).map(toSegment);
    return {
      ...partsOf(row),
      parent_id: row.parent_id,
      exclusive: row.exclusive === 1,
      origin: row.origin,
      segments: own,
      roles: Object.fromEntries(
        [...Map.groupBy(membersById.get(row.id) ?? [], ({ role_id }) => String(role_id))].toSorted(([one], [other]) =>
          one.localeCompare(other),
        ),
      ),
      item_count: own.length,
      mask: row.series_uuid === null || row.grid_hash === null ? null : { series: row.series_uuid, grid: row.grid_hash },
      may: rightsOn(row, caller),
    };
  });
}

export async function toListedSegmentations(db: Reader, caller: Member, rows: readonly SegmentationRow[]): Promise<ListedSegmentation[]> {
  if (rows.length === 0) return [];
  const counts = await db
    .selectFrom('segment')
    .select((eb) => ['segmentation_id' as const, eb.fn.countAll<number>().as('count')])
    .where(
      'segmentation_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('deleted_at', 'is', null)
    .groupBy('segmentation_id')
    .execute();
  const countById = new Map(counts.map(({ segmentation_id, count }) => [segmentation_id, count]));
  return rows.map((row) => ({
    ...partsOf(row),
    item_count: countById.get(row.id) ?? 0,
    study: { uuid: row.study_uuid, patientName: maySeeStudies(caller) ? row.patient_name : '', modality: row.modality },
  }));
}

function partsOf(row: SegmentationRow) {
  return {
    id: row.id,
    uuid: row.uuid,
    structure: {
      id: row.structure_id,
      slug: row.structure_slug,
      title: row.structure_title,
      category_id: row.category_id,
      category: { slug: row.category_slug, title: row.category_title },
    },
    user: row.user_id === null ? null : { id: row.user_id, name: row.creator ?? '' },
    created_at: dateToWire(new Date(row.created_at)),
    updated_at: dateToWire(new Date(row.updated_at)),
    rbac_enabled: row.rbac === 1,
  };
}

/** By name. */
export async function membersOfSegmentations(db: Reader, ids: readonly number[]): Promise<AssignedUser[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('segmentation_member')
    .innerJoin('user', 'user.id', 'segmentation_member.user_id')
    .select(['segmentation_id', 'role_id', 'user_id', 'user.name', 'user.email'])
    .where('segmentation_id', 'in', [...ids])
    .orderBy('user.name')
    .orderBy('user_id')
    .execute();
}

export function toSegment(row: Selectable<SegmentTable>): Segment {
  const { id, uuid, sort, title, segmentation_id, color, value, visible, revision, deleted_at } = row;
  return {
    ...{ id, uuid, sort, title, segmentation_id, color, value },
    visible: visible === 1,
    revision,
    deleted_at: deleted_at === null ? null : dateToWire(new Date(deleted_at)),
  };
}
