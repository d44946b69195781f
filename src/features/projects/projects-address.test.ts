import { expect, it } from 'vitest';
import { ALL_PROJECTS, isFiltered, parseProjectsAddress, projectsAddressToQuery, type ProjectsAddress } from './projects-address.ts';

it.each<[Record<string, unknown>, Partial<ProjectsAddress>]>([
  [{}, {}],
  [{ page: '3' }, { page: 3 }],
  [{ page: '0' }, {}],
  [{ search: 'liver' }, { search: 'liver' }],
  [{ search: 26 }, { search: '26' }],
  [{ state: 'in_progress' }, { state: 'in_progress' }],
  [{ state: 'reopened' }, {}],
  [{ state: 7 }, {}],
])('%j is %j', (query, address) => {
  expect(parseProjectsAddress(query)).toEqual({ ...ALL_PROJECTS, ...address });
});

it('returns from the address that it was put into, and the whole list has a plain one', () => {
  const address: ProjectsAddress = { page: 2, search: 'liver', state: 'finished' };
  expect(parseProjectsAddress(projectsAddressToQuery(address))).toEqual(address);
  expect(projectsAddressToQuery(ALL_PROJECTS)).toEqual({});
  expect([isFiltered(ALL_PROJECTS), isFiltered(address)]).toEqual([false, true]);
});
