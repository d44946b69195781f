import { describe, expect, it } from 'vitest';
import type { MaskRevision } from '#contract/mask-revisions.ts';
import type { HistoryAction } from '#workers/masks/types.ts';
import { historyItems } from './history-items.ts';

const action = (number: number | null): HistoryAction => ({
  ...{ action: `a${number}`, kind: 'draw', tool: 'paint', segments: [], author: null, at: null, number, isUndone: false },
});
const revision = (number: number, name = `r${number}`): MaskRevision => ({
  ...{ uuid: name, name, number, user: null, created_at: '2026-01-02 03:04:05', removable: true },
});
const order = (actions: HistoryAction[], revisions: MaskRevision[]) =>
  historyItems({ actions }, revisions).map((item) => ('action' in item ? item.action.action : item.revision.name));

describe('names among actions', () => {
  it('stand above the action whose state they name [MASK-178]', () => {
    expect(order([action(null), action(7), action(4), action(1)], [revision(7), revision(5), revision(1)])).toEqual([
      ...['anull', 'r7', 'a7', 'r5', 'a4', 'r1', 'a1'],
    ]);
    expect(order([action(2)], [revision(2, 'b'), revision(2, 'a')])).toEqual(['b', 'a', 'a2']);
  });

  it('of states that are not listed come last [MASK-178]', () => {
    expect(order([action(9)], [revision(3)])).toEqual(['a9', 'r3']);
    expect(order([], [revision(3)])).toEqual(['r3']);
    expect(order([action(null)], [revision(3)])).toEqual(['anull', 'r3']);
  });
});
