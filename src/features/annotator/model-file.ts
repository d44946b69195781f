import { fetchBytes } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { RunnableModel } from '#contract/ai/models.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { modelKey, OF_MODELS } from '#localdb/kept-copies/kept-models.ts';
import { keepObject, keptKeys, keptObject } from '#localdb/kept-copies/offline-objects.ts';
import type { LocalDb } from '#localdb/schema.ts';

export type ModelFile = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; why: 'offline' | 'failed' };

/** The file of a version: the one on this device, or that of the server (PCALL-154), which is then in the cache. Whoever runs it compares its hash. */
export async function modelFile(db: LocalDb, { uuid }: Pick<RunnableModel['version'], 'uuid'>): Promise<ModelFile> {
  const device = await openDeviceKey(db);
  const kept = await keptObject(db, device, modelKey(uuid));
  if (kept !== null) return { ok: true, bytes: await kept.read(0, kept.size) };
  const answer = await fetchBytes(CALLS.versionFile, { params: { uuid }, quiet: true });
  if (!answer.ok) return { ok: false, why: answer.failure.kind === 'network' ? 'offline' : 'failed' };
  const blob = await answer.value.blob().catch(() => null);
  if (blob === null) return { ok: false, why: 'offline' };
  // Without room for it, it is fetched again the next time.
  await keepObject(db, device, { key: modelKey(uuid), studyUuid: OF_MODELS, tag: answer.value.headers.get('ETag') }, blob);
  return { ok: true, bytes: new Uint8Array(await blob.arrayBuffer()) };
}

/** Whether it can run without a network. */
export async function isModelHere(db: LocalDb, { uuid }: Pick<RunnableModel['version'], 'uuid'>): Promise<boolean> {
  const key = modelKey(uuid);
  return (await keptKeys(db, await openDeviceKey(db), [key])).has(key);
}
