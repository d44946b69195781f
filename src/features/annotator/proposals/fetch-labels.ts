import { fetchBytes } from '#api/call-api.ts';
import type { Proposal } from '#contract/ai/inferences.ts';
import { CALLS } from '#contract/calls.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { labelsKey } from '#localdb/kept-copies/kept-models.ts';
import { keptObject } from '#localdb/kept-copies/offline-objects.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { bytesToHex } from '#model/hex.ts';
import type { FetchedLabels } from './proposal-store.ts';

/** The label map that is kept with a pinned study, or that of the server (PCALL-161). The bytes are those that were announced, or they are refused. */
export async function fetchLabels(db: LocalDb, study: string, { id, sha256 }: Pick<Proposal, 'id' | 'sha256'>): Promise<FetchedLabels> {
  const kept = await keptObject(db, await openDeviceKey(db), labelsKey(id));
  if (kept !== null) {
    const bytes = await kept.read(0, kept.size);
    if ((await hashOf(bytes)) === sha256) return { ok: true, bytes };
  }
  const answer = await fetchBytes(CALLS.proposalLabels, { params: { uuid: study, id: String(id) }, quiet: true });
  if (!answer.ok) return { ok: false, why: answer.failure.kind === 'network' ? 'offline' : 'failed' };
  const buffer = await answer.value.arrayBuffer().catch(() => null);
  if (buffer === null) return { ok: false, why: 'offline' };
  const bytes = new Uint8Array(buffer);
  return (await hashOf(bytes)) === sha256 ? { ok: true, bytes } : { ok: false, why: 'changed' };
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
