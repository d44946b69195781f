import { modals, useModals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { sendLegacyUpload } from '#localdb/legacy-uploads.ts';
import type { LegacyView } from '#localdb/legacy-view.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { useSession } from '#ui/session-context.tsx';
import { namesQuestion } from './names-question.ts';

/** 'Upload', asked about first where names would leave with the files; null while there is nothing to send, or the question stands. */
export function useSend(db: LocalDb, { id, step, files }: LegacyView, isCopying: boolean): (() => void) | null {
  const { modals: standing } = useModals();
  const { settings, isComing } = useDeidentification();
  if (step !== 'ready' || files.total === 0 || isCopying || isComing || standing.length > 0) return null;
  return () => {
    const question = namesQuestion(settings);
    if (question === null) return void sendLegacyUpload(db, id);
    askFirst({
      ...question,
      onAct: async () => {
        await sendLegacyUpload(db, id);
        modals.closeAll();
      },
    });
  };
}

/** How the team wants it; null while it was never read on this device. `isComing`: asked for the first time, and the server can be reached. */
function useDeidentification() {
  const { team, serverReachable } = useSession<Session>();
  const { data, isLoading, failureCount } = useQuery({
    queryKey: ['team-deidentification', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.deidentification, { signal, quiet: true })),
  });
  return { settings: data ?? null, isComing: isLoading && failureCount === 0 && serverReachable };
}
