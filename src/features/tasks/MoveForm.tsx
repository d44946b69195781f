import { Button, Group, NumberInput, Radio, Stack, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { fieldErrors } from '#api/field-errors.ts';
import type { ApiFailure } from '#api/result.ts';
import { MOST_MINUTES, TaskDecision, type Task, type TaskHolder } from '#contract/tasks.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { HolderSelect } from './HolderSelect.tsx';
import { useTaskMoves } from './task-moves-context.tsx';
import { failureText, FORMS, TEXTS } from './texts.ts';
import { useTaskActions } from './use-tasks.ts';

/** What is asked when a task is finished, sent back or handed over. */
export function MoveForm({ task, act }: { task: Task; act: keyof typeof FORMS }) {
  const { serverReachable } = useSession<Session>();
  const { move, busy } = useTaskActions();
  const { isKept } = useTaskMoves();
  const isPossible = serverReachable || isKept(task, act);
  const [to, setTo] = useState<TaskHolder | null>(null);
  const [reason, setReason] = useState('');
  const [decision, setDecision] = useState<TaskDecision | null>(null);
  const [minutes, setMinutes] = useState<number | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [isTried, setTried] = useState(false);

  const isReview = act === 'finish' && task.kind === 'review';
  const isAnswer = act === 'finish' && task.kind === 'answer';
  const missing = {
    to: act === 'hand_over' && to === null,
    reason: (act === 'send_back' || isAnswer || decision === 'changes') && reason.trim() === '',
    decision: isReview && decision === null,
  };
  const errorOf = (field: keyof typeof missing) =>
    isTried && missing[field] ? TEXTS.needed : failure === null ? null : (fieldErrors(failure)[field] ?? null);

  async function save(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!isPossible || Object.values(missing).includes(true)) return;
    const answer = await move(task, {
      act,
      ...(to !== null && { to }),
      ...(decision !== null && { decision }),
      ...(minutes !== null && { minutes }),
      reason: reason.trim(),
    });
    if (answer.ok) modals.closeAll();
    else setFailure(answer.failure);
  }

  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        {act === 'hand_over' && <HolderSelect value={to} onChange={setTo} error={errorOf('to')} />}
        {isReview && (
          <Radio.Group
            label={TEXTS.decision}
            value={decision}
            onChange={(value) => setDecision(TaskDecision.parse(value))}
            error={errorOf('decision')}
          >
            <Stack gap="xs" mt="xs">
              {TaskDecision.options.map((value) => (
                <Radio key={value} value={value} label={TEXTS.decisions[value]} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Textarea
          label={isAnswer ? TEXTS.answer : act === 'finish' ? TEXTS.comment : TEXTS.reason}
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={errorOf('reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
          {...(act === 'hand_over' ? {} : { 'data-autofocus': true })}
        />
        {act === 'finish' && (
          <NumberInput
            label={TEXTS.minutes}
            min={0}
            max={MOST_MINUTES}
            allowDecimal={false}
            hideControls
            value={minutes ?? ''}
            onChange={(value) => setMinutes(typeof value === 'number' ? value : null)}
          />
        )}
        {failure !== null && Object.keys(fieldErrors(failure)).length === 0 && (
          <Note tone="broken" icon={IconAlertOctagon} title={failureText(failure)} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => modals.closeAll()}>
            {TEXTS.cancel}
          </Button>
          <ServerButton type="submit" serverReachable={isPossible} why={TEXTS.needsServer} loading={busy}>
            {FORMS[act].act}
          </ServerButton>
        </Group>
      </Stack>
    </form>
  );
}
