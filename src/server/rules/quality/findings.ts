import { LIMITS } from '#contract/limits.ts';
import { FINDING_SEVERITIES, type Finding, type FindingFilters, type ListedFinding, type SavedMark } from '#contract/quality.ts';
import type { Reader } from '#server/db/database.ts';
import { blindedStudyIds, blindingOf } from '#server/rules/campaigns/blinding.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { changeWorkOnStudy } from '#server/rules/studies/change-work.ts';
import { requireStudyRow } from '#server/rules/studies/studies.ts';
import { findingsSeenBy, markHider, severitiesFrom, toFinding, withNames } from './findings-seen.ts';

/** PCALL-190: the most severe first. */
export async function findingsOf({ db }: ServerContext, caller: Member, study: string): Promise<Finding[]> {
  const { id } = await requireStudyRow(db.read, caller, study);
  return findingsOfStudyRow(db.read, caller, id);
}

/** The same for a study that the caller sees. */
export async function findingsOfStudyRow(db: Reader, caller: Member, studyId: number): Promise<Finding[]> {
  const rows = await withNames(findingsSeenBy(db, caller)).where('study.id', '=', studyId).orderBy('finding.id').execute();
  const hidesMark = await markHider(db, caller);
  const rank = (finding: Finding): number => FINDING_SEVERITIES.indexOf(finding.severity);
  return rows.map((row) => toFinding(row, hidesMark)).toSorted((a, b) => rank(b) - rank(a));
}

export interface FindingPage {
  data: ListedFinding[];
  total: number;
  per_page: number;
  current_page: number;
}

/** PCALL-191: of all studies that the caller sees, the newest first. */
export async function listFindings(
  { db }: ServerContext,
  caller: Member,
  { page, code, severity, mark }: FindingFilters & { page: number },
): Promise<FindingPage> {
  const blinded = blindedStudyIds(db.read, caller.userId);
  const found = findingsSeenBy(db.read, caller)
    .$if(code !== undefined, (each) => each.where('finding.code', '=', code!))
    .$if(severity !== undefined, (each) => each.where('finding.severity', 'in', severitiesFrom(severity!)))
    // Marks are hidden from whoever reads the study blinded, so those findings are open for them.
    .$if(mark === 'open', (each) => each.where((eb) => eb.or([eb('finding.mark', 'is', null), eb('finding.study_id', 'in', blinded)])))
    .$if(mark === 'seen' || mark === 'accepted', (each) =>
      each.where('finding.mark', '=', mark as 'seen' | 'accepted').where('finding.study_id', 'not in', blinded),
    );
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const perPage = LIMITS.findingsPerPage;
  const rows = await withNames(found)
    .select(['study.uuid as study', 'study.patient_name', 'study.modality', 'study.study_date'])
    .orderBy('finding.created_at', 'desc')
    .orderBy('finding.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const hidesMark = await markHider(db.read, caller);
  const data = rows.map((row) => ({
    ...toFinding(row, hidesMark),
    study: { uuid: row.study, data: { patientName: row.patient_name }, modality: row.modality, studyDate: row.study_date },
  }));
  return { data, total, per_page: perPage, current_page: page };
}

interface OfFinding {
  /** UUID of the study. */
  study: string;
  uuid: string;
}

/**
 * PCALL-192. A mark is about the version that the person saw; another one is a conflict. Whoever reads the study blinded does not see the marks of others,
 * and makes none.
 */
export async function markFinding(
  context: ServerContext,
  caller: Member,
  { study, uuid }: OfFinding,
  { version, mark, reason: written }: SavedMark,
): Promise<Finding> {
  return changeWorkOnStudy(context, caller, { study, kind: 'finding' }, async (tx, studyId, now) => {
    const find = () =>
      withNames(findingsSeenBy(tx, caller)).where('study.id', '=', studyId).where('finding.uuid', '=', uuid).executeTakeFirst();
    const stored = await find();
    if (stored === undefined) throw new Refusal('not_found');
    if ((await blindingOf(tx, caller, studyId)) !== null) throw new Refusal('case_of_campaign');
    if (stored.version !== version) throw new Refusal('conflict');
    const reason = mark === null ? '' : written.trim();
    if (stored.mark === mark && stored.reason === reason) return { isChanged: false, answer: toFinding(stored, () => false) };
    const by = mark === null ? { marked_by: null, marked_at: null } : { marked_by: caller.userId, marked_at: now };
    await tx
      .updateTable('finding')
      .set({ mark, reason, ...by })
      .where('id', '=', stored.id)
      .execute();
    return { isChanged: true, answer: toFinding((await find())!, () => false) };
  });
}
