/** Half a refresh of most screens, ms: a picture this early is closer than one a whole refresh late. */
const HALF_REFRESH_MS = 8;

/**
 * Whether the next picture is due, at each refresh of the screen. Counted from when the last one was due, not shown: 25 a second match no
 * refresh rate, and would otherwise become 30 or 20. A delay of a whole picture is not caught up.
 */
export function createPace(rate: number, startedAtMs: number): { isDue(nowMs: number): boolean; took(nowMs: number): void } {
  const intervalMs = 1000 / rate;
  let dueMs = startedAtMs + intervalMs;
  return {
    isDue: (nowMs) => nowMs >= dueMs - HALF_REFRESH_MS,
    took(nowMs) {
      dueMs = nowMs - dueMs < intervalMs ? dueMs + intervalMs : nowMs + intervalMs;
    },
  };
}
