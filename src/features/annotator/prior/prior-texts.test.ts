import { expect, it } from 'vitest';
import { priorWords } from './prior-texts.ts';

it('says how long before the current study a prior was, as far as both dates are known [ANN-66]', () => {
  expect(priorWords('20251209', '20260314')).toBe('prior, 95 days earlier');
  expect(priorWords('2026.03.13', '20260314')).toBe('prior, 1 day earlier');
  expect(priorWords('20260314', '20260314')).toBe('prior, of the same day');
  expect(priorWords('', '20260314')).toBe('prior');
  expect(priorWords('20260315', '20260314')).toBe('prior');
});
