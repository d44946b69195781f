import type { QueryClient } from '@tanstack/react-query';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import { dropOthersOfStudy } from '#localdb/kept-copies/offline-objects.ts';
import { dropMasksOfStudies } from '#localdb/masks/drawn-here.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { isUuid } from '#model/uuid.ts';

/** Names of queries whose second part after the team is the UUID of a study. */
const OF_ONE_STUDY: readonly unknown[] = [
  'study',
  'study-series',
  'study-history',
  'organize',
  'measurements',
  'registrations',
  'follow-up',
  'comments',
  'study-forms',
  'mask-revisions',
  'study-proposals',
  'study-models',
];

/** Names of queries whose answers name patients of several studies. */
const LISTS_OF_PATIENTS = ['studies', 'ai-infers', 'ai-infer', 'ai-next-cases', 'ai-training', 'ai-train-segmentations', 'flows', 'flow'];

/**
 * Removes what this device keeps of studies that the team no longer has, or that this user may no longer see: pictures and volumes that were
 * looked at, masks, and answers about them. Nothing changes if the server does not answer. For a pinned study the keeper notes the reason.
 */
export async function dropGoneStudies(client: QueryClient, db: LocalDb): Promise<void> {
  const kept = [...(await db.keptObjects.orderBy('studyUuid').uniqueKeys()), ...(await db.masks.orderBy('study').uniqueKeys())];
  const asked = client
    .getQueryCache()
    .findAll()
    .flatMap(({ queryKey: [name, , uuid] }) => (OF_ONE_STUDY.includes(name) ? [uuid] : []));
  // A case is asked for under whatever its address names it.
  const uuids = [...new Set([...kept, ...asked])].filter((uuid) => isUuid(uuid));
  const gone: string[] = [];
  for (let at = 0; at < uuids.length; at += LIMITS.studiesAskedAtOnce) {
    const some = uuids.slice(at, at + LIMITS.studiesAskedAtOnce);
    const answer = await callApi(CALLS.existingStudies, { body: { uuids: some }, quiet: true });
    const isRefused = !answer.ok && answer.failure.kind === 'refused' && answer.failure.code === 'not_allowed';
    if (!answer.ok && !isRefused) return;
    const existing = new Set(answer.ok ? answer.value.data : []);
    gone.push(...some.filter((uuid) => !existing.has(uuid)));
  }
  if (gone.length === 0) return;
  for (const uuid of gone) await dropOthersOfStudy(db, uuid, new Set());
  await dropMasksOfStudies(db, gone);
  const isGone = new Set<unknown>(gone);
  client.removeQueries({ predicate: ({ queryKey: [name, , uuid] }) => OF_ONE_STUDY.includes(name) && isGone.has(uuid), type: 'inactive' });
  // Pages that nobody looks at may still name them.
  for (const name of LISTS_OF_PATIENTS) client.removeQueries({ queryKey: [name], type: 'inactive' });
}
