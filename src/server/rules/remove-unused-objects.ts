import type { ServerContext } from './context.ts';
import { inPortions } from './in-portions.ts';
import { namedAmong } from './receive/strays.ts';

/** Removes those of these objects that no row names any more. Their keys are never written again: their content is no longer awaited. */
export async function removeUnusedObjects({ db, objects }: Pick<ServerContext, 'db' | 'objects'>, keys: readonly string[]): Promise<void> {
  for (const some of inPortions(keys)) {
    const named = await namedAmong(db.read, some);
    for (const key of some) if (!named.has(key)) await objects.remove(key);
  }
}
