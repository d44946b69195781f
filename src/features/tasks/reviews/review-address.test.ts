import { expect, it } from 'vitest';
import { MY_REVIEWS, parseReviewAddress, reviewAddressToSearch, type ReviewAddress } from './review-address.ts';

it.each<[Record<string, unknown>, Partial<ReviewAddress>]>([
  [{}, {}],
  [
    { list: 'all', state: 'closed' },
    { list: 'all', state: 'closed' },
  ],
  [{ list: 'others', state: 'done' }, {}],
  [{ page: '3' }, { page: 3 }],
  [{ page: '-1' }, {}],
])('%j is %j [REVIEW-13]', (query, address) => {
  expect(parseReviewAddress(query)).toEqual({ ...MY_REVIEWS, ...address });
});

it('returns from the address that it was put into, and the own open ones have a plain one [REVIEW-13]', () => {
  const address: ReviewAddress = { page: 2, list: 'given', state: 'closed' };
  expect(parseReviewAddress(reviewAddressToSearch(address))).toEqual(address);
  expect(reviewAddressToSearch(MY_REVIEWS)).toEqual({});
});
