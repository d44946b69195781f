import type { QueryClient } from '@tanstack/react-query';
import type { DeviceKey } from '#localdb/device-key.ts';
import { keptObject } from '#localdb/kept-copies/offline-objects.ts';
import type { KeptKey, LocalDb } from '#localdb/schema.ts';

/**
 * Puts the stored data of pinned studies into the query cache, with the time at which it was fetched. Other viewed data expires after ten
 * days, or earlier when much else was viewed.
 */
export async function seedKeptAnswers(client: QueryClient, db: LocalDb, device: DeviceKey, team: string): Promise<void> {
  for (const { studyUuid } of await db.pins.toArray()) {
    await seed(client, db, device, `answer:study:${studyUuid}`, ['study', team, studyUuid]);
    await seed(client, db, device, `answer:series:${studyUuid}`, ['study-series', team, studyUuid]);
  }
}

async function seed(client: QueryClient, db: LocalDb, device: DeviceKey, key: KeptKey, queryKey: readonly string[]): Promise<void> {
  const kept = await keptObject(db, device, key);
  if (kept === null || kept.fetchedAt <= (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0)) return;
  const answer: unknown = JSON.parse(await (await kept.blob()).text());
  client.setQueryData(queryKey, answer, { updatedAt: kept.fetchedAt });
}
