import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { InferBatch } from '#contract/ai/inferences.ts';
import { CALLS } from '#contract/calls.ts';
import { MAY_SUCCEED } from '#model/ai/job-words.ts';
import type { Session } from '#model/session.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { failureText, retryText, TEXTS } from './texts.ts';
import { useFailedOf, useInfersChanged } from './use-infers.ts';

/** Runs failed inferences of a batch again, without those that would fail in the same way. */
export function RetryFailed({ batch: { uuid, state, counts } }: { batch: InferBatch }) {
  const { serverReachable } = useSession<Session>();
  const changed = useInfersChanged();
  const [busy, setBusy] = useState(false);
  const failed = useFailedOf(uuid, { enabled: counts.failed > 0 && state !== 'cancelled' }).data?.data ?? [];
  const again = failed.filter(({ failure }) => failure === null || MAY_SUCCEED.has(failure));
  if (again.length === 0 || state === 'cancelled') return null;

  async function retry() {
    setBusy(true);
    const answer = await callApi(CALLS.retryInferBatch, { params: { uuid } });
    if (!answer.ok) showTrouble(failureText(answer.failure));
    await changed();
    setBusy(false);
  }

  return (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      variant="default"
      loading={busy}
      leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden />}
      onClick={() => void retry()}
    >
      {retryText(again.length, failed.length)}
    </ServerButton>
  );
}
