import { Button, ColorInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import sections from '#ui/sections.module.css';
import { useSession } from '#ui/session-context.tsx';
import { fieldErrors } from './field-errors.ts';
import { PROFILE_TEXTS as TEXTS } from './profile-texts.ts';
import classes from './profile.module.css';
import { textOfFailure } from './texts.ts';
import { isFilled } from './validate.ts';

/** Marks of people: told apart on dark and light ground. */
const COLOURS = ['#3e7cb1', '#4f9d69', '#b4654a', '#8e6bbf', '#b08d2f', '#3a9b9b', '#b5577f', '#6b7fa3', '#7a8f3c', '#a0627e'];

/** Name and colour, as the others see them. */
export function ProfileForm() {
  const { user, serverReachable, reload } = useSession<Session>();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: user.name, color: user.data.color.toLowerCase() },
    validate: { name: isFilled },
  });
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');

  async function save(values: { name: string; color: string }) {
    setBusy(true);
    const answer = await callApi(CALLS.saveProfile, { body: values });
    if (answer.ok) await reload();
    else form.setErrors(fieldErrors(answer.failure));
    setBusy(false);
    setSaid(answer.ok ? TEXTS.saved : textOfFailure(answer.failure));
  }

  return (
    <form className={classNames(sections.panel, classes.form)} onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <TextInput label={TEXTS.name} autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
      {/* Its eye-dropper is a button without a name. */}
      <ColorInput
        label={TEXTS.colour}
        format="hex"
        swatches={COLOURS}
        withEyeDropper={false}
        key={form.key('color')}
        {...form.getInputProps('color')}
      />
      <div className={classes.foot}>
        <span className={classes.said} role="status">
          {serverReachable ? said : TEXTS.needsServer}
        </span>
        <Button type="submit" loading={busy} disabled={!serverReachable}>
          {TEXTS.save}
        </Button>
      </div>
    </form>
  );
}
