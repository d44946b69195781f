import { useForm } from '@mantine/form';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { textOfFailure } from './texts.ts';
import { isEmail, isFilled } from './validate.ts';

interface SignInOptions {
  /** Initial value of the form. */
  email: string;
  /** Stores the token with its user. */
  enter: (token: string) => Promise<ApiResult<unknown>>;
  /** Shows progress after the success until the user has been redirected. */
  staysBusy: boolean;
}

/** The sign-in form: the first incomplete field, or the password after a refusal, gets the focus. */
export function useSignIn({ email, enter, staysBusy }: SignInOptions) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: { email: isEmail, password: isFilled },
    validateInputOnBlur: false,
  });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function signIn(given: { email: string; password: string }) {
    setBusy(true);
    setError(null);
    const answer = await callApi(CALLS.login, { body: { email: given.email.trim(), password: given.password } });
    const entered = answer.ok ? await enter(answer.value.token) : answer;
    if (!entered.ok || !staysBusy) setBusy(false);
    if (entered.ok) return;
    setError(textOfFailure(entered.failure));
    form.getInputNode('password')?.focus();
  }

  const onSubmit = form.onSubmit(
    (values) => void signIn(values),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'email')?.focus(),
  );
  return { form, busy, error, onSubmit };
}
