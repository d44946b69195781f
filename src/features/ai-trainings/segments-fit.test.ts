import { expect, it } from 'vitest';
import { segmentsFit } from './segments-fit.ts';

const model = [
  { title: 'Anterior', value: 1 },
  { title: 'Posterior', value: 2 },
];

it.each([
  ['the same ones', [...model].reverse(), true],
  ['fewer', [model[0]!], false],
  ['another title', [model[0]!, { title: 'Tail', value: 2 }], false],
  ['another value', [model[0]!, { title: 'Posterior', value: 3 }], false],
])('a version fits a model if it has the same segments: %s [AI-69]', (_, classes, fits) => {
  expect(segmentsFit(model, classes)).toBe(fits);
});
