import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import type { Form, FormDefinition, SavedForm } from '#contract/forms.ts';
import { LIMITS } from '#contract/limits.ts';
import { definitionProblems } from '#model/forms/definition.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { ProjectTable } from '#server/db/schema.ts';
import { appendChange } from '#server/rules/changes.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { blindedStudyIds } from '#server/rules/campaigns/blinding.ts';
import { mayManage, requireProject } from '#server/rules/projects/projects.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';

/** A form belongs to a project, and a change of it is a new version: an answer that waits on a device always finds the version that it answers. */

interface OfForm {
  /** Number of the project. */
  project: number;
  /** UUID of the form. */
  form: string;
}

/** PCALL-112. */
export async function listForms({ db }: ServerContext, caller: Member, project: number): Promise<Form[]> {
  await requireProject(db.read, caller, project);
  const rows = await formsOf(db.read, caller, project).orderBy('form_version.title').orderBy('form.id').execute();
  return rows.map(toForm);
}

/** PCALL-113. The same form twice is one version. */
export async function saveForm(
  context: ServerContext,
  caller: Member,
  { project, form }: OfForm,
  { base, title, definition }: SavedForm,
): Promise<Form> {
  const [problem] = definitionProblems(definition);
  if (problem !== undefined) throw new Refusal('invalid', { errors: { [problem.field ?? 'definition']: [problem.why] } });
  return changeForm(context, caller, project, async (tx, now) => {
    const stored = await formsOf(tx, caller, project).where('form.uuid', '=', form).executeTakeFirst();
    const text = JSON.stringify(definition);
    if (stored?.title === title && stored.definition === text) return false;
    if ((stored?.number ?? 0) !== base) throw new Refusal('conflict');
    const id = stored?.id ?? (await addForm(tx, { team_id: caller.teamId, project_id: project, uuid: form, created_at: now }));
    assertRoom('versionsPerForm', base);
    await tx
      .insertInto('form_version')
      .values({ form_id: id, number: base + 1, title, definition: text, user_id: caller.userId, created_at: now })
      .execute();
    return true;
  }).then(() => readForm(context.db.read, caller, { project, form }));
}

/** PCALL-114. */
export async function retireForm(context: ServerContext, caller: Member, of: OfForm, retired: boolean): Promise<Form> {
  await changeForm(context, caller, of.project, async (tx, now) => {
    const stored = await readForm(tx, caller, of);
    if (stored.retired === retired) return false;
    await tx
      .updateTable('form')
      .set({ retired_at: retired ? now : null })
      .where('project_id', '=', of.project)
      .where('uuid', '=', of.form)
      .execute();
    return true;
  });
  return readForm(context.db.read, caller, of);
}

/** Changes of a team run one after the other, so numbers are read after the lock. `change`: whether anything is different now. */
async function changeForm(
  { db, news, now }: ServerContext,
  caller: Member,
  project: number,
  change: (tx: Writer, now: number) => Promise<boolean>,
): Promise<void> {
  const { teamId } = caller;
  const seq = await db.write(async (tx) => {
    await lockTeam(tx, teamId);
    assertMayDefine(await requireProject(tx, caller, project), caller);
    const time = now();
    return (await change(tx, time)) ? appendChange(tx, { teamId, kind: 'form', ref: String(project), now: time }) : null;
  });
  if (seq !== null) news.toTeam(teamId, 'change', { seq });
}

function assertMayDefine(project: Selectable<ProjectTable>, caller: Member): void {
  if (!mayManage(project, caller)) throw new Refusal('not_allowed');
  if (project.state_code === 'finished') throw new Refusal('project_finished');
}

async function addForm(tx: Writer, row: { team_id: number; project_id: number; uuid: string; created_at: number }): Promise<number> {
  const elsewhere = await tx
    .selectFrom('form')
    .select('id')
    .where('team_id', '=', row.team_id)
    .where('uuid', '=', row.uuid)
    .executeTakeFirst();
  if (elsewhere !== undefined) throw new Refusal('conflict');
  const { count } = await tx
    .selectFrom('form')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', row.project_id)
    .executeTakeFirstOrThrow();
  assertRoom('formsPerProject', count);
  const { id } = await tx
    .insertInto('form')
    .values({ ...row, retired_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function assertRoom(name: 'formsPerProject' | 'versionsPerForm', count: number): void {
  const max = LIMITS[name];
  if (count >= max) throw new Refusal('too_large', { limit: { name, max } });
}

async function readForm(db: Reader, caller: Member, { project, form }: OfForm): Promise<Form> {
  const row = await formsOf(db, caller, project).where('form.uuid', '=', form).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return toForm(row);
}

/** In their latest versions. Answers about cases that the caller reads blinded are not counted. */
const formsOf = (db: Reader, { userId }: Member, project: number) =>
  db
    .selectFrom('form')
    .innerJoin('form_version', 'form_version.form_id', 'form.id')
    .leftJoin('user', 'user.id', 'form_version.user_id')
    .select(['form.id', 'form.uuid', 'form.retired_at', 'form_version.number', 'form_version.title', 'form_version.definition'])
    .select(['form_version.created_at', 'form_version.user_id', 'user.name as author'])
    .select((eb) =>
      eb
        .selectFrom('form_answer')
        .innerJoin('form_version as answered', 'answered.id', 'form_answer.form_version_id')
        .whereRef('answered.form_id', '=', 'form.id')
        .where('form_answer.deleted_at', 'is', null)
        .where('form_answer.aside', '=', 0)
        .where('form_answer.study_id', 'not in', blindedStudyIds(db, userId))
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('answers'),
    )
    .where('form.project_id', '=', project)
    .where((eb) =>
      eb(
        'form_version.number',
        '=',
        eb
          .selectFrom('form_version as latest')
          .whereRef('latest.form_id', '=', 'form.id')
          .select((max) => max.fn.max('latest.number').as('number')),
      ),
    );

interface Row {
  uuid: string;
  number: number;
  title: string;
  definition: string;
  user_id: number | null;
  author: string | null;
  created_at: number;
  retired_at: number | null;
  answers: number | null;
}

function toForm({ uuid, number, title, definition, user_id, author, created_at, retired_at, answers }: Row): Form {
  return {
    ...{ form: uuid, number, title, definition: JSON.parse(definition) as FormDefinition },
    user: user_id === null ? null : { id: user_id, name: author ?? '' },
    saved_at: dateToWire(new Date(created_at)),
    retired: retired_at !== null,
    answers: Number(answers ?? 0),
  };
}
