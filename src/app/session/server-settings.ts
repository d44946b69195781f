import type { z } from 'zod';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';

/** What the server says of itself to everybody; kept, so that an offline start knows its base domain and its upload host. */
export type ServerSettings = z.infer<typeof CALLS.setupState.answer>;

const KEY = 'lightship.settings';

export function savedSettings(storage: Pick<Storage, 'getItem'> = localStorage): ServerSettings | null {
  try {
    const parsed = CALLS.setupState.answer.safeParse(JSON.parse(storage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Null: the server could not be asked. */
export async function fetchSettings(): Promise<ServerSettings | null> {
  const answer = await callApi(CALLS.setupState, { quiet: true });
  if (!answer.ok) return null;
  localStorage.setItem(KEY, JSON.stringify(answer.value));
  return answer.value;
}
