import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf, type ApiResult } from '#api/result.ts';
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
  const modalities = useCatalogue('modalities', () => callApi(CALLS.modalities, { quiet: true }));
  const acquisitions = useCatalogue('acquisitions', () => callApi(CALLS.acquisitions, { quiet: true }));
  const pipelines = useCatalogue('pipelines', () => callApi(CALLS.pipelines, { quiet: true }));
  return useMemo(() => ({ modalities, acquisitions, pipelines }), [modalities, acquisitions, pipelines]);
}

function useCatalogue<List>(name: string, ask: () => Promise<ApiResult<{ data: List }>>): List | null {
  const { team } = useSession<Session>();
  const { data } = useQuery({ queryKey: [name, team?.slug ?? null], queryFn: async () => valueOf(await ask()).data, staleTime: FRESH_MS });
  return data ?? null;
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
