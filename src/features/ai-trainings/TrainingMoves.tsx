import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { AiTrainingDetail } from '#contract/ai/trainings.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { failureText, TEXTS } from './texts.ts';
import { useTrainingsChanged } from './use-trainings.ts';

const STOPPABLE: ReadonlySet<AiTrainingDetail['state']> = new Set(['queued', 'uploading', 'running']);

/** Start, stop, and continue from the last checkpoint. */
export function TrainingMoves({ training: { id, state, startable, fraction } }: { training: AiTrainingDetail }) {
  const { serverReachable } = useSession<Session>();
  const changed = useTrainingsChanged();
  const [busy, setBusy] = useState(false);

  async function move(isStart: boolean) {
    setBusy(true);
    const answer = isStart
      ? await callApi(CALLS.startTraining, { params: { trainingId: String(id) } })
      : await callApi(CALLS.stopTraining, { params: { trainId: String(id) }, body: { trainId: id, state: 'stopped' } });
    await changed();
    setBusy(false);
    if (!answer.ok) showTrouble(failureText(answer.failure));
  }

  if (STOPPABLE.has(state))
    return (
      <ServerButton
        serverReachable={serverReachable}
        why={TEXTS.needsServer}
        variant="outline"
        color="coral"
        loading={busy}
        leftSection={<IconPlayerStop size={16} stroke={1.5} aria-hidden />}
        onClick={() => void move(false)}
      >
        {TEXTS.stop}
      </ServerButton>
    );
  if (!startable) return null;
  return (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      loading={busy}
      leftSection={<IconPlayerPlay size={16} stroke={1.5} aria-hidden />}
      onClick={() => void move(true)}
    >
      {fraction > 0 ? TEXTS.goOn : TEXTS.start}
    </ServerButton>
  );
}
