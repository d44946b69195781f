import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import type { Baseline } from '#contract/lesions.ts';
import type { Reader } from '#server/db/database.ts';
import type { FollowUpBaselineTable } from '#server/db/schema.ts';
import type { Member } from '#server/rules/context.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { isSeen, type Seen } from './lesions-of.ts';

export type BaselineRow = Selectable<FollowUpBaselineTable> & { author: string | null; study: string | null };

/** What somebody has chosen for a patient of the caller's team. `study`: null as well where the team does not see the chosen one. */
export const baselineOf = (db: Reader, { teamId }: Member, patientId: number): Promise<BaselineRow | undefined> =>
  db
    .selectFrom('follow_up_baseline')
    .leftJoin('user', 'user.id', 'follow_up_baseline.user_id')
    .leftJoin(studiesOfTeam(db, teamId).select(['study.id', 'study.uuid']).as('chosen'), 'chosen.id', 'follow_up_baseline.study_id')
    .selectAll('follow_up_baseline')
    .select(['user.name as author', 'chosen.uuid as study'])
    .where('follow_up_baseline.patient_id', '=', patientId)
    .executeTakeFirst();

/** In a blinded read, what the caller has chosen in it ([Note: Blinded reads]). */
export const isBaselineSeen = ({ user_id, updated_at, study_id }: BaselineRow, seen: Seen, caller: Member): boolean =>
  [seen.ofAll, seen.ofStudy.get(study_id ?? 0)].every((blinding) => isSeen({ user_id, created_at: updated_at }, blinding, caller));

export const toBaseline = ({ study, version, user_id, author, updated_at }: BaselineRow): Baseline => ({
  ...{ study, version, updated_at: dateToWire(new Date(updated_at)) },
  user: user_id === null ? null : { id: user_id, name: author ?? '' },
});
