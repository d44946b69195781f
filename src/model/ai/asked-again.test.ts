import { expect, it } from 'vitest';
import { TRAINING_STATES } from '#contract/ai/trainings.ts';
import { ASK_AGAIN_MS, infersAskedAgain, trainingsAskedAgain } from './asked-again.ts';

it('trainings are asked for again while one of them may change by itself [AI-78]', () => {
  const moving = TRAINING_STATES.filter((state) => trainingsAskedAgain([{ state: 'complete' }, { state }]) === ASK_AGAIN_MS);
  expect(moving).toEqual(['queued', 'uploading', 'running']);
  expect(trainingsAskedAgain([])).toBe(false);
  expect(trainingsAskedAgain(undefined)).toBe(false);
});

it('inferences are asked for again while some wait or run [AI-78]', () => {
  expect(infersAskedAgain([{ queued: 0, running: 1 }])).toBe(ASK_AGAIN_MS);
  expect(infersAskedAgain([{ queued: 1, running: 0 }])).toBe(ASK_AGAIN_MS);
  expect(infersAskedAgain([{ queued: 0, running: 0 }])).toBe(false);
  expect(infersAskedAgain(undefined)).toBe(false);
});
