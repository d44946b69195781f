import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_ROLES, ROLE } from '#contract/permissions.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';

/**
 * Every address of frame.md §2 for signed-in people, with the permission that opens it and, where it leads to another page, that page. Parameters are
 * those of things that do not exist: a page says so in its own words.
 */
const ADDRESSES: readonly [address: string, permission: string | null, leadsTo?: string][] = [
  ['/dashboard', null],
  ['/device', null],
  ['/profile', null],
  ['/team/create', null],
  ['/modules', null],
  ['/install', null],
  ['/contact', null],
  ['/subprocessors', null],
  ['/maintenance', null],
  ['/my-work', 'r:studies'],
  ['/uploads/index_old', 'r:upload-history', '/uploads'],
  ['/upload', 'r:upload-v2'],
  ['/upload-v2', 'r:upload-v2'],
  ['/uploads', 'r:upload-history'],
  ['/studies', 'r:studies', '/studies-v2'],
  ['/studies/list', 'r:studies', '/studies-v2/list'],
  ['/studies-v2', 'r:studies'],
  ['/studies-v2/list', 'r:studies'],
  ['/serie/organize', 'r:studies', '/studies-v2'],
  [`/serie/organize/${UUID}`, 'r:studies:detail'],
  [`/annotator/case/${UUID}`, 'r:studies'],
  [`/mbg/${UUID}`, 'r:studies'],
  [`/xr/${UUID}`, 'r:studies'],
  ['/project', 'r:projects'],
  ['/project/create', 'r:projects'],
  ['/project/9', 'r:projects'],
  ['/dataset', 'r:datasets'],
  ['/dataset/9', 'r:datasets'],
  ['/structures', 'r:structures'],
  ['/structures/list', 'r:structures'],
  ['/structures/create', 'r:structures'],
  ['/structures/detail', 'r:structures'],
  ['/structures/detail/9', 'r:structures'],
  ['/structures/xxx_detail', 'r:structures', '/structures/detail'],
  ['/segmentations', 'r:segmentations'],
  ['/segments', 'r:segmentations'],
  ['/segments/7,9', 'r:segmentations'],
  ['/reviews', 'r:reviews'],
  ['/transfer-functions', 'r:transfer-functions'],
  ['/ai2-model', 'r:ai-models'],
  ['/ai2-model/create', 'r:ai-models'],
  ['/ai2-model/9', 'r:ai-models'],
  ['/ai2-model/9/edit', 'r:ai-models'],
  ['/models', 'r:ai-models'],
  ['/models/create', 'r:ai-models'],
  ['/models/create_old', 'r:ai-models'],
  ['/models/detail', 'r:ai-models'],
  ['/ai2-trainings', 'r:ai-trainings'],
  ['/ai2-trainings/create', 'r:ai-trainings'],
  ['/ai2-trainings/detail-mi', 'r:ai-trainings'],
  ['/ai2-trainings/detail/9', 'r:ai-trainings'],
  ['/ai-trainings', 'r:ai-trainings'],
  ['/ai-trainings/detail?id=9', 'r:ai-trainings'],
  ['/ai-trainings/detail-mi', 'r:ai-trainings'],
  ['/ai-infers', 'r:ai-infers'],
  ['/ai-infers/create', 'r:ai-infers'],
  ['/ai-infers/detail?id=9', 'r:ai-infers'],
  ['/ai2-inference', 'r:ai-infers'],
  ['/admin/batch-infer', 'r:ai-infers'],
  ['/members', 'r:team'],
  ['/team/users', 'r:team'],
  ['/team/roles', 'r:team'],
  ['/team/invitations', 'r:team'],
  ['/pipeline', 'r:pipeline'],
  ['/pipeline/create', 'r:pipeline'],
  ['/pipeline/nothing', 'r:pipeline'],
  ['/pipeline/nothing/edit', 'r:pipeline'],
  ['/pipeline-blueprint', 'r:pipeline'],
  ['/flow', 'r:flow'],
  ['/flow/9', 'r:flow'],
  ['/admin', 'admin'],
  ['/admin/masterarbeit', 'admin'],
  ['/admin/structures-x', 'admin'],
  ['/admin/mail', 'admin'],
  ['/user-switch', 'admin'],
  ['/ai-prompt', 'admin'],
  ['/ai-prompt/create', 'admin'],
  ['/ai-prompt/edit', 'admin'],
  ['/ai-prompt/9', 'admin'],
  ['/ai-prompt/9/edit', 'admin'],
  ['/admin/xr-sessions', 'r:xr-sessions'],
  ['/admin/xr-workers', 'r:xr-workers'],
  ['/admin/users', 'r:users'],
  ['/admin/invitations', 'r:invitations'],
  ['/admin/teams', 'r:teams'],
  ['/admin/roles', 'r:roles'],
  ['/admin/permissions', 'r:permissions'],
  ['/admin/log', 'r:log-session'],
  ['/admin/log/table', 'r:log-session'],
  ['/admin/log/detail', 'r:log-session'],
  ['/admin/log/detail/9', 'r:log-session'],
  ['/admin/commander', 'r:team'],
  ['/admin/api/users', 'r:api-users'],
  ['/admin/api/detail', 'r:api-users'],
  ['/admin/api/detail/9', 'r:api-users'],
  ['/admin/ai-workers', 'r:ai-workers'],
  ['/admin/ai-model-configuration', 'r:ai-model-configuration'],
];

