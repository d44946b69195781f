import { expect, it } from 'vitest';
import { NO_CODES, type Structure } from '#contract/structures.ts';
import { findStructures } from './known-structures.ts';

const named = (title: string): Structure => ({
  ...{ id: 1, slug: title.toLowerCase().replaceAll(' ', '-'), title, category_id: 1, category: { slug: 'abdomen', title: 'Abdomen' } },
  ...{ color: '#112233', codes: NO_CODES, shipped: true, deletable: false, created_by: null, updated_at: null },
});
const KNOWN = ['Liver', 'Liver vessels', 'Spleen'].map(named);

it.each([
  ['', ['Liver', 'Liver vessels', 'Spleen']],
  ['LIVER', ['Liver', 'Liver vessels']],
  [' vess  liv ', ['Liver vessels']],
  ['kidney', []],
])('a search for "%s" finds %j on this device', (search, titles) => {
  expect(findStructures(KNOWN, search).map(({ title }) => title)).toEqual(titles);
});
