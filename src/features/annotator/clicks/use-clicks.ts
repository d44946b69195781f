import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Series } from '#contract/study-detail.ts';
import type { Session } from '#model/session.ts';
import { studyModelsKey } from '#sync/proposals-key.ts';
import { useSession } from '#ui/session-context.tsx';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { clickModelsFor } from './click-models.ts';
import type { ClickState } from './click-store.ts';

/** PCALL-155, into the store of the workstation: those that suit the series that is drawn on. Readable offline once seen, or kept with a pinned study. */
export function useKnownClickModels(study: string, series: readonly Series[]): void {
  const { clicks } = useWorkstation();
  const { team } = useSession<Session>();
  const { data } = useQuery({
    queryKey: studyModelsKey(team?.slug ?? null, study),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.runnableModels, { signal, quiet: true })).data,
  });
  const drawnOn = useMask((state) => state.mask?.series ?? null);
  const acquisition = series.find(({ uuid }) => uuid === drawnOn)?.acquisition_code ?? null;
  const models = useMemo(
    () => (data === undefined || drawnOn === null ? [] : clickModelsFor(data, acquisition)),
    [data, drawnOn, acquisition],
  );
  useEffect(() => clicks.know(models), [clicks, models]);
}

export function useClicks(): ClickState {
  const { clicks } = useWorkstation();
  return useSyncExternalStore(clicks.subscribe, clicks.read);
}
