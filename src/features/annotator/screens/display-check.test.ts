import { describe, expect, it } from 'vitest';
import { isCheckDue, NEVER_CHECKED, parseDisplayCheck, type DisplayCheck } from './display-check.ts';

const NOW = new Date(2026, 2, 14, 15, 0).getTime();
const daysAgo = (days: number): number => NOW - days * 86_400_000;
const isDue = (check: Partial<DisplayCheck>): boolean => isCheckDue({ ...NEVER_CHECKED, ...check }, NOW);

describe('the reminder of a check of the display [SCREEN-05]', () => {
  it('comes once the interval is over, and at once if nobody has ever checked', () => {
    expect(isDue({ everyDays: 30, checkedAt: daysAgo(29.9) })).toBe(false);
    expect(isDue({ everyDays: 30, checkedAt: daysAgo(30) })).toBe(true);
    expect(isDue({ everyDays: 365 })).toBe(true);
  });

  it('does not come where nobody wants it', () => {
    expect([isDue({}), isDue({ checkedAt: daysAgo(4000) })]).toEqual([false, false]);
  });

  it('that was put off comes back on the next day', () => {
    const putOff = (hours: number): boolean => isDue({ everyDays: 90, putOffAt: NOW - hours * 3_600_000 });
    expect([putOff(14), putOff(16)]).toEqual([false, true]);
  });

  it('what is stored and cannot be read counts as never checked', () => {
    const stored: DisplayCheck = { checkedAt: NOW, everyDays: 180, putOffAt: null };
    expect(parseDisplayCheck(JSON.stringify(stored))).toEqual(stored);
    for (const text of [undefined, '', '{', '{"checkedAt":"x"}', JSON.stringify({ ...stored, everyDays: 7 })])
      expect(parseDisplayCheck(text)).toEqual(NEVER_CHECKED);
  });
});
