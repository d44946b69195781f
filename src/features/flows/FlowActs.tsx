import { Button, Group, Stack, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Flow, FlowStep } from '#contract/flows.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import classes from './Flows.module.css';
import { failureText, retryFromText, TEXTS } from './texts.ts';
import { useFlowsChanged } from './use-flows.ts';

const HAS_ENDED: ReadonlySet<FlowStep['state']> = new Set(['done', 'skipped', 'failed']);

/** Retry of a step that has ended; the step at which the flow waits or failed can be skipped. */
export function StepActs({ flow, step, at }: { flow: Flow; step: FlowStep; at: number }) {
  const { serverReachable } = useSession<Session>();
  const changed = useFlowsChanged();
  const [busy, setBusy] = useState(false);
  const isHere = at === flow.position && flow.state !== 'done' && flow.state !== 'cancelled';
  const mayRetry = HAS_ENDED.has(step.state) && (step.state === 'failed' || flow.state === 'failed' || flow.state === 'done');
  if (!isHere && !mayRetry) return null;

  async function retry() {
    setBusy(true);
    const answer = await callApi(CALLS.retryFlow, { params: { id: String(flow.id) }, body: { step: step.id } });
    await changed();
    setBusy(false);
    if (!answer.ok) showTrouble(failureText(answer.failure));
  }

  async function skip(reason: string): Promise<ApiFailure | null> {
    const answer = await callApi(CALLS.skipFlowStep, { params: { id: String(flow.id) }, body: { step: step.id, reason } });
    await changed();
    return answer.ok ? null : answer.failure;
  }

  return (
    <span className={classes.acts}>
      {mayRetry && (
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          variant={step.state === 'failed' ? 'filled' : 'subtle'}
          loading={busy}
          leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />}
          onClick={() => void retry()}
        >
          {retryFromText(at)}
        </ServerButton>
      )}
      {isHere && (
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          variant="default"
          onClick={() => modals.open({ title: TEXTS.skipTitle, size: 'md', children: <SkipForm onSkip={skip} /> })}
        >
          {TEXTS.skip}
        </ServerButton>
      )}
    </span>
  );
}

function SkipForm({ onSkip }: { onSkip: (reason: string) => Promise<ApiFailure | null> }) {
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function skip() {
    if (reason.trim() === '') return setFault(TEXTS.skipNeeded);
    setBusy(true);
    const failure = await onSkip(reason.trim());
    setBusy(false);
    if (failure === null) modals.closeAll();
    else setFault(failureText(failure));
  }

  return (
    <Stack>
      <Textarea
        label={TEXTS.skipWhy}
        autosize
        maxLength={500}
        data-autofocus
        value={reason}
        error={fault}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={() => modals.closeAll()}>
          {TEXTS.keep}
        </Button>
        <Button loading={busy} onClick={() => void skip()}>
          {TEXTS.skipAct}
        </Button>
      </Group>
    </Stack>
  );
}

export function CancelFlow({ flow }: { flow: Flow }) {
  const { serverReachable } = useSession<Session>();
  const changed = useFlowsChanged();
  if (flow.state === 'done' || flow.state === 'cancelled') return null;

  async function cancel() {
    const answer = await callApi(CALLS.cancelFlow, { params: { id: String(flow.id) } });
    modals.closeAll();
    await changed();
    if (!answer.ok) showTrouble(failureText(answer.failure));
  }

  return (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      variant="outline"
      color="coral"
      leftSection={<IconX size={16} stroke={1.5} aria-hidden />}
      onClick={() =>
        askFirst({
          ...{ title: TEXTS.cancelTitle, why: TEXTS.cancelWhy, act: TEXTS.cancel, keep: TEXTS.keepFlow },
          onAct: cancel,
        })
      }
    >
      {TEXTS.cancel}
    </ServerButton>
  );
}
