import { sql, type Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { FINDING_SEVERITIES, type Finding, type FindingCode, type FindingSaid, type FindingSeverity } from '#contract/quality.ts';
import type { Reader } from '#server/db/database.ts';
import type { FindingTable } from '#server/db/schema.ts';
import { blindedStudies, blindedStudyIds } from '#server/rules/campaigns/blinding.ts';
import type { Member } from '#server/rules/context.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';

/**
 * Findings about the studies that the caller sees. One that names a study which the caller does not see does not exist for them. [Note: Blinded
 * reads]: a reader is not told that a case has the same images as another study.
 */
export function findingsSeenBy(db: Reader, caller: Member) {
  const otherIsSeen = studiesOfTeam(db, caller.teamId).select('study.id').whereRef('study.id', '=', sql.ref('finding.other_study_id'));
  return studiesOfTeam(db, caller.teamId)
    .innerJoin('finding', 'finding.study_id', 'study.id')
    .where((eb) =>
      eb.or([
        eb('finding.other_study_id', 'is', null),
        eb.and([eb.exists(otherIsSeen), eb('finding.study_id', 'not in', blindedStudyIds(db, caller.userId))]),
      ]),
    );
}

/** Ids of studies with a finding of this code, or any warning or error, that nobody has accepted. */
export function studiesWithFinding(db: Reader, caller: Member, code: FindingCode | 'any') {
  return findingsSeenBy(db, caller)
    .select('finding.study_id')
    .where((eb) => (code === 'any' ? eb('finding.severity', 'in', severitiesFrom('warning')) : eb('finding.code', '=', code)))
    .where((eb) =>
      eb.or([
        eb('finding.mark', 'is', null),
        eb('finding.mark', '<>', 'accepted'),
        eb('finding.study_id', 'in', blindedStudyIds(db, caller.userId)),
      ]),
    );
}

/** This severity and those above it. */
export function severitiesFrom(least: FindingSeverity): FindingSeverity[] {
  return FINDING_SEVERITIES.slice(FINDING_SEVERITIES.indexOf(least));
}

/** Rows of `findingsSeenBy` with what answers say of them. */
export function withNames(found: ReturnType<typeof findingsSeenBy>) {
  return found
    .leftJoin('series', 'series.id', 'finding.series_id')
    .leftJoin('study as other', 'other.id', 'finding.other_study_id')
    .leftJoin('user', 'user.id', 'finding.marked_by')
    .selectAll('finding')
    .select(['series.uuid as series', 'other.uuid as other', 'user.name as marker']);
}

export type SeenFinding = Selectable<FindingTable> & { series: string | null; other: string | null; marker: string | null };

/** [Note: Blinded reads]: a reader does not see what others said of a finding of a case. */
export async function markHider(db: Reader, caller: Member): Promise<(studyId: number) => boolean> {
  const blinded = await blindedStudies(db, caller);
  return (studyId) => blinded.has(studyId);
}

export function toFinding(row: SeenFinding, hidesMark: (studyId: number) => boolean): Finding {
  const { uuid, severity, series, other, version, mark, reason, marked_by, marker, marked_at, created_at } = row;
  const isShown = mark !== null && !hidesMark(row.study_id);
  return {
    ...{ uuid, severity, series, other, version },
    said: JSON.parse(row.said) as FindingSaid,
    mark: isShown
      ? {
          ...{ as: mark, reason, at: dateToWire(new Date(marked_at!)) },
          user: marked_by === null ? null : { id: marked_by, name: marker ?? '' },
        }
      : null,
    found_at: dateToWire(new Date(created_at)),
  };
}
