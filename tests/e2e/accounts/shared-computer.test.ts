import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import {
  dashboardOf,
  dropFolder,
  expectFocus,
  openUploadPage,
  pageOfTeam,
  signIn,
  submitSignIn,
  TITLE,
  uploadState,
  waitForServiceWorker,
  waitUntilKept,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

/** One browser that several people use, one after the other. */
let server: TestServer;
let people: People;
let study: StudyFolder;
let north: string;
let south: string;

beforeAll(async () => {
  study = await createStudyFolder({ slicesPerSeries: 2, patientName: 'Heron^Quiet' });
  [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
  [north, south] = [server.teamOrigin('north'), server.teamOrigin('south')];
});
afterAll(async () => {
  await people.close();
  await server.dispose();
  await study.remove();
});
afterEach(() => people.sendHome());

describe('signing out', () => {
  it.each(['online', 'offline'])(
    '%s leaves nothing of the user on any host, and every tab is signed out [PWA-39, ODD-20]',
    async (network) => {
      const { page, context } = await people.newVisitor({ serviceWorker: true });
      await enterByCookie(page, server, DEMO.member);
      const elsewhere = await context.newPage();
      await openStudies(elsewhere, south);
      const beside = await context.newPage();
      await openStudies(beside, north);
      await openStudies(page, north);
      await Promise.all([page, elsewhere].map(waitForServiceWorker));
      expect(await leftOn(await context.newPage(), south)).toMatchObject({ bearer: true, databases: 1 });
      await context.setOffline(network === 'offline');

      await page.bringToFront();
      await chooseSignOut(page, 'North');
      for (const tab of [page, beside, elsewhere]) {
        await tab.bringToFront();
        await tab.getByRole('button', { name: 'Sign in' }).waitFor();
      }
      await context.setOffline(false);
      // Where nothing starts that would do it now.
      const looking = await context.newPage();
      for (const origin of [north, south, server.origin]) {
        expect(await leftOn(looking, origin)).toEqual({ bearer: false, databases: 0, kept: [], session: [], cached: [] });
      }
    },
  );

  it('is also done by the address /logout, on every host, after the same question [AUTH-14, ROUTE-097]', async () => {
    const { page, context } = await people.newVisitor();
    await enterByCookie(page, server, DEMO.member);
    await openStudies(page, south);
    await openUploadPage(page, server);
    await dropFolder(page, study.path);
    await waitUntilOnDevice(page, study.series.length);
    await page.goto(`${north}/logout`);
    const question = page.getByRole('dialog', { name: 'Studies wait on this device' });
    await question.getByText('1 study is not on the server yet.').waitFor();
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await question.getByRole('button', { name: 'Delete and sign out' }).click();
    await page.waitForURL(`${server.origin}/login`);
    await page.goto(`${north}/logout`);
    await page.waitForURL(`${server.origin}/login`);
    const looking = await context.newPage();
    for (const origin of [north, south]) expect(await leftOn(looking, origin)).toMatchObject({ bearer: false, databases: 0 });
  });

  it('on one host applies to an unreachable one at its next start', async () => {
    const { page, context } = await people.newVisitor();
    await enterByCookie(page, server, DEMO.member);
    await openStudies(page, south);
    await openStudies(page, north);
    await context.route('**/purge.html', (route) => route.abort());
    await chooseSignOut(page, 'North');
    await page.waitForURL(`${server.origin}/login`);
    expect(await leftOn(page, south)).toMatchObject({ bearer: true, databases: 1 });
    await page.goto(`${south}/studies-v2`);
    await page.waitForURL(`${server.origin}/login?**`);
    expect(await leftOn(page, south)).toMatchObject({ bearer: false, databases: 0, kept: [], cached: [] });
  });

  it('keeps unsent studies for their owner only: the next user neither sees nor sends them [PWA-40]', async () => {
    const { page } = await people.newVisitor();
    await signIn(page, server, DEMO.annotator.email);
    await openUploadPage(page, server);
    await dropFolder(page, study.path);
    await waitUntilOnDevice(page, study.series.length);
    await chooseSignOut(page, 'North');
    const question = page.getByRole('dialog', { name: 'Studies wait on this device' });
    await question.getByText('1 study is not on the server yet.').waitFor();
    await question.getByRole('button', { name: 'Keep and sign out' }).click();
    await page.waitForURL(`${server.origin}/login`);

    const sent: string[] = [];
    page.on('request', (request) => {
      // What the page asks about how its team works says nothing of a study.
      if (request.method() !== 'GET' && request.url().includes('c-upload')) sent.push(request.url());
    });
    await submitSignIn(page, DEMO.member.email);
    await dashboardOf(page, 'North');
    await openUploadPage(page, server);
    for (const path of ['/device', '/upload-v2']) {
      await page.goto(north + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.locator('body').innerText()).not.toMatch(/heron/i);
    }
    await uploadState(page, 'ready');
    expect(await page.locator('[data-series], canvas[data-thumbnail]').count()).toBe(0);
    expect(sent).toEqual([]);
    await chooseSignOut(page, 'North');
    await page.waitForURL(`${server.origin}/login`);

    await submitSignIn(page, DEMO.annotator.email);
    await dashboardOf(page, 'North');
    await page.goto(`${north}/upload-v2`);
    await uploadState(page, 'preview');
    await page.getByText(/heron/i).first().waitFor();
    expect(sent).toEqual([]);
  });
});

describe('the screen lock', () => {
  let page: Page;
  let visitor: Visitor;

  beforeEach(async () => {
    visitor = await people.newVisitor();
    page = visitor.page;
    // Of every page of this person: minutes pass when the test says so.
    await visitor.context.clock.install();
    await enterByCookie(page, server, DEMO.admin);
  });

  const cover = (of: Page) => of.getByRole('heading', { name: 'Locked' });
  const openWith = async (of: Page, password: string) => {
    await of.locator('[data-lock-cover]').getByLabel('Password', { exact: true }).fill(password);
    await of.keyboard.press('Enter');
  };

  it('starts after the minutes set by the team, in every tab and team, and leaves nothing to read, hear or focus', async () => {
    await page.goto(`${north}/dashboard`);
    await dashboardOf(page, 'North');
    const elsewhere = await visitor.context.newPage();
    await elsewhere.goto(`${south}/dashboard`);
    await dashboardOf(elsewhere, 'South');
    // Opening the pages has taken some of the ten minutes.
    await visitor.context.clock.fastForward('08:00');
    expect(await cover(page).count()).toBe(0);
    await visitor.context.clock.fastForward('02:10');
    for (const tab of [page, elsewhere]) {
      await tab.bringToFront();
      await cover(tab).waitFor();
      expect(await tab.getByRole('navigation').count()).toBe(0);
      expect(await tab.locator('body').innerText()).not.toMatch(/Areas|Teams|Dashboard/);
      expect(await tab.title()).toBe(TITLE);
    }
    await page.bringToFront();
    const reached = new Set<string>();
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Tab');
      reached.add(
        await page.evaluate(() =>
          String(document.activeElement?.closest('[data-lock-cover]') !== null || document.activeElement === document.body),
        ),
      );
    }
    expect([...reached]).toEqual(['true']);
    // Keys of the frame do nothing behind it.
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Escape');
    expect(await page.locator('[role="dialog"]').count()).toBe(0);

    await page.reload();
    await cover(page).waitFor();
    await openWith(page, 'not the password');
    await page.getByRole('alert').getByText('The password is wrong').waitFor();
    await openWith(page, DEMO.admin.password);
    await cover(page).waitFor({ state: 'detached' });
    await dashboardOf(page, 'North');
    await visitor.context.clock.runFor(3_000);
    await cover(elsewhere).waitFor({ state: 'detached' });
  });

  it('by key keeps unfinished input, and unlocks without a server', async () => {
    await page.goto(`${north}/profile`);
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Not saved yet');
    await page.keyboard.press('Control+Shift+L');
    await cover(page).waitFor();
    await visitor.context.setOffline(true);
    await openWith(page, DEMO.admin.password);
    await page.getByText('This device cannot check the password yet.').waitFor();
    await visitor.context.setOffline(false);
    await openWith(page, DEMO.admin.password);
    await cover(page).waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Not saved yet');
    await expectFocus(name);

    await page.keyboard.press('Control+Shift+L');
    await cover(page).waitFor();
    await visitor.context.setOffline(true);
    await openWith(page, 'not the password');
    await page.getByRole('alert').getByText('4 more tries without the server.').waitFor();
    await openWith(page, DEMO.admin.password);
    await cover(page).waitFor({ state: 'detached' });
    await visitor.context.setOffline(false);
  });

  it('offers to sign out instead, which deletes nothing that waits', async () => {
    await openUploadPage(page, server);
    await dropFolder(page, study.path);
    await waitUntilOnDevice(page, study.series.length);
    await page.getByRole('button', { name: /^North, .*: menu$/ }).click();
    await page.getByRole('menuitem', { name: /^Lock now/ }).click();
    await cover(page).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/heron/i);
    expect(await page.getByText(/heron/i).filter({ visible: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign out instead' }).click();
    await page.waitForURL(`${server.origin}/login`);
    await submitSignIn(page, DEMO.admin.email);
    await dashboardOf(page, 'North');
    expect(await cover(page).count()).toBe(0);
    await page.goto(`${north}/upload-v2`);
    await uploadState(page, 'preview');
  });

  it('follows the setting as soon as an administrator of the team changes it', async () => {
    await page.goto(`${north}/team/users`);
    await page.getByRole('combobox', { name: 'Lock screens of this team after' }).click();
    const saved = page.waitForResponse('**/api/team/lock');
    await page.getByRole('option', { name: '2 minutes' }).click();
    expect((await saved).status()).toBe(204);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mt_auth.team'))).toContain('"lock_minutes":2');
    await visitor.context.clock.fastForward('02:10');
    await cover(page).waitFor();
  });
});

describe('a page on a sibling host', () => {
  it('neither reads nor sets our sign-in, and its own cookie blocks nobody', async () => {
    const { page, context } = await people.newVisitor();
    await enterByCookie(page, server, DEMO.member);
    await page.goto(`${north}/dashboard`);
    await dashboardOf(page, 'North');
    const evil = await context.newPage();
    // No team of ours has this label; what stands there starts nothing.
    await evil.goto(`${server.teamOrigin('evil')}/version.json`);
    expect(await evil.evaluate(tryEverything, north)).toEqual({
      cookies: [],
      exchange: 'not answered',
      user: 401,
      framed: null,
    });
    const enterAgain = async () => {
      await page.goto(`${north}/version.json`);
      await page.evaluate(async () => {
        localStorage.clear();
        await new Promise((resolve) => (indexedDB.deleteDatabase('keyval-store').onsuccess = resolve));
      });
      await page.goto(`${north}/dashboard`);
    };
    await evil.evaluate(toss, `mt_auth.session=${'x'.repeat(43)}`);
    await enterAgain();
    await page.getByRole('button', { name: /^North, Sam Okafor: menu$/ }).waitFor();

    // A sign-in of somebody else, put before ours by a longer path: nobody goes on in another name.
    const { headers } = await server.request('/api/login', { method: 'POST', body: DEMO.admin });
    const theirs = /mt_auth\.session=[^;]+/.exec([headers['set-cookie']].flat().join(';'))?.[0] ?? '';
    await evil.evaluate(toss, theirs);
    await enterAgain();
    await page.waitForURL(`${server.origin}/login?**`);
  });
});

/** Runs in the page: what a script of a sibling host can try. */
async function tryEverything(target: string) {
  const frame = document.createElement('iframe');
  frame.src = `${target}/dashboard`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  const include = { credentials: 'include' } as const;
  return {
    cookies: document.cookie.split('; ').filter((cookie) => cookie.startsWith('mt_auth.')),
    exchange: await fetch(`${target}/api/annotator/auth/signed/`, { method: 'POST', ...include }).then(
      ({ status }) => status,
      () => 'not answered',
    ),
    user: await fetch(`${target}/api/user`).then(({ status }) => status),
    framed: frame.contentDocument,
  };
}

/** Runs in the page. */
function toss(cookie: string): void {
  document.cookie = `${cookie}; Domain=app.localhost; Path=/api`;
}

async function openStudies(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/studies-v2`);
  await pageOfTeam(page, 'Studies');
  await waitUntilKept(page, '/api/studies-v2');
}

async function chooseSignOut(page: Page, team: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${team}, .*: menu$`) }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

interface Left {
  bearer: boolean;
  databases: number;
  /** What idb-keyval, sessionStorage and the caches hold beyond the program itself. */
  kept: string[];
  session: string[];
  cached: string[];
}

/** What an origin has stored, read on a page that starts nothing. */
async function leftOn(page: Page, origin: string): Promise<Left> {
  await page.goto(`${origin}/version.json`);
  const left = await page.evaluate(readStores);
  if (page.url() === `${origin}/version.json`) return left;
  throw new Error(`The page is at ${page.url()}`);
}

/** Runs in the page. */
async function readStores(): Promise<Left> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  const kept = await new Promise<string[]>((resolve, reject) => {
    if (!names.includes('keyval-store')) return resolve([]);
    const opening = indexedDB.open('keyval-store');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const asked = opening.result.transaction('keyval').objectStore('keyval').getAllKeys();
      asked.addEventListener('success', () => resolve(asked.result.map(String)));
    });
  });
  const cached: string[] = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) cached.push(url);
  }
  return {
    bearer: localStorage.getItem('mt_auth._token.local') !== null,
    databases: names.filter((name) => name.startsWith('lightship.u')).length,
    kept,
    session: Object.keys(sessionStorage),
    cached: cached.filter((url) => /\/(api|services|upload)\//.test(new URL(url).pathname)),
  };
}
