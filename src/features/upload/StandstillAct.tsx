import { Button, type ButtonProps } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { LocalDb } from '#localdb/schema.ts';
import { tryNow } from '#localdb/try-now.ts';
import { resumeUploads } from '#localdb/upload-commands.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { requestSignIn } from '#ui/sign-in-request.ts';
import { nextTryText, SENDING_TEXTS } from './sending-texts.ts';
import type { Standstill } from './standstill.ts';
import { TEXTS } from './texts.ts';
import { useNow } from './use-now.ts';

interface StandstillActProps {
  db: LocalDb;
  why: Standstill['why'];
  size?: ButtonProps['size'];
  /** Beside other rows that ask for the same, none is the one next step. */
  quiet?: boolean;
}

/** The one thing that a person can do about it; nothing, where somebody else has to. */
export function StandstillAct({ db, why, size, quiet = false }: StandstillActProps) {
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
  const act = () => (isFailed ? resumeUploads(db, 'all') : Promise.all([tryNow(db), reload()]));
  return (
    <Button {...sized} variant="default" leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />} onClick={() => void act()}>
      {isFailed ? TEXTS.tryAgain : SENDING_TEXTS.tryNow}
    </Button>
  );
}

/** What happens next. It counts down on its own, so that nothing else is drawn every second. */
export function WhatIsNext({ standstill: { text, next } }: { standstill: Standstill }) {
  return next === null ? text : <NextTry next={next} />;
}

function NextTry({ next }: { next: NonNullable<Standstill['next']> }) {
  const now = useNow();
  return nextTryText(next.reason, Math.ceil((next.until - now) / 1000));
}
