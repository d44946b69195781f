import { IconAlertOctagon } from '@tabler/icons-react';
import { Note } from '#ui/Note.tsx';
import type { IntakeState } from './intake-run.ts';
import { copyFaultText, namesText } from '#features/upload/texts.ts';

/** Files that could not be read: named until the next drop. */
export function CopyFaultNote({ trouble }: { trouble: NonNullable<IntakeState['trouble']> }) {
  return (
    <Note tone="broken" icon={IconAlertOctagon} title={copyFaultText(trouble.stored)}>
      {namesText(trouble.names)}
    </Note>
  );
}
