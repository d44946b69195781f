import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_ROLES, ROLE } from '#contract/permissions.ts';
import { ADDRESSES, goTo } from '#tests/e2e/support/addresses.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

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
