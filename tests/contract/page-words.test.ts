import { expect, it } from 'vitest';
import { ROUTES } from '#app/routes/route-table.ts';
import { PAGE_WORDS } from '#model/addresses/page-words.ts';

/** The activity log keeps a word of a path where it is one of ours: a page that is not in the list would be kept as stars. */
it('every word in a page address is known', () => {
  const words = ROUTES.flatMap(({ path }) => path.split('/')).filter((word) => word !== '' && !word.includes('$'));
  expect(words.length).toBeGreaterThan(5);
  expect(words.filter((word) => !PAGE_WORDS.has(word))).toEqual([]);
});
