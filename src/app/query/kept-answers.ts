import type { QueryClient } from '@tanstack/react-query';
import type { DeviceKey } from '#localdb/device-key.ts';
import { layoutsQuery } from '#features/annotator/layouts/layouts-query.ts';
import { keptLayouts } from '#localdb/kept-layouts.ts';
import { keptObject } from '#localdb/kept-copies/offline-objects.ts';
import type { KeptKey, LocalDb } from '#localdb/schema.ts';
import { layoutsKey } from '#sync/layouts-key.ts';
import { proposalsKey, studyModelsKey } from '#sync/proposals-key.ts';

/**
 * Puts the stored data of pinned studies into the query cache, with the time at which it was fetched. Other viewed data expires after ten
 * days, or earlier when much else was viewed.
 */
export async function seedKeptAnswers(client: QueryClient, db: LocalDb, device: DeviceKey, team: string): Promise<void> {
  for (const { studyUuid } of await db.pins.toArray()) {
    await seed(client, db, device, `answer:study:${studyUuid}`, ['study', team, studyUuid]);
    await seed(client, db, device, `answer:series:${studyUuid}`, ['study-series', team, studyUuid]);
    await seed(client, db, device, `answer:proposals:${studyUuid}`, proposalsKey(team, studyUuid));
    await seed(client, db, device, `answer:runnable:${studyUuid}`, studyModelsKey(team, studyUuid));
  }
}

async function seed(
  client: QueryClient,
  db: LocalDb,
  device: DeviceKey,
  key: KeptKey,
  queryKey: readonly (string | null)[],
): Promise<void> {
  const kept = await keptObject(db, device, key);
  if (kept === null || kept.fetchedAt <= (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0)) return;
  const answer: unknown = JSON.parse(await (await kept.blob()).text());
  client.setQueryData(queryKey, answer, { updatedAt: kept.fetchedAt });
}

/** For pinned studies: the layouts that are kept, then those of the server, if it can be reached. */
export async function seedLayouts(client: QueryClient, db: LocalDb, team: string): Promise<void> {
  const kept = await keptLayouts(db);
  const queryKey = layoutsKey(team);
  if (kept !== null && kept.at > (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0))
    client.setQueryData(queryKey, kept.layouts, { updatedAt: kept.at });
  await client.prefetchQuery({ ...layoutsQuery(db, team), retry: false });
}
