import { Anchor } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { AccountForm, AccountLinks } from './AccountForm.tsx';
import classes from './AccountForm.module.css';
import { EmailField } from './SignInFields.tsx';
import { textOfFailure, TEXTS } from './texts.ts';
import { isEmail } from './validate.ts';

/** AUTH-26: shows the same message for every address. */
export function ForgotPasswordPage({ serverReachable }: { serverReachable: boolean }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' }, validate: { email: isEmail } });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);

  async function ask({ email }: { email: string }) {
    setBusy(true);
    setError(null);
    const answer = await callApi(CALLS.forgotPassword, { body: { email: email.trim() } });
    setBusy(false);
    if (answer.ok) setAsked(true);
    else setError(textOfFailure(answer.failure));
  }

  const back = (
    <Anchor href="/login" underline="always">
      {TEXTS.toSignIn}
    </Anchor>
  );
  if (asked) {
    return (
      <div role="status">
        <EmptyState icon={IconMail} whole title={TEXTS.verifyTitle} action={back}>
          {TEXTS.linkSentNote}
        </EmptyState>
      </div>
    );
  }
  return (
    <AccountForm
      title={TEXTS.forgotTitle}
      submit={TEXTS.sendLink}
      submitting={busy}
      error={error ?? (serverReachable ? null : TEXTS.offline)}
      onSubmit={form.onSubmit(
        (values) => void ask(values),
        () => form.getInputNode('email')?.focus(),
      )}
      after={
        <>
          <AccountLinks>{back}</AccountLinks>
          <p className={classes.note}>
            <IconMail size={16} stroke={1.5} aria-hidden />
            {TEXTS.forgotNote}
          </p>
        </>
      }
    >
      <EmailField autoFocus key={form.key('email')} {...form.getInputProps('email')} />
    </AccountForm>
  );
}
