import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Folder, SavedView } from '#contract/folders.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** Folders of the team (PCALL-37), by name; without a network the last ones read. */
export function useFolders(): readonly Folder[] {
  const { team } = useSession<Session>();
  const { data } = useQuery({
    queryKey: ['folders', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.folders, { signal, quiet: true })).data,
  });
  return data ?? [];
}

/** Saved views of the list (PCALL-81), by name; without a network the last ones read. */
export function useSavedViews(): readonly SavedView[] {
  const { team, user } = useSession<Session>();
  const { data } = useQuery({
    queryKey: ['study-views', team?.slug ?? null, user.id],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.savedViews, { signal, quiet: true })).data,
  });
  return data ?? [];
}

/** After a change, lists, folders and views are requested again. */
export function useAskListsAgain(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      ['studies', 'study', 'folders', 'study-views', 'labels'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    );
  };
}
