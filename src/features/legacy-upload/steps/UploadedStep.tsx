import { Button } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import classes from '#features/legacy-upload/LegacyPanel.module.css';
import { TEXTS } from '#features/legacy-upload/texts.ts';

/** LEG-009, 017 to 019: the server reads; the user does not have to wait here. */
export function UploadedStep({ hasGivenUp, onTryAgain }: { hasGivenUp: boolean; onTryAgain: () => void }) {
  const { serverReachable } = useSession<Session>();
  if (hasGivenUp) {
    const again = (
      <Button variant="default" onClick={onTryAgain}>
        {TEXTS.tryAgain}
      </Button>
    );
    return (
      <div className={classes.body}>
        <Note tone="broken" icon={IconAlertOctagon} title={TEXTS.readingFailed} action={again}>
          {TEXTS.readingFailedWhy}
        </Note>
      </div>
    );
  }
  return (
    <div className={classes.body}>
      <p className={classes.line}>
        <Status word={serverReachable ? 'reading' : 'on server'} />
      </p>
      <p className={classes.words}>{serverReachable ? TEXTS.reading : TEXTS.readingOffline}</p>
    </div>
  );
}
