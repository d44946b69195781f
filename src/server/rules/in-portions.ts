/** A statement takes only so many values: what is many goes in portions. */
export function* inPortions<T>(all: readonly T[], most = ROWS_AT_ONCE): Generator<T[]> {
  for (let at = 0; at < all.length; at += most) yield all.slice(at, at + most);
}

const ROWS_AT_ONCE = 200;
