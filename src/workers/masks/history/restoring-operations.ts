import { emptyBits } from '#imaging/mask/bits/bits.ts';
import { changeBetween, isNoChange } from '#imaging/mask/bits/change.ts';
import type { Hash } from '#imaging/mask/operations/block-store.ts';
import type { MaskState } from '#imaging/mask/operations/mask-state.ts';
import { respectLocks } from '#imaging/mask/tools/respect-locks.ts';
import type { MaskOperationContent } from '#localdb/masks/journal.ts';
import type { Drawn } from '#workers/masks/types.ts';
import { bulkOperationOf, type Drawing } from '#workers/masks/wire-form.ts';
import type { RestoreRights, Restored } from './history-types.ts';

interface Restoring {
  drawing: Drawing;
  now: MaskState;
  before: MaskState;
  exclusive: boolean;
  /** Number of the last operation that was seen. */
  base: number;
  hash: Hash;
}

export interface RestoringOperations {
  contents: readonly MaskOperationContent[];
  answer: Extract<Restored, { ok: true }>;
}

/** A bulk operation of one action for each segment that differs. Locked segments, and those that do not exist any more, stay as they are. */
export function restoringOperations({ existing, locked }: RestoreRights, restoring: Restoring): RestoringOperations | Drawn {
  const { drawing, now, before, exclusive, base, hash } = restoring;
  const { size, segments } = now;
  const action = crypto.randomUUID();
  const contents: MaskOperationContent[] = [];
  const [restored, gone]: string[][] = [[], []];
  const kept = new Set<string>();
  for (const segment of new Set([...before.segments.keys(), ...segments.keys()])) {
    const empty = emptyBits(size);
    const wanted = changeBetween(segments.get(segment) ?? empty, before.segments.get(segment) ?? empty);
    if (isNoChange(wanted)) continue;
    if (!existing.includes(segment)) {
      if (before.segments.has(segment)) gone!.push(segment);
      continue;
    }
    const unlocked = respectLocks(wanted, { segment, exclusive, locked: new Set(locked), segments, size });
    for (const spared of unlocked.ok ? unlocked.spared : [{ segment }]) kept.add(spared.segment);
    if (!unlocked.ok || isNoChange(unlocked.change)) continue;
    const content = bulkOperationOf(drawing, { segment, exclusive, tool: 'restore', base, change: unlocked.change }, hash, action);
    if (content === null) return { ok: false, why: 'too-much' };
    contents.push(content);
    restored!.push(segment);
  }
  if (contents.length === 0 && kept.size > 0) return { ok: false, why: 'locked' };
  return { contents, answer: { ok: true, restored: restored!, locked: [...kept], gone: gone! } };
}
