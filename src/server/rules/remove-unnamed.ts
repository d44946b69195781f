import type { ServerContext } from './context.ts';
import { inPortions } from './in-portions.ts';
import { namedAmong } from './receive/strays.ts';

/** Of these objects those that no row names any more. Their keys are never written again: they were made of content that is not awaited. */
export async function removeUnnamed({ db, objects }: Pick<ServerContext, 'db' | 'objects'>, keys: readonly string[]): Promise<void> {
  for (const some of inPortions(keys)) {
    const named = await namedAmong(db.read, some);
    for (const key of some) if (!named.has(key)) await objects.remove(key);
  }
}
