import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { callApi } from '#api/call-api.ts';
import { onPasswordNeeded } from '#api/password-needed.ts';
import { CALLS } from '#contract/calls.ts';
import { fieldErrors } from '#api/field-errors.ts';
import { PasswordField } from './SignInFields.tsx';
import { textOfFailure, TEXTS } from './texts.ts';

/** Asks for the password again before a call that grants rights, anywhere on the page; the call then continues automatically. */
export function PasswordNeeded() {
  const answer = useRef<((isGiven: boolean) => void) | null>(null);
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    const forget = onPasswordNeeded(() => {
      setOpen(true);
      return new Promise((resolve) => (answer.current = resolve));
    });
    return () => {
      forget();
      answer.current?.(false);
    };
  }, []);

  function close(isGiven: boolean) {
    setOpen(false);
    answer.current?.(isGiven);
    answer.current = null;
  }
  return (
    <Modal opened={isOpen} onClose={() => close(false)} title={TEXTS.passwordNeeded} size="sm" zIndex={300}>
      <Form onGiven={() => close(true)} onCancel={() => close(false)} />
    </Modal>
  );
}

function Form({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }) {
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  async function give(event: FormEvent) {
    event.preventDefault();
    if (password === '') return field.current?.focus();
    setBusy(true);
    setError(null);
    const answer = await callApi(CALLS.unlock, { body: { password } });
    if (answer.ok) return onGiven();
    setBusy(false);
    setError(fieldErrors(answer.failure)['password'] ?? textOfFailure(answer.failure));
    setPassword('');
    field.current?.focus();
  }

  return (
    <form onSubmit={(event) => void give(event)} noValidate>
      <Stack>
        <Text>{TEXTS.passwordNeededNote}</Text>
        <PasswordField
          ref={field}
          size="sm"
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div role="alert">{error !== null && <Alert color="coral" icon={<IconAlertOctagon size={18} aria-hidden />} title={error} />}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {TEXTS.goOn}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
