import { describe, expect, it } from 'vitest';
import { listQuery, parseStudiesAddress, studiesAddressToSearch } from './studies-address.ts';

const STUDY = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';
const PLAIN = { page: 1, search: '', uploadId: null, labelId: null, projectId: null, study: null };

describe('the address of the study list', () => {
  it('is read, and invalid values are ignored', () => {
    expect(parseStudiesAddress({ page: '3', search: 'heron', bupload_id: '7', filter_id: '4', project: '9', study: STUDY })).toEqual({
      page: 3,
      search: 'heron',
      uploadId: 7,
      labelId: 4,
      projectId: 9,
      study: STUDY,
    });
    expect(
      parseStudiesAddress({ page: '-1', search: ['a'], bupload_id: 'x', filter_id: 'urgent', project: 0, study: '../../etc' }),
    ).toEqual(PLAIN);
    expect(parseStudiesAddress({})).toEqual(PLAIN);
  });

  it('keeps a search that looks like a number', () => {
    expect(parseStudiesAddress({ search: 4821 }).search).toBe('4821');
  });

  it('is read back as it was written, and is plain for the default list [LIST-024]', () => {
    const address = { page: 2, search: 'tern', uploadId: 5, labelId: 4, projectId: 9, study: STUDY };
    expect(parseStudiesAddress({ ...studiesAddressToSearch(address) })).toEqual(address);
    expect(studiesAddressToSearch(PLAIN)).toEqual({});
  });

  it('requests the same list, whichever study is open next to it', () => {
    expect(listQuery({ page: 2, search: 'tern', uploadId: 5, labelId: 4, projectId: 9 })).toEqual({
      page: 2,
      search: 'tern',
      bupload_id: 5,
      filter_id: 4,
      project: 9,
    });
  });
});
