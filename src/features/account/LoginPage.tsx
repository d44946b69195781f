import { Anchor } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ApiResult } from '#api/result.ts';
import { AccountForm, AccountLinks } from './AccountForm.tsx';
import classes from './AccountForm.module.css';
import { EmailField, PasswordField } from './SignInFields.tsx';
import { TEXTS } from './texts.ts';
import { useSignIn } from './use-sign-in.ts';

interface LoginPageProps {
  /** Stores the token with its user; the guards then redirect. */
  onSignedIn: (token: string) => Promise<ApiResult<unknown>>;
  serverReachable: boolean;
  /** The server waits for its first account. */
  setupNeeded: boolean;
  registrationOpen: boolean;
  /** The sign-in also joins a team: the address is that of the invitation. */
  joining?: { email: string; title: string; note: ReactNode; onPutAway: () => void };
}

/** AUTH-02, AUTH-03. */
export function LoginPage({ onSignedIn, serverReachable, setupNeeded, registrationOpen, joining }: LoginPageProps) {
  // The button shows progress until the guards have opened the team.
  const { form, busy, error, onSubmit } = useSignIn({ email: joining?.email ?? '', enter: onSignedIn, staysBusy: true });

  return (
    <AccountForm
      title={joining?.title ?? TEXTS.signIn}
      submit={joining === undefined ? TEXTS.signIn : TEXTS.signInAndJoin}
      submitting={busy}
      error={error ?? (serverReachable ? null : TEXTS.offline)}
      onSubmit={onSubmit}
      after={
        <>
          <AccountLinks>
            {joining && (
              <Anchor component="button" type="button" underline="always" onClick={joining.onPutAway}>
                {TEXTS.otherAccount}
              </Anchor>
            )}
            {!setupNeeded && (
              <Anchor href="/forgot-password" underline="always">
                {TEXTS.forgotten}
              </Anchor>
            )}
            {setupNeeded && (
              <span>
                {TEXTS.setupNeeded}{' '}
                <Anchor href="/get-started" underline="always">
                  {TEXTS.getStarted}
                </Anchor>
              </span>
            )}
            {registrationOpen && joining === undefined && (
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
      {joining?.note}
      <EmailField
        autoFocus={joining === undefined}
        readOnly={joining !== undefined}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordField
        autoComplete="current-password"
        autoFocus={joining !== undefined}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </AccountForm>
  );
}
