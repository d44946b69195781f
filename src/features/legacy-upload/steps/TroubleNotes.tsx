import { Button } from '@mantine/core';
import { IconAlertTriangle, IconDatabase, IconFileOff } from '@tabler/icons-react';
import { forgetLeftBehind } from '#localdb/files/chosen-files.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useLeftBehind } from '#localdb/upload/use-upload-view.ts';
import { Note } from '#ui/Note.tsx';
import type { RunState } from '#features/legacy-upload/session/legacy-run.ts';
import { leftBehindTitle, namesText, noRoomTitle, TEXTS, unreadableText } from '#features/legacy-upload/texts.ts';

/** Dropped files that are not stored on this device: their names, and what to do. */
export function TroubleNotes({
  db,
  noRoom,
  faulted,
  isCopying,
}: Pick<RunState, 'noRoom' | 'faulted'> & { db: LocalDb; isCopying: boolean }) {
  const leftBehind = useLeftBehind(db);
  return (
    <>
      {leftBehind.length > 0 && !isCopying && (
        <Note
          tone="you"
          icon={IconFileOff}
          title={leftBehindTitle(leftBehind.length)}
          action={
            <Button variant="default" onClick={() => void forgetLeftBehind(db)}>
              {TEXTS.understood}
            </Button>
          }
        >
          {namesText(leftBehind.map(({ path }) => path))}
        </Note>
      )}
      {noRoom.length > 0 && (
        <Note tone="you" icon={IconDatabase} title={noRoomTitle(noRoom.length)}>
          {namesText(noRoom)}
        </Note>
      )}
      {faulted.length > 0 && (
        <Note tone="broken" icon={IconAlertTriangle} title={unreadableText(faulted.length)}>
          {namesText(faulted)}
        </Note>
      )}
    </>
  );
}
