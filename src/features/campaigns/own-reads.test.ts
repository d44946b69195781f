import { expect, it } from 'vitest';
import type { OwnRead } from '#contract/campaigns.ts';
import { isBegun } from './own-reads.ts';
import { whyText } from './texts.ts';

const read = (state: OwnRead['state'], more: Partial<OwnRead> = {}): OwnRead => ({
  ...{ uuid: 'read', number: 1, study: 'study', state, skipped: null, reason: '', started_at: null, spent_ms: 0 },
  ...more,
});

it('reading has begun once a case was opened, also if it was skipped since or the server has not heard of it', () => {
  expect(isBegun([read('open'), read('open')])).toBe(false);
  expect(isBegun([read('open', { skipped: 'other', started_at: '2026-11-20T10:00:00Z' })])).toBe(true);
  expect(isBegun([read('started')])).toBe(true);
});

it.each([
  [read('returned', { reason: 'The apex is missing' }), 'The apex is missing'],
  [read('open', { skipped: 'series_missing' }), 'skipped: a series is missing'],
  [read('open'), ''],
  [read('done', { skipped: 'other' }), ''],
])('says why it was sent back or skipped [CAMP-41]', (own, why) => {
  expect(whyText(own)).toBe(why);
});
