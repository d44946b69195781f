import type { BulkRead, ReadOperation, StrokeRead } from '#imaging/mask/replay/read-operation.ts';
import type { JournalEntry } from '#localdb/masks/read-journal.ts';

/** A stored operation, and what is replayed of it. */
export interface ReadEntry {
  entry: JournalEntry;
  read: ReadOperation;
}

/** What this user drew on this device in one go. */
export interface OwnAction {
  action: string;
  drawn: readonly (StrokeRead | BulkRead)[];
}

/** What can be undone and redone, the next one last. */
export interface OwnActions {
  undoable: readonly OwnAction[];
  redoable: readonly OwnAction[];
}

/** Read from the journal, so that a reload or another tab changes nothing. What the server kept aside is not shown, so it cannot be undone. */
export function ownActions(operations: readonly ReadEntry[]): OwnActions {
  const own = operations.filter(({ entry }) => entry.isOwn && entry.place.state !== 'aside').toSorted((a, b) => a.entry.seq - b.entry.seq);
  const [undoable, redoable]: [OwnAction[], OwnAction[]] = [[], []];
  for (const [action, ofOne] of Map.groupBy(own, ({ read }) => read.action)) {
    const withdrawn = new Set(ofOne.flatMap(({ read }) => (read.kind === 'withdraw' ? read.uuids : [])));
    const at = withdrawn.size === 0 ? -1 : undoable.findLastIndex(({ drawn }) => drawn.some(({ uuid }) => withdrawn.has(uuid)));
    if (at >= 0) redoable.push(...undoable.splice(at, 1));
    const drawn = ofOne.flatMap(({ read }) => (read.kind === 'stroke' || read.kind === 'bulk' ? [read] : []));
    if (drawn.length === 0) continue;
    const repeats = ofOne[0]!.entry.content?.repeats;
    // A new action ends what could be redone.
    if (repeats !== undefined && redoable.at(-1)?.action === repeats) redoable.pop();
    else redoable.length = 0;
    undoable.push({ action, drawn });
  }
  return { undoable, redoable };
}
