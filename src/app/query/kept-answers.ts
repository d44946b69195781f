import type { QueryClient } from '@tanstack/react-query';
import type { DeviceKey } from '#localdb/device-key.ts';
import { keptObject } from '#localdb/kept-objects.ts';
import type { KeptKey, LocalDb } from '#localdb/schema.ts';

/**
 * Puts what is kept of pinned studies where their pages look first, with the time at which it was fetched. What was seen of them otherwise ends after
 * ten days, or when much else was seen.
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
