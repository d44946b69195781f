import type { ServerContext } from './context.ts';
import { namedAmong } from './receive/strays.ts';

const AT_ONCE = 500;

/** Of these objects those that no row names any more. Their keys are never written again: they were made of content that is not awaited. */
export async function removeUnnamed({ db, objects }: Pick<ServerContext, 'db' | 'objects'>, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const some = keys.slice(at, at + AT_ONCE);
    const named = await namedAmong(db.read, some);
    for (const key of some) if (!named.has(key)) await objects.remove(key);
  }
}
