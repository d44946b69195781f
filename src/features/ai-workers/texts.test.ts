import { expect, it } from 'vitest';
import { agoText, firstTryText, stuckText, stuckTitle } from './texts.ts';

const now = Date.UTC(2026, 10, 27, 12, 0, 0);

it.each([
  ['2026-11-27 11:59:59', 'now'],
  ['2026-11-27 11:59:20', '40\u00A0s ago'],
  ['2026-11-27 12:00:10', 'now'],
])('a worker that was seen at %s was seen %s [AI-75]', (at, words) => {
  expect(agoText(at, now)).toBe(words);
});

it('jobs that no worker can take are named, with the end of the first [AI-75]', () => {
  const stuck = [
    { needs: 'total', count: 1, ends: '2026-12-04 11:00:00' },
    { needs: 'total-mr', count: 5, ends: '2026-12-03 11:00:00' },
  ];
  expect(stuckTitle(stuck)).toBe('6 jobs wait that no worker can take');
  expect(stuckText(stuck)).toMatch(/^1 needs total, 5 need total-mr\. The first ends on 03\.12\.2026 \d\d:00 if no worker comes\.$/);
});

it('the share of first tries is of what was done', () => {
  expect(firstTryText({ done_24h: 200, first_try_24h: 199 })).toBe('99.5 % at the first try');
  expect(firstTryText({ done_24h: 0, first_try_24h: 0 })).toBe('');
});
