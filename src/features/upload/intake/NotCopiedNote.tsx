import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { forgetLeftBehind } from '#localdb/files/chosen-files.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useLeftBehind } from '#localdb/upload/use-upload-view.ts';
import { Note } from '#ui/Note.tsx';
import { leftBehindText, leftBehindTitle, TEXTS } from '#features/upload/texts.ts';

/** Files that were not copied when the browser was closed: named until they are added again or the user dismisses the note. */
export function NotCopiedNote({ db }: { db: LocalDb }) {
  const files = useLeftBehind(db);
  if (files.length === 0) return null;
  const understood = (
    <Button variant="default" onClick={() => void forgetLeftBehind(db)}>
      {TEXTS.understood}
    </Button>
  );
  return (
    <Note tone="you" icon={IconFileOff} title={leftBehindTitle(files.length)} action={understood}>
      {leftBehindText(files.map(({ path }) => path))}
    </Note>
  );
}
