import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { fieldErrors } from '#api/field-errors.ts';
import type { ApiFailure } from '#api/result.ts';
import { TASK_KINDS, type Task, type TaskHolder, type TaskKind } from '#contract/tasks.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showDone } from '#ui/toasts.ts';
import { HolderSelect } from './HolderSelect.tsx';
import { SegmentationSelect } from './SegmentationSelect.tsx';
import { assignedText, failureText, TEXTS } from './texts.ts';
import { useTaskActions } from './use-tasks.ts';

/** Assigns studies to a person or a role (PCALL-62). `reviewed`: the task whose review it is. */
export function AssignForm({ studies, reviewed }: { studies: readonly string[]; reviewed?: Task }) {
  const { serverReachable } = useSession<Session>();
  const { assign, busy } = useTaskActions();
  // One number for all tries, so that a try whose answer was lost is not made twice.
  const [assignment] = useState(() => crypto.randomUUID());
  const [to, setTo] = useState<TaskHolder | null>(null);
  const [kind, setKind] = useState<TaskKind>(reviewed === undefined ? 'annotate' : 'review');
  const [due, setDue] = useState('');
  const [note, setNote] = useState('');
  const [reviewBy, setReviewBy] = useState<TaskHolder | null>(null);
  const [segmentation, setSegmentation] = useState<string | null>(reviewed?.subject.segmentation?.uuid ?? null);
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (to === null || !serverReachable) return;
    const answer = await assign({
      ...{ assignment, studies: [...studies], kind, to, due: due === '' ? null : due, note: note.trim() },
      ...(kind === 'annotate' && reviewBy !== null && { review_by: reviewBy }),
      ...(segmentation !== null && { segmentation }),
      ...(reviewed !== undefined && { of: reviewed.uuid }),
    });
    if (!answer.ok) return setFailure(answer.failure);
    modals.closeAll();
    showDone(assignedText(answer.value));
  }

  const refused = failure === null ? {} : fieldErrors(failure);
  const refusedTo = refused['to'];
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <HolderSelect value={to} onChange={setTo} error={isTried && to === null ? TEXTS.needed : (refusedTo ?? null)} />
        {reviewed === undefined && (
          <Select
            label={TEXTS.kind}
            data={TASK_KINDS.map((value) => ({ value, label: TEXTS.kinds[value] }))}
            value={kind}
            onChange={(value) => value !== null && setKind(value)}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
          />
        )}
        {kind === 'annotate' && (
          <HolderSelect
            label={TEXTS.reviewBy}
            description={TEXTS.reviewByWhy}
            placeholder={TEXTS.noReview}
            value={reviewBy}
            onChange={setReviewBy}
            error={refused['review_by'] ?? null}
          />
        )}
        {studies.length === 1 && kind !== 'answer' && (
          <SegmentationSelect study={studies[0]!} value={segmentation} onChange={setSegmentation} error={refused['segmentation'] ?? null} />
        )}
        <TextInput type="date" label={TEXTS.due} value={due} onChange={(event) => setDue(event.currentTarget.value)} />
        <Textarea
          label={TEXTS.note}
          description={TEXTS.noteWhy}
          autosize
          minRows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {failure !== null && Object.keys(refused).length === 0 && (
          <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => modals.closeAll()}>
            {TEXTS.cancel}
          </Button>
          <ServerButton type="submit" serverReachable={serverReachable} why={TEXTS.needsServer} loading={busy}>
            {TEXTS.assign}
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}
