import { Button } from '@mantine/core';
import {
  IconAlertOctagon,
  IconDatabase,
  IconDeviceLaptop,
  IconHourglass,
  IconPlugConnectedX,
  IconRefresh,
  IconUser,
} from '@tabler/icons-react';
import type { LocalDb } from '#localdb/schema.ts';
import { tryNow } from '#localdb/try-now.ts';
import { resumeUploads } from '#localdb/upload-commands.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/upload-view.ts';
import { Note } from '#ui/Note.tsx';
import { useSession } from '#ui/session-context.tsx';
import { requestSignIn } from '#ui/sign-in-request.ts';
import {
  failedText,
  GOES_ON_TEXT,
  mayCloseText,
  nextTryText,
  offlineText,
  SENDING_TEXTS,
  signInText,
  waitingText,
} from './sending-texts.ts';
import { TellMe } from './TellMe.tsx';
import { TEXTS } from './texts.ts';
import { useBackgroundTurns } from './use-background-turns.ts';
import { useNow } from './use-now.ts';

/** That the tab may be closed, and what then happens. Not while it waits for a person. */
export function MayCloseNote({ view, isAllHere }: { view: UploadView; isAllHere: boolean }) {
  const { serverReachable } = useSession<Session>();
  const turns = useBackgroundTurns();
  if (view.halt !== null || !isAllHere) return null;
  return (
    <Note tone="sure" icon={IconDeviceLaptop} title={TEXTS.mayClose} action={<TellMe />}>
      {view.state === 'converting' ? TEXTS.mayCloseConverting : mayCloseText({ turns, serverReachable })}
    </Note>
  );
}

/** Why nothing moves at the moment; nothing while it moves. */
export function KeptNote({ db, view }: { db: LocalDb; view: UploadView }) {
  const { serverReachable, reload } = useSession<Session>();
  const { halt, waiting, bytes } = view;

  if (halt?.why === 'failed') {
    return (
      <Note
        tone="broken"
        icon={IconAlertOctagon}
        title={failedText(halt)}
        action={<Again words={TEXTS.tryAgain} onPress={() => resumeUploads(db, 'all')} />}
      >
        {TEXTS.keptHere}
      </Note>
    );
  }
  if (halt?.why === 'sign-in') {
    const signIn = (
      <Button variant="filled" onClick={requestSignIn}>
        {TEXTS.signInAct}
      </Button>
    );
    return (
      <Note tone="you" icon={IconUser} title={TEXTS.signIn} action={signIn}>
        {signInText(bytes.queued - bytes.confirmed, view.studies.filter((study) => study.upload !== false).length)}
      </Note>
    );
  }
  const again = <Again words={SENDING_TEXTS.tryNow} onPress={() => Promise.all([tryNow(db), reload()])} />;
  if (!serverReachable) {
    return (
      <Note tone="you" icon={IconPlugConnectedX} title={offlineText(bytes.confirmed, bytes.queued)} action={again}>
        {waiting === null ? GOES_ON_TEXT : <NextTry waiting={waiting} />}
      </Note>
    );
  }
  if (waiting === null) return null;
  return (
    <Note
      tone="you"
      icon={WAITING_ICONS[waiting.reason] ?? IconPlugConnectedX}
      title={waitingText(waiting.reason, bytes.confirmed, bytes.queued)}
      action={again}
    >
      <NextTry waiting={waiting} />
    </Note>
  );
}

const WAITING_ICONS: Record<string, typeof IconPlugConnectedX> = { storage_full: IconDatabase, too_many: IconHourglass };

function Again({ words, onPress }: { words: string; onPress: () => Promise<unknown> }) {
  return (
    <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />} onClick={() => void onPress()}>
      {words}
    </Button>
  );
}

/** Counts down on its own, so that nothing else is drawn every second. */
function NextTry({ waiting }: { waiting: NonNullable<UploadView['waiting']> }) {
  const now = useNow();
  return nextTryText(waiting.reason, Math.ceil((waiting.until - now) / 1000));
}
