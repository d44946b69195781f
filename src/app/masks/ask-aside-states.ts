import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import { savedAside, saveAsideStates } from '#localdb/masks/aside.ts';
import type { LocalDb } from '#localdb/schema.ts';

/** Asks the server what has become of what it kept aside of this device, and stores it. Without an answer nothing changes, and it is asked again later. */
export async function askAsideStates(db: LocalDb): Promise<void> {
  const uuids = await savedAside(db);
  for (let from = 0; from < uuids.length; from += LIMITS.asideOperationsPerCall) {
    const operations = uuids.slice(from, from + LIMITS.asideOperationsPerCall);
    const answer = await callApi(CALLS.asideStates, { body: { operations }, quiet: true });
    if (!answer.ok) return;
    await saveAsideStates(db, operations, answer.value.data);
  }
}
