import { expect, it } from 'vitest';
import { ANATOMICAL_STRUCTURE, LEFT, NO_CODES, type Structure } from '#contract/structures.ts';
import { changesOf, draftOf, draftToBody, faultsOf, type StructureDraft } from './structure-draft.ts';

const CATEGORIES = [
  { id: 15, slug: 'kidney', title: 'Kidney' },
  { id: 18, slug: 'prostate', title: 'Prostate' },
];
const KIDNEY = { scheme: 'SCT', value: '64033007', meaning: 'Kidney' } as const;
const OTHER_CATEGORY = { scheme: 'SCT', value: '246464006', meaning: 'Function' } as const;
const STRUCTURE: Structure = {
  ...{ id: 201, slug: 'marker', title: 'Marker', category_id: 15, category: { slug: 'kidney', title: 'Kidney' }, color: '#4FD0D0' },
  codes: { ...NO_CODES, category: OTHER_CATEGORY, type: KIDNEY, laterality: LEFT },
  ...{ shipped: false, deletable: true, created_by: 'Eva', updated_at: '2026-01-02 03:04:05' },
};
const NEW: StructureDraft = { ...draftOf(null), title: ' Marker ', category: 'kidney' };

it('a new draft needs a title and a body part', () => {
  expect(Object.keys(faultsOf(draftOf(null)))).toEqual(['title', 'category']);
  expect(faultsOf(NEW)).toEqual({});
});

it.each<[Partial<StructureDraft>, string[]]>([
  [{ slug: 'Big Marker' }, ['slug']],
  [{ slug: 'big-marker' }, []],
  [{ title: '前立腺' }, ['slug']],
  [{ title: '前立腺', slug: 'p' }, []],
  [{ typeValue: '64033007', typeMeaning: 'Kidney' }, []],
  [{ typeValue: ' 64033007 ', typeMeaning: 'Kidney' }, []],
  [{ typeValue: '64033008', typeMeaning: 'Kidney' }, ['typeValue']],
  [{ typeValue: '64033007' }, ['typeMeaning']],
  [{ modifierMeaning: 'Left' }, ['modifierValue']],
])('%j has faults in %j', (change, faults) => {
  expect(Object.keys(faultsOf({ ...NEW, ...change }))).toEqual(faults);
});

it('a new structure is sent without a slug if none was typed', () => {
  expect(draftToBody({ ...NEW, typeValue: ' 64033007', typeMeaning: 'Kidney ' }, CATEGORIES, null)).toEqual({
    ...{ title: 'Marker', category_id: 15, color: '#4FD0D0' },
    codes: { ...NO_CODES, category: ANATOMICAL_STRUCTURE, type: KIDNEY },
  });
});

it('a change sends only what differs, and keeps a code that no list offers', () => {
  const draft = draftOf(STRUCTURE);
  expect(changesOf(draft, CATEGORIES, STRUCTURE)).toEqual({});
  expect(changesOf({ ...draft, title: 'Clip', category: 'prostate' }, CATEGORIES, STRUCTURE)).toEqual({ title: 'Clip', category_id: 18 });
  expect(changesOf({ ...draft, title: 'Clip', slug: '' }, CATEGORIES, STRUCTURE)).toEqual({ title: 'Clip', slug: 'clip' });
  expect(changesOf({ ...draft, laterality: '', color: '#F0766B' }, CATEGORIES, STRUCTURE)).toEqual({
    color: '#F0766B',
    codes: { ...STRUCTURE.codes, laterality: null },
  });
});
