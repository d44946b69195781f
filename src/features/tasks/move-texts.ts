import { changeFailureText } from '#api/failure-texts.ts';
import { fieldErrors } from '#api/field-errors.ts';
import type { ApiFailure } from '#api/result.ts';
import type { SentTaskMove, TaskAct } from '#contract/tasks.ts';
import { t } from '#language/t.ts';

/** What was not done, in words. */
const NOT_DONE: Record<TaskAct, string> = {
  start: t('The task was not started.'),
  finish: t('The task was not finished.'),
  send_back: t('The task was not sent back.'),
  hand_over: t('The task was not handed over.'),
  reopen: t('The task was not reopened.'),
  cancel: t('The task was not cancelled.'),
};

/** A move that waited on this device and was refused. */
export function refusedMoveText(failure: ApiFailure, { act, decision, reason = '' }: SentTaskMove): string {
  const what =
    decision === 'accepted' ? t('The work was not approved.') : decision === 'changes' ? t('The work was not sent back.') : NOT_DONE[act];
  const written = reason === '' ? [] : [t('You had written: “{reason}”', { reason })];
  const fields = Object.values(fieldErrors(failure)).join(' ');
  return [what, fields || changeFailureText(failure, WHY), ...written].join(' ');
}

const WHY = {
  task_moved: t('Somebody has moved the task in the meantime. The page shows its state.'),
  not_found: t('The task or its study is no longer there.'),
};
