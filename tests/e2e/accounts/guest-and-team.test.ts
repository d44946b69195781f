import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIRST_ROLES, ROLE, type Permission } from '#contract/permissions.ts';
import { bearerOf, DEMO, signIn as enterByCookie, type Person } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { expireSignIns, saveRolePermissions } from '#tests/e2e/support/server-state.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { announcementsOf, areaLinks, dashboardOf, expectFocus, pageOfTeam, submitSignIn, TITLE } from '#tests/e2e/support/page-steps.ts';

let server: TestServer;
let people: People;
let north: string;
let south: string;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [server, people] = await Promise.all([startTestServer({ demo: true }), openPeople()]);
  [north, south] = [server.teamOrigin('north'), server.teamOrigin('south')];
});
afterAll(async () => {
  await people.close();
  await server.dispose();
});
beforeEach(async () => {
  visitor = await people.newVisitor();
  page = visitor.page;
});
afterEach(() => people.sendHome());

const enter = (person: Person) => enterByCookie(page, server, person);
const membersMay = (permissions: readonly Permission[]) => saveRolePermissions(server, ROLE.member, permissions);
const FIRST_OF_MEMBERS = FIRST_ROLES.find(({ id }) => id === ROLE.member)?.permissions ?? [];

describe('a guest', () => {
  it('signs in on the main domain, is told about a wrong password, and gets to the team [AUTH-03, ROUTE-016, LAYOUT-05, DASH-01]', async () => {
    await page.goto(`${server.origin}/dashboard`);
    await page.waitForURL(`${server.origin}/login`);
    await submitSignIn(page, DEMO.member.email, 'not the password');
    await page.getByRole('alert').getByText('E-mail or password is wrong').waitFor();
    await submitSignIn(page, 'nobody@demo.test');
    await page.getByRole('alert').getByText('E-mail or password is wrong').waitFor();
    await submitSignIn(page, DEMO.member.email);
    await page.waitForURL(`${north}/dashboard`);
    expect(await page.title()).toBe(TITLE);
  });

  it('is redirected from the public pages of a team to those of the main domain', async () => {
    for (const path of ['/', '/login', '/register']) {
      await page.goto(`${north}${path}`);
      await page.waitForURL(`${server.origin}${path}`);
    }
  });

  it('reads the public pages without a sign-in [ROUTE-015, LAYOUT-03]', async () => {
    await page.goto(`${server.origin}/install`);
    await page.getByRole('heading', { name: 'Install Lightship' }).waitFor();
    expect(page.url()).toBe(`${server.origin}/install`);
    await page.goto(`${north}/install`);
    await page.getByRole('heading', { name: 'Install Lightship' }).waitFor();
    expect(page.url()).toBe(`${north}/install`);
  });

  it('returns after the sign-in to the page and host where they started [AUTH-16, AUTH-17]', async () => {
    await page.goto(`${south}/studies-v2?page=2`);
    await page.waitForURL(`${server.origin}/login?**`);
    const query = new URL(page.url()).searchParams;
    expect([query.get('to'), query.get('team')]).toEqual(['/studies-v2?page=2', 'south']);
    await submitSignIn(page, DEMO.member.email);
    await page.waitForURL(`${south}/studies-v2?page=2`);
  });

  it('is not redirected by a return path to another site [GUARD-30]', async () => {
    await page.goto(`${server.origin}/login?${new URLSearchParams({ to: '//evil.test/' })}`);
    await submitSignIn(page, DEMO.annotator.email);
    await page.waitForURL(`${north}/dashboard`);
    for (const to of ['https://evil.test/', '/\\evil.test', '/a b', 'javascript:alert(1)', '/..;/x', '//evil.test/%2e']) {
      await page.goto(`${server.origin}/login?${new URLSearchParams({ to })}`);
      await page.waitForURL(`${north}/dashboard`);
    }
  });

  it('of another team is redirected to their own team', async () => {
    await page.goto(`${server.origin}/login?${new URLSearchParams({ to: '/uploads', team: 'south' })}`);
    await submitSignIn(page, DEMO.annotator.email);
    await page.waitForURL(`${north}/uploads`);
  });
});

