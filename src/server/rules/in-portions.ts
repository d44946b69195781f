/** A statement accepts a limited number of values, so long lists are split into portions. */
export function* inPortions<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += ROWS_AT_ONCE) yield all.slice(at, at + ROWS_AT_ONCE);
}

const ROWS_AT_ONCE = 200;
