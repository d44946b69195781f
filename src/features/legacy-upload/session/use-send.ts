import { modals, useModals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { sendLegacyUpload } from '#localdb/legacy-upload/legacy-uploads.ts';
import type { LegacyView } from '#localdb/legacy-upload/legacy-view.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { useSession } from '#ui/session-context.tsx';
import { identifiedFilesQuestion } from './identified-files-question.ts';

/** 'Upload', with a question if the files contain patient names; null while there is nothing to send, or the question is open. */
export function useSend(db: LocalDb, { id, step, files }: LegacyView, isCopying: boolean): (() => void) | null {
  const { modals: standing } = useModals();
  const { settings, isComing } = useDeidentification();
  if (step !== 'ready' || files.total === 0 || isCopying || isComing || standing.length > 0) return null;
  return () => {
    const question = identifiedFilesQuestion(settings);
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

/** The team's settings; null if never read on this device. `isComing`: requested for the first time, and the server can be reached. */
function useDeidentification() {
  const { team, serverReachable } = useSession<Session>();
  const { data, isLoading, failureCount } = useQuery({
    queryKey: ['team-deidentification', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.deidentification, { signal, quiet: true })),
  });
  return { settings: data ?? null, isComing: isLoading && failureCount === 0 && serverReachable };
}
