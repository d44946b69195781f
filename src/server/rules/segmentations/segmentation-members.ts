import { ROLE } from '#contract/permissions.ts';
import { SEGMENTATION_ROLES, type AssignedUser, type AvailableUser, type SegmentationRoleId } from '#contract/segmentations.ts';
import { marked } from '#language/t.ts';
import type { Reader } from '#server/db/database.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { requireStudyRow, studiesOfTeam } from '#server/rules/studies/studies.ts';
import { countsAsMember } from '#server/rules/teams/membership.ts';
import {
  changeSegmentations,
  findRow,
  membersOfSegmentations,
  requireRight,
  segmentationsSeenBy,
  touch,
  type SegmentationRow,
} from './segmentation-rows.ts';

/** CALL-022. */
export async function assignableRoles({ db }: ServerContext, { teamId }: Member) {
  const users = (await holdersIn(db.read, teamId).execute()).map(({ id, name, email }) => ({ id, name, email }));
  return SEGMENTATION_ROLES.map((role) => ({ ...role, users }));
}

/** CALL-023: by the UUID of a study or of one of its series (ODD-25). */
export async function assignedUsers({ db }: ServerContext, caller: Member, uuid: string): Promise<AssignedUser[]> {
  const studyId = await studyIdOf(db.read, caller, uuid);
  const seen = await segmentationsSeenBy(db.read, caller)
    .select('segmentation.id')
    .where('segmentation.study_id', '=', studyId)
    .orderBy('segmentation.id')
    .execute();
  return membersOfSegmentations(
    db.read,
    seen.map(({ id }) => id),
  );
}

/** CALL-020. */
export async function availableUsers(
  { db }: ServerContext,
  caller: Member,
  at: { teamId: number; study: string; ref: string; roleId: number },
): Promise<AvailableUser[]> {
  if (at.teamId !== caller.teamId) throw new Refusal('not_found');
  const study = await requireStudyRow(db.read, caller, at.study);
  const row = await requireRight(db.read, caller, 'share', at.ref, study.uuid);
  const roleId = requireRole(at.roleId);
  assertShared(row);
  const taken = db.read
    .selectFrom('segmentation_member')
    .select('user_id')
    .where('segmentation_id', '=', row.id)
    .where('role_id', '=', roleId);
  let free = holdersIn(db.read, caller.teamId).where('user.id', 'not in', taken);
  if (row.user_id !== null) free = free.where('user.id', '<>', row.user_id);
  return (await free.execute()).map(({ id, name, email }) => ({ id, user_id: id, name, email }));
}

/** CALL-021: a member has one role on a segmentation, so a new one replaces an earlier one. */
export async function assignUser(
  context: ServerContext,
  caller: Member,
  given: { segmentation_id: number; user_id: number; role_id: number },
): Promise<{ study: string; assigned: AssignedUser }> {
  const { teamId } = caller;
  return changeSegmentations(context, caller, async (tx, now) => {
    const row = await requireRight(tx, caller, 'share', String(given.segmentation_id));
    const role_id = requireRole(given.role_id);
    assertShared(row);
    const user = await holdersIn(tx, teamId).where('user.id', '=', given.user_id).executeTakeFirst();
    if (user === undefined) throw new Refusal('invalid', { errors: { user_id: [marked('This user cannot be given a role.')] } });
    const earlier = await tx
      .selectFrom('segmentation_member')
      .select('role_id')
      .where('segmentation_id', '=', row.id)
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    const assigned = { segmentation_id: row.id, role_id, user_id: user.id, name: user.name, email: user.email };
    if (earlier?.role_id === role_id) return { study: null, answer: { study: row.study_uuid, assigned } };
    if (row.user_id === user.id) throw new Refusal('role_of_creator');
    await tx
      .insertInto('segmentation_member')
      .values({ segmentation_id: row.id, team_id: teamId, user_id: user.id, role_id, created_at: now })
      .onConflict((conflict) => conflict.columns(['segmentation_id', 'user_id']).doUpdateSet({ role_id }))
      .execute();
    await touch(tx, row.id, now);
    return { study: row.study_uuid, answer: { study: row.study_uuid, assigned } };
  });
}

/** CALL-024. Taking a role that the user does not have succeeds, so the call may be repeated. */
export async function unassignUser(
  context: ServerContext,
  caller: Member,
  { ref, userId, roleId }: { ref: string; userId: number; roleId: number },
): Promise<{ study: string }> {
  const { study, ended } = await changeSegmentations<{ study: string; ended: string | null }>(context, caller, async (tx, now) => {
    // Who gives up the own role needs no right over the others.
    const row = userId === caller.userId ? await findRow(tx, caller, ref) : await requireRight(tx, caller, 'share', ref);
    const answer = { study: row.study_uuid, ended: null };
    assertShared(row);
    if (row.user_id === userId) throw new Refusal('role_of_creator');
    const { numDeletedRows } = await tx
      .deleteFrom('segmentation_member')
      .where('segmentation_id', '=', row.id)
      .where('user_id', '=', userId)
      .where('role_id', '=', requireRole(roleId))
      .executeTakeFirst();
    if (numDeletedRows === 0n) return { study: null, answer };
    await touch(tx, row.id, now);
    return { study: row.study_uuid, answer: { ...answer, ended: row.uuid } };
  });
  if (ended !== null) context.news.endMask(ended);
  return { study };
}

/** Members of the team who can open the panel of a study: for others, a role on a segmentation would be of no use. */
function holdersIn(db: Reader, teamId: number) {
  return db
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .select(['user.id', 'user.name', 'user.email'])
    .where('membership.team_id', '=', teamId)
    .where('user.disabled_at', 'is', null)
    .where(countsAsMember)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('role_permission')
          .select('role_permission.role_id')
          .where('role_permission.permission', '=', 'r:studies:detail')
          .where((role) =>
            role.or([
              role('role_permission.role_id', '=', role.ref('membership.role_id')),
              role.and([role('role_permission.role_id', '=', ROLE.platformAdministrator), role('user.platform_admin', '=', 1)]),
            ]),
          ),
      ),
    )
    .orderBy('user.name')
    .orderBy('user.id');
}

function requireRole(id: number): SegmentationRoleId {
  const role = SEGMENTATION_ROLES.find((each) => each.id === id);
  if (role === undefined) throw new Refusal('not_found');
  return role.id;
}

/** SEG-032. */
function assertShared({ rbac }: Pick<SegmentationRow, 'rbac'>): void {
  if (rbac === 0) throw new Refusal('not_shared');
}

async function studyIdOf(db: Reader, caller: Member, uuid: string): Promise<number> {
  const study = await studiesOfTeam(db, caller.teamId)
    .leftJoin('series', 'series.study_id', 'study.id')
    .select('study.id')
    .where((eb) => eb.or([eb('study.uuid', '=', uuid), eb('series.uuid', '=', uuid)]))
    .executeTakeFirst();
  if (study === undefined) throw new Refusal('not_found');
  return study.id;
}
