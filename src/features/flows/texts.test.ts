import { expect, test } from 'vitest';
import { FLOW_REASONS } from '#contract/flows.ts';
import { reasonText } from '#model/pipelines/step-words.ts';
import { marksText, whyText } from './texts.ts';

const step = (state: 'done' | 'failed' | 'not_started' | 'skipped') => ({ id: 'a', type: 'convert', state });

test('a row says at which step the flow is, and why [FLOW-14]', () => {
  const steps = [step('done'), step('failed'), step('not_started')];
  const reason = { code: 'nothing_converted' as const, values: ['2'] };
  expect(whyText({ state: 'failed', position: 1, steps, reason })).toBe('Step 2: No series could be converted');
  expect(whyText({ state: 'running', position: 1, steps, reason: null })).toBe('Step 2: Convert');
  expect(whyText({ state: 'done', position: 3, steps, reason: null })).toBe('3 steps');
  expect(marksText({ steps: [...steps, step('skipped')] })).toBe('2 of 4 steps');
});

test('every reason has words', () => {
  for (const code of FLOW_REASONS) expect(reasonText({ code, values: ['1', '2'] })).toMatch(/\w{4}/);
});
