import type { FollowUp } from '#contract/lesions.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import { requireStudyRow, studiesOfTeam } from '#server/rules/studies/studies.ts';
import { baselineOf, isBaselineSeen, toBaseline } from './baseline-of.ts';
import { findingsOf, isSeen, lesionsOf, responsesOf, seenOfPatient, toLesion, toResponse } from './lesions-of.ts';

/** PCALL-123. */
export async function findFollowUp({ db }: ServerContext, caller: Member, uuid: string): Promise<FollowUp> {
  const asked = await requireStudyRow(db.read, caller, uuid);
  const seen = await seenOfPatient(db.read, caller, asked);
  const rows = await lesionsOf(db.read, caller)
    .where('lesion.patient_id', '=', asked.patient_id)
    .where('lesion.deleted_at', 'is', null)
    .orderBy('lesion.number')
    .execute();
  const lesions = rows.filter((row) => isSeen(row, seen.ofAll, caller));
  const findings = await findingsOf(
    db.read,
    caller,
    seen,
    lesions.map(({ id }) => id),
  );
  const studies = await studiesOfTeam(db.read, caller.teamId)
    .select(['study.id', 'study.uuid', 'study.study_date as studyDate'])
    .where('study.patient_id', '=', asked.patient_id)
    .orderBy('study.study_date')
    .orderBy('study.id')
    .execute();
  const responses = (
    await responsesOf(db.read)
      .where(
        'study_response.study_id',
        'in',
        studies.map(({ id }) => id),
      )
      .execute()
  ).filter((row) => isSeen(row, seen.ofAll, caller) && isSeen(row, seen.ofStudy.get(row.study_id), caller));
  const baseline = await baselineOf(db.read, caller, asked.patient_id);
  return {
    studies,
    lesions: lesions.map((row) => toLesion(row, findings, caller)),
    responses: responses.map((row) => toResponse(row, caller)),
    baseline: baseline !== undefined && isBaselineSeen(baseline, seen, caller) ? toBaseline(baseline) : null,
  };
}
