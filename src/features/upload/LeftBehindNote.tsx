import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { forgetLeftBehind } from '#localdb/chosen-files.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useLeftBehind } from '#localdb/use-upload-view.ts';
import { Note } from '#ui/Note.tsx';
import { leftBehindText, leftBehindTitle, TEXTS } from './texts.ts';

/** What the browser was closed over: named, until it is chosen again or the person has read it. */
export function LeftBehindNote({ db }: { db: LocalDb }) {
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
