import { rm } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { dropPaths } from '#tests/support/drop.ts';
import type { DeviceState } from './device-reader.ts';
import type { Lane } from './lane.ts';

/** The state of the upload on the screen. */
export type Screen = 'loading' | 'ready' | 'preview' | 'upload' | 'converting' | 'finished';

/** A user at one browser, which a schedule can open and kill any number of times with one profile. */
export class Visit {
  readonly #lane: Lane;
  readonly #profile: string;
  #context: BrowserContext | null = null;

  private constructor(lane: Lane, profile: string) {
    this.#lane = lane;
    this.#profile = profile;
  }

  static async begin(lane: Lane): Promise<Visit> {
    return new Visit(lane, await lane.newProfile());
  }

  get profile(): string {
    return this.#profile;
  }

  isRunning(): boolean {
    return this.#context !== null;
  }

  async launch(): Promise<void> {
    this.#context = await launchBrowser({ userDataDir: this.#profile });
  }

  /** Kills the browser like a power failure. */
  async kill(): Promise<void> {
    const context = this.#context;
    this.#context = null;
    if (context !== null) await killBrowser(this.#profile, context);
  }

  async end(): Promise<void> {
    await this.kill();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Pages of the app, oldest first. */
  pages(): Page[] {
    return this.#context?.pages().filter((page) => page.url().startsWith(this.#lane.address)) ?? [];
  }

  /** The oldest page of the app, opened if there is none. */
  async page(): Promise<Page> {
    const open = this.pages()[0];
    if (open !== undefined) return open;
    return this.openPage();
  }

  async openPage(): Promise<Page> {
    if (this.#context === null) throw new Error('The browser is not running');
    const page = await this.#context.newPage();
    await this.#navigate(page);
    return page;
  }

  /** Reloads the oldest page of the app; does nothing if there is none. */
  async reload(): Promise<void> {
    const page = this.pages()[0];
    if (page !== undefined) await this.#navigate(page);
  }

  /** The shell comes from the service worker, with or without a server. A page that already has this address is reloaded. */
  async #navigate(page: Page): Promise<void> {
    await page.goto(this.#lane.address, { waitUntil: 'domcontentloaded' });
  }

  async setOffline(offline: boolean): Promise<void> {
    await this.#context?.setOffline(offline);
  }

  /** Null if there is no page to ask, or the page was closed meanwhile. */
  async device(): Promise<DeviceState | null> {
    const page = this.pages()[0];
    if (page === undefined) return null;
    return this.#lane.device.read(page).catch(() => null);
  }

  async screen(): Promise<Screen> {
    const area = (await this.page()).locator('[data-upload-state]:not([data-upload-state="loading"])');
    await area.waitFor();
    return (await area.getAttribute('data-upload-state')) as Screen;
  }

  async drop(folder: string): Promise<void> {
    const page = await this.page();
    await dropPaths(page, page.locator('[data-upload-state]'), [folder]);
  }

  /** Presses it as soon as that is possible. */
  async pressProcess(): Promise<void> {
    await (await this.page()).getByRole('button', { name: /^Process/ }).click();
  }

  /** IDs of the series in the list on the screen. */
  async seriesOnScreen(): Promise<string[]> {
    return (await this.page()).locator('[data-series]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-series') ?? ''));
  }
}
