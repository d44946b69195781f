import type { CampaignContent } from '#contract/campaigns.ts';
import type { StudyForm, StudyForms } from '#contract/forms.ts';
import type { Reader } from '#server/db/database.ts';
import type { Member, ServerContext } from '#server/rules/context.ts';
import { blindingOf, sinceOf } from '#server/rules/campaigns/blinding.ts';
import { requireStudyRow } from '#server/rules/studies/studies.ts';
import { answersOf, toAnswer, toVersion } from './answers-of.ts';

/** PCALL-115. Whoever may see the details of a study may answer the forms of its projects. */
export async function formsOfStudy({ db }: ServerContext, caller: Member, study: string): Promise<StudyForms> {
  const { id } = await requireStudyRow(db.read, caller, study);
  const blinding = await blindingOf(db.read, caller, id);
  const rows = await answersOf(db.read, caller, id)
    .where('form_answer.deleted_at', 'is', null)
    .$if(blinding !== null, (seen) =>
      seen.where('form_answer.user_id', '=', caller.userId).where('form_answer.created_at', '>=', sinceOf(blinding)),
    )
    .orderBy('form_answer.id')
    .execute();
  const versions = await versionsFor(db.read, caller, id, new Set(rows.map(({ form_version_id }) => form_version_id)));
  return { forms: versions, answers: rows.map((row) => toAnswer(row, caller)) };
}

/** Versions that the study is offered, by project and title, and those of its answers and of campaigns that the caller reads it in. */
async function versionsFor(db: Reader, caller: Member, studyId: number, answers: ReadonlySet<number>): Promise<StudyForm[]> {
  const answered = new Set([...answers, ...(await versionsOfReads(db, caller, studyId))]);
  const rows = await db
    .selectFrom('form_version')
    .innerJoin('form', 'form.id', 'form_version.form_id')
    .innerJoin('project', 'project.id', 'form.project_id')
    .leftJoin('study_project', (join) =>
      join.onRef('study_project.project_id', '=', 'project.id').on('study_project.study_id', '=', studyId),
    )
    .select(['form_version.id', 'form.uuid as form', 'form_version.number', 'form_version.title', 'form_version.definition'])
    .select([
      'form.id as formId',
      'form.retired_at',
      'project.id as projectId',
      'project.name',
      'project.state_code',
      'study_project.study_id',
    ])
    .where('form.team_id', '=', caller.teamId)
    .where((eb) =>
      eb.or([eb('study_project.study_id', 'is not', null), ...(answered.size === 0 ? [] : [eb('form_version.id', 'in', [...answered])])]),
    )
    .orderBy('project.name')
    .orderBy('form_version.title')
    .orderBy('form_version.id')
    .execute();
  const latest = new Map<number, number>();
  for (const { formId, number } of rows) latest.set(formId, Math.max(number, latest.get(formId) ?? 0));
  return rows
    .map(({ id, formId, retired_at, projectId, name, state_code, study_id, ...row }) => ({
      id,
      version: toVersion(row),
      project: { id: projectId, name },
      offered: study_id !== null && retired_at === null && state_code !== 'finished' && latest.get(formId) === row.number,
    }))
    .filter(({ id, offered }) => offered || answered.has(id))
    .map(({ version, project, offered }) => ({ ...version, project, offered }));
}

/** Ids of the versions that running campaigns ask for, whatever projects offer now. */
async function versionsOfReads(db: Reader, { userId, teamId }: Member, studyId: number): Promise<number[]> {
  const campaigns = await db
    .selectFrom('campaign')
    .select('content')
    .where('campaign.state', '=', 'running')
    .where('campaign.id', 'in', (eb) =>
      eb.selectFrom('campaign_read').select('campaign_id').where('user_id', '=', userId).where('study_id', '=', studyId),
    )
    .execute();
  const wanted = campaigns.flatMap(({ content }) => (JSON.parse(content) as CampaignContent).form ?? []);
  const found = wanted.map(({ uuid, version }) =>
    db
      .selectFrom('form_version')
      .innerJoin('form', 'form.id', 'form_version.form_id')
      .select('form_version.id')
      .where('form.team_id', '=', teamId)
      .where('form.uuid', '=', uuid)
      .where('form_version.number', '=', version)
      .executeTakeFirst(),
  );
  return (await Promise.all(found)).flatMap((row) => row?.id ?? []);
}
