import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiResult } from '#api/result.ts';
import { showFailure } from '#ui/toasts.ts';
import { textOfFailure } from './texts.ts';
import { adminKey, useSlug, type AdminList } from './use-admin-lists.ts';

/** Sends a change. A refusal is shown until it is closed; the list is fetched again in any case. */
export function useAction(list: AdminList) {
  const client = useQueryClient();
  const slug = useSlug();
  const [busy, setBusy] = useState(false);

  async function send<T>(call: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    setBusy(true);
    const answer = await call();
    setBusy(false);
    if (!answer.ok) showFailure(textOfFailure(answer.failure));
    await client.invalidateQueries({ queryKey: adminKey(list, slug) });
    return answer;
  }
  return { busy, send };
}
