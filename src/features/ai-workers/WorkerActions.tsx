import { modals } from '@mantine/modals';
import { IconBan, IconHourglassLow, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { AiWorker, WorkerKey } from '#contract/ai/workers.ts';
import { CALLS } from '#contract/calls.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { ActionsMenu, type Act } from '#ui/lists/ActionsMenu.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { actionsText, failureText, revokeTitle, TEXTS } from './texts.ts';
import { useWorkersChanged } from './use-workers.ts';

/** Lets a worker end its job and take no other, or revokes its key. */
export function WorkerActions({ worker: { uuid, name, state }, ownKey }: { worker: AiWorker; ownKey: WorkerKey | null }) {
  const changed = useWorkersChanged();
  const revoke = useRevoke();
  const [busy, setBusy] = useState(false);
  if (state === 'revoked') return null;

  async function drain(draining: boolean) {
    setBusy(true);
    const answer = await callApi(CALLS.drainWorker, { params: { uuid }, body: { draining } });
    await changed();
    setBusy(false);
    if (!answer.ok) showTrouble(failureText(answer.failure));
  }

  const actions: Act[] = [
    state === 'draining'
      ? { icon: IconPlayerPlay, words: TEXTS.takeAgain, onAct: () => void drain(false) }
      : { icon: IconHourglassLow, words: TEXTS.drain, onAct: () => void drain(true) },
    ...(ownKey === null || ownKey.revoked_at !== null ? [] : [{ icon: IconBan, words: TEXTS.revokeKey, onAct: () => revoke(ownKey) }]),
  ];
  return <ActionsMenu label={actionsText(name)} busy={busy} actions={actions} />;
}

/** Asks first: the workers of the key lose their jobs. */
export function useRevoke(): (key: WorkerKey) => void {
  const changed = useWorkersChanged();
  return ({ id, name }) =>
    askFirst({
      ...{ title: revokeTitle(name), why: TEXTS.revokeWhy, act: TEXTS.revoke, keep: TEXTS.keep },
      async onAct() {
        const answer = await callApi(CALLS.revokeWorkerKey, { params: { id: String(id) } });
        modals.closeAll();
        await changed();
        if (!answer.ok) showTrouble(failureText(answer.failure));
      },
    });
}
