import { expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { ANATOMICAL_STRUCTURE, LEFT, NO_CODES, StructureSlug } from '#contract/structures.ts';
import { structureToSearchText, titleToSlug } from './structure-texts.ts';

it.each([
  ['Lymph node, left', 'lymph-node-left'],
  ['  Größe & Länge ', 'gro-e-lange'],
  ['L5', 'l5'],
  ['前立腺', ''],
  ['---', ''],
  [`${'a'.repeat(LIMITS.structureSlugChars - 1)} b`, 'a'.repeat(LIMITS.structureSlugChars - 1)],
])('the slug of %j is %j', (title, slug) => {
  expect(titleToSlug(title)).toBe(slug);
  expect(StructureSlug.safeParse(slug).success).toBe(slug !== '');
});

it('searches title, slug and codes, but not the category that most structures have', () => {
  const codes = { ...NO_CODES, category: ANATOMICAL_STRUCTURE, laterality: LEFT };
  expect(structureToSearchText({ title: 'NÄHER', slug: 'x-1', codes })).toBe('näher\nx-1\n7771000\nleft');
});
