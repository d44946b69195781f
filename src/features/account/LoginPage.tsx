import { Anchor } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import type { ApiResult } from '#api/result.ts';
import { AccountForm, AccountLinks } from './AccountForm.tsx';
import classes from './AccountForm.module.css';
import { EmailField, PasswordField } from './SignInFields.tsx';
import { TEXTS } from './texts.ts';
import { useSignIn } from './use-sign-in.ts';

interface LoginPageProps {
  /** Stores the token with its user; the guards lead on from there. */
  onSignedIn: (token: string) => Promise<ApiResult<unknown>>;
  serverReachable: boolean;
  /** The server waits for its first account. */
  setupNeeded: boolean;
  registrationOpen: boolean;
}

/** AUTH-02, AUTH-03. */
export function LoginPage({ onSignedIn, serverReachable, setupNeeded, registrationOpen }: LoginPageProps) {
  // While the guards lead to the team the button goes on turning.
  const { form, busy, error, onSubmit } = useSignIn({ email: '', enter: onSignedIn, staysBusy: true });

  return (
    <AccountForm
      title={TEXTS.signIn}
      submit={TEXTS.signIn}
      submitting={busy}
      error={error ?? (serverReachable ? null : TEXTS.offline)}
      onSubmit={onSubmit}
      after={
        <>
          <AccountLinks>
            {setupNeeded && (
              <span>
                {TEXTS.setupNeeded}{' '}
                <Anchor href="/get-started" underline="always">
                  {TEXTS.getStarted}
                </Anchor>
              </span>
            )}
            {registrationOpen && (
              <span>
                {TEXTS.noAccount}{' '}
                <Anchor href="/register" underline="always">
                  {TEXTS.register}
                </Anchor>
              </span>
            )}
          </AccountLinks>
          <p className={classes.note}>
            <IconDeviceLaptop size={16} stroke={1.5} aria-hidden />
            {TEXTS.staysSignedIn}
          </p>
        </>
      }
    >
      <EmailField autoFocus key={form.key('email')} {...form.getInputProps('email')} />
      <PasswordField autoComplete="current-password" key={form.key('password')} {...form.getInputProps('password')} />
    </AccountForm>
  );
}
