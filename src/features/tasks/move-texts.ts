import { changeFailureText } from '#api/failure-texts.ts';
import { fieldErrors } from '#api/field-errors.ts';
import type { ApiFailure } from '#api/result.ts';
import type { SentTaskMove, TaskAct } from '#contract/tasks.ts';

/** What was not done, in words. */
const NOT_DONE: Record<TaskAct, string> = {
  start: 'The task was not started.',
  finish: 'The task was not finished.',
  send_back: 'The task was not sent back.',
  hand_over: 'The task was not handed over.',
  reopen: 'The task was not reopened.',
  cancel: 'The task was not cancelled.',
};

/** A move that waited on this device and was refused. */
export function refusedMoveText(failure: ApiFailure, { act, decision, reason = '' }: SentTaskMove): string {
  const what =
    decision === 'accepted' ? 'The work was not approved.' : decision === 'changes' ? 'The work was not sent back.' : NOT_DONE[act];
  const written = reason === '' ? '' : ` You had written: “${reason}”`;
  const fields = Object.values(fieldErrors(failure)).join(' ');
  return `${what} ${fields || changeFailureText(failure, WHY)}${written}`;
}

const WHY = {
  task_moved: 'Somebody has moved the task in the meantime. The page shows its state.',
  not_found: 'The task or its study is no longer there.',
};
