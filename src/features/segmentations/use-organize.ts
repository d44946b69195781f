import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf, type ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { StructureCodes } from '#contract/structures.ts';
import type { LocalDb, OutboxWrite } from '#localdb/schema.ts';
import { saveWrite } from '#localdb/outbox/outbox.ts';
import type { Session } from '#model/session.ts';
import { showFailure } from '#ui/toasts.ts';
import { useSession } from '#ui/session-context.tsx';
import { toKnownStructure, type KnownStructure } from './known-structures.ts';
import { failureText, TEXTS } from './texts.ts';

export const organizeKey = (team: string | null, study: string) => ['organize', team, study] as const;

/** CALL-068: a study with its series and segmentations. Readable offline once seen. */
export function useOrganizedStudy(uuid: string) {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: organizeKey(team?.slug ?? null, uuid),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.organizedStudy, { params: { uuid }, signal })),
  });
}

/** The roles that can be given (CALL-022). */
export function useAssignableRoles() {
  const { team } = useSession<Session>();
  const { data } = useQuery({
    queryKey: ['assignable-roles', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.assignableRoles, { signal })).data,
  });
  return data ?? [];
}

/** CALL-020. Never kept: who can be added changes with every addition. */
export function useAvailableUsers(at: { teamId: number; serieId: number; segmentationId: number; roleId: number }) {
  const params = Object.fromEntries(Object.entries(at).map(([name, id]) => [name, String(id)])) as Record<keyof typeof at, string>;
  return useQuery({
    queryKey: ['available-users', at],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.availableUsers, { params, signal })).data,
    gcTime: 0,
    retry: false,
  });
}

export function useStructureSearch(search: string) {
  const { team } = useSession<Session>();
  const query = search.trim() === '' ? {} : { search: search.trim() };
  return useQuery({
    queryKey: ['structures', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.structures, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

const STRUCTURES_KEPT_MS = 60 * 60_000;
const structuresKey = (team: string | null) => ['all-structures', team] as const;

/** Reads all structures once, so that a segmentation can be created without the network. */
export function useStructuresForOffline(isWanted: boolean): void {
  const { team } = useSession<Session>();
  const client = useQueryClient();
  const slug = team?.slug ?? null;
  useEffect(() => {
    if (!isWanted) return;
    void client.prefetchQuery({
      queryKey: structuresKey(slug),
      queryFn: ({ signal }) => readAllStructures(signal),
      staleTime: STRUCTURES_KEPT_MS,
    });
  }, [client, slug, isWanted]);
}

export function useKnownStructures(): readonly KnownStructure[] {
  const { team } = useSession<Session>();
  return useQueryClient().getQueryData<KnownStructure[]>(structuresKey(team?.slug ?? null)) ?? [];
}

/** The codes of a structure by its slug; null if this device does not know it. */
export function useStructureCodes(): (slug: string) => StructureCodes | null {
  const { team } = useSession<Session>();
  const client = useQueryClient();
  const of = team?.slug ?? null;
  return useCallback(
    (slug) => client.getQueryData<KnownStructure[]>(structuresKey(of))?.find((structure) => structure.slug === slug)?.codes ?? null,
    [client, of],
  );
}

async function readAllStructures(signal: AbortSignal): Promise<KnownStructure[]> {
  const structures: KnownStructure[] = [];
  for (let page = 1; ; page += 1) {
    const { data, total } = valueOf(await callApi(CALLS.structures, { query: { page }, signal, quiet: true }));
    structures.push(...data.map(toKnownStructure));
    if (data.length === 0 || structures.length >= total) return structures;
  }
}

/** Stores a change until the server has it: it is shown at once, and sent in its turn. */
export type SaveWrite = (write: OutboxWrite) => void;
export const writesTo =
  (db: LocalDb): SaveWrite =>
  (write) =>
    void saveWrite(db, write).catch(() => showFailure(TEXTS.notSaved));

/** Sends a change, then reads what it concerns again. Undefined if it was refused, which a message explains. */
export function useChange() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function change<T>(call: Promise<ApiResult<T>>): Promise<T | undefined> {
    setBusy(true);
    const answer = await call;
    await Promise.all(
      ['organize', 'segmentations', 'segments', 'available-users'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    );
    setBusy(false);
    if (answer.ok) return answer.value;
    showFailure(failureText(answer.failure));
    return undefined;
  }
  return { busy, change };
}
