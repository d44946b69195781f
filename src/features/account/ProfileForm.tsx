import { Button, ColorInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { MARK_COLOURS } from '#model/mark-colours.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import sections from '#ui/sections.module.css';
import { useSession } from '#ui/session-context.tsx';
import { fieldErrors } from '#api/field-errors.ts';
import { PROFILE_TEXTS as TEXTS } from './profile-texts.ts';
import classes from './profile.module.css';
import { textOfFailure } from './texts.ts';
import { isFilled } from './validate.ts';

/** The field uses lower case. */
const COLOURS = MARK_COLOURS.map((colour) => colour.toLowerCase());

/** Name and colour, as other users see them. */
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
      {/* Without its eye-dropper, a button that has no accessible name. */}
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
