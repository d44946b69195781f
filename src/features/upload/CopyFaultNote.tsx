import { IconAlertOctagon } from '@tabler/icons-react';
import { Note } from '#ui/Note.tsx';
import type { IntakeState } from './intake-run.ts';
import { copyFaultText, namesText } from './texts.ts';

/** Files that were given and could not be read: said, with their names, until the next drop. */
export function CopyFaultNote({ trouble }: { trouble: NonNullable<IntakeState['trouble']> }) {
  return (
    <Note tone="broken" icon={IconAlertOctagon} title={copyFaultText(trouble.stored)}>
      {namesText(trouble.names)}
    </Note>
  );
}
