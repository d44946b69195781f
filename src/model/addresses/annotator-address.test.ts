import { expect, it } from 'vitest';
import { annotatorPath } from './annotator-address.ts';

const uuid = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';

it.each([
  ['MR', undefined, `/annotator/case/${uuid}`],
  ['MR', 5, `/annotator/case/${uuid}?task_id=5`],
  ['', undefined, `/annotator/case/${uuid}`],
  ['XA', undefined, `/mbg/${uuid}`],
  ['XA', 5, `/mbg/${uuid}?task_id=5`],
])('a study of modality "%s" with task %s is at %s [LIST-013, LIST-014]', (modality, taskId, path) => {
  expect(annotatorPath({ uuid, modality }, taskId)).toBe(path);
});
