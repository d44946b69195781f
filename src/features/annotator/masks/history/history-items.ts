import type { MaskRevision } from '#contract/mask-revisions.ts';
import type { HistoryAction, MaskHistory } from '#workers/masks/types.ts';

export type HistoryItem = { action: HistoryAction } | { revision: MaskRevision };

/** Actions, newest first, each with the names of the state after it before it. `revisions`: the highest number first. Names of states that are not listed come last. */
export function historyItems({ actions }: Pick<MaskHistory, 'actions'>, revisions: readonly MaskRevision[]): HistoryItem[] {
  const items: HistoryItem[] = [];
  const rest = [...revisions];
  for (const action of actions) {
    while (action.number !== null && rest.length > 0 && rest[0]!.number >= action.number) items.push({ revision: rest.shift()! });
    items.push({ action });
  }
  return [...items, ...rest.map((revision) => ({ revision }))];
}
