import { expect } from 'vitest';
import type { BrowserContext, Locator, Page } from 'playwright';
import { dropPaths } from '#tests/support/drop.ts';
import type { TestServer } from '#tests/support/server.ts';

/** Actions of a user in the browser, by the texts on the screen. */

export const DEMO_PASSWORD = 'demo-password';

/** given (CFG-01): the title of every page. */
export const TITLE = 'AI-driven medical imaging from your browser';

/** Signs in on the main domain and waits for the team's dashboard. */
export async function signIn(page: Page, server: TestServer, email = 'annotator@demo.test'): Promise<void> {
  await page.goto(`${server.origin}/login`);
  await submitSignIn(page, email);
  await page.waitForURL(`${server.teamOrigin('north')}/dashboard`);
}

/** Fills in the form of `/login`, on any host. */
export async function submitSignIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  // The alert after a failed attempt contains the same words.
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Fills in the form of `/get-started`; the address of the team is derived from its name. */
export async function fillAccount(page: Page, account: { code: string; name: string; email: string; team: string }): Promise<void> {
  await page.getByLabel('One-time code').fill(account.code);
  await page.getByLabel('Name').fill(account.name);
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await page.getByLabel('Team').fill(account.team);
}

export async function openUploadPage(page: Page, server: TestServer): Promise<void> {
  await page.goto(`${server.teamOrigin('north')}/upload-v2`);
  await uploadState(page, 'ready');
}

/** The service worker controls this origin and has everything that it needs offline. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    }
  });
}

export async function dropFolder(page: Page, folder: string): Promise<void> {
  await dropPaths(page, page.locator('[data-upload-state]'), [folder]);
}

export async function uploadState(page: Page, state: 'ready' | 'preview' | 'upload' | 'converting' | 'finished'): Promise<void> {
  await page.locator(`[data-upload-state="${state}"]`).waitFor();
}

/** Every series row has its image, and nothing is being copied. */
export async function waitForThumbnails(page: Page, series: number): Promise<void> {
  await expect.poll(() => page.locator('[data-series] canvas[data-thumbnail="drawn"]').count(), { timeout: 30_000 }).toBe(series);
}

/** Everything that was dropped is committed on this device. */
export async function waitUntilOnDevice(page: Page, series: number): Promise<void> {
  await waitForThumbnails(page, series);
  await page.getByText(/^Keep this tab open/).waitFor({ state: 'hidden' });
}

export async function pressProcess(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Process/ }).click();
}

/** Pressed in every page before they can learn of each other, because the first press would remove the button from the other pages. */
export async function pressProcessAtOnce(pages: Page[]): Promise<void> {
  const buttons = await Promise.all(pages.map((page) => page.locator('button:enabled', { hasText: /^Process/ }).elementHandle()));
  await Promise.all(buttons.map((button) => button?.evaluate((element) => (element as HTMLButtonElement).click())));
}

export async function waitForProof(page: Page, files: number): Promise<void> {
  await page.getByText(`${files} of ${files} files verified`).first().waitFor();
}

/** Texts of one study on /studies-v2. */
export async function studyRow(page: Page, server: TestServer, name: string): Promise<string> {
  await page.goto(`${server.teamOrigin('north')}/studies-v2`);
  const row = page.getByRole('row').filter({ hasText: name }).first();
  await row.waitFor();
  return row.innerText();
}

export function pagesOf(context: BrowserContext, server: TestServer): Page[] {
  return context.pages().filter((page) => page.url().includes(`:${server.port}`));
}

/** The team's dashboard with its frame. */
export async function dashboardOf(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.getByRole('button', { name: new RegExp(`^${title}, .*: menu$`) }).waitFor();
  await page.getByRole('region', { name: 'Teams' }).waitFor();
}

/** A page of a team, with its frame. */
export async function pageOfTeam(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await page.getByRole('navigation', { name: 'Areas' }).first().waitFor();
}

/** The links in the sidebar, once they are known. */
export async function areaLinks(page: Page): Promise<string[]> {
  const areas = page.getByRole('complementary', { name: 'Team and areas' }).getByRole('navigation', { name: 'Areas' });
  await areas.waitFor();
  return (await areas.getByRole('link').allInnerTexts()).map((words) => words.trim());
}

/** The focus follows the rendering, which may be slightly later than the key. */
export async function expectFocus(locator: Locator): Promise<void> {
  await expect.poll(() => isFocused(locator)).toBe(true);
}

export async function isFocused(locator: Locator): Promise<boolean> {
  await locator.waitFor();
  return locator.evaluate((element) => element === document.activeElement);
}

/** Presses a button, unless the page does by itself what it would do, and takes the button away. */
export async function pressUnless(button: Locator, happened: Promise<unknown>): Promise<void> {
  await Promise.race([button.click(), happened]);
  await happened;
}

export interface Announcements {
  sent(): { team: string; user: number }[];
  /** Resolves once this many were sent (SOCK-01). */
  wait(count: number): Promise<void>;
}

