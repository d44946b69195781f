import { Button } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { Note } from '#ui/Note.tsx';
import type { NotTaken } from './intake-run.ts';
import { noRoomText, noRoomTitle, TEXTS } from './texts.ts';

interface NoRoomNoteProps {
  waiting: NotTaken;
  /** An upload is on its way, and makes room. */
  sending: boolean;
  onLeaveOut: () => void;
}

/** Files that wait for room: counts down as they find some. */
export function NoRoomNote({ waiting, sending, onLeaveOut }: NoRoomNoteProps) {
  const leaveOut = (
    <Button variant="default" onClick={onLeaveOut}>
      {TEXTS.leaveOut}
    </Button>
  );
  return (
    <Note tone="you" icon={IconDatabase} title={noRoomTitle(waiting.names.length, waiting.bytes)} action={leaveOut}>
      {noRoomText(waiting.names, sending)}
    </Note>
  );
}
