import { expect, it } from 'vitest';
import { infersAddressToQuery, parseInfersAddress } from './infers-address.ts';

it('the list keeps page, state and model in the address, and ignores what is wrong in it', () => {
  const address = { page: 2, state: 'failed', model: 4 } as const;
  expect(parseInfersAddress({ page: '2', state: 'failed', model: '4' })).toEqual(address);
  expect(parseInfersAddress({ page: 'x', state: 'gone', model: -1 })).toEqual({ page: 1, state: null, model: null });
  expect(infersAddressToQuery(address)).toEqual(address);
  expect(infersAddressToQuery({ page: 1, state: null, model: null })).toEqual({});
});
