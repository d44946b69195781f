/** A statement takes only so many values: what is many goes in portions. */
export function* inPortions<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += ROWS_AT_ONCE) yield all.slice(at, at + ROWS_AT_ONCE);
}

const ROWS_AT_ONCE = 200;
