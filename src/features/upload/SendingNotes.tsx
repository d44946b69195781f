import { Button } from '@mantine/core';
import { IconAlertOctagon, IconDeviceLaptop, IconPlugConnectedX, IconRefresh, IconUser } from '@tabler/icons-react';
import { resumeUploads } from '#localdb/upload-commands.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/upload-view.ts';
import { useSession } from '#ui/session-context.tsx';
import { Note } from '#ui/Note.tsx';
import { failedText, GOES_ON_TEXT, nextTryText, offlineText, signInText, TEXTS, waitingText } from './texts.ts';
import { useNow } from './use-now.ts';

/** What to know while it is on its way: what keeps it, and that the tab may be closed. */
export function SendingNotes({ db, view }: { db: LocalDb; view: UploadView }) {
  const goesOnAlone = view.halt === null;
  return (
    <>
      <KeptNote db={db} view={view} />
      {goesOnAlone && (
        <Note tone="sure" icon={IconDeviceLaptop} title={TEXTS.mayClose}>
          {view.state === 'converting' ? TEXTS.mayCloseConverting : TEXTS.mayCloseWhy}
        </Note>
      )}
    </>
  );
}

/** Why nothing moves at the moment; nothing while it moves. */
function KeptNote({ db, view }: { db: LocalDb; view: UploadView }) {
  const { serverReachable } = useSession<Session>();
  const { halt, waiting, bytes } = view;

  if (halt?.why === 'failed') {
    const again = (
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />}
        onClick={() => void resumeUploads(db, 'all')}
      >
        {TEXTS.tryAgain}
      </Button>
    );
    return (
      <Note tone="broken" icon={IconAlertOctagon} title={failedText(halt)} action={again}>
        {TEXTS.keptHere}
      </Note>
    );
  }
  if (halt?.why === 'sign-in') {
    const signIn = (
      <Button component="a" href="/login" variant="filled">
        {TEXTS.signInAct}
      </Button>
    );
    return (
      <Note tone="you" icon={IconUser} title={TEXTS.signIn} action={signIn}>
        {signInText(bytes.queued - bytes.confirmed)}
      </Note>
    );
  }
  if (!serverReachable) {
    return (
      <Note tone="you" icon={IconPlugConnectedX} title={offlineText(bytes.confirmed, bytes.queued)}>
        {GOES_ON_TEXT}
      </Note>
    );
  }
  return waiting && <WaitingNote view={view} waiting={waiting} />;
}

function WaitingNote({ view: { bytes }, waiting }: { view: UploadView; waiting: NonNullable<UploadView['waiting']> }) {
  const now = useNow();
  return (
    <Note tone="you" icon={IconPlugConnectedX} title={waitingText(waiting.reason, bytes.confirmed, bytes.queued)}>
      {nextTryText(Math.ceil((waiting.until - now) / 1000))}
    </Note>
  );
}
