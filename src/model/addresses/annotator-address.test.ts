import { expect, it } from 'vitest';
import { annotatorPath, taskIdOf } from './annotator-address.ts';

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

it.each([
  ['?task_id=5', 5],
  ['?review=true&task_id=12', 12],
  ['', null],
  ['?task_id=', null],
  ['?task_id=0', null],
  ['?task_id=5.5', null],
  ['?task_id=5e3', null],
  ['?task_id=five', null],
  ['?task_id=1234567890123456', null],
])('the task in "%s" is %s', (query, taskId) => {
  expect(taskIdOf(query)).toBe(taskId);
});
