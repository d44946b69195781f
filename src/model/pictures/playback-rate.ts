/** Images per second of a cine whose file has no rate, and the most that a screen can show. */
const DEFAULT_RATE = 15;
const HIGHEST_RATE = 60;

/** Playback rate of a series: as in the file (Cine Rate and related elements), within what can be shown. */
export function playbackRate(cineRate: number | null): number {
  return cineRate !== null && cineRate > 0 ? Math.min(HIGHEST_RATE, Math.max(1, Math.round(cineRate))) : DEFAULT_RATE;
}
