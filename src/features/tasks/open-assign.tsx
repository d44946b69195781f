import { modals } from '@mantine/modals';
import { LIMITS } from '#contract/limits.ts';
import { showFailure } from '#ui/toasts.ts';
import { AssignForm } from './AssignForm.tsx';
import { assignTitle, tooManyText } from './texts.ts';

/** The form that assigns one study or several. */
export function openAssign(studies: readonly string[]): void {
  const most = LIMITS.tasksPerAssignment;
  if (studies.length > most) return showFailure(tooManyText(most));
  modals.open({ title: assignTitle(studies.length), size: 'md', children: <AssignForm studies={studies} /> });
}
