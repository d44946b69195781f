import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { classNames } from '#ui/class-names.ts';
import sections from '#ui/sections.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { fieldErrors } from '#api/field-errors.ts';
import { NEW_PASSWORD_CHECKS, NewPasswordFields } from './NewPasswordFields.tsx';
import { PROFILE_TEXTS as TEXTS } from './profile-texts.ts';
import classes from './profile.module.css';
import { PasswordField } from './SignInFields.tsx';
import { SIGN_INS } from './SignIns.tsx';
import { textOfFailure } from './texts.ts';
import { isFilled } from './validate.ts';

/** Changes the password; requires the present one. */
export function PasswordForm({ serverReachable }: { serverReachable: boolean }) {
  const queries = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { current: '', password: '', password_confirmation: '' },
    validate: { current: isFilled, ...NEW_PASSWORD_CHECKS },
  });
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');

  async function change(values: ReturnType<typeof form.getValues>) {
    setBusy(true);
    const answer = await callApi(CALLS.changePassword, { body: values });
    setBusy(false);
    setSaid(answer.ok ? TEXTS.changed : textOfFailure(answer.failure));
    if (!answer.ok) return form.setErrors(fieldErrors(answer.failure));
    form.reset();
    await queries.invalidateQueries({ queryKey: SIGN_INS });
  }

  return (
    <form className={classNames(sections.panel, classes.form)} onSubmit={form.onSubmit((values) => void change(values))} noValidate>
      <PasswordField
        size="sm"
        label={TEXTS.current}
        autoComplete="current-password"
        key={form.key('current')}
        {...form.getInputProps('current')}
      />
      <NewPasswordFields form={form} size="sm" />
      <div className={classes.foot}>
        <span className={classes.said} role="status">
          {serverReachable ? said : TEXTS.needsServer}
        </span>
        <Button type="submit" variant="default" loading={busy} disabled={!serverReachable}>
          {TEXTS.change}
        </Button>
      </div>
    </form>
  );
}
