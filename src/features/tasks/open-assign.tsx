import { modals } from '@mantine/modals';
import { LIMITS } from '#contract/limits.ts';
import type { Task } from '#contract/tasks.ts';
import { showFailure } from '#ui/toasts.ts';
import { AssignForm } from './AssignForm.tsx';
import { assignTitle, TEXTS, tooManyText } from './texts.ts';

/** The form that assigns one study or several. */
export function openAssign(studies: readonly string[]): void {
  const most = LIMITS.tasksPerAssignment;
  if (studies.length > most) return showFailure(tooManyText(most));
  modals.open({ title: assignTitle(studies.length), size: 'md', children: <AssignForm studies={studies} /> });
}

/** The form that gives a task that is done to a reviewer. */
export function openReviewOf(task: Task): void {
  modals.open({ title: TEXTS.askReviewTitle, size: 'md', children: <AssignForm studies={[task.subject.uuid]} reviewed={task} /> });
}
