import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiResult } from '#api/result.ts';
import { textOfFailure } from './texts.ts';
import { adminKey, useSlug, type AdminList } from './use-admin-lists.ts';

const NEWS_MS = 4_000;

export function tellDone(message: string): void {
  notifications.show({ message, color: 'kelp', autoClose: NEWS_MS, role: 'status' });
}

/** Sends a change. A refusal is said and stays until it was closed; the list is asked for again whatever the answer was. */
export function useAct(list: AdminList) {
  const client = useQueryClient();
  const slug = useSlug();
  const [busy, setBusy] = useState(false);

  async function send<T>(call: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    setBusy(true);
    const answer = await call();
    setBusy(false);
    if (!answer.ok) notifications.show({ message: textOfFailure(answer.failure), color: 'coral', autoClose: false, role: 'alert' });
    await client.invalidateQueries({ queryKey: adminKey(list, slug) });
    return answer;
  }
  return { busy, send };
}
