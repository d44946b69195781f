import { expect, it } from 'vitest';
import { parsePage } from './page-in-address.ts';

it.each([
  [{ page: 3 }, 3],
  [{ page: '3' }, 3],
  [{ page: '0' }, 1],
  [{ page: 'x' }, 1],
  [{ page: '1.5' }, 1],
  [{}, 1],
])('%j is page %i', (query, page) => {
  expect(parsePage(query)).toBe(page);
});
