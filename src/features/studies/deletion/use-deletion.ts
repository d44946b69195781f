import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { showDone, showFailure } from '#ui/toasts.ts';
import { showUndo } from '#ui/undo-toast.tsx';
import { deletedText, failureText, restoredText } from './texts.ts';

/** OQ-36: team administrators delete and restore studies. The server decides. */
export function useMayDelete(): boolean {
  const { permissions } = useSession<Session>();
  return permissions.has('r:team') && permissions.has('r:invitations');
}

/** One page of the list (PCALL-43). */
export function useDeletedStudies(page: number) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['deleted-studies', team?.slug ?? null, page],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.deletedStudies, { query: { page }, signal })),
    placeholderData: keepPreviousData,
  });
}

interface NamedStudy {
  uuid: string;
  name: string;
}

/** Both change the lists of every page, so these are requested again. */
export function useDeletion() {
  const client = useQueryClient();

  async function restore({ uuid, name }: NamedStudy): Promise<void> {
    const answer = await callApi(CALLS.restoreStudies, { body: { studies: [uuid] } });
    if (answer.ok) showDone(restoredText(name));
    else showFailure(failureText(answer.failure));
    await client.invalidateQueries();
  }

  /** True if it was deleted. */
  async function remove(study: NamedStudy): Promise<boolean> {
    const answer = await callApi(CALLS.deleteStudy, { params: { id: study.uuid } });
    if (answer.ok) showUndo(deletedText(study.name), () => void restore(study));
    else showFailure(failureText(answer.failure));
    void client.invalidateQueries();
    return answer.ok;
  }

  return { remove, restore };
}
