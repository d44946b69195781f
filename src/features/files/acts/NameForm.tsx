import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { TEXTS } from '#features/files/texts.ts';

interface NameFormProps {
  label: string;
  act: string;
  name: string;
  /** FM-012: sent as it was typed; the server decides. Null, or why it was refused. */
  onName: (name: string, uuid: string) => Promise<string | null>;
}

export function NameForm({ label, act, name: first, onName }: NameFormProps) {
  // One for the whole form: a second try after a lost answer is the same change.
  const [uuid, setUuid] = useState(() => crypto.randomUUID());
  const [name, setName] = useState(first);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name === '') return setError(TEXTS.needed);
    setBusy(true);
    setError(await onName(name, uuid));
    setBusy(false);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <TextInput
          label={label}
          value={name}
          error={error}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
            setUuid(crypto.randomUUID());
            setError(null);
          }}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {act}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