/** The announcements of this page to the server's socket, from now on. */
export function announcementsOf(page: Page): Announcements {
  const sent: { team: string; user: number }[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      // Engine.IO message, Socket.IO event, the number for the acknowledgement: `420["set-team-user",{…}]`.
      const [, event] = /^42\d*(\[.*)/s.exec(String(payload)) ?? [];
      const [name, visit] = event === undefined ? [] : (JSON.parse(event) as [string, never]);
      if (name === 'set-team-user' && visit !== undefined) sent.push(visit);
    }),
  );
  return { sent: () => sent, wait: (count) => expect.poll(() => sent.length, { timeout: 30_000 }).toBe(count) };
}

/** Longer than the second between two writes: after it, nothing that the page shows is still to be written. */
const NOTHING_WRITTEN_MS = 2_000;

/** Waits until the last answers to this call are stored on this device: they are written once a second, encrypted, after everything else. */
export async function waitUntilKept(page: Page, path: string): Promise<void> {
  const isKept = async () => (await page.evaluate(keptAt)) > (await page.evaluate(lastAnswerAt, path));
  await expect.poll(isKept, { timeout: 15_000 }).toBe(true);
  // An answer that had arrived may not have been part of that write, because it was still being read.
  for (let at = 0, before = -1; at !== before;) {
    before = await page.evaluate(keptAt);
    await page.waitForTimeout(NOTHING_WRITTEN_MS);
    at = await page.evaluate(keptAt);
  }
}

/** Runs in the page. */
function lastAnswerAt(path: string): number {
  const answers = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ name }) => new URL(name).pathname === path,
  );
  return performance.timeOrigin + Math.max(...answers.map(({ responseEnd }) => responseEnd));
}

/** Runs in the page: when its lists were last stored, 0 for never. */
async function keptAt(): Promise<number> {
  const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('lightship.u')) ?? {};
  if (name === undefined) return 0;
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
  return new Promise((resolve) => {
    const request = db.transaction('lists').objectStore('lists').get('queries');
    request.onsuccess = () => {
      db.close();
      resolve((request.result as { at: number } | undefined)?.at ?? 0);
    };
  });
}

/** Does something of which a row of the device's database will tell, and waits for that: a reload right after it would come before the row. */
export async function keptOnDevice(page: Page, table: string, act: () => Promise<void>): Promise<void> {
  const before = await page.evaluate(rowsOf, table);
  await act();
  await expect.poll(() => page.evaluate(rowsOf, table)).not.toBe(before);
}

/** Runs in the page: every row of a table, with the bytes of sealed values. */
async function rowsOf(table: string): Promise<string> {
  const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('lightship.u')) ?? {};
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name ?? '');
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
  const rows = await new Promise<unknown[]>((resolve, reject) => {
    const request = db.transaction(table).objectStore(table).getAll();
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
  db.close();
  return JSON.stringify(rows, (_, value: unknown) => {
    if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
    return ArrayBuffer.isView(value) ? [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)] : value;
  });
}

/**
 * From now on, or from the next commit of files, nothing can be committed to this table until it is released, because a transaction of the test
 * blocks every other one. Files that are dropped meanwhile are being taken for as long as the test needs, however fast this machine is: the
 * transaction of the test comes between any two commits of files.
 */
export async function holdDeviceStore(
  page: Page,
  { table = 'segments', from = 'now' }: { table?: 'segments' | 'series'; from?: 'now' | 'next files' } = {},
): Promise<{ held: () => Promise<void>; release: () => Promise<void> }> {
  const hold = await page.evaluateHandle(
    async (asked) => {
      const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('lightship.u')) ?? {};
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name ?? '');
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
      let isReleased = false;
      let before: number | null = null;
      const held = new Promise<void>((resolve) => {
        const look = () => {
          const tx = db.transaction(asked.from === 'now' ? [asked.table] : [asked.table, 'files'], 'readwrite');
          const store = tx.objectStore(asked.table);
          const again = () => {
            resolve();
            if (isReleased) return db.close();
            store.count().onsuccess = again;
          };
          if (asked.from === 'now') {
            store.count().onsuccess = again;
            return;
          }
          const rows = tx.objectStore('files').getAll();
          rows.addEventListener('success', () => {
            const stored = rows.result.filter(({ state }) => state === 'stored').length;
            before ??= stored;
            if (stored > before) again();
            else tx.addEventListener('complete', look);
          });
        };
        look();
      });
      if (asked.from === 'now') await held;
      return { held, release: () => void (isReleased = true) };
    },
    { table, from },
  );
  return { held: () => hold.evaluate(({ held }) => held), release: () => hold.evaluate(({ release }) => release()) };
}

/** Errors and warnings on the consoles of all pages of this context from now on, and all violations of the content security policy. */
export async function complaintsOf(context: BrowserContext): Promise<() => string[]> {
  const complaints: string[] = [];
  await context.exposeBinding('complain', (_source, complaint: string) => void complaints.push(complaint));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (globalThis as unknown as { complain(complaint: string): void }).complain(`violation: ${effectiveDirective} ${blockedURI}`),
    );
  });
  // Workers use the console of their page.
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => void complaints.push(`thrown: ${error.error().message}`));
  return () => complaints;
}
