import { expect, it } from 'vitest';
import {
  ALL_SEGMENTATIONS,
  isFiltered,
  parseSegmentationsAddress,
  parseSegmentsList,
  segmentationsAddressToQuery,
  type SegmentationsAddress,
} from './segmentations-address.ts';

const STUDY = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';

it.each<[Record<string, unknown>, Partial<SegmentationsAddress>]>([
  [{}, {}],
  [
    { page: '3', search: 'liver' },
    { page: 3, search: 'liver' },
  ],
  [{ page: '0', user: '1.5' }, {}],
  [
    { shared: 1, structure: 'liver', user: 7, study: STUDY },
    { shared: '1', structure: 'liver', user: 7, study: STUDY },
  ],
  [{ shared: '0' }, { shared: '0' }],
  [{ shared: '2', structure: 'a/b', study: '12' }, {}],
])('%j is %j', (query, address) => {
  expect(parseSegmentationsAddress(query)).toEqual({ ...ALL_SEGMENTATIONS, ...address });
});

it('returns from the address that it was put into, and the whole list has a plain one', () => {
  const address: SegmentationsAddress = { page: 2, search: 'liver', shared: '0', structure: 'liver', user: 7, study: STUDY };
  expect(parseSegmentationsAddress(segmentationsAddressToQuery(address))).toEqual(address);
  expect(segmentationsAddressToQuery(ALL_SEGMENTATIONS)).toEqual({});
  expect([isFiltered(ALL_SEGMENTATIONS), isFiltered(address)]).toEqual([false, true]);
});

it.each([
  ['4', '4'],
  ['4,5,6', '4,5,6'],
  [undefined, null],
  ['', null],
  ['4,', null],
  ['0', null],
  ['liver', null],
])('the list %j is %j', (list, ids) => expect(parseSegmentsList(list)).toBe(ids));
