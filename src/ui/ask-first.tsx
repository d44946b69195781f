import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { t } from '#language/t.ts';

interface Question {
  title: string;
  why: string;
  /** Verb and object. */
  act: string;
  onAct: () => Promise<unknown>;
  /** The safe answer. */
  keep?: string;
}

/** Confirmation of what cannot be undone: the safe answer has the focus, both buttons name what they do. */
export function askFirst({ title, ...question }: Question): void {
  modals.open({ title, size: 'md', children: <QuestionBody {...question} /> });
}

function QuestionBody({ why, act, onAct, keep = t('Keep') }: Omit<Question, 'title'>) {
  const [busy, setBusy] = useState(false);
  async function carryOut() {
    setBusy(true);
    await onAct();
    setBusy(false);
  }
  return (
    <Stack>
      <Text>{why}</Text>
      <Group justify="flex-end">
        <Button variant="outline" color="coral" loading={busy} onClick={() => void carryOut()}>
          {act}
        </Button>
        <Button variant="default" onClick={() => modals.closeAll()} data-autofocus>
          {keep}
        </Button>
      </Group>
    </Stack>
  );
}
