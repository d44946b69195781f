import { Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ChangeEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { titleToSlug } from '#model/addresses/team-address.ts';
import { AccountForm, AccountLinks } from './AccountForm.tsx';
import { fieldErrors } from '#api/field-errors.ts';
import classes from './GetStartedPage.module.css';
import { Promises } from '#ui/Promises.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { EmailField, PasswordField } from './SignInFields.tsx';
import { textOfFailure, TEXTS } from './texts.ts';
import { isEmail, isFilled, isNewPassword, isSlug } from './validate.ts';

interface GetStartedPageProps {
  onSignedIn: (token: string) => Promise<ApiResult<unknown>>;
  /** False: the server already has an account. */
  setupNeeded: boolean;
  /** `app.localhost:8080`: what follows the team's label. */
  baseHost: string;
}

/** The first account and the first team of a server, with the code that the server prints at its start. */
export function GetStartedPage({ onSignedIn, setupNeeded, baseHost }: GetStartedPageProps) {
  return (
    <div className={classes.columns}>
      {setupNeeded ? <GetStartedForm onSignedIn={onSignedIn} baseHost={baseHost} /> : <FirstSteps />}
      <Promises />
    </div>
  );
}

function GetStartedForm({ onSignedIn, baseHost }: Omit<GetStartedPageProps, 'setupNeeded'>) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '', name: '', email: '', password: '', team: { title: '', slug: '' } },
    validate: { code: isFilled, name: isFilled, email: isEmail, password: isNewPassword, team: { title: isFilled, slug: isSlug } },
    validateInputOnBlur: true,
  });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [addressTouched, setAddressTouched] = useState(false);
  const title = form.getInputProps('team.title');
  const slug = form.getInputProps('team.slug');

  async function create(values: ReturnType<typeof form.getValues>) {
    setBusy(true);
    setError(null);
    const answer = await callApi(CALLS.setup, { body: { ...values, code: values.code.trim(), email: values.email.trim() } });
    const entered = answer.ok ? await onSignedIn(answer.value.token) : answer;
    if (entered.ok) return;
    setBusy(false);
    form.setErrors(fieldErrors(entered.failure));
    setError(textOfFailure(entered.failure));
  }

  function titleTyped(event: ChangeEvent<HTMLInputElement>) {
    title.onChange(event);
    if (!addressTouched) form.setFieldValue('team.slug', titleToSlug(event.currentTarget.value));
  }

  return (
    <AccountForm
      title={TEXTS.getStarted}
      submit={TEXTS.createTeam}
      submitting={busy}
      error={error}
      onSubmit={form.onSubmit(create, (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'code')?.focus())}
      after={
        <AccountLinks>
          <span>
            {TEXTS.haveAccount}{' '}
            <Anchor href="/login" underline="always">
              {TEXTS.signIn}
            </Anchor>
          </span>
        </AccountLinks>
      }
    >
      <TextInput
        size="lg"
        label={TEXTS.code}
        description={TEXTS.codeNote}
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ input: classes.code ?? '' }}
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      <TextInput size="lg" label={TEXTS.name} autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
      <EmailField key={form.key('email')} {...form.getInputProps('email')} />
      <PasswordField autoComplete="new-password" key={form.key('password')} {...form.getInputProps('password')} />
      <TextInput size="lg" label={TEXTS.team} autoComplete="organization" key={form.key('team.title')} {...title} onChange={titleTyped} />
      <TextInput
        size="lg"
        label={TEXTS.address}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        rightSection={<span className={classes.base}>.{baseHost}</span>}
        rightSectionWidth={`${baseHost.length + 3}ch`}
        rightSectionPointerEvents="none"
        key={form.key('team.slug')}
        {...slug}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          setAddressTouched(event.currentTarget.value !== '');
          slug.onChange(event);
        }}
      />
    </AccountForm>
  );
}
