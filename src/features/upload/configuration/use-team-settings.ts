import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf, type ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Acquisition, ModalityOption, Pipeline } from '#contract/catalogues.ts';
import type { Session } from '#model/session.ts';
import { useDeidentifyRules } from '#features/upload/deidentification/use-deidentification.ts';
import type { DeidentifyRules } from '#model/uploads/deidentified.ts';
import { useSession } from '#ui/session-context.tsx';
import { useBodyParts, type BodyParts } from './use-body-parts.ts';

/** What the team has set, and the lists of choices. Null if never read on this device; stored, so that it can be used without a server. */
export interface TeamSettings {
  bodyParts: BodyParts;
  rules: DeidentifyRules | null;
  modalities: readonly ModalityOption[] | null;
  acquisitions: readonly Acquisition[] | null;
  pipelines: readonly Pipeline[] | null;
}

const FRESH_MS = 10 * 60_000;

/** Reads the settings for the whole page (CALL-036 to 038 among them). */
export function useReadTeamSettings(): TeamSettings {
  const bodyParts = useBodyParts();
  const rules = useDeidentifyRules();
  const modalities = useCatalogue('modalities', () => callApi(CALLS.modalities, { quiet: true }));
  const acquisitions = useCatalogue('acquisitions', () => callApi(CALLS.acquisitions, { quiet: true }));
  const pipelines = useCatalogue('pipelines', () => callApi(CALLS.pipelines, { quiet: true }));
  return useMemo(
    () => ({ bodyParts, rules, modalities, acquisitions, pipelines }),
    [bodyParts, rules, modalities, acquisitions, pipelines],
  );
}

function useCatalogue<List>(name: string, ask: () => Promise<ApiResult<{ data: List }>>): List | null {
  const { team } = useSession<Session>();
  const { data } = useQuery({ queryKey: [name, team?.slug ?? null], queryFn: async () => valueOf(await ask()).data, staleTime: FRESH_MS });
  return data ?? null;
}

const TeamSettingsContext = createContext<TeamSettings>({
  bodyParts: { list: null, slugs: null },
  rules: null,
  modalities: null,
  acquisitions: null,
  pipelines: null,
});

export const TeamSettingsProvider = TeamSettingsContext.Provider;

export function useTeamSettings(): TeamSettings {
  return use(TeamSettingsContext);
}

/** Whether any modality has acquisitions to choose from. */
export function useHasAcquisitions(): boolean {
  return (useTeamSettings().acquisitions ?? []).length > 0;
}
