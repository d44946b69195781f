import { Alert, Button } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useVisit } from '#app/session/visit-context.tsx';
import { EmailField, PasswordField } from '#features/account/SignInFields.tsx';
import { useSignIn } from '#features/account/use-sign-in.ts';
import { SENDING_TEXTS, signInText } from '#features/upload/sending/sending-texts.ts';
import { TEXTS } from '#app/texts.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { NONE } from '#ui/upload/amount.ts';
import classes from './SignInToContinue.module.css';
import { useWaitingWork } from '#app/frame/waiting-work.ts';
import { WaitingStudies } from '#app/frame/sidebar/WaitingStudies.tsx';

interface SignInToContinueProps {
  db: LocalDb;
  /** The page itself needs the sign-in, not only an upload. */
  pageWaits: boolean;
  onLater: () => void;
}

/** What waits, and the sign-in form. Uploads resume automatically as soon as a bearer is stored. */
export function SignInToContinue({ db, pageWaits, onLater }: SignInToContinueProps) {
  const { session } = useVisit();
  const { user } = useSession<Session>();
  const work = useWaitingWork();
  const { form, busy, error, onSubmit } = useSignIn({
    email: user.email,
    enter: (token) => session.signIn(token),
    staysBusy: false,
  });

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <p className={classes.why}>{pageWaits ? TEXTS.pageWaits : signInText(work?.bytesLeft ?? 0, work?.sending ?? NONE)}</p>
      <WaitingStudies db={db} />
      <EmailField key={form.key('email')} {...form.getInputProps('email')} />
      <PasswordField autoComplete="current-password" data-autofocus key={form.key('password')} {...form.getInputProps('password')} />
      {error !== null && <Alert color="coral" icon={<IconAlertOctagon size={18} aria-hidden />} title={error} />}
      <div className={classes.actions}>
        <Button type="submit" size="lg" fullWidth loading={busy}>
          {SENDING_TEXTS.goOn}
        </Button>
        <Button variant="subtle" color="gray" size="lg" fullWidth onClick={onLater}>
          {SENDING_TEXTS.later}
        </Button>
      </div>
    </form>
  );
}
