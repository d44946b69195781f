import { expect, it } from 'vitest';
import {
  ALL_DATASETS,
  datasetsAddressToQuery,
  parseDatasetsAddress,
  parsePatientsAddress,
  patientsAddressToQuery,
  type DatasetsAddress,
  type PatientsAddress,
} from './datasets-address.ts';

it.each<[Record<string, unknown>, Partial<DatasetsAddress>]>([
  [{}, {}],
  [{ page: '3' }, { page: 3 }],
  [{ page: '-1' }, {}],
  [{ search: 'liver' }, { search: 'liver' }],
  [{ search: 26 }, { search: '26' }],
])('%j is %j', (query, address) => {
  expect(parseDatasetsAddress(query)).toEqual({ ...ALL_DATASETS, ...address });
});

it.each<[Record<string, unknown>, PatientsAddress]>([
  [{}, { page: 1, part: null }],
  [
    { part: 'test', page: '2' },
    { page: 2, part: 'test' },
  ],
  [{ part: 'none' }, { page: 1, part: 'none' }],
  [{ part: 'holdout' }, { page: 1, part: null }],
])('of the patients %j is %j', (query, address) => {
  expect(parsePatientsAddress(query)).toEqual(address);
});

it('returns from the address that it was put into, and the whole list has a plain one', () => {
  const [list, patients]: [DatasetsAddress, PatientsAddress] = [
    { page: 2, search: 'liver' },
    { page: 3, part: 'none' },
  ];
  expect(parseDatasetsAddress(datasetsAddressToQuery(list))).toEqual(list);
  expect(parsePatientsAddress(patientsAddressToQuery(patients))).toEqual(patients);
  expect([datasetsAddressToQuery(ALL_DATASETS), patientsAddressToQuery({ page: 1, part: null })]).toEqual([{}, {}]);
});
