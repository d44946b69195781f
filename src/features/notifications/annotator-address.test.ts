import { expect, it } from 'vitest';
import { annotatorAddress } from './annotator-address.ts';

const url = '/annotator/case/0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';

it.each([
  ['review.add.comment', 9, `${url}?task_id=9&review=true`],
  ['aiinfer.done', 9, `${url}?task_id=9&aiinfer=true`],
  ['aiinfer.done', null, `${url}?aiinfer=true`],
  ['upload.complete', 9, null],
  ['aitrain.train.complete', 9, null],
] as const)('%s with task %s opens %s [NOTIF-21, NOTIF-22]', (type_code, model2_id, address) => {
  expect(annotatorAddress({ type_code, url, model2_id })).toBe(address);
});

it('an address has a single query string, whatever address the server returned', () => {
  const given = { type_code: 'review.add.comment', url: `${url}?task_id=1#x`, model2_id: 9 } as const;
  expect(annotatorAddress(given)).toBe(`${url}?task_id=9&review=true`);
});

it('names the comment that the server named [COM-11]', () => {
  const given = { type_code: 'review.add.comment', url: `${url}?comment=a&x=1#y`, model2_id: 9 } as const;
  expect(annotatorAddress(given)).toBe(`${url}?task_id=9&review=true&comment=a`);
});

it.each([
  ['/case/12?task_id=3', 'c3R1ZHk6MTI', '/case/c3R1ZHk6MTI?task_id=9&review=true'],
  ['/case/12?task_id=3', undefined, '/case/12?task_id=9&review=true'],
  [url, 'c3R1ZHk6MTI', `${url}?task_id=9&review=true`],
])('the study of %s and text %s is opened at %s [NOTIF-24, NOTIF-26]', (given, p, address) => {
  expect(annotatorAddress({ type_code: 'review.add.comment', url: given, model2_id: 9, ...(p === undefined ? {} : { p }) })).toBe(address);
});
