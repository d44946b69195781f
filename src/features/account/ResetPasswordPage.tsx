import { Anchor } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { AccountForm, AccountLinks } from './AccountForm.tsx';
import { fieldErrors } from '#api/field-errors.ts';
import { NEW_PASSWORD_CHECKS, NewPasswordFields } from './NewPasswordFields.tsx';
import { EmailField } from './SignInFields.tsx';
import { textOfFailure, TEXTS } from './texts.ts';
import { isEmail } from './validate.ts';

/** The page of the link in the mail. `token`: the fragment of the address; null if it contains none. */
export function ResetPasswordPage({ token }: { token: string | null }) {
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <div role="status">
        <EmptyState icon={IconCircleCheck} tone="sure" whole title={TEXTS.resetDone} action={<Anchor href="/login">{TEXTS.signIn}</Anchor>}>
          {TEXTS.resetDoneNote}
        </EmptyState>
      </div>
    );
  }
  if (token === null) {
    return (
      <EmptyState icon={IconLinkOff} tone="you" whole title={TEXTS.linkNotWhole} action={<AnotherLink />}>
        {TEXTS.linkNotWholeNote}
      </EmptyState>
    );
  }
  return <ResetForm token={token} onDone={() => setDone(true)} />;
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', password_confirmation: '' },
    validate: { email: isEmail, ...NEW_PASSWORD_CHECKS },
    validateInputOnBlur: true,
  });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function reset(values: ReturnType<typeof form.getValues>) {
    setBusy(true);
    setError(null);
    const answer = await callApi(CALLS.resetPassword, { body: { ...values, email: values.email.trim(), token } });
    setBusy(false);
    if (answer.ok) return onDone();
    form.setErrors(fieldErrors(answer.failure));
    setError(textOfFailure(answer.failure));
  }

  return (
    <AccountForm
      title={TEXTS.forgotTitle}
      submit={TEXTS.setPassword}
      submitting={busy}
      error={error}
      onSubmit={form.onSubmit(reset, (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'email')?.focus())}
      after={
        <AccountLinks>
          <AnotherLink />
        </AccountLinks>
      }
    >
      <EmailField autoFocus key={form.key('email')} {...form.getInputProps('email')} />
      <NewPasswordFields form={form} />
    </AccountForm>
  );
}

function AnotherLink() {
  return (
    <Anchor href="/forgot-password" underline="always">
      {TEXTS.anotherLink}
    </Anchor>
  );
}
