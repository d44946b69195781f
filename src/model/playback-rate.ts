/** Pictures per second of a cine whose file names no rate, and what a screen can follow at most. */
const DEFAULT_RATE = 15;
const HIGHEST_RATE = 60;

/** How fast a series is played: as its file says (Cine Rate and its kin), within what can be shown. */
export function playbackRate(cineRate: number | null): number {
  return cineRate !== null && cineRate > 0 ? Math.min(HIGHEST_RATE, Math.max(1, Math.round(cineRate))) : DEFAULT_RATE;
}
