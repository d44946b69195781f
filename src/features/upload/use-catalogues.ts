import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Acquisition, ModalityOption, Pipeline } from '#contract/catalogues.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';

/** What is chosen from; null while it was never read on this device. The answers are kept, so that all of it can be chosen with no server. */
export interface Catalogues {
  modalities: readonly ModalityOption[] | null;
  acquisitions: readonly Acquisition[] | null;
  pipelines: readonly Pipeline[] | null;
}

const FRESH_MS = 10 * 60_000;

/** CALL-036 to 038. */
export function useReadCatalogues(): Catalogues {
  const { team } = useSession<Session>();
  const slug = team?.slug ?? null;
  const modalities = useQuery({
    queryKey: ['modalities', slug],
    queryFn: async () => valueOf(await callApi(CALLS.modalities, { quiet: true })).data,
    staleTime: FRESH_MS,
  });
  const acquisitions = useQuery({
    queryKey: ['acquisitions', slug],
    queryFn: async () => valueOf(await callApi(CALLS.acquisitions, { quiet: true })).data,
    staleTime: FRESH_MS,
  });
  const pipelines = useQuery({
    queryKey: ['pipelines', slug],
    queryFn: async () => valueOf(await callApi(CALLS.pipelines, { quiet: true })).data,
    staleTime: FRESH_MS,
  });
  return useMemo(
    () => ({ modalities: modalities.data ?? null, acquisitions: acquisitions.data ?? null, pipelines: pipelines.data ?? null }),
    [modalities.data, acquisitions.data, pipelines.data],
  );
}

const CataloguesContext = createContext<Catalogues>({ modalities: null, acquisitions: null, pipelines: null });

export const CataloguesProvider = CataloguesContext.Provider;

export function useCatalogues(): Catalogues {
  return use(CataloguesContext);
}

/** Some modality has some to choose from. */
export function useHasAcquisitions(): boolean {
  return (useCatalogues().acquisitions ?? []).length > 0;
}
