import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { openPeople, type People } from './people.ts';
import {
  dashboardOf,
  dropFolder,
  openUploadPage,
  pageOfTeam,
  signIn,
  submitSignIn,
  uploadState,
  waitForServiceWorker,
  waitUntilKept,
  waitUntilOnDevice,
} from './visit.ts';

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
  it.each(['online', 'offline'])('%s leaves nothing of the person on any host, and every tab goes', async (network) => {
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
  });

  it('on one host counts for one that could not be reached, at its next start', async () => {
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

  it('keeps unsent studies for their owner alone: whoever comes next neither sees nor sends them', async () => {
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
      if (request.url().includes('c-upload')) sent.push(request.url());
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
