import type { BatchResult, ConvertedCase } from '#contract/batch.ts';
import { afterAnswer, CONVERSION_EVERY_MS, FIRST_ASKED, READ_EVERY_MS } from './polling.ts';

/** An answer of the server, as this flow handles it. `forgotten`: it no longer knows the session, or not all of it. */
export type Asked<T> = { kind: 'answer'; value: T } | { kind: 'forgotten' } | { kind: 'failed' } | { kind: 'away' };

export interface SessionServer {
  /** CALL-044. */
  begin(): Promise<Asked<false | BatchResult>>;
  /** CALL-045. */
  ask(): Promise<Asked<false | BatchResult>>;
  /** CALL-048. */
  check(studyUuids: readonly string[]): Promise<Asked<ConvertedCase[]>>;
}

export interface SessionStore {
  saveRead(result: BatchResult): Promise<void>;
  saveCases(cases: ConvertedCase[]): Promise<void>;
  saveForgotten(): Promise<void>;
}

interface FollowPorts {
  server: SessionServer;
  store: SessionStore;
  /** Resolves after the time or when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** LEG-017, 018: polls until the server has read everything; false if it gave up. */
export async function followReading({ server, store, pause }: FollowPorts, signal: AbortSignal): Promise<boolean> {
  let polling = FIRST_ASKED;
  while (!signal.aborted) {
    const asked = await server[polling.next]();
    // The page was left or hidden meanwhile: the next run asks again.
    if (signal.aborted) break;
    if (asked.kind === 'forgotten') {
      await store.saveForgotten();
      return true;
    }
    if (asked.kind === 'answer' && asked.value !== false) {
      await store.saveRead(asked.value);
      return true;
    }
    polling = afterAnswer(polling, asked.kind === 'answer' ? 'nothing-yet' : asked.kind);
    if (polling.hasGivenUp) return false;
    await pause(READ_EVERY_MS, signal);
  }
  return true;
}

/** LEG-029: polls until every case has ended. It never gives up, because the conversion continues without being asked about. */
export async function followConversion(
  { server, store, pause }: FollowPorts,
  studyUuids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const asked = await server.check(studyUuids);
    if (signal.aborted) return;
    // It leaves out studies that no longer exist.
    const isForgotten = asked.kind === 'forgotten' || (asked.kind === 'answer' && asked.value.length < studyUuids.length);
    if (isForgotten) return store.saveForgotten();
    if (asked.kind === 'answer') {
      await store.saveCases(asked.value);
      if (asked.value.every(({ status }) => status !== null)) return;
    }
    await pause(CONVERSION_EVERY_MS, signal);
  }
}
