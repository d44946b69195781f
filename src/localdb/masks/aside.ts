import type { TakenOperation } from '#contract/mask-operations.ts';
import { withConnection } from '#localdb/connection.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { saveAnswers } from './journal.ts';

/** UUIDs of operations of this device that the server keeps aside, in the order in which they were drawn. */
export async function savedAside(db: LocalDb): Promise<string[]> {
  const rows = await withConnection(db, () => db.maskOperations.where('state').equals('aside').sortBy('seq'));
  return rows.map(({ uuid }) => uuid);
}

/**
 * What has become of operations that the server kept aside. One that it does not know waits to be sent again: the server was restored from a backup that is
 * older than it.
 */
export async function saveAsideStates(db: LocalDb, asked: readonly string[], states: readonly TakenOperation[]): Promise<void> {
  const known = new Map(states.map((state) => [state.uuid, state]));
  const rows = await withConnection(db, () =>
    db.transaction('rw', db.maskOperations, async () => {
      const found = await db.maskOperations
        .where('uuid')
        .anyOf([...asked])
        .filter(({ state }) => state === 'aside')
        .toArray();
      const unknown = found.filter(({ uuid }) => !known.has(uuid));
      await db.maskOperations.bulkPut(
        unknown.map(({ seq, uuid, segmentation, study, isOwn, sealed }) => ({
          ...{ seq, uuid, segmentation, study, isOwn, sealed },
          state: 'drawn',
        })),
      );
      return found;
    }),
  );
  for (const [segmentation, ofOne] of Map.groupBy(rows, (row) => row.segmentation)) {
    const answers = ofOne.flatMap(({ uuid }) => known.get(uuid) ?? []);
    if (answers.length > 0) await saveAnswers(db, segmentation, answers);
  }
}
