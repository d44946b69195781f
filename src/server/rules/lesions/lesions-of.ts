import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import type { Finding, Lesion, StudyResponse } from '#contract/lesions.ts';
import type { Reader } from '#server/db/database.ts';
import type { LesionFindingTable, LesionTable, StudyResponseTable } from '#server/db/schema.ts';
import { blindedStudies, sinceOf, type Blinding } from '#server/rules/campaigns/blinding.ts';
import type { Member } from '#server/rules/context.ts';
import { studiesOfTeam } from '#server/rules/studies/studies.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';

/**
 * What of the lesions of a patient somebody sees, asked for at one of the studies. In a blinded read ([Note: Blinded reads]) that is what they made in it.
 * Whoever asks at another study of the patient sees no more: a lesion stands for all studies.
 */
export interface Seen {
  ofAll: Blinding | null;
  ofStudy: ReadonlyMap<number, Blinding>;
}

export async function seenOfPatient(
  db: Reader,
  caller: Member,
  { id, patient_id: patientId }: { id: number; patient_id: number },
): Promise<Seen> {
  const ofStudy = await blindedStudies(db, caller);
  if (ofStudy.size === 0) return { ofAll: null, ofStudy };
  const own = ofStudy.get(id);
  if (own !== undefined) return { ofAll: own, ofStudy };
  const rows = await db
    .selectFrom('study')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('id', 'in', [...ofStudy.keys()])
    .execute();
  const since = rows.map((row) => ofStudy.get(row.id)!.since);
  return { ofAll: since.length === 0 ? null : { since: Math.max(...since) }, ofStudy };
}

export const isSeen = (row: { user_id: number | null; created_at: number }, blinding: Blinding | null | undefined, { userId }: Member) =>
  !blinding || (row.user_id === userId && row.created_at >= sinceOf(blinding));

export type LesionRow = Selectable<LesionTable> & { author: string | null };
export type FindingRow = Selectable<LesionFindingTable> & { author: string | null; study: string };

/** Also deleted ones. */
export const lesionsOf = (db: Reader, { teamId }: Member) =>
  db
    .selectFrom('lesion')
    .leftJoin('user', 'user.id', 'lesion.user_id')
    .selectAll('lesion')
    .select('user.name as author')
    .where('lesion.team_id', '=', teamId);

/** Those in studies that the team sees. */
export async function findingsOf(db: Reader, caller: Member, seen: Seen, lesionIds: readonly number[]): Promise<FindingRow[]> {
  if (lesionIds.length === 0) return [];
  const rows = await db
    .selectFrom('lesion_finding')
    .innerJoin('study', 'study.id', 'lesion_finding.study_id')
    .leftJoin('user', 'user.id', 'lesion_finding.user_id')
    .selectAll('lesion_finding')
    .select(['study.uuid as study', 'user.name as author'])
    .where('lesion_finding.lesion_id', 'in', [...lesionIds])
    .where('lesion_finding.study_id', 'in', studiesOfTeam(db, caller.teamId).select('study.id'))
    .orderBy('lesion_finding.id')
    .execute();
  return rows.filter((row) => isSeen(row, seen.ofAll, caller) && isSeen(row, seen.ofStudy.get(row.study_id), caller));
}

export function toLesion(row: LesionRow, findings: readonly FindingRow[], caller: Member): Lesion {
  const { uuid, number, title, kind, organ, node, version } = row;
  return {
    ...{ uuid, number, title, kind, organ, node: node === 1, version, user: authorOf(row) },
    created_at: dateToWire(new Date(row.created_at)),
    updated_at: dateToWire(new Date(row.updated_at)),
    deletable: mayDeleteWorkOf(row.user_id, caller),
    findings: findings.filter((finding) => finding.lesion_id === row.id).map(toFinding),
  };
}

function toFinding(row: FindingRow): Finding {
  const { study, measurement, state, version, updated_at } = row;
  return { study, measurement, state, version, user: authorOf(row), updated_at: dateToWire(new Date(updated_at)) };
}

export type ResponseRow = Selectable<StudyResponseTable> & { author: string | null; study: string };

export const responsesOf = (db: Reader) =>
  db
    .selectFrom('study_response')
    .innerJoin('study', 'study.id', 'study_response.study_id')
    .leftJoin('user', 'user.id', 'study_response.user_id')
    .selectAll('study_response')
    .select(['study.uuid as study', 'user.name as author'])
    .orderBy('study_response.id');

export function toResponse(row: ResponseRow, caller: Member): StudyResponse {
  const { uuid, study, response, suggested, version, created_at, updated_at } = row;
  return {
    ...{ uuid, study, response, suggested, version, user: authorOf(row) },
    created_at: dateToWire(new Date(created_at)),
    updated_at: dateToWire(new Date(updated_at)),
    editable: row.user_id === caller.userId,
  };
}

const authorOf = ({ user_id, author }: { user_id: number | null; author: string | null }) =>
  user_id === null ? null : { id: user_id, name: author ?? '' };
