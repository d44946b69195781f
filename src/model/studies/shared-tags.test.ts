import { expect, it } from 'vitest';
import type { ReadTag, SeriesFacts } from '#contract/series-reading.ts';
import { sharedTags } from './shared-tags.ts';

const tag = (code: string, value: string): ReadTag => ({ code, name: code, prop: code, value });
const read = (...tags: ReadTag[]) => ({ facts: { tags } as SeriesFacts });

it('are those with the same value in every series that was read [ENT-42]', () => {
  const [part, echo, other] = [tag('(0018,0015)', 'PROSTATE'), tag('(0018,0081)', '104'), tag('(0018,0081)', '90')];
  expect(sharedTags([read(part, echo), null, { facts: null }, read(other, part)])).toEqual([part]);
  expect(sharedTags([read(part, echo)])).toEqual([part, echo]);
  expect(sharedTags([read(part), read()])).toEqual([]);
  expect(sharedTags([null])).toEqual([]);
});
