import { expect, it } from 'vitest';
import { inferTexts } from './texts.ts';

it('models are grouped by their state, each state once', () => {
  expect(
    inferTexts([
      { id: 1, model: 'total6mm', state: 'queued' },
      { id: 2, model: 'total', state: 'failed' },
      { id: 3, model: 'total', state: 'queued' },
    ]),
  ).toEqual(['total6mm, total: waiting for an AI worker', 'total: failed on an AI worker']);
  expect(inferTexts([])).toEqual([]);
});
