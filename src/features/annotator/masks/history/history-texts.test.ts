import { describe, expect, it } from 'vitest';
import type { HistoryAction } from '#workers/masks/types.ts';
import { actionText, authorText, restoredText, whenText } from './history-texts.ts';

const action = (part: Partial<HistoryAction>): HistoryAction => ({
  ...{ action: 'a', kind: 'draw', tool: 'paint', segments: [], author: null, at: null, number: 1, isUndone: false },
  ...part,
});

describe('an action in words', () => {
  it.each([
    [{}, 'Paint'],
    [{ tool: 'fill-between' }, 'Fill between slices'],
    [{ tool: 'take 1234' }, 'Take mine'],
    [{ tool: 'leave 1234' }, 'Leave theirs'],
    [{ tool: 'of a later version' }, 'Change'],
    [{ tool: 'toString' }, 'Change'],
    [{ kind: 'undo' as const }, 'Undo: Paint'],
    [{ kind: 'undo' as const, tool: null }, 'Undo: Change'],
    [{ kind: 'redo' as const, tool: 'erase' }, 'Redo: Erase'],
    [{ kind: 'clear' as const, tool: null }, 'Clear a deleted segment'],
  ])('%o: %s [MASK-171]', (part, words) => {
    expect(actionText(action(part))).toBe(words);
  });

  it('has its author and time [MASK-171]', () => {
    expect([authorText({ id: 1, name: 'Ann' }, 1), authorText({ id: 2, name: 'Bob' }, 1), authorText({ id: 2, name: null }, 1)]).toEqual([
      'You',
      'Bob',
      'Somebody else',
    ]);
    expect(authorText(null, 1)).toBe('An account that no longer exists');
    const now = new Date(2026, 4, 6, 18).getTime();
    expect(whenText(new Date(2026, 4, 6, 14, 5).toISOString(), now)).toBe('14:05');
    expect(whenText(new Date(2026, 4, 5, 14, 5).toISOString(), now)).toBe('05.05.2026 14:05');
    expect([whenText(null, now), whenText('no time', now)]).toEqual(['time not known', 'time not known']);
  });
});

describe('what became of a restoring', () => {
  it('names what was restored, and what was not [MASK-175]', () => {
    const name = (uuid: string) => uuid.toUpperCase();
    expect(restoredText({ ok: true, restored: ['a', 'b'], locked: ['c'], gone: ['d'] }, name)).toBe(
      'Restored: A, B. Locked, so left as it is: C. 1 deleted segment was not brought back.',
    );
    expect(restoredText({ ok: true, restored: [], locked: [], gone: [] }, name)).toBe('Nothing differs from now. Nothing was changed.');
    expect(restoredText({ ok: false, why: 'not-here' }, name)).toMatch('not on this device');
    expect(restoredText({ ok: false, why: 'locked' }, name)).toMatch('A locked segment');
    expect(restoredText({ ok: false, why: 'too-much' }, name)).toMatch('too large');
  });
});