let server: TestServer;
let people: People;
let north: string;

beforeAll(async () => {
  [server, people] = await Promise.all([startTestServer({ demo: true }), openPeople()]);
  north = server.teamOrigin('north');
});
afterAll(async () => {
  await people.close();
  await server.dispose();
});

/** Of the roles that a new server has (OQ-01). The administrator of the demo also runs the server, and may open everything. */
const ROLES: Readonly<Record<keyof typeof DEMO, number>> = {
  admin: ROLE.platformAdministrator,
  annotator: ROLE.annotator,
  reviewer: ROLE.reviewer,
  scientist: ROLE.dataScientist,
  member: ROLE.member,
};

const permissionsOf = (name: keyof typeof DEMO): ReadonlySet<string> =>
  new Set(FIRST_ROLES.find(({ id }) => id === ROLES[name])!.permissions);

const NOT_FOUND = 'This page could not be found';

/** As a link of the page does, without loading it again. The title of the page before is marked, so that it is not taken for that of the next one. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((path) => {
    for (const title of document.querySelectorAll('h1')) title.dataset['before'] = '';
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
}

async function titleOf(page: Page): Promise<string> {
  const title = page.locator('h1:not([data-before])').first();
  await title.waitFor();
  return (await title.textContent()) ?? '';
}

describe.each(Object.keys(DEMO) as (keyof typeof DEMO)[])('every address, as %s', (name) => {
  it('opens its page, or is refused by the permission that it names [ROUTE-102, ROUTE-002, ROUTE-051, PERM-18]', async () => {
    const { page } = await people.newVisitor();
    await signIn(page, server, DEMO[name]);
    // Not the first of the addresses: a page that stays does not tell that it was asked for again.
    await page.goto(`${north}/profile`);
    await page.getByRole('navigation', { name: 'Areas' }).first().waitFor();
    const permissions = permissionsOf(name);
    const here = page.getByRole('navigation', { name: 'Areas' }).locator('[aria-current="page"]');
    const wrong: string[] = [];
    for (const [address, permission, leadsTo] of ADDRESSES) {
      const mayOpen = permission === null || permissions.has(permission);
      const wanted = mayOpen ? (leadsTo ?? address).replace(/\?.*$/, '') : '/dashboard';
      await goTo(page, address);
      await expect.poll(() => new URL(page.url()).pathname, { message: address }).toBe(wanted);
      if (mayOpen) {
        if ((await titleOf(page)) === NOT_FOUND) wrong.push(address);
        if ((await here.count()) > 1) wrong.push(`${address} marks several areas`);
      } else {
        await page.getByRole('alert').filter({ hasText: 'Not authorized' }).first().waitFor();
      }
    }
    expect(wrong).toEqual([]);
    // What the others would look like if they had no page.
    await goTo(page, '/no/such/page');
    await expect.poll(() => titleOf(page)).toBe(NOT_FOUND);
    await people.sendHome();
  });
});
