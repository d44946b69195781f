import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { AnswerOf, Calls } from '#contract/calls.ts';
import type { HandedInvitation } from '#contract/members.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { showDone, showFailure } from '#ui/toasts.ts';
import { textOfFailure, TEXTS } from './texts.ts';
import { listKey } from './use-team-lists.ts';

interface InvitationActions {
  busy: boolean;
  /** The new link; null if there is none. */
  resend: () => Promise<HandedInvitation | null>;
  /** True if it was withdrawn. */
  withdraw: () => Promise<boolean>;
}

/** PCALL-12, for one invitation. The list is fetched again in any case: a refusal means that it was outdated. */
export function useInvitationActions(id: number): InvitationActions {
  const { team } = useSession<Session>();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const key = listKey('team-invitations', team?.slug);
  const params = { id: String(id) };

  async function send<T>(call: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    setBusy(true);
    const answer = await call();
    setBusy(false);
    if (!answer.ok) showFailure(textOfFailure(answer.failure));
    void client.invalidateQueries({ queryKey: key });
    return answer;
  }

  return {
    busy,
    async resend() {
      const answer = await send(() => callApi(CALLS.resendInvitation, { params }));
      if (answer.ok) showDone(TEXTS.sent);
      return answer.ok ? answer.value : null;
    },
    async withdraw() {
      const { ok } = await send(() => callApi(CALLS.withdrawInvitation, { params }));
      if (ok) {
        client.setQueryData<AnswerOf<Calls['teamInvitations']>>(key, (list) => list && { data: list.data.filter((one) => one.id !== id) });
      }
      return ok;
    },
  };
}
