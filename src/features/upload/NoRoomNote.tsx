import { IconAlertOctagon, IconDatabase } from '@tabler/icons-react';
import type { IntakeEnd } from '#workers/intake/types.ts';
import { Note } from '#ui/Note.tsx';
import { copyFaultText, noRoomText, TEXTS } from './texts.ts';

/** Files that were given and are not on this device: said until the next drop, with their names where there are few. */
export function NoRoomNote({ trouble }: { trouble: Extract<IntakeEnd, { ok: false }> }) {
  if (trouble.why === 'fault') return <Note tone="broken" icon={IconAlertOctagon} title={copyFaultText(trouble.stored)} />;
  return (
    <Note tone="you" icon={IconDatabase} title={TEXTS.noRoom}>
      {noRoomText(trouble.names, trouble.bytesNeeded)}
    </Note>
  );
}
