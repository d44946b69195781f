/** Half a refresh of most screens, ms: a picture this early is closer than one a whole refresh late. */
const HALF_REFRESH_MS = 8;

/** At each refresh of the screen: whether the picture that follows `shown` is due; null while that one is not shown yet. */
export interface Pace {
  isDue(nowMs: number, shown: object | null): boolean;
  took(nowMs: number, shown: object | null): void;
}

/**
 * Counted from when the last picture was due, not shown: 25 a second match no refresh rate, and would otherwise become 30 or 20. A delay of a
 * whole picture is not caught up. A page that is busy may refresh twice before it shows what was asked for, so none is due twice after the same.
 */
export function createPace(rate: number, startedAtMs: number): Pace {
  const intervalMs = 1000 / rate;
  let dueMs = startedAtMs + intervalMs;
  let before: object | null = null;
  return {
    isDue: (nowMs, shown) => shown !== null && shown !== before && nowMs >= dueMs - HALF_REFRESH_MS,
    took(nowMs, shown) {
      before = shown;
      dueMs = nowMs - dueMs < intervalMs ? dueMs + intervalMs : nowMs + intervalMs;
    },
  };
}