describe('a signed-in user', () => {
  it('is redirected from every guest page, on the main domain and on the team', async () => {
    await enter(DEMO.annotator);
    for (const address of [
      ...['/', '/login', '/dashboard'].map((path) => server.origin + path),
      ...['/', '/register'].map((path) => north + path),
    ]) {
      await page.goto(address);
      await page.waitForURL(`${north}/dashboard`);
    }
  });

  it('is redirected away from another team [TEAM-02]', async () => {
    await enter(DEMO.annotator);
    for (const path of ['/', '/dashboard', '/upload-v2']) {
      await page.goto(`${south}${path}`);
      await page.waitForURL(`${north}/dashboard`);
    }
    const headers = { authorization: `Bearer ${await bearerOf(server, DEMO.annotator)}`, team: 'south' };
    expect((await server.request('/api/studies-v2', { headers })).json()).toMatchObject({ code: 'not_a_member' });
  });

  it('sees the teams with letter, title and address, opens one by its row, and prefers one by its star [ROUTE-010, DASH-02, DASH-03, DASH-04, DASH-05, DASH-06, DASH-07, DASH-08, TEAM-01]', async () => {
    await enter(DEMO.member);
    await page.goto(`${north}/dashboard`);
    const rows = page.getByRole('region', { name: 'Teams' }).getByRole('listitem');
    await rows.first().waitFor();
    const letters = rows.locator('[data-letter]');
    await expect.poll(() => letters.evaluateAll((drawn) => drawn.map((avatar) => avatar.dataset['letter']))).toEqual(['N', 'S']);
    const words = async () => (await rows.allInnerTexts()).map((text) => text.split('\n').filter(Boolean).slice(0, 2));
    await expect.poll(words).toEqual([
      ['North', `north.app.localhost:${server.port}`],
      ['South', `south.app.localhost:${server.port}`],
    ]);
    // DASH-07: the user is fetched again, and what came is what is shown.
    const fetched = page.waitForResponse('**/api/user');
    await page.getByRole('button', { name: 'Prefer South' }).click();
    await (await fetched).finished();
    await page.getByRole('button', { name: 'South is preferred', pressed: true }).waitFor();
    // TEAM-07: one star, whoever had it before.
    await page.getByRole('button', { name: 'Prefer North', pressed: false }).click();
    await page.getByRole('button', { name: 'North is preferred', pressed: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { pressed: true }).count()).toBe(1);
    const kept = page.waitForResponse('**/api/teams/preferred');
    await page.getByRole('button', { name: 'Prefer South' }).click();
    await (await kept).finished();
    await page.getByRole('button', { name: 'South is preferred', pressed: true }).waitFor();
    await page.goto(server.origin);
    await page.waitForURL(`${south}/dashboard`);
    await page.getByRole('link', { name: 'North', exact: true }).click();
    await page.waitForURL(`${north}/dashboard`);
    await dashboardOf(page, 'North');
  });

  it('switches teams in the menu, without keeping permissions [TEAM-01, TEAM-05, TEAM-06, SIDE-04, SIDE-05, SIDE-10]', async () => {
    await enter(DEMO.member);
    await page.goto(`${north}/dashboard`);
    await dashboardOf(page, 'North');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('user_permissions'))).toContain('r:upload-v2');
    await page.getByRole('button', { name: /^North, .*: menu$/ }).click();
    await page.getByRole('menuitem', { name: 'South' }).click();
    await page.waitForURL(`${south}/dashboard`);
    await dashboardOf(page, 'South');
    // Looked at where nothing starts that would fetch them again.
    await page.goto(`${north}/version.json`);
    expect(await page.evaluate(() => localStorage.getItem('user_permissions'))).toBeNull();
  });

  it('sends the team of the host with every team call, and none on the main domain [CFG-18, GUARD-02]', async () => {
    await enter(DEMO.annotator);
    const teams = new Map<string, Set<string>>();
    page.on('request', (request) => {
      const { host, pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/') || pathname === '/api/setup') return;
      const team = request.headers()['team'] ?? 'none';
      teams.set(host, (teams.get(host) ?? new Set()).add(team));
    });
    await page.goto(`${server.origin}/install`);
    await page.getByRole('link', { name: 'Dashboard' }).waitFor();
    const list = page.waitForResponse('**/api/studies-v2*');
    await page.goto(`${north}/studies-v2`);
    await list;
    expect(teams.get(`app.localhost:${server.port}`)).toEqual(new Set(['none']));
    const ofNorth = teams.get(`north.app.localhost:${server.port}`) ?? new Set();
    // The exchange of the cookie is the one call that goes before the host's credentials are there.
    expect([...ofNorth].filter((team) => team !== 'none')).toEqual(['north']);
  });

  it('signs out of every host immediately, also where a page is open [AUTH-15, SIDE-08, ODD-19]', async () => {
    await enter(DEMO.member);
    const other = await visitor.context.newPage();
    const announced = announcementsOf(other);
    await other.goto(`${south}/dashboard`);
    await announced.wait(1);
    // Chromium draws a tab behind another one rarely, and a click waits for what is drawn.
    await page.bringToFront();
    await page.goto(`${north}/dashboard`);
    await page.getByRole('button', { name: /^North, .*: menu$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${server.origin}/login`);
    await other.waitForURL(`${server.origin}/login?**`);
    await page.goto(`${north}/dashboard`);
    await page.waitForURL(`${server.origin}/login?**`);
  });

  it('whose sign-in was revoked is asked to sign in, and returns to the same page', async () => {
    await enter(DEMO.scientist);
    await page.goto(`${north}/uploads`);
    await pageOfTeam(page, 'Upload history');
    // While no page is open: any call of one may be the first that is refused and leads away, at the moment of what the test does next.
    await page.goto(`${north}/version.json`);
    expireSignIns(server, DEMO.scientist.email);
    await page.goto(`${north}/uploads`);
    await page.waitForURL(`${server.origin}/login?**`);
    await submitSignIn(page, DEMO.scientist.email);
    await page.waitForURL(`${north}/uploads`);
  });
});

describe('permissions', () => {
  afterEach(() => membersMay(FIRST_OF_MEMBERS));

  it('determine the sidebar: the permitted and existing areas, nothing else [PERM-01, PERM-17, SIDE-13, HIST-003]', async () => {
    await enter(DEMO.member);
    await page.goto(`${north}/dashboard`);
    await expect.poll(() => areaLinks(page)).toEqual(['My work', 'Upload', 'Upload history', 'Studies']);
    membersMay(FIRST_OF_MEMBERS.filter((permission) => permission !== 'r:upload-history'));
    await page.reload();
    await expect.poll(() => areaLinks(page)).toEqual(['My work', 'Upload', 'Studies']);
  });

  it('send a user without one to the dashboard, with a red toast at the top centre [GUARD-26, UI-03, LIST-022, ERR-01]', async () => {
    membersMay(FIRST_OF_MEMBERS.filter((permission) => permission !== 'r:studies'));
    await enter(DEMO.member);
    await page.goto(`${north}/studies-v2`);
    await page.waitForURL(`${north}/dashboard`);
    const toast = page.getByRole('alert').filter({ hasText: 'Not authorized' });
    await toast.waitFor();
    const box = await toast.boundingBox();
    expect(box?.y).toBeLessThan(100);
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720)).toBeLessThan(10);
    expect(await toast.evaluate(redOfBorderOrBackground)).toBe(true);
    await expect.poll(() => areaLinks(page)).toEqual(['Upload', 'Upload history']);
  });

  it('that are removed while the page is stored on this device apply at the next visit', async () => {
    await enter(DEMO.member);
    await page.goto(`${north}/studies-v2`);
    await pageOfTeam(page, 'Studies');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('user_permissions'))).toContain('r:studies');
    membersMay(FIRST_OF_MEMBERS.filter((permission) => permission !== 'r:studies'));
    await page.reload();
    await page.waitForURL(`${north}/dashboard`);
    await page.getByRole('alert').filter({ hasText: 'Not authorized' }).waitFor();
  });

  it('are awaited: the sidebar is a placeholder until the team is known [SIDE-01, SIDE-02]', async () => {
    await enter(DEMO.annotator);
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/teams/north', async (route) => {
      asked.resolve();
      await answer.promise;
      await route.continue();
    });
    await page.goto(`${north}/dashboard`);
    await asked.promise;
    // The page needs no permission and is there; its frame still has to wait.
    await page.getByRole('region', { name: 'Teams' }).waitFor();
    await page.locator('aside[aria-busy="true"]').waitFor();
    expect(await page.getByRole('navigation', { name: 'Areas' }).count()).toBe(0);
    answer.resolve();
    await page.getByRole('navigation', { name: 'Areas' }).first().waitFor();
    await expect.poll(() => page.locator('aside[aria-busy="true"]').count()).toBe(0);
  });
});

describe('pages', () => {
  it('have one title, and upload pages are excluded from search engines [CFG-01, LAYOUT-06]', async () => {
    await enter(DEMO.annotator);
    const noindex: string[] = [];
    for (const path of ['/upload-v2', '/uploads', '/studies-v2', '/dashboard']) {
      await page.goto(`${north}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.title()).toBe(TITLE);
      if ((await page.locator('meta[name="robots"][content="noindex"]').count()) > 0) noindex.push(path);
    }
    expect(noindex).toEqual(['/upload-v2', '/uploads']);
  });

  it('that do not exist say so, with a link home, signed in or not [ROUTE-095, ROUTE-101, NAV-02, NAV-03, ERR-04, ODD-22]', async () => {
    const notFound = async (address: string) => {
      await page.goto(address);
      await page.getByRole('heading', { name: 'This page could not be found' }).waitFor();
      expect(await page.title()).toBe(TITLE);
    };
    await notFound(`${server.origin}/no/such/page`);
    await page.getByRole('link', { name: 'Back to the home page' }).click();
    await page.waitForURL(`${server.origin}/`);
    await notFound(`${server.origin}/nonsense`);
    await enter(DEMO.annotator);
    // A team of others is not told from no team at all (ODD-22).
    await notFound(`${north}/south`);
    await notFound(`${north}/no/such/page`);
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Studies' }).waitFor();
    await page.getByRole('link', { name: 'Back to the home page' }).click();
    await page.waitForURL(`${north}/dashboard`);
    await page.goto(`${north}/north`);
    await page.waitForURL(`${north}/dashboard`);
  });

  it('show their requests in a bar at the top, which ends with them [NAV-13, UI-02]', async () => {
    await enter(DEMO.annotator);
    await page.goto(`${north}/dashboard`);
    await dashboardOf(page, 'North');
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/studies-v2*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Studies' }).click();
    const bar = page.getByRole('progressbar', { includeHidden: true });
    await bar.waitFor();
    answer.resolve();
    await bar.waitFor({ state: 'hidden' });
  });

  it('work by keyboard only: skip link first, and the content gets the focus after each change [UI-13]', async () => {
    await enter(DEMO.annotator);
    await page.goto(`${north}/dashboard`);
    await dashboardOf(page, 'North');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'To the content' });
    await expectFocus(skip);
    await page.keyboard.press('Enter');
    await expectFocus(page.locator('main#content'));
    expect(page.url()).toBe(`${north}/dashboard`);
    await page.keyboard.press('Tab');
    await expectFocus(page.getByRole('link', { name: 'North', exact: true }));

    await page.reload();
    await dashboardOf(page, 'North');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expectFocus(page.getByRole('button', { name: /^North, .*: menu$/ }));
    await page.keyboard.press('Tab');
    for (const name of [/^Command search$/, /^Favorite studies$/, /^Notifications/]) {
      await expectFocus(page.getByRole('button', { name }));
      await page.keyboard.press('Tab');
    }
    await expectFocus(page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: /^My work/ }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${north}/upload-v2`);
    await page.getByRole('heading', { level: 1, name: 'Upload' }).waitFor();
    await expectFocus(page.locator('main#content'));
    expect(
      await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Upload', exact: true }).getAttribute('aria-current'),
    ).toBe('page');
  });

  it('show the areas in a bar at the bottom of a phone, and the rest under "More" [LAYOUT-10]', async () => {
    await enter(DEMO.member);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${north}/dashboard`);
    await page.getByRole('button', { name: 'More' }).click();
    const sheet = page.getByRole('dialog', { name: 'More' });
    await sheet.getByRole('button', { name: 'South' }).waitFor();
    await sheet.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Studies' }).click();
    await page.waitForURL(`${north}/studies-v2`);
    // Nothing stands out of the screen to the side.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

/** Last: it stops the server that the others need. */
describe('the connection of a visit', () => {
  it('is restored after the server was restarted: team and user are announced once per connection [PWA-33, RT-05]', async () => {
    await enter(DEMO.annotator);
    const announced = announcementsOf(page);
    await page.goto(`${north}/dashboard`);
    await announced.wait(1);
    await server.stop();
    await page.getByRole('status').getByText('Offline').waitFor();
    await server.restart();
    await announced.wait(2);
    await page.getByRole('status').getByText('Offline').waitFor({ state: 'hidden' });
    expect(page.url()).toBe(`${north}/dashboard`);
    const { user } = announced.sent()[0] ?? {};
    expect(announced.sent()).toEqual([
      { team: 'north', user },
      { team: 'north', user },
    ]);
  });
});

/** Runs in the page: either colour is clearly more red than green or blue. */
function redOfBorderOrBackground(element: Element): boolean {
  const { backgroundColor, borderTopColor } = getComputedStyle(element);
  return [backgroundColor, borderTopColor].some((colour) => {
    const canvas = document.createElement('canvas').getContext('2d')!;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return red > 1.3 * Math.max(green, blue) && red > 50;
  });
}
