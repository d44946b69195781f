import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { spanOf, trailToQuery, type LogAddress, type StepsAddress, type TrailAddress } from './log-address.ts';

/** Fetched at each visit and by "Reload", and stored like every list. Not on team news, because each reading is recorded in the trail. */
const useKey = (name: string, asked: unknown): readonly unknown[] => ['logs', useSession<Session>().team?.slug ?? null, name, asked];

export function useSessions({ page, ...span }: LogAddress) {
  const query = { page, ...spanOf(span) };
  return useQuery({
    queryKey: useKey('sessions', query),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.logSessions, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useSteps({ page, type, path, ...span }: StepsAddress) {
  const query = { page, ...spanOf(span), ...(type === null ? {} : { type }), ...(path === '' ? {} : { path }) };
  return useQuery({
    queryKey: useKey('steps', query),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.logEntries, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useStepsOfSession({ id, page, all }: { id: string; page: number; all: boolean }) {
  const query = { page, ...(all ? { all: '1' as const } : {}) };
  return useQuery({
    queryKey: useKey('session', { id, ...query }),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.logSession, { params: { id }, query, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useTrail(address: TrailAddress) {
  const query = { ...trailToQuery(address), ...(address.before === null ? {} : { before: address.before }) };
  return useQuery({
    queryKey: useKey('trail', query),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.auditRecords, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useLogPeople(all: boolean) {
  const query = all ? { all: '1' as const } : {};
  return useQuery({
    queryKey: useKey('people', query),
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.logPeople, { query, signal, quiet: true })),
    staleTime: 60_000,
  });
}
