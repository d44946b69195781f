import { expect, it } from 'vitest';
import {
  ALL_STRUCTURES,
  isFiltered,
  parseStructuresAddress,
  structuresAddressToQuery,
  type StructuresAddress,
} from './structures-address.ts';

it.each<[Record<string, unknown>, Partial<StructuresAddress>]>([
  [{}, {}],
  [{ page: '3' }, { page: 3 }],
  [{ page: '0' }, {}],
  [{ page: '1.5' }, {}],
  [{ search: 'kidney' }, { search: 'kidney' }],
  [{ search: 64033007 }, { search: '64033007' }],
  [{ category: 'whole-body' }, { category: 'whole-body' }],
  [{ category: 'a/b' }, {}],
  [{ category: 7 }, {}],
])('%j is %j', (query, address) => {
  expect(parseStructuresAddress(query)).toEqual({ ...ALL_STRUCTURES, ...address });
});

it('returns from the address that it was put into, and the whole list has a plain one', () => {
  const address: StructuresAddress = { page: 2, search: 'kidney', category: 'kidney' };
  expect(parseStructuresAddress(structuresAddressToQuery(address))).toEqual(address);
  expect(structuresAddressToQuery(ALL_STRUCTURES)).toEqual({});
  expect([isFiltered(ALL_STRUCTURES), isFiltered(address), isFiltered({ ...ALL_STRUCTURES, page: 2 })]).toEqual([false, true, true]);
});
