import { Button } from '@mantine/core';
import { IconAlertOctagon, IconCloudOff, IconLock, IconUserExclamation } from '@tabler/icons-react';
import type { LegacyView } from '#localdb/legacy-upload/legacy-view.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { retryNow } from '#localdb/queue/retry-now.ts';
import { resumeUploads } from '#localdb/upload/upload-commands.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { useSession } from '#ui/session-context.tsx';
import { requestSignIn } from '#ui/sign-in-request.ts';
import { haltTitle, LOST_WHY, lostTitle, TEXTS } from '#features/legacy-upload/texts.ts';

interface StalledNoteProps {
  db: LocalDb;
  view: LegacyView;
  onBrowse: () => void;
}

/** Why the upload is stalled, and what the user can do; nothing while it proceeds. */
export function StalledNote({ db, view: { halt, waiting, files }, onBrowse }: StalledNoteProps) {
  const { serverReachable, reload } = useSession<Session>();
  const act = (words: string, onClick: () => unknown) => (
    <Button variant="default" onClick={() => void onClick()}>
      {words}
    </Button>
  );
  if (halt?.why === 'failed') {
    return (
      <Note tone="broken" icon={IconAlertOctagon} title={haltTitle(halt)} action={act(TEXTS.tryAgain, () => resumeUploads(db, 'all'))}>
        {TEXTS.keptHere}
      </Note>
    );
  }
  if (halt?.why === 'sign-in') {
    return (
      <Note tone="you" icon={IconUserExclamation} title={haltTitle(halt)} action={act(TEXTS.signInAct, requestSignIn)}>
        {TEXTS.keptHere}
      </Note>
    );
  }
  if (halt?.why === 'rights') {
    return (
      <Note tone="you" icon={IconLock} title={haltTitle(halt)}>
        {TEXTS.rightsWhy}
      </Note>
    );
  }
  if (files.lost > 0) {
    return (
      <Note tone="you" icon={IconAlertOctagon} title={lostTitle(files.lost)} action={act(TEXTS.addMore, onBrowse)}>
        {LOST_WHY}
      </Note>
    );
  }
  if (serverReachable && waiting === null) return null;
  return (
    <Note
      tone="you"
      icon={IconCloudOff}
      title={TEXTS.away}
      action={act(TEXTS.retryNow, () => Promise.all([retryNow(db), reload()]))}
    >{`${TEXTS.keptHere} ${TEXTS.goesOn}`}</Note>
  );
}
