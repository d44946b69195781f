import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { ApiFailureError, valueOf, type ApiResult } from '#api/result.ts';
import { withStatus } from '#api/failure-texts.ts';
import { CALLS } from '#contract/calls.ts';
import { structuresAddressToQuery, type StructuresAddress } from '#features/structures/structures-address.ts';
import { useAskAgain } from '#features/structures/use-structures.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { showDone, showFailure } from '#ui/toasts.ts';
import { SHARED_TEXTS, sharedFailureText } from './texts.ts';

export type SharedState = 'all' | 'hidden';

/** PCALL-84. */
export function useSharedStructures(address: StructuresAddress, state: SharedState) {
  const { team } = useSession<Session>();
  const query = { ...structuresAddressToQuery(address), state };
  return useQuery({
    queryKey: ['shared-structures', team?.slug ?? null, query],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.sharedStructures, { query, signal })),
    placeholderData: keepPreviousData,
  });
}

/** PCALL-85. */
export function useSharedCategories() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['shared-categories', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.sharedCategories, { signal })),
  });
}

/** A role of the server may hold the permission; what concerns all teams also requires a platform administrator. */
export function failedText(words: string, error: Error | null): string {
  const isRefused = error instanceof ApiFailureError && error.failure.kind === 'refused' && error.failure.code === 'not_allowed';
  return isRefused ? SHARED_TEXTS.notForYou : withStatus(words, error);
}

/** Sends a change and requests the lists again. `isShown`: a refusal is shown where the change was made, and not here. */
export function useSharedAct() {
  const askAgain = useAskAgain();
  const [busy, setBusy] = useState(false);

  async function send<T>(call: () => Promise<ApiResult<T>>, { isShown = false } = {}): Promise<ApiResult<T>> {
    setBusy(true);
    const answer = await call();
    setBusy(false);
    if (answer.ok) showDone(SHARED_TEXTS.saved);
    else if (!isShown) showFailure(sharedFailureText(answer.failure));
    await askAgain();
    return answer;
  }
  return { busy, send };
}
