import { modals } from '@mantine/modals';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { InferBatch } from '#contract/ai/inferences.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { cancelTitle, failureText, TEXTS } from './texts.ts';
import { useInfersChanged } from './use-infers.ts';

/** Pause, go on and cancel, while something has not ended. */
export function BatchMoves({ batch: { uuid, title, state, counts } }: { batch: InferBatch }) {
  const { serverReachable } = useSession<Session>();
  const changed = useInfersChanged();
  const [busy, setBusy] = useState(false);
  if (state === 'cancelled' || counts.queued + counts.running === 0) return null;

  async function move(to: InferBatch['state']) {
    setBusy(true);
    const answer = await callApi(CALLS.moveInferBatch, { params: { uuid }, body: { state: to } });
    modals.closeAll();
    await changed();
    setBusy(false);
    if (!answer.ok) showTrouble(failureText(answer.failure));
  }

  const isPaused = state === 'paused';
  const MoveIcon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <>
      <ServerButton
        serverReachable={serverReachable}
        why={TEXTS.needsServer}
        variant="default"
        loading={busy}
        leftSection={<MoveIcon size={16} stroke={1.5} aria-hidden />}
        onClick={() => void move(isPaused ? 'running' : 'paused')}
      >
        {isPaused ? TEXTS.goOn : TEXTS.pause}
      </ServerButton>
      <ServerButton
        serverReachable={serverReachable}
        why={TEXTS.needsServer}
        variant="outline"
        color="coral"
        leftSection={<IconX size={16} stroke={1.5} aria-hidden />}
        onClick={() =>
          askFirst({
            ...{ title: cancelTitle(title), why: TEXTS.cancelWhy, act: TEXTS.cancelRun, keep: TEXTS.keep },
            onAct: () => move('cancelled'),
          })
        }
      >
        {TEXTS.cancelRun}
      </ServerButton>
    </>
  );
}
