import { expect, it } from 'vitest';
import { inferTexts } from './texts.ts';

it('models are told by where they stand, each state once', () => {
  expect(
    inferTexts([
      { id: 1, model: 'total6mm', state: 'queued' },
      { id: 2, model: 'total', state: 'failed' },
      { id: 3, model: 'total', state: 'queued' },
    ]),
  ).toEqual(['total6mm, total: waiting for an AI worker', 'total: failed at an AI worker']);
  expect(inferTexts([])).toEqual([]);
});
