import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';

export interface Visitor {
  context: BrowserContext;
  page: Page;
}

export interface People {
  /**
   * A user on a separate machine: no cookie, no stored bearer token. By default without a service worker, because each of these users would first
   * store the whole app. Nothing moves, which saves a seventh of the processor time; browsers with a device of their own show the movements.
   */
  /** `locale`: the language of the browser. */
  newVisitor(options?: { serviceWorker?: boolean; locale?: string }): Promise<Visitor>;
  /** Closes all windows. The browser stays open for the next test. */
  sendHome(): Promise<void>;
  close(): Promise<void>;
}

/** Several users in one Chromium, for tests in which no browser is killed. */
export async function openPeople(): Promise<People> {
  const profile = await mkdtemp(join(tmpdir(), 'lightship-profile-'));
  const first = await launchBrowser({ userDataDir: profile });
  const browser = first.browser();
  if (browser === null) throw new Error('Chromium gives no browser to its first context');
  const visitors: BrowserContext[] = [];
  return {
    async newVisitor({ serviceWorker = false, locale = 'en-US' } = {}) {
      const context = await browser.newContext({
        locale,
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
        serviceWorkers: serviceWorker ? 'allow' : 'block',
      });
      visitors.push(context);
      return { context, page: await context.newPage() };
    },
    async sendHome() {
      await Promise.all(visitors.splice(0).map((context) => context.close()));
    },
    async close() {
      await killBrowser(profile, first);
      await rm(profile, { recursive: true, force: true });
    },
  };
}
