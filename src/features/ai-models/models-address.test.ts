import { numberIn } from '#model/addresses/number-in.ts';
import { expect, it } from 'vitest';
import { modelsAddressToQuery, parseModelsAddress, parseVersions } from './models-address.ts';

it('the list keeps its page and its search in the address, and ignores what is wrong in it', () => {
  expect(parseModelsAddress({ page: 2, search: 'hippo' })).toEqual({ page: 2, search: 'hippo' });
  expect(parseModelsAddress({ page: -1, search: {} })).toEqual({ page: 1, search: '' });
  expect(modelsAddressToQuery({ page: 1, search: '' })).toEqual({});
  expect(modelsAddressToQuery({ page: 3, search: 'a' })).toEqual({ page: 3, search: 'a' });
});

it.each([
  ['7', 7],
  [7, 7],
  ['07', null],
  ['0', null],
  [undefined, null],
  ['1e3', null],
])('the id in an address, %j, is %j', (text, id) => {
  expect(numberIn(text)).toBe(id);
});

it('the address says which versions are shown', () => {
  expect(parseVersions({ version: '4', with: 3 })).toEqual({ version: 4, other: 3 });
  expect(parseVersions({})).toEqual({ version: null, other: null });
});
