/** How much may lie on a device that nobody asked to keep there. */
export interface CacheLimits {
  bytes: number;
  objects: number;
}

const MOST_BYTES = 500 * 1024 * 1024;
const SHARE_OF_QUOTA = 0.05;
/** Which ones go is decided over all of them, so their number has an end as well. */
const MOST_OBJECTS = 4_000;
/** Of a browser that does not say what it grants. */
const UNKNOWN_QUOTA = 1024 * 1024 * 1024;

/** `quota`: bytes that the browser grants this origin; null where it does not say. */
export function cacheLimits(quota: number | null): CacheLimits {
  return { bytes: Math.min(MOST_BYTES, Math.floor((quota ?? UNKNOWN_QUOTA) * SHARE_OF_QUOTA)), objects: MOST_OBJECTS };
}
