import { LIMITS } from '#contract/limits.ts';

export interface EventLimits {
  /** Whether one more event is accepted from this connection and account in the current minute. */
  take(connectionId: string, userId: number): boolean;
}

const MINUTE_MS = 60_000;

/** Counted before any database query, so that an event over the limit costs only its bytes. */
export function createEventLimits(now: () => number): EventLimits {
  let minute = 0;
  let byConnection = new Map<string, number>();
  let byUser = new Map<number, number>();
  return {
    take(connectionId, userId) {
      const thisMinute = Math.floor(now() / MINUTE_MS);
      if (thisMinute !== minute) [minute, byConnection, byUser] = [thisMinute, new Map(), new Map()];
      const [ofConnection, ofUser] = [(byConnection.get(connectionId) ?? 0) + 1, (byUser.get(userId) ?? 0) + 1];
      if (ofConnection > LIMITS.socketEventsPerMinute || ofUser > LIMITS.socketEventsPerMinutePerUser) return false;
      byConnection.set(connectionId, ofConnection);
      byUser.set(userId, ofUser);
      return true;
    },
  };
}
