import { describe, expect, it } from 'vitest';
import { parseStudiesAddress, studiesAddressToQuery } from './studies-address.ts';

describe('the address of the list', () => {
  it('is read, and what makes no sense in it counts as not said', () => {
    expect(parseStudiesAddress({ page: '3', search: 'heron', bupload_id: '7' })).toEqual({ page: 3, search: 'heron', uploadId: 7 });
    expect(parseStudiesAddress({ page: '-1', search: ['a'], bupload_id: 'x' })).toEqual({ page: 1, search: '', uploadId: null });
    expect(parseStudiesAddress({})).toEqual({ page: 1, search: '', uploadId: null });
  });

  it('keeps a search that looks like a number', () => {
    expect(parseStudiesAddress({ search: 4821 }).search).toBe('4821');
  });

  it('comes back as it was written, and is plain for the plain list', () => {
    const address = { page: 2, search: 'tern', uploadId: 5 };
    expect(parseStudiesAddress(studiesAddressToQuery(address))).toEqual(address);
    expect(studiesAddressToQuery({ page: 1, search: '', uploadId: null })).toEqual({});
  });
});
