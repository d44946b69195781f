import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#contract/permissions.ts';
import { purposeOf } from '#features/site/texts.ts';
import { PAGE_SEGMENTS } from '#model/reserved-slugs.ts';
import { STATUSES } from '#model/status.ts';
import { STATUS_LOOKS } from '#ui/status-looks.ts';
import { areaOf, LEADS_ON, leadsOn, ROUTES, routeOf, sidebarItems } from './route-table.ts';

const labels = (permissions: Iterable<string>) => sidebarItems(new Set(permissions)).map(({ item }) => item.label);

describe('the route table', () => {
  it('begins with no word that may be the address of a team', () => {
    const firsts = ROUTES.map(({ path }) => path.split('/')[1] ?? '').filter((first) => first !== '' && !first.startsWith('$'));
    expect([...new Set(firsts)].toSorted()).toEqual([...PAGE_SEGMENTS]);
  });

  it('names each path once', () => {
    expect(new Set(ROUTES.map(({ path }) => path)).size).toBe(ROUTES.length);
  });

  it('gives a permission only to pages of signed-in people', () => {
    expect(ROUTES.filter(({ permission, access }) => permission !== null && access !== 'signed-in')).toEqual([]);
  });

  it('keeps upload pages out of search engines', () => {
    expect(ROUTES.filter(({ path, noindex }) => path.startsWith('/upload') && noindex !== true)).toEqual([]);
  });

  it('shows items by permission, in the given order', () => {
    expect(labels(PERMISSIONS)).toEqual([
      'Upload',
      'Upload history',
      'Studies',
      'Team',
      'Users',
      'Invitations',
      'Teams',
      'AI prompts',
      'Roles',
      'Permissions',
      'Log sessions',
    ]);
    expect(labels(['r:studies'])).toEqual(['Studies']);
    expect(labels([])).toEqual([]);
  });

  it('leads from older addresses to pages that there are, and to no other older address', () => {
    const known = new Set(ROUTES.map(({ path }) => path));
    expect(Object.values(LEADS_ON).filter((to) => !known.has(to.replace(/\?.*/, '')) || to in LEADS_ON)).toEqual([]);
    expect(Object.keys(LEADS_ON).filter((from) => known.has(from))).toEqual([]);
  });

  it('leads the given address of a study to its panel, and tells nothing else', () => {
    const to = LEADS_ON['/serie/organize/$uuid']!;
    expect(leadsOn(to, { uuid: '0b6f' }, '')).toBe('/studies-v2?study=0b6f');
    expect(leadsOn(to, { uuid: '0b6f' }, '?page=2')).toBe('/studies-v2?study=0b6f&page=2');
    expect(leadsOn(to, { uuid: 'a&b#/c' }, '')).toBe('/studies-v2?study=a%26b%23%2Fc');
    expect(leadsOn(LEADS_ON['/studies']!, {}, '?page=2')).toBe('/studies-v2?page=2');
  });

  it('has words for what each area is for', () => {
    expect(sidebarItems(new Set(PERMISSIONS)).filter(({ path }) => purposeOf(path) === '')).toEqual([]);
  });

  it('finds the row of an address, with or without a last slash', () => {
    expect(routeOf('/studies-v2/')?.path).toBe('/studies-v2');
    expect(routeOf('/studies-v2/list')?.path).toBe('/studies-v2/list');
    expect(routeOf('/')?.path).toBe('/');
    expect(routeOf('/north')?.path).toBe('/$team');
    expect(routeOf('/north/south')).toBeNull();
  });

  it('tells the item of a page that has none of its own, and it is one that there is', () => {
    expect(['/team/roles', '/members', '/studies-v2/list', '/uploads', '/nothing/here'].map(areaOf)).toEqual([
      '/team/users',
      '/team/users',
      '/studies-v2',
      '/uploads',
      null,
    ]);
    const items = new Set(ROUTES.filter(({ item }) => item).map(({ path }) => path));
    expect(ROUTES.filter(({ area }) => area !== undefined && !items.has(area))).toEqual([]);
  });

  it.each(ROUTES.filter(({ path }) => !/upload|studies/.test(path)))('opens $path', async ({ load }) => {
    expect(await load()).toBeTypeOf('function');
  });
});

it('has a look for each word of the product, and for no other', () => {
  expect(Object.keys(STATUS_LOOKS).toSorted()).toEqual([...STATUSES].toSorted());
});
