import { keepPreviousData, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '#api/call-api.ts';
import { isGone } from '#api/failure-status.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Campaign, ListedCampaign, OwnRead } from '#contract/campaigns.ts';
import { useSavedWrites } from '#localdb/outbox/use-saved-writes.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { nextRead, shownReads } from '#model/campaigns/shown-reads.ts';
import type { Session } from '#model/session.ts';
import { readsKey } from '#sync/reads-key.ts';
import { useSession } from '#ui/session-context.tsx';
import { comparedReads } from './campaign-figures.ts';

/** All campaigns of which the user is a part (PCALL-130). Readable offline. */
export function useCampaigns({ enabled = true } = {}) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['campaigns', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.campaigns, { signal })),
    enabled,
  });
}

/** PCALL-133, for whoever leads or reviews it. */
export function useCampaign(uuid: string, { enabled = true } = {}) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['campaign', team?.slug ?? null, uuid],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.campaign, { params: { uuid }, signal })).data,
    retry: isWorthRetrying,
    enabled,
  });
}

/** The own reads (PCALL-137), with the moves that wait on this device. Readable offline, and shared with the annotator. */
export function useOwnReads(db: LocalDb, uuid: string) {
  const { team } = useSession<Session>();
  const query = useQuery(ownReads(team?.slug ?? null, uuid));
  const writes = useSavedWrites(db);
  const data = useMemo(
    () =>
      query.data &&
      shownReads(
        query.data,
        writes.map(({ write }) => write),
      ),
    [query.data, writes],
  );
  return { ...query, data };
}

const ownReads = (team: string | null, uuid: string) =>
  queryOptions({
    queryKey: readsKey(team, uuid),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.reads, { params: { uuid }, signal })).data,
    retry: isWorthRetrying,
  });

/** Campaigns that run, with the own reads that are left in them; those without any are left out. So a device also has the reads for later. */
export function useCampaignsToRead(
  db: LocalDb,
  { enabled }: { enabled: boolean },
): { campaign: ListedCampaign; reads: readonly OwnRead[] }[] {
  const { team } = useSession<Session>();
  const running = (useCampaigns({ enabled }).data?.data ?? []).filter(({ state, you }) => state === 'running' && you.includes('reader'));
  const lists = useQueries({ queries: running.map(({ uuid }) => ownReads(team?.slug ?? null, uuid)) });
  const writes = useSavedWrites(db).map(({ write }) => write);
  return running
    .map((campaign, at) => {
      const list = lists[at]?.data;
      return { campaign, reads: list === undefined ? [] : shownReads(list, writes).reads };
    })
    .filter(({ reads }) => nextRead(reads) !== null);
}

/** How readers agree (PCALL-140). It is asked for again only when other reads are finished or skipped, and not with other news of the team. */
export function useAgreement(campaign: Campaign) {
  const { team } = useSession<Session>();
  const { uuid } = campaign;
  return useQuery({
    queryKey: ['campaign-agreement', team?.slug ?? null, uuid, comparedReads(campaign)],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.agreement, { params: { uuid }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Who can read in a campaign (PCALL-131). */
export function useCampaignPeople() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['campaign-people', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.campaignPeople, { signal })).people,
  });
}

/** Structures that match the words (PCALL-15). The query is shared with their list. */
export function useStructureOptions(search: string) {
  const { team } = useSession<Session>();
  const query = search === '' ? {} : { search };
  return useQuery({
    queryKey: ['structures', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.structures, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The title of a structure; null until it is known. */
export function useStructureTitle(id: number | null): string | null {
  const { team } = useSession<Session>();
  const { data } = useQuery({
    queryKey: ['structure', team?.slug ?? null, String(id)],
    queryFn: async ({ signal }) => ({
      data: [valueOf(await callApi(CALLS.structure, { params: { id: String(id) }, signal, quiet: true }))],
    }),
    enabled: id !== null,
  });
  return data?.data[0]?.title ?? null;
}

/** After a change, campaigns and reads are requested again. */
export function useCampaignsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['campaign', 'campaign-reads', 'campaign-agreement'];
    await Promise.all([
      // Also where it is not shown: a page that opens next would still find the draft in it.
      client.invalidateQueries({ queryKey: ['campaigns'], refetchType: 'all' }),
      ...names.map((name) => client.invalidateQueries({ queryKey: [name] })),
    ]);
  };
}

const isWorthRetrying = (failures: number, error: Error): boolean => !isGone(error) && failures < 1;
