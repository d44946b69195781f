/** Half of a refresh of most screens, ms: a picture so much early is nearer than a whole refresh late. */
const HALF_REFRESH_MS = 8;

/**
 * Says at each refresh of the screen whether the next picture is due. Counted from when the last one was due, not from when it came: 25 a second fit
 * into no screen's refreshes, and would else be 30 or 20. What is a whole picture late is not made up for: nothing hurries.
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
