import { expect, it } from 'vitest';
import { isTeamAddress, titleToSlug } from './team-address.ts';

it.each([
  ['Radiology West', 'radiology-west'],
  ['  St. Sample — Universität ', 'st-sample-universitat'],
  ['放射線科', ''],
  ['x'.repeat(70), 'x'.repeat(63)],
])('proposes an address for %s', (title, slug) => {
  expect(titleToSlug(title)).toBe(slug);
});

it('accepts a valid subdomain label', () => {
  expect(['north', 'st-sample-2'].every(isTeamAddress)).toBe(true);
  expect(['', '-north', 'north-', 'North', 'no.rth', 'x'.repeat(64)].some(isTeamAddress)).toBe(false);
});
