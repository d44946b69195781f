import { isChecked } from '#server/rules/quality/has-finding.ts';
import { because, type StepRun } from './step-run.ts';

/** The server checks every study by itself: nothing is queued here. */
export const waitForCheck: StepRun<'check'> = async ({ context, study }) => {
  if (!(await isChecked(context.db.read, study.id))) return { is: 'waiting', state: 'running', reason: because('checking') };
  const { count } = await context.db.read
    .selectFrom('finding')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('study_id', '=', study.id)
    .executeTakeFirstOrThrow();
  return { is: 'done', reason: because('checked', Number(count)) };
};
