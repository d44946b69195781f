import { Anchor, Button } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LocalDb } from '#localdb/schema.ts';
import { useKeptByStudy } from '#localdb/use-kept.ts';
import { formatBytes } from '#ui/format.ts';
import { Note } from '#ui/Note.tsx';
import type { NotTaken } from './intake-run.ts';
import { SERVER_ARCHIVE_TEXTS } from './server-archive-texts.ts';
import { noRoomText, noRoomTitle, pinnedText, TEXTS } from './texts.ts';

interface NoRoomNoteProps {
  db: LocalDb;
  waiting: NotTaken;
  /** An upload is on its way, and makes room. */
  sending: boolean;
  onLeaveOut: () => void;
}

/** Files that wait for room: counts down as they find some. */
export function NoRoomNote({ db, waiting, sending, onLeaveOut }: NoRoomNoteProps) {
  const leaveOut = (
    <Button variant="default" onClick={onLeaveOut}>
      {TEXTS.leaveOut}
    </Button>
  );
  return (
    <Note tone="you" icon={IconDatabase} title={noRoomTitle(waiting.names.length, waiting.bytes)} action={leaveOut}>
      {noRoomText(waiting.names, sending)}
      {waiting.hasArchive && !sending && ` ${SERVER_ARCHIVE_TEXTS.lessRoom}`}
      <PinnedBytes db={db} />
    </Note>
  );
}

/** Studies that a person keeps to read them offline never give way by themselves: what they take, and where it is freed. */
function PinnedBytes({ db }: { db: LocalDb }) {
  const kept = useKeptByStudy(db);
  const bytes = [...(kept?.values() ?? [])].reduce((sum, study) => sum + (study.pin === null ? 0 : study.bytes), 0);
  if (bytes === 0) return null;
  return (
    <>
      {' '}
      {pinnedText(formatBytes(bytes))}{' '}
      <Anchor inherit renderRoot={(props) => <Link to="/device" {...props} />}>
        {TEXTS.freePinned}
      </Anchor>
    </>
  );
}
