import { Alert, Button } from '@mantine/core';
import { IconAlertOctagon, IconLock } from '@tabler/icons-react';
import { useRef, useState, type FormEvent } from 'react';
import { createPortal } from 'react-dom';
import { lampOf, useWaitingWork } from '#app/frame/waiting-work.ts';
import { useOptionalOwn, useReachability, useVisit } from '#app/session/visit-context.tsx';
import { TEXTS } from '#app/texts.ts';
import { PasswordField } from '#features/account/SignInFields.tsx';
import type { LocalDb } from '#localdb/schema.ts';
import { useShownUpload } from '#localdb/upload/use-upload-view.ts';
import { useLink } from '#features/upload/sending/use-link-quality.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import type { Session } from '#model/session.ts';
import { formatRate } from '#ui/format.ts';
import { Lamp } from '#ui/status/Lamp.tsx';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import { Logo } from '#ui/Logo.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './LockCover.module.css';
import { openScreen } from './open-screen.ts';
import { useIsLocked } from './use-is-locked.ts';

/** Over everything else while the screen is locked: [Note: The lock of the screen]. */
export function LockCover() {
  return useIsLocked() ? createPortal(<Cover />, document.body) : null;
}

function Cover() {
  const { lock, session } = useVisit();
  const { user } = useSession<Session>();
  const db = useOptionalOwn()?.db;
  const { reachable } = useReachability();
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  async function open(event: FormEvent) {
    event.preventDefault();
    if (password === '') return field.current?.focus();
    setBusy(true);
    setError(null);
    const why = await openScreen(user.id, password);
    if (why === null) {
      // The time limit may have changed.
      void session.reload();
      return lock.unlock();
    }
    setBusy(false);
    setError(why);
    setPassword('');
    field.current?.focus();
  }

  return (
    <div className={classes.cover} data-lock-cover>
      <main className={classes.middle}>
        <Logo />
        <form className={classes.form} onSubmit={(event) => void open(event)} noValidate>
          <h1 className={classes.title}>
            <IconLock size={20} stroke={1.5} aria-hidden />
            {TEXTS.locked}
          </h1>
          <div className={classes.person}>
            <LetterAvatar name={user.name} color={user.data.color} />
            <span className={classes.names}>
              <b>
                <bdi>{user.name}</bdi>
              </b>
              <span>{user.email}</span>
            </span>
          </div>
          <PasswordField
            ref={field}
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            {...(reachable ? {} : { description: TEXTS.lockOffline, descriptionProps: { mb: 6 } })}
          />
          <div role="alert" className={classes.alert}>
            {error !== null && <Alert color="coral" icon={<IconAlertOctagon size={18} aria-hidden />} title={error} />}
          </div>
          <Button type="submit" size="lg" fullWidth loading={isBusy}>
            {TEXTS.unlock}
          </Button>
          {/* The person at the screen is unknown, so waiting studies are kept for their owner. */}
          <Button variant="subtle" color="gray" fullWidth onClick={() => void session.signOut('keep')}>
            {TEXTS.lockSignOut}
          </Button>
          <p className={classes.note}>{TEXTS.lockSignOutNote}</p>
        </form>
        {db !== undefined && <Work db={db} />}
      </main>
    </div>
  );
}

/** Shows without unlocking that uploads continue behind the cover. */
function Work({ db }: { db: LocalDb }) {
  const work = useWaitingWork();
  const view = useShownUpload(db);
  const { reachable } = useReachability();
  if (work === undefined) return null;
  const { state, words, note } = lampOf(work, reachable);
  return (
    <p className={classes.work}>
      <Lamp
        state={state}
        words={words}
        note={
          state === 'sending' && view != null ? (
            <>
              {note} <Rate view={view} serverReachable={reachable} />
            </>
          ) : (
            note
          )
        }
      />
    </p>
  );
}

function Rate({ view, serverReachable }: { view: UploadView; serverReachable: boolean }) {
  const { bytesPerSecond } = useLink(view, serverReachable);
  return bytesPerSecond === null ? null : <>· {formatRate(bytesPerSecond)}</>;
}
