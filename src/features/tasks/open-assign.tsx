import { modals } from '@mantine/modals';
import { AssignForm } from './AssignForm.tsx';
import { assignTitle } from './texts.ts';

/** The form that assigns one study or several. */
export function openAssign(studies: readonly string[]): void {
  modals.open({ title: assignTitle(studies.length), size: 'md', children: <AssignForm studies={studies} /> });
}
