/**
 * `now`, reusing every part of `before` that is equal, so that comparison by identity finds only changes. For plain data (objects, lists,
 * values); `before` itself if everything is equal.
 */
export function reuseUnchanged<T>(before: unknown, now: T): T {
  if (Object.is(before, now)) return now;
  if (Array.isArray(now)) return Array.isArray(before) ? keepSameList(before, now) : now;
  if (isPlain(now) && isPlain(before)) return keepSameObject(before, now);
  return now;
}

function keepSameList<T extends readonly unknown[]>(before: readonly unknown[], now: T): T {
  const kept = now.map((value, index) => reuseUnchanged(before[index], value));
  return (kept.length === before.length && kept.every((value, index) => value === before[index]) ? before : kept) as T;
}

function keepSameObject<T extends Record<string, unknown>>(before: Record<string, unknown>, now: T): T {
  const names = Object.keys(now);
  const kept = Object.fromEntries(names.map((name) => [name, reuseUnchanged(before[name], now[name])]));
  const isSame =
    names.length === Object.keys(before).length && names.every((name) => Object.is(kept[name], before[name]) && name in before);
  return (isSame ? before : kept) as T;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
