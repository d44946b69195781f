import { Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMail } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { AccountForm, AccountLinks } from './AccountForm.tsx';
import { fieldErrors } from '#api/field-errors.ts';
import { EmailField, PasswordField } from './SignInFields.tsx';
import { textOfFailure, TEXTS } from './texts.ts';
import { isEmail, isFilled, isNewPassword } from './validate.ts';

interface RegisterPageProps {
  onSignedIn: (token: string) => Promise<ApiResult<unknown>>;
  /** LIGHTSHIP_REGISTRATION is `open`. */
  registrationOpen: boolean;
}

/** An account from an invitation link, only for this address. */
export interface Invited {
  token: string;
  email: string;
  title: string;
  /** Who invites, above the fields. */
  note: ReactNode;
  signInPath: string;
}

/** AUTH-25: if the server allows registration. Otherwise the page says how to get access. */
export function RegisterPage({ onSignedIn, registrationOpen }: RegisterPageProps) {
  return registrationOpen ? (
    <RegisterForm onSignedIn={onSignedIn} />
  ) : (
    <EmptyState
      icon={IconMail}
      whole
      title={TEXTS.registrationClosed}
      action={
        <Anchor href="/login" underline="always">
          {TEXTS.signIn}
        </Anchor>
      }
    >
      {TEXTS.registrationClosedNote}
    </EmptyState>
  );
}

export function RegisterForm({ onSignedIn, invited }: Pick<RegisterPageProps, 'onSignedIn'> & { invited?: Invited }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: invited?.email ?? '', password: '', password_confirmation: '' },
    validate: {
      name: isFilled,
      email: isEmail,
      password: isNewPassword,
      password_confirmation: (again: string, { password }: { password: string }) => (again === password ? null : TEXTS.notTheSame),
    },
    // Not the name, which has the initial focus: its error would move the link below away from the pointer that is pressing it.
    validateInputOnBlur: ['email', 'password', 'password_confirmation'],
  });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function register(values: ReturnType<typeof form.getValues>) {
    setBusy(true);
    setError(null);
    const answer = await callApi(CALLS.register, {
      body: { ...values, email: values.email.trim(), ...(invited === undefined ? {} : { invitation: invited.token }) },
    });
    const entered = answer.ok ? await onSignedIn(answer.value.token) : answer;
    if (entered.ok) return;
    setBusy(false);
    form.setErrors(fieldErrors(entered.failure));
    const isOfAnAccount = invited !== undefined && entered.failure.kind === 'refused' && entered.failure.code === 'wrong_credentials';
    setError(isOfAnAccount ? TEXTS.hasAccount : textOfFailure(entered.failure));
  }

  return (
    <AccountForm
      title={invited?.title ?? TEXTS.register}
      submit={invited === undefined ? TEXTS.createAccount : TEXTS.createAndJoin}
      submitting={busy}
      error={error}
      onSubmit={form.onSubmit(register, (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'name')?.focus())}
      after={
        <AccountLinks>
          <span>
            {TEXTS.haveAccount}{' '}
            <Anchor href={invited?.signInPath ?? '/login'} underline="always">
              {TEXTS.signIn}
            </Anchor>
          </span>
        </AccountLinks>
      }
    >
      {invited?.note}
      <TextInput size="lg" label={TEXTS.name} autoComplete="name" autoFocus key={form.key('name')} {...form.getInputProps('name')} />
      <EmailField readOnly={invited !== undefined} key={form.key('email')} {...form.getInputProps('email')} />
      <PasswordField autoComplete="new-password" key={form.key('password')} {...form.getInputProps('password')} />
      <PasswordField
        label={TEXTS.passwordAgain}
        autoComplete="new-password"
        key={form.key('password_confirmation')}
        {...form.getInputProps('password_confirmation')}
      />
    </AccountForm>
  );
}
