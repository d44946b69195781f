import { Button, type ButtonProps } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { LocalDb } from '#localdb/schema.ts';
import { retryNow } from '#localdb/queue/retry-now.ts';
import { resumeUploads } from '#localdb/upload/upload-commands.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { requestSignIn } from '#ui/sign-in-request.ts';
import { nextTryText, SENDING_TEXTS } from './sending-texts.ts';
import type { Stall } from './stalled.ts';
import { TEXTS } from '#features/upload/texts.ts';
import { useNow } from '#features/upload/use-now.ts';

interface StalledActionProps {
  db: LocalDb;
  why: Stall['why'];
  size?: ButtonProps['size'];
  /** Next to other rows with the same action, none is emphasised. */
  quiet?: boolean;
}

/** The one thing that the user can do about it; nothing if somebody else has to act. */
export function StalledAction({ db, why, size, quiet = false }: StalledActionProps) {
  const { reload } = useSession<Session>();
  const sized = size === undefined ? {} : { size };
  if (why === 'sign-in') {
    return (
      <Button {...sized} variant={quiet ? 'default' : 'filled'} onClick={requestSignIn}>
        {TEXTS.signInAct}
      </Button>
    );
  }
  if (why === 'rights') return null;
  const isFailed = why === 'failed';
  const act = () => (isFailed ? resumeUploads(db, 'all') : Promise.all([retryNow(db), reload()]));
  return (
    <Button {...sized} variant="default" leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />} onClick={() => void act()}>
      {isFailed ? TEXTS.tryAgain : SENDING_TEXTS.retryNow}
    </Button>
  );
}

/** What happens next. The countdown is separate, so that nothing else is drawn every second. */
export function NextAttempt({ stall: { text, next } }: { stall: Stall }) {
  return next === null ? text : <NextTry next={next} />;
}

function NextTry({ next }: { next: NonNullable<Stall['next']> }) {
  const now = useNow();
  return nextTryText(next.reason, Math.ceil((next.until - now) / 1000));
}
