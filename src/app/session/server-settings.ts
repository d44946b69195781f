import type { z } from 'zod';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';

/** The public settings of the server. */
export type ServerSettings = z.infer<typeof CALLS.setupState.answer>;

export interface SettingsStore {
  /** Null if the server was never reached from this browser. */
  read(): ServerSettings | null;
  subscribe(listener: () => void): () => void;
  /** Asks the server; false if it cannot be reached. */
  fetch(): Promise<boolean>;
}

const KEY = 'lightship.settings';

/** Stored, so that an offline start knows its base domain and its upload host; fetched again at each start. */
export function createSettingsStore(storage: Pick<Storage, 'getItem' | 'setItem'>): SettingsStore {
  let settings = parseSettings(storage.getItem(KEY));
  const listeners = new Set<() => void>();
  return {
    read: () => settings,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async fetch() {
      const answer = await callApi(CALLS.setupState, { quiet: true });
      if (!answer.ok) return false;
      const text = JSON.stringify(answer.value);
      if (text === JSON.stringify(settings)) return true;
      settings = answer.value;
      storage.setItem(KEY, text);
      for (const listener of listeners) listener();
      return true;
    },
  };
}

function parseSettings(text: string | null): ServerSettings | null {
  try {
    const parsed = CALLS.setupState.answer.safeParse(JSON.parse(text ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
