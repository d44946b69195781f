import { Button } from '@mantine/core';
import { IconDatabaseOff } from '@tabler/icons-react';
import { Note } from '#ui/Note.tsx';
import { evictedTitle, TEXTS } from '#features/upload/texts.ts';

/** The browser's eviction cannot be prevented, so it is reported until the user has seen it. */
export function EvictedNote({ files, onUnderstood }: { files: number; onUnderstood: () => void }) {
  const understood = (
    <Button variant="default" onClick={onUnderstood}>
      {TEXTS.understood}
    </Button>
  );
  return (
    <Note tone="broken" icon={IconDatabaseOff} title={evictedTitle(files)} action={understood}>
      {TEXTS.evictedWhy}
    </Note>
  );
}
