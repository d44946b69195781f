import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import type { AnswerContent, FormAnswer, FormDefinition, FormVersion } from '#contract/forms.ts';
import type { Reader } from '#server/db/database.ts';
import type { FormAnswerTable } from '#server/db/schema.ts';
import type { Member } from '#server/rules/context.ts';
import { mayDeleteWorkOf } from '#server/rules/teams/roles.ts';

export interface AnswerRow extends Selectable<FormAnswerTable> {
  /** UUID and version of the form. */
  form: string;
  number: number;
  title: string;
  definition: string;
  author: string | null;
}

/** Answers of a team, with deleted ones, each with its version of the form. */
export const answersOfTeam = (db: Reader, teamId: number) =>
  db
    .selectFrom('form_answer')
    .innerJoin('form_version', 'form_version.id', 'form_answer.form_version_id')
    .innerJoin('form', 'form.id', 'form_version.form_id')
    .leftJoin('user', 'user.id', 'form_answer.user_id')
    .selectAll('form_answer')
    .select(['form.uuid as form', 'form_version.number', 'form_version.title', 'form_version.definition', 'user.name as author'])
    .where('form.team_id', '=', teamId);

/** All answers about a study, with deleted ones. */
export const answersOf = (db: Reader, { teamId }: Member, studyId: number) =>
  answersOfTeam(db, teamId).where('form_answer.study_id', '=', studyId);

export function toAnswer(row: AnswerRow, caller: Member): FormAnswer {
  const { form, number, uuid, read_uuid, aside, state, version, user_id, author, created_at, updated_at } = row;
  return {
    ...{ form, number, uuid, read: read_uuid, aside: aside === 1, state, version },
    ...(JSON.parse(row.content) as Omit<AnswerContent, 'state'>),
    user: user_id === null ? null : { id: user_id, name: author ?? '' },
    created_at: dateToWire(new Date(created_at)),
    updated_at: dateToWire(new Date(updated_at)),
    editable: mayDeleteWorkOf(user_id, caller),
  };
}

export function toVersion({ form, number, title, definition }: Pick<AnswerRow, 'form' | 'number' | 'title' | 'definition'>): FormVersion {
  return { form, number, title, definition: JSON.parse(definition) as FormDefinition };
}
