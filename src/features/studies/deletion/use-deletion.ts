import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { administersTeam } from '#contract/permissions.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { showDone, showFailure } from '#ui/toasts.ts';
import { showUndo } from '#ui/undo-toast.tsx';
import { deletedText, failureText, restoredText, type WhatStudies } from './texts.ts';

/** OQ-36: team administrators delete and restore studies. The server decides. */
export function useMayDelete(): boolean {
  const { permissions } = useSession<Session>();
  return administersTeam(permissions);
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

interface SomeStudies {
  uuids: readonly string[];
  /** The name of one, or their number. */
  what: WhatStudies;
}

/** Both change the lists of every page, so these are requested again. */
export function useDeletion() {
  const client = useQueryClient();

  async function restore({ uuids, what }: SomeStudies): Promise<void> {
    const answer = await callApi(CALLS.restoreStudies, { body: { studies: [...uuids] } });
    if (answer.ok) showDone(restoredText(what));
    else showFailure(failureText(answer.failure));
    await client.invalidateQueries();
  }

  /** True if all of them were deleted. Otherwise none was. */
  async function remove(studies: SomeStudies): Promise<boolean> {
    const { uuids, what } = studies;
    const answer = await callApi(CALLS.deleteStudies, { body: { studies: [...uuids] } });
    if (answer.ok) showUndo(deletedText(what), () => void restore(studies));
    else showFailure(failureText(answer.failure));
    void client.invalidateQueries();
    return answer.ok;
  }

  return { remove, restore };
}
