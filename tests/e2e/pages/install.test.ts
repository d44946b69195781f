import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import {
  complaintsOf,
  dashboardOf,
  dropFolder,
  openUploadPage,
  pageOfTeam,
  pressProcess,
  TITLE,
  uploadState,
  waitForServiceWorker,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

/** In a profile of its own: what a private window offers is not what a person can install. */
describe('the app of a team', () => {
  let server: TestServer;
  let study: StudyFolder;
  let profile: string;
  let context: BrowserContext;
  let page: Page;
  let north: string;

  beforeAll(async () => {
    [server, study, profile] = await Promise.all([
      startTestServer({ people: true }),
      createStudyFolder({ slicesPerSeries: 3 }),
      mkdtemp(join(tmpdir(), 'lightship-profile-')),
    ]);
    north = server.teamOrigin('north');
    context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
    page = context.pages()[0] ?? (await context.newPage());
    await enterByCookie(page, server, DEMO.annotator);
    await page.goto(`${north}/dashboard`);
    await dashboardOf(page, 'North');
    await waitForServiceWorker(page);
  });
  afterAll(async () => {
    await killBrowser(profile, context);
    await Promise.all([server.dispose(), study.remove(), rm(profile, { recursive: true, force: true })]);
  });

  it('can be installed [PWA-01, PWA-13]', async () => {
    const session = await context.newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    const { errors, url } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(url).toBe(`${north}/manifest.webmanifest`);
  });

  it('has a manifest with its name, its title as description, and icons of the stated sizes [PWA-15]', async () => {
    const answer = await server.request(`${north}/manifest.webmanifest`);
    expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/);
    const manifest = answer.json() as { icons: { src: string; sizes: string; purpose: string }[] };
    expect(manifest).toMatchObject({
      name: 'Lightship',
      short_name: 'Lightship',
      description: TITLE,
      id: '/',
      start_url: '/dashboard',
      scope: '/',
      display: 'standalone',
      theme_color: '#0B0D0F',
      background_color: '#0B0D0F',
    });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
    for (const { src, sizes } of manifest.icons) {
      const size = await page.evaluate(async (src) => {
        const icon = await createImageBitmap(await (await fetch(src)).blob());
        return `${icon.width}x${icon.height}`;
      }, src);
      expect(size).toBe(sizes);
    }
  });

  it('starts at its start address, in its own window or in a tab [PWA-16]', async () => {
    await page.goto(`${north}/install`);
    await page.getByRole('heading', { name: 'Install Lightship' }).waitFor();
    await page
      .getByText(/Install the app|Open the menu of the browser/)
      .first()
      .waitFor();
    await page.goto(`${north}/dashboard`);
    await dashboardOf(page, 'North');
  });

  it('has one service worker for the whole host, which no HTTP cache may keep [CFG-21, PWA-17]', async () => {
    const worker = await server.request(`${north}/sw.js`);
    expect(worker.status).toBe(200);
    expect(worker.headers['content-type']).toMatch(/javascript/);
    expect(worker.headers['cache-control']).toBe('no-cache');
    const registrations = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope, active }) => ({ scope, script: active?.scriptURL })),
    );
    expect(registrations).toEqual([{ scope: `${north}/`, script: `${north}/sw.js` }]);
  });

  it('keeps page shell and version out of HTTP caches, and caches hashed files permanently', async () => {
    const cacheOf = async (path: string, headers = {}) => (await server.request(`${north}${path}`, { headers })).headers['cache-control'];
    expect(await cacheOf('/dashboard', { accept: 'text/html' })).toBe('no-cache');
    expect(await cacheOf('/version.json')).toBe('no-cache');
    expect(await cacheOf('/api/setup')).toBe('no-store');
    const script =
      /src="(\/assets\/[^"]+\.js)"/.exec((await server.request(`${north}/`, { headers: { accept: 'text/html' } })).text)?.[1] ?? '';
    expect(await cacheOf(script)).toBe('public, max-age=31536000, immutable');
  });

  it('has a version file that names the build [ENT-23, CALL-006]', async () => {
    const answer = await server.request(`${north}/version.json`);
    expect(answer.json()).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/) });
  });

  it('may load from its own host only, and call its own hosts only', async () => {
    const host = `app.localhost:${server.port}`;
    const directives = await policyOf(`${north}/dashboard`);
    const { 'connect-src': calls = [], ...others } = directives;
    expect(others).toEqual({
      'default-src': ["'self'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      // Films, which the page joins of fragments.
      'media-src': ["'self'", 'blob:'],
      'worker-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      // Where default-src does not reach: forms, and pages that would frame this one.
      'form-action': ["'self'"],
      'frame-ancestors': ["'self'"],
      'frame-src': ["'self'", `http://${host}/purge.html`, `http://*.${host}/purge.html`],
    });
    expect(new Set(calls)).toEqual(
      new Set([
        "'self'",
        `http://${host}`,
        `http://*.${host}`,
        `ws://${host}`,
        `ws://*.${host}`,
        `ws://north.${host}`,
        `http://upload.${host}`,
      ]),
    );
    // The main domain has the same policy but for its own name.
    const { 'connect-src': mainCalls, ...mainOthers } = await policyOf(`${server.origin}/login`);
    expect(mainOthers).toEqual(others);
    expect(mainCalls).not.toContain(`ws://north.${host}`);
  });

  async function policyOf(address: string): Promise<Record<string, string[]>> {
    const { headers } = await server.request(address, { headers: { accept: 'text/html' } });
    const directives = String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => directive.split(' '));
    return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]));
  }

  it('works from start to end without console messages and content security policy errors', async () => {
    const complaints = await complaintsOf(context);
    await page.goto(`${server.origin}/login`);
    await page.waitForURL(`${north}/dashboard`);
    await dashboardOf(page, 'North');
    await openUploadPage(page, server);
    await dropFolder(page, study.path);
    await waitUntilOnDevice(page, study.series.length);
    await pressProcess(page);
    await uploadState(page, 'finished');
    for (const area of ['Studies', 'Upload history']) {
      await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: area, exact: true }).click();
      await pageOfTeam(page, area);
      await page.getByRole('row').nth(1).waitFor();
    }
    await page.reload();
    await page.getByRole('row').nth(1).waitFor();
    await page.goto(`${north}/install`);
    await page.getByRole('heading', { name: 'Install Lightship' }).waitFor();
    expect(complaints()).toEqual([]);
    // And the collector hears: a call to a host that is not ours is refused, and said.
    await page.evaluate(() => fetch('https://elsewhere.test/').catch(() => undefined));
    await expect.poll(() => complaints().join('\n')).toContain('violation: connect-src');
  });
});
