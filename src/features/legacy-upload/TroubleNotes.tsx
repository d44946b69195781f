import { Button } from '@mantine/core';
import { IconAlertTriangle, IconDatabase, IconFileOff } from '@tabler/icons-react';
import { forgetLeftBehind } from '#localdb/chosen-files.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useLeftBehind } from '#localdb/use-upload-view.ts';
import { Note } from '#ui/Note.tsx';
import type { RunState } from './legacy-run.ts';
import { leftBehindTitle, namesText, noRoomTitle, TEXTS, unreadableText } from './texts.ts';

/** Files that were given and are not on this device: named, with what to do. */
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
