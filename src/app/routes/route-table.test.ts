import { afterEach, describe, expect, it, vi } from 'vitest';
import { PERMISSIONS } from '#contract/permissions.ts';
import { purposeOf } from '#features/site/texts.ts';
import { PAGE_SEGMENTS } from '#model/addresses/reserved-slugs.ts';
import { STATUSES } from '#model/status.ts';
import { STATUS_LOOKS, WORK_LOOKS } from '#ui/status/status-looks.ts';
import {
  areaOf,
  isAdministration,
  isBuilt,
  LEADS_ON,
  leadsOn,
  mayVisit,
  phoneItems,
  ROUTES,
  routeOf,
  sidebarGroups,
  sidebarItems,
} from './route-table.ts';

afterEach(() => vi.unstubAllGlobals());

const labels = (permissions: Iterable<string>) => sidebarItems(new Set(permissions)).map(({ item }) => item.label);

describe('the route table', () => {
  it('has no first path segment that could be a team address', () => {
    const firsts = ROUTES.map(({ path }) => path.split('/')[1] ?? '').filter((first) => first !== '' && !first.startsWith('$'));
    expect([...new Set(firsts)].toSorted()).toEqual([...PAGE_SEGMENTS]);
  });

  it('names each path once', () => {
    expect(new Set(ROUTES.map(({ path }) => path)).size).toBe(ROUTES.length);
  });

  it('requires a permission only for pages of signed-in users', () => {
    expect(ROUTES.filter(({ permission, access }) => permission !== null && access !== 'signed-in')).toEqual([]);
  });

  it('keeps upload pages out of search engines [ROUTE-033]', () => {
    expect(ROUTES.filter(({ path, noindex }) => path.startsWith('/upload') && noindex !== true)).toEqual([]);
  });

  it('shows items by permission in the given order [PERM-02]', () => {
    expect(labels(PERMISSIONS)).toEqual([
      'My work',
      'Upload',
      'Upload history',
      'Studies',
      'Projects',
      'Datasets',
      'Structures',
      'Segmentations',
      'Reviews',
      'Transfer functions',
      'AI Models',
      'AI Trainings',
      'AI Infers',
      'Team',
      'XR Sessions',
      'XR Workers',
      'Pipelines',
      'Flows',
      'Users',
      'API Users',
      'Invitations',
      'Teams',
      'AI prompts',
      'Roles',
      'Permissions',
      'Log sessions',
    ]);
    expect(labels(['r:studies'])).toEqual(['My work', 'Studies']);
    expect(labels([])).toEqual([]);
  });

  it('links each item to its page and permission [NAV-18, SIDE-15, SIDE-16, SIDE-17, SIDE-18, SIDE-19, SIDE-20, SIDE-21, SIDE-22, SIDE-23, SIDE-24, SIDE-25, SIDE-26, SIDE-27, SIDE-28, SIDE-29, SIDE-30, SIDE-31, SIDE-32, SIDE-33, SIDE-34, SIDE-35, SIDE-36, SIDE-37, SIDE-38, SIDE-39]', () => {
    expect(sidebarItems(new Set(PERMISSIONS)).map(({ item, permission, path }) => [item.label, permission, path])).toEqual([
      ['My work', 'r:studies', '/my-work'],
      ['Upload', 'r:upload-v2', '/upload-v2'],
      ['Upload history', 'r:upload-history', '/uploads'],
      ['Studies', 'r:studies', '/studies-v2'],
      ['Projects', 'r:projects', '/project'],
      ['Datasets', 'r:datasets', '/dataset'],
      ['Structures', 'r:structures', '/structures'],
      ['Segmentations', 'r:segmentations', '/segmentations'],
      ['Reviews', 'r:reviews', '/reviews'],
      ['Transfer functions', 'r:transfer-functions', '/transfer-functions'],
      ['AI Models', 'r:ai-models', '/ai2-model'],
      ['AI Trainings', 'r:ai-trainings', '/ai2-trainings'],
      ['AI Infers', 'r:ai-infers', '/ai-infers'],
      ['Team', 'r:team', '/team/users'],
      ['XR Sessions', 'r:xr-sessions', '/admin/xr-sessions'],
      ['XR Workers', 'r:xr-workers', '/admin/xr-workers'],
      ['Pipelines', 'r:pipeline', '/pipeline'],
      ['Flows', 'r:flow', '/flow'],
      ['Users', 'r:users', '/admin/users'],
      ['API Users', 'r:api-users', '/admin/api/users'],
      ['Invitations', 'r:invitations', '/admin/invitations'],
      ['Teams', 'r:teams', '/admin/teams'],
      ['AI prompts', 'admin', '/ai-prompt'],
      ['Roles', 'r:roles', '/admin/roles'],
      ['Permissions', 'r:permissions', '/admin/permissions'],
      ['Log sessions', 'r:log-session', '/admin/log'],
    ]);
  });

  it('puts items under the captions of the design, without a caption of which nothing is shown [AI-79]', () => {
    expect(sidebarGroups(new Set(PERMISSIONS)).map(({ name, items }) => [name, items.length])).toEqual([
      [null, 6],
      ['Annotation', 4],
      ['AI', 3],
      ['Team', 5],
      ['Administration', 8],
    ]);
    expect(sidebarGroups(new Set(['r:ai-infers'])).map(({ name }) => name)).toEqual(['AI']);
    expect(sidebarGroups(new Set())).toEqual([]);
  });

  it('marks the head of administration on its pages without an item [AI-79, SIDE-40]', () => {
    const isMarked = (path: string) => isAdministration(areaOf(path));
    expect(
      ['/admin', '/admin/ai-workers', '/admin/ai-model-configuration', '/admin/mail', '/user-switch'].filter((path) => !isMarked(path)),
    ).toEqual([]);
    expect(['/admin/users', '/admin/batch-infer', '/ai-infers', '/studies-v2'].filter(isMarked)).toEqual([]);
  });

  it('shows Upload, Studies and My work in the bottom bar of a phone, and the others in "More" [NAV-19]', () => {
    const { bar, more } = phoneItems(new Set(PERMISSIONS));
    expect(bar.map(({ item }) => item.label)).toEqual(['Upload', 'Studies', 'My work', 'Upload history']);
    expect([...bar, ...more].map(({ path }) => path).toSorted()).toEqual(
      sidebarItems(new Set(PERMISSIONS))
        .map(({ path }) => path)
        .toSorted(),
    );
    expect(phoneItems(new Set(['r:studies'])).bar.map(({ item }) => item.label)).toEqual(['Studies', 'My work']);
  });

  it('requires for every page of an area the permission of its item [GUARD-28]', () => {
    const permissionOf = new Map(ROUTES.filter(({ item }) => item).map(({ path, permission }) => [path, permission]));
    expect(ROUTES.filter(({ area, permission }) => area !== undefined && permission !== permissionOf.get(area))).toEqual([]);
  });

  it('redirects each older address to the right page [AUTH-14, ORG-012, ROUTE-029, ROUTE-042, ROUTE-043, ROUTE-088, ROUTE-094, ROUTE-098]', () => {
    expect(LEADS_ON).toMatchObject({
      '/studies': '/studies-v2',
      '/studies/list': '/studies-v2/list',
      '/serie/organize': '/studies-v2',
      '/structures/xxx_detail': '/structures/detail',
      '/uploads/index_old': '/uploads',
      '/callback': '/login',
    });
  });

  it('requires for the organize panel the permission for details of studies [ORG-002, PERM-16]', () => {
    expect(routeOf('/serie/organize/0b6f')).toMatchObject({ access: 'signed-in', permission: 'r:studies:detail' });
  });

  it('redirects older addresses only to pages that exist, and redirects no current page', () => {
    const known = new Set(ROUTES.map(({ path }) => path));
    expect(Object.values(LEADS_ON).filter((to) => !known.has(to.replace(/\?.*/, '')) || to in LEADS_ON)).toEqual([]);
    expect(Object.keys(LEADS_ON).filter((from) => known.has(from))).toEqual([]);
  });

  it('keeps the query of a redirect', () => {
    expect(leadsOn(LEADS_ON['/studies']!, {}, '?page=2')).toBe('/studies-v2?page=2');
    expect(leadsOn('/studies-v2?study=$uuid', { uuid: 'a&b#/c' }, '?page=2')).toBe('/studies-v2?study=a%26b%23%2Fc&page=2');
  });

  it.each([
    ['/studies-v2?study=1', true],
    ['/case/12?task_id=5', true],
    ['/annotator/case/0b6f?task_id=5', true],
    ['/mbg/0b6f', true],
    ['/xr/0b6f', true],
    ['/north', false],
    ['/login', false],
    ['/verify', false],
    ['/ai-trainings/detail?id=3', true],
    ['/ai2-trainings/detail/3', true],
    ['/pipeline', true],
    ['/xr-sessions', false],
  ])('an address of a notification, %s, is a link: %s [NOTIF-26, ROUTE-096, ROUTE-099, ROUTE-100]', (url, is) => {
    expect([isBuilt(url), mayVisit(url, new Set(PERMISSIONS))]).toEqual([is, is]);
  });

  it('a page that fills the window is no link for those without its permission either', () => {
    expect(mayVisit('/case/12?task_id=5', new Set(['r:team']))).toBe(false);
    expect(mayVisit('/case/12?task_id=5', new Set(['r:studies']))).toBe(true);
  });

  it('has a description for each area', () => {
    expect(sidebarItems(new Set(PERMISSIONS)).filter(({ path }) => purposeOf(path) === '')).toEqual([]);
  });

  it('finds the row of an address with or without a trailing slash [ROUTE-044, ODD-23]', () => {
    expect(routeOf('/studies-v2/')?.path).toBe('/studies-v2');
    expect(routeOf('/studies-v2/list')?.path).toBe('/studies-v2/list');
    expect(routeOf('/')?.path).toBe('/');
    expect(routeOf('/north')?.path).toBe('/$team');
    expect(routeOf('/north/south')).toBeNull();
  });

  it('finds an existing item for a page without one of its own [SIDE-14]', () => {
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
    // The annotator starts its worker with its file.
    vi.stubGlobal('Worker', vi.fn());
    expect(await load()).toBeTypeOf('function');
  });

  it.each([
    ['/models', '/ai2-model'],
    ['/models/create', '/ai2-model/create'],
    ['/models/create_old', '/ai2-model/create'],
    ['/models/detail', '/ai2-model/$id'],
    ['/ai2-model/edit', '/ai2-model/create'],
    ['/ai2-model/$id/edit', '/ai2-model/create'],
    ['/ai-trainings', '/ai2-trainings'],
    ['/ai-trainings/detail', '/ai2-trainings/detail/$id'],
    ['/ai-trainings/detail-mi', '/ai2-trainings/detail/$id'],
    ['/ai2-trainings/detail-mi', '/ai2-trainings/detail/$id'],
    ['/ai2-inference', '/ai-infers'],
  ])('shows at %s the page of %s [ROUTE-019, ROUTE-073, ROUTE-077, ROUTE-078]', async (path, same) => {
    const pageOf = async (of: string) => ROUTES.find((entry) => entry.path === of)!.load();
    expect(await pageOf(path)).toBe(await pageOf(same));
  });
});

it('every status has a look, and nothing else has one', () => {
  expect(Object.keys(STATUS_LOOKS).toSorted()).toEqual([...STATUSES].toSorted());
});

it('no state of work is called as a status', () => {
  expect(Object.keys(WORK_LOOKS).filter((word) => word in STATUS_LOOKS)).toEqual([]);
});
