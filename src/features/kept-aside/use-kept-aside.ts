import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import type { AsideDecided, AsideDecision, AsideGroup } from '#contract/aside-groups.ts';
import { CALLS } from '#contract/calls.ts';
import type { AsideOperation } from '#contract/mask-operations.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { showDone, showFailure } from '#ui/toasts.ts';
import { appliedText, discardedText, failureText } from './texts.ts';

/** PCALL-128. */
export function useKeptAside() {
  const { team } = useSession<Session>();
  return useQuery({
    queryKey: ['kept-aside', team?.slug ?? null],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.asideGroups, { signal })),
  });
}

/** `onDecided`: this device may have some of it. */
export function useDecide(onDecided: () => Promise<void>): (group: AsideGroup, how: AsideDecision['how']) => Promise<void> {
  const client = useQueryClient();
  return async (group, how) => {
    const decided = await decide(group, how);
    if (!decided.ok) showFailure(failureText(decided.failure));
    else showDone(how === 'apply' ? appliedText(decided.value) : discardedText(decided.value.done));
    await client.invalidateQueries();
    await onDecided();
  };
}

/** Call after call, until nothing of the group is left to do. */
async function decide({ user, study, segmentation, reason, until }: AsideGroup, how: AsideDecision['how']) {
  const decided: Omit<AsideDecided, 'next'> = { done: 0, stayed: 0 };
  for (let after: number | null = 0; after !== null;) {
    const body: AsideDecision = { user: user?.id ?? null, study, segmentation, reason, until, after, how };
    const answer = await callApi(CALLS.decideAside, { body });
    if (!answer.ok) return answer;
    const { done, stayed, next } = answer.value.data;
    decided.done += done;
    decided.stayed += stayed;
    after = next;
  }
  return { ok: true as const, value: decided };
}

/** The operations of a group, oldest first; null if not all of the list could be read. */
export async function fetchGroup(group: AsideGroup): Promise<AsideOperation[] | null> {
  const found: AsideOperation[] = [];
  for (let after: string | undefined; ;) {
    const answer = await callApi(CALLS.asideOperations, { query: after === undefined ? {} : { after } });
    if (!answer.ok) return null;
    const { data, more } = answer.value;
    found.push(...data.filter((one) => isIn(group, one)));
    after = data.at(-1)?.uuid;
    if (!more || after === undefined) return found;
  }
}

function isIn(group: AsideGroup, { user, study, segmentation, reason }: AsideOperation): boolean {
  return user?.id === group.user?.id && study === group.study && segmentation === group.segmentation && reason === group.reason;
}
