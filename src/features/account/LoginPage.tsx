import { Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { AccountForm, AccountLinks } from './AccountForm.tsx';
import classes from './AccountForm.module.css';
import { textOfFailure, TEXTS } from './texts.ts';
import { isEmail, isFilled } from './validate.ts';

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
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: isEmail, password: isFilled },
    validateInputOnBlur: false,
  });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function signIn({ email, password }: { email: string; password: string }) {
    setBusy(true);
    setError(null);
    const answer = await callApi(CALLS.login, { body: { email: email.trim(), password } });
    const entered = answer.ok ? await onSignedIn(answer.value.token) : answer;
    // While the guards lead to the team the button goes on turning.
    if (entered.ok) return;
    setBusy(false);
    setError(textOfFailure(entered.failure));
    form.getInputNode('password')?.focus();
  }

  return (
    <AccountForm
      title={TEXTS.signIn}
      submit={TEXTS.signIn}
      submitting={busy}
      error={error ?? (serverReachable ? null : TEXTS.offline)}
      onSubmit={form.onSubmit(signIn, (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'email')?.focus())}
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
      <TextInput
        size="lg"
        label={TEXTS.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        size="lg"
        label={TEXTS.password}
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </AccountForm>
  );
}
