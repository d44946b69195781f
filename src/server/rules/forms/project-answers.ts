import type { FormVersion, ProjectAnswer } from '#contract/forms.ts';
import { LIMITS } from '#contract/limits.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { blindedStudyIds } from '#server/rules/campaigns/blinding.ts';
import { mayManage, requireProject } from '#server/rules/projects/projects.ts';
import { answersOfTeam, toAnswer, toVersion } from './answers-of.ts';

/** PCALL-118: by study, then as they came. Neither deleted ones nor those kept aside, and none about deleted studies or cases that the caller reads blinded. */
export async function listProjectAnswers(
  { db }: ServerContext,
  caller: Member,
  { project, form, page }: { project: number; form: string; page: number },
): Promise<{ data: ProjectAnswer[]; versions: FormVersion[]; total: number; per_page: number; current_page: number }> {
  if (!mayManage(await requireProject(db.read, caller, project), caller)) throw new Refusal('not_allowed');
  const found = await db.read.selectFrom('form').select('id').where('project_id', '=', project).where('uuid', '=', form).executeTakeFirst();
  if (found === undefined) throw new Refusal('not_found');
  const answers = answersOfTeam(db.read, caller.teamId)
    .innerJoin('study', 'study.id', 'form_answer.study_id')
    .where('form.id', '=', found.id)
    .where('study.deleted_at', 'is', null)
    .where('form_answer.deleted_at', 'is', null)
    .where('form_answer.aside', '=', 0)
    .where('form_answer.study_id', 'not in', blindedStudyIds(db.read, caller.userId));
  const perPage = LIMITS.answersPerPage;
  const { total } = await answers
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await answers
    .select(['study.id as studyId', 'study.uuid as studyUuid'])
    .orderBy('form_answer.study_id')
    .orderBy('form_answer.id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const versions = new Map(rows.map((row) => [row.number, toVersion(row)]));
  return {
    data: rows.map(({ studyId, studyUuid, ...row }) => ({ study: { id: studyId, uuid: studyUuid }, answer: toAnswer(row, caller) })),
    versions: [...versions.values()],
    ...{ total: Number(total), per_page: perPage, current_page: page },
  };
}
