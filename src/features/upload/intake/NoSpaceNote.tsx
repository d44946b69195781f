import { Anchor, Button } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LocalDb } from '#localdb/schema.ts';
import { useKeptByStudy } from '#localdb/kept-copies/use-offline-studies.ts';
import { formatBytes } from '#ui/format.ts';
import { Note } from '#ui/Note.tsx';
import type { NotTaken } from './intake-run.ts';
import { SERVER_ARCHIVE_TEXTS } from '#features/upload/archives/server-archive-texts.ts';
import { noRoomText, noRoomTitle, pinnedText, TEXTS } from '#features/upload/texts.ts';

interface NoRoomNoteProps {
  db: LocalDb;
  waiting: NotTaken;
  /** An upload is in progress, and frees up space. */
  sending: boolean;
  onLeaveOut: () => void;
}

/** Files that wait for storage space: the count falls as space is freed. */
export function NoSpaceNote({ db, waiting, sending, onLeaveOut }: NoRoomNoteProps) {
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

/** Studies kept for reading offline are never deleted automatically: their size, and where to free it. */
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
