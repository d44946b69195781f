import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { classNames } from '#ui/class-names.ts';
import sections from '#ui/sections.module.css';
import { fieldErrors } from '#api/field-errors.ts';
import { PROFILE_TEXTS as TEXTS } from './profile-texts.ts';
import classes from './profile.module.css';
import { PasswordField } from './SignInFields.tsx';
import { textOfFailure } from './texts.ts';
import { isFilled } from './validate.ts';

/** Asks for confirmation and the password, because closing an account cannot be undone. */
export function CloseAccount({ serverReachable, onClosed }: { serverReachable: boolean; onClosed: () => Promise<void> }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <div className={classNames(sections.panel, classes.closing)}>
      <p>{TEXTS.closeNote}</p>
      <Button variant="outline" color="coral" disabled={!serverReachable} onClick={open}>
        {TEXTS.close}
      </Button>
      <Modal opened={isOpen} onClose={close} title={TEXTS.closeTitle} centered>
        <ClosingForm onKeep={close} onClosed={onClosed} />
      </Modal>
    </div>
  );
}

function ClosingForm({ onKeep, onClosed }: { onKeep: () => void; onClosed: () => Promise<void> }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' }, validate: { password: isFilled } });
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');

  async function closeAccount(values: { password: string }) {
    setBusy(true);
    const answer = await callApi(CALLS.closeAccount, { body: values });
    if (answer.ok) return onClosed();
    setBusy(false);
    form.setErrors(fieldErrors(answer.failure));
    setFailed(textOfFailure(answer.failure));
  }

  return (
    <form onSubmit={form.onSubmit((values) => void closeAccount(values))} noValidate>
      <Stack>
        <Text>{TEXTS.closeNote}</Text>
        <PasswordField size="sm" autoComplete="current-password" key={form.key('password')} {...form.getInputProps('password')} />
        {failed !== '' && <Text role="alert">{failed}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onKeep} data-autofocus>
            {TEXTS.closeKeep}
          </Button>
          <Button type="submit" variant="outline" color="coral" loading={busy}>
            {TEXTS.close}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
