import type { Reader } from '#server/db/database.ts';

/** A project whose forms have answers is not deleted: they would go with it. */
export async function isAnswered(db: Reader, projectId: number): Promise<boolean> {
  const row = await db
    .selectFrom('form_answer')
    .innerJoin('form_version', 'form_version.id', 'form_answer.form_version_id')
    .innerJoin('form', 'form.id', 'form_version.form_id')
    .select('form_answer.id')
    .where('form.project_id', '=', projectId)
    .where('form_answer.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
