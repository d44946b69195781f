/** Limits for data on a device that nobody asked to keep there. */
export interface CacheLimits {
  bytes: number;
  objects: number;
}

const MOST_BYTES = 500 * 1024 * 1024;
const SHARE_OF_QUOTA = 0.05;
/** Choosing the ones to delete goes over all of them, so their number is limited as well. */
const MOST_OBJECTS = 4_000;
/** For a browser that does not report its quota. */
const UNKNOWN_QUOTA = 1024 * 1024 * 1024;

/** `quota`: bytes that the browser grants this origin; null if unknown. */
export function cacheLimits(quota: number | null): CacheLimits {
  return { bytes: Math.min(MOST_BYTES, Math.floor((quota ?? UNKNOWN_QUOTA) * SHARE_OF_QUOTA)), objects: MOST_OBJECTS };
}
