import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import type { RunnableModel } from '#contract/ai/models.ts';
import { CALLS } from '#contract/calls.ts';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import { usePinStates } from '#localdb/kept-copies/use-offline-studies.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { channelsFor } from '#model/ai/suits-series.ts';
import type { Session } from '#model/session.ts';
import { studyModelsKey } from '#sync/proposals-key.ts';
import { useSession } from '#ui/session-context.tsx';
import { useOpenSeries, useStation, useWorkstation } from '#features/annotator/workstation.ts';
import type { DeviceOffer } from './device-runs.ts';
import { useDeviceRuns, useProposals } from './use-proposals.ts';

interface StudyOfModels {
  db: LocalDb;
  study: StudyDetail;
  /** Of the study. */
  series: readonly Series[];
  mayPropose: boolean;
}

/**
 * Offers the models that suit the series in the active pane, unless they have proposed on it. On a pinned study without a network they propose by themselves; with
 * one, the server does that.
 */
export function useDeviceModels({ db, study, series, mayPropose }: StudyOfModels): void {
  const { deviceRuns } = useWorkstation();
  const { team, serverReachable } = useSession<Session>();
  const { data: models } = useQuery({
    queryKey: studyModelsKey(team?.slug ?? null, study.uuid),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.runnableModels, { signal, quiet: true })).data,
    enabled: mayPropose,
  });
  const uuid = useStation(({ panes, active }) => panes[active]?.series ?? null);
  const list = useProposals((state) => state.list);
  const offers = useMemo((): readonly DeviceOffer[] => {
    const shown = series.find((each) => each.uuid === uuid);
    if (!mayPropose || models === undefined || shown === undefined) return NONE;
    const hasProposed = ({ version }: RunnableModel): boolean =>
      list?.some((each) => each.series === uuid && each.model.version === version.uuid) ?? false;
    return models.flatMap((model) => {
      const channels = hasProposed(model) ? null : channelsFor(model, shown, { study, all: series });
      return channels === null ? [] : [{ model, channels: channels.map((channel) => channel.uuid) }];
    });
  }, [mayPropose, models, series, uuid, list, study]);
  useEffect(() => deviceRuns.offer(uuid, offers), [deviceRuns, uuid, offers]);

  const open = useOpenSeries(uuid);
  const isRead = open?.grid != null && open.noPlanes === null;
  const isPinned = usePinStates(db)?.has(study.uuid) ?? false;
  const isRunning = useDeviceRuns(({ running }) => running !== null);
  useEffect(() => {
    if (serverReachable || !isPinned || !isRead || isRunning || uuid === null) return;
    void deviceRuns.runByItself(offers);
  }, [deviceRuns, serverReachable, isPinned, isRead, isRunning, uuid, offers]);
}

const NONE: readonly DeviceOffer[] = [];
