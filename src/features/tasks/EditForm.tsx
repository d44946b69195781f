import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import type { ApiFailure } from '#api/result.ts';
import type { Task } from '#contract/tasks.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { failureText, TEXTS } from './texts.ts';
import { useTaskActions } from './use-tasks.ts';

/** Due date and note of a task (PCALL-64). Only what differs is sent. */
export function EditForm({ task }: { task: Task }) {
  const { serverReachable } = useSession<Session>();
  const { change, busy } = useTaskActions();
  const [due, setDue] = useState(task.due ?? '');
  const [note, setNote] = useState(task.note);
  const [failure, setFailure] = useState<ApiFailure | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!serverReachable) return;
    const answer = await change(task.uuid, {
      ...(due !== (task.due ?? '') && { due: due === '' ? null : due }),
      ...(note !== task.note && { note: note.trim() }),
    });
    if (answer.ok) modals.closeAll();
    else setFailure(answer.failure);
  }

  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <TextInput type="date" label={TEXTS.due} value={due} onChange={(event) => setDue(event.currentTarget.value)} data-autofocus />
        <Textarea
          label={TEXTS.note}
          description={TEXTS.noteWhy}
          autosize
          minRows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => modals.closeAll()}>
            {TEXTS.cancel}
          </Button>
          <ServerButton type="submit" serverReachable={serverReachable} why={TEXTS.needsServer} loading={busy}>
            {TEXTS.save}
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}
