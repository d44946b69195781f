import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { HISTORY_TEXTS, notNamedText } from './history-texts.ts';
import type { Revisions } from './use-revisions.ts';

const LONGEST_NAME = 100;

interface NameStateProps {
  /** Of the state; null: the server does not know it yet. */
  number: number | null;
  revisions: Revisions;
  onSaid: (words: string | null) => void;
}

/** Gives a state a name. The server keeps it, so it needs the network. */
export function NameState({ number, revisions, onSaid }: NameStateProps) {
  const [isOpen, setOpen] = useState(false);
  const why = number === null ? HISTORY_TEXTS.nameWaits : revisions.canChange ? null : HISTORY_TEXTS.nameOffline;
  return (
    <>
      <Button size="xs" variant="default" disabled={why !== null} onClick={() => setOpen(true)}>
        {HISTORY_TEXTS.name}
      </Button>
      {why !== null && (
        <Text size="sm" c="dimmed">
          {why}
        </Text>
      )}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={HISTORY_TEXTS.name}>
        {isOpen && number !== null && <NameForm {...{ number, revisions, onSaid }} onClose={() => setOpen(false)} />}
      </Modal>
    </>
  );
}

function NameForm({ number, revisions, onSaid, onClose }: NameStateProps & { number: number; onClose: () => void }) {
  // The same name sent again after a lost answer is one revision.
  const [uuid] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function save() {
    if (name.trim() === '') return setError(HISTORY_TEXTS.nameNeeded);
    setBusy(true);
    const failure = await revisions.name(uuid, { name: name.trim(), number });
    setBusy(false);
    if (failure !== null) return setError(notNamedText(failure));
    onSaid(null);
    onClose();
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save().catch(reportError);
      }}
    >
      <Stack>
        <TextInput
          label={HISTORY_TEXTS.nameLabel}
          description={HISTORY_TEXTS.nameWhy}
          placeholder={HISTORY_TEXTS.nameExample}
          value={name}
          maxLength={LONGEST_NAME}
          error={error}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(null);
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {HISTORY_TEXTS.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {HISTORY_TEXTS.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
