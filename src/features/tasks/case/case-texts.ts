import type { TaskMove } from '#contract/tasks.ts';
import { inContext, t } from '#language/t.ts';
import type { ShownTask } from '#model/tasks/shown-tasks.ts';
import { dueText } from '#features/tasks/task-days.ts';
import { roundText, TEXTS } from '#features/tasks/texts.ts';

export const CASE_TEXTS = {
  approve: t('Approve'),
  sendBack: t('Send back'),
  finish: t('Finish'),
  finishAndNext: t('Finish and next'),
  answerAndNext: t('Answer and next'),
  reason: t('What to change'),
  answer: inContext('task', 'Answer'),
  cancel: t('Cancel'),
  askReview: t('Ask for a review'),
  reviewBy: t('Review by'),
  noReview: t('No review'),
  noNext: t('No other case waits'),
  onDevice: t('On this device. It is sent with what was drawn before it.'),
} as const;

/** 'Review · Prostate zones'. */
export function titleText({ kind, subject }: ShownTask): string {
  return [TEXTS.kinds[kind], subject.segmentation?.title].filter(Boolean).join(' · ');
}

/** 'from K. Testmann · Round 2 · due today · Review by I. Okafor'. */
export function originText(task: ShownTask, today: string): string {
  const { kind, from, of, due, review_by: by } = task;
  const who = of?.author ?? from;
  const reviewer = by?.person?.name ?? by?.role?.name;
  return [
    who && t('from {name}', { name: who.name }),
    kind === 'review' && (task.round ?? 1) > 1 && roundText(task),
    due !== null && t('due {due}', { due: dueText(due, today) }),
    reviewer !== undefined && t('Review by {name}', { name: reviewer }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** 'Round 1, K. Testmann: Changes needed: The apex is missing.' */
export function decisionText({ round, user, decision, reason }: TaskMove): string {
  const who = [roundText({ round }), user?.name].filter(Boolean).join(', ');
  return [who, decision && TEXTS.decisions[decision], reason].filter(Boolean).join(': ');
}
