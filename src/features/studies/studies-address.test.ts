import { describe, expect, it } from 'vitest';
import {
  isFiltered,
  isSameView,
  listQuery,
  parseStudiesAddress,
  studiesAddressToSearch,
  WHOLE_LIST,
  withFilters,
} from './studies-address.ts';

const STUDY = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02';
const FILTERS = { bupload_id: 7, search: 'heron', filter_id: 4, project: 9, folder: 3, modality: 'MR', state: 'converted' } as const;

describe('the address of the study list', () => {
  it('is read, and invalid values are ignored', () => {
    const query = { bupload_id: '7', filter_id: '4', project: '9', folder: 3, modality: 'MR', state: 'converted' };
    expect(parseStudiesAddress({ page: '3', search: 'heron', view: '2', study: STUDY, ...query })).toEqual({
      page: 3,
      filters: FILTERS,
      view: 2,
      study: STUDY,
    });
    expect(
      parseStudiesAddress({
        ...{ page: '-1', search: ['a'], bupload_id: 'x', filter_id: 'urgent', project: 0, study: '../../etc', view: '1.5' },
        ...{ state: 'lost', date_from: '2026-01-01', patient: 'x', order: 'size', folder: '' },
      }),
    ).toEqual(WHOLE_LIST);
    expect(parseStudiesAddress({})).toEqual(WHOLE_LIST);
  });

  it('keeps a search that looks like a number', () => {
    expect(parseStudiesAddress({ search: 4821 }).filters).toEqual({ search: '4821' });
  });

  it('is read back as it was written, and is plain for the default list [LIST-024]', () => {
    const address = { page: 2, filters: FILTERS, view: 1, study: STUDY };
    expect(parseStudiesAddress({ ...studiesAddressToSearch(address) })).toEqual(address);
    expect(studiesAddressToSearch(WHOLE_LIST)).toEqual({});
  });

  it('requests the same list, whichever study is open next to it', () => {
    expect(listQuery({ page: 2, filters: { search: 'tern', bupload_id: 5 } })).toEqual({ page: 2, search: 'tern', bupload_id: 5 });
  });

  it('begins again at the first page when a filter is changed or removed [LIST-005]', () => {
    const address = { page: 4, filters: FILTERS, view: 1, study: null };
    expect(withFilters(address, { folder: null, modality: 'CT', search: '' })).toEqual({
      page: 1,
      filters: { bupload_id: 7, filter_id: 4, project: 9, modality: 'CT', state: 'converted' },
      view: 1,
      study: null,
    });
  });
});

describe('the filters of the study list', () => {
  it('narrow it, which an order does not', () => {
    expect([isFiltered({}), isFiltered({ order: 'name' }), isFiltered({ modality: 'CT' })]).toEqual([false, false, true]);
  });

  it('are those of a view or not', () => {
    expect(isSameView({ modality: 'CT', order: 'name' }, { order: 'name', modality: 'CT' })).toBe(true);
    expect(isSameView({ modality: 'CT' }, { modality: 'CT', folder: 1 })).toBe(false);
    expect(isSameView({ modality: 'CT' }, { modality: 'MR' })).toBe(false);
  });
});
