import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { areaOf, ROOT } from './pane/paths.ts';
import type { Place } from './pane/rows.ts';
import { isRunning } from './works/pace.ts';

const WORKS_EVERY_MS = 2_000;

const useSlug = () => useSession<Session>().team?.slug ?? null;

/** CALL-085. What was opened once can be read offline. */
export function useFolder({ dir, isBin }: Place) {
  return useQuery({
    queryKey: ['files', useSlug(), dir],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.listFiles, { body: { dir }, signal })),
    enabled: !isBin,
  });
}

/** PCALL-203. */
export function useBin({ dir, isBin }: Place) {
  const area = areaOf(dir) ?? '';
  return useQuery({
    queryKey: ['file-bin', useSlug(), area],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.fileBin, { body: { area }, signal })),
    enabled: isBin,
  });
}

/** PCALL-201: asked again while one runs. Empty for who may open no area. */
export function useFileWorks() {
  return useQuery({
    queryKey: ['file-works', useSlug()],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.fileWorks, { signal, quiet: true })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.data.some(isRunning) === true ? WORKS_EVERY_MS : false),
  });
}

/** After a change, folders, bins and works are requested again. */
export function useFilesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(['files', 'file-bin', 'file-works'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}

/** Where both panes stand. This device keeps it with the answers, sealed, because a path can name a patient: never in an address. */
export function useKeptPlaces(): { places: Places; keep: (places: Places) => void } {
  const client = useQueryClient();
  const slug = useSlug();
  const queryKey = ['file-panes', slug];
  const first: Place = { dir: slug === null ? ROOT : `/${slug}`, isBin: false };
  const { data } = useQuery({
    queryKey,
    // Nobody is asked: it is what was kept here.
    queryFn: () => client.getQueryData<Places>(queryKey) ?? { left: first, right: first },
    networkMode: 'always',
    staleTime: Infinity,
  });
  return { places: data ?? { left: first, right: first }, keep: (next) => void client.setQueryData(queryKey, next) };
}

export type Side = 'left' | 'right';
export type Places = Record<Side, Place>;
