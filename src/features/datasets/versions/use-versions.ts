import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { prepareDownload } from '#api/prepare-download.ts';
import { putIntoFiles } from '#api/put-into-files.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { VersionChoice } from '#contract/dataset-versions.ts';
import type { Session } from '#model/session.ts';
import { openDownload } from '#ui/browser/open-download.ts';
import { useSession } from '#ui/session-context.tsx';
import { showDone, showTrouble } from '#ui/toasts.ts';
import { versionFailureText } from './version-texts.ts';

/** One page of the versions of a dataset (PCALL-143), readable offline. */
export function useVersions(dataset: number, page: number) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['dataset-versions', team?.slug ?? null, dataset, page],
    queryFn: async ({ signal }) =>
      valueOf(await callApi(CALLS.datasetVersions, { params: { id: String(dataset) }, query: page > 1 ? { page } : {}, signal })),
    placeholderData: keepPreviousData,
  });
}

/** What a version would be made of now (PCALL-141). */
export function usePlan(dataset: number, choice: VersionChoice) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['dataset-plan', team?.slug ?? null, dataset, choice],
    queryFn: async ({ signal }) =>
      valueOf(await callApi(CALLS.planDatasetVersion, { params: { id: String(dataset) }, body: choice, signal })),
    placeholderData: keepPreviousData,
    // Masks change; a plan of an earlier dialog is not shown.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Passes the files of a version, or the list of its cases, to the browser's downloads. */
export async function downloadVersion(kind: 'dataset' | 'dataset-list', version: string): Promise<void> {
  const prepared = await prepareDownload({ kind, version });
  if (prepared.ok) openDownload(prepared.value);
  else showTrouble(versionFailureText(prepared.failure));
}

/** Writes the files of a version into the file area of the team. */
export async function putVersion(version: string): Promise<void> {
  const { isDone, words } = await putIntoFiles([{ kind: 'dataset', version }]);
  if (isDone) showDone(words);
  else showTrouble(words);
}
