import type { ReadOperation } from '#imaging/mask/replay/read-operation.ts';
import type { Placed } from '#imaging/mask/replay/replay.ts';
import type { ReadEntry } from '#workers/masks/own-actions.ts';
import type { HistoryAction, MaskHistory } from './history-types.ts';

/** All operations of a segmentation in the order of their replay: `decided` by the numbers of the server, then those that wait. */
export interface PlacedOperations {
  decided: readonly Placed[];
  waiting: readonly Placed[];
}

/** The latest actions, newest first. An action stands where its last operation does. */
export function historyOf(entries: readonly ReadEntry[], { decided, waiting }: PlacedOperations, most: number): MaskHistory {
  const entryOf = new Map(entries.map((one) => [one.read.uuid, one]));
  const confirmed = new Set(decided.map(({ read }) => read.uuid));
  const all = [...decided, ...waiting];
  const byUuid = new Map(all.map(({ read }) => [read.uuid, read]));
  const undone = new Set(all.flatMap(({ read }) => (read.kind === 'withdraw' ? read.uuids : [])));
  const actions = new Map<string, Placed[]>();
  for (const placed of all.toReversed()) {
    const known = actions.get(placed.read.action);
    if (known !== undefined) known.push(placed);
    else actions.set(placed.read.action, [placed]);
  }
  const listed = [...actions].slice(0, most).map(([action, placed]): HistoryAction => {
    const reads = placed.map(({ read }) => read).toReversed();
    const first = reads[0]!;
    const { content } = entryOf.get(first.uuid)!.entry;
    const author = content?.author ?? null;
    const touched = first.kind === 'withdraw' ? reads.flatMap((read) => withdrawnBy(read, byUuid)) : reads;
    return {
      action,
      kind: first.kind === 'withdraw' ? 'undo' : first.kind === 'clear' ? 'clear' : content?.repeats === undefined ? 'draw' : 'redo',
      tool: touched.map(toolOf).find((tool) => tool !== null) ?? null,
      segments: [...new Set(touched.flatMap(segmentOf))],
      author: author === null ? null : { id: author, name: content?.by ?? null },
      at: content?.at ?? null,
      number: reads.every(({ uuid }) => confirmed.has(uuid)) ? Math.max(...placed.map(({ number }) => number)) : null,
      isUndone: reads.every(({ uuid }) => undone.has(uuid)),
    };
  });
  return { actions: listed, hasMore: actions.size > listed.length };
}

function withdrawnBy(read: ReadOperation, byUuid: ReadonlyMap<string, ReadOperation>): ReadOperation[] {
  return read.kind === 'withdraw' ? read.uuids.flatMap((uuid) => byUuid.get(uuid) ?? []) : [];
}

function toolOf(read: ReadOperation): string | null {
  if (read.kind === 'stroke') return read.stroke.tool;
  return read.kind === 'bulk' ? read.bulk.tool : null;
}

function segmentOf(read: ReadOperation): string[] {
  if (read.kind === 'stroke') return [read.stroke.segment];
  if (read.kind === 'bulk') return [read.bulk.segment];
  return read.kind === 'clear' ? [read.segment] : [];
}
