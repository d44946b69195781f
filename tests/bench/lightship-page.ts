import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { chooseFolder } from '#tests/support/drop.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import type { AfterKill, Contender, OpenPage, StagedSeconds } from './contender.ts';
import type * as OnDevicePage from './on-device-page.ts';
import { bundleForPage } from './page-script.ts';

type OnDeviceGlobal = { onDevice: typeof OnDevicePage };

export interface LightshipPage extends OpenPage {
  /** Chooses the folder and waits for the screen to call everything stored. */
  stage(folder: string): Promise<StagedSeconds>;
  /** Seconds to read, hash and encrypt the folder's files without keeping them. */
  takeWithoutStore(folder: string): Promise<number>;
}

export interface Lightship extends Contender {
  open(profile: string): Promise<LightshipPage>;
}

export async function startLightship(): Promise<Lightship> {
  const script = await bundleForPage(join(import.meta.dirname, 'on-device-page.ts'), 'onDevice');
  const server = await startTestServer({ people: true });
  return { name: 'Lightship', open: (profile) => openPage(server, script, profile), dispose: () => server.dispose() };
}

async function openPage(server: TestServer, script: string, profile: string): Promise<LightshipPage> {
  const context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
  const page = context.pages()[0]!;
  await signIn(page, server, DEMO.annotator);
  await page.goto(`${server.teamOrigin('north')}/upload-v2`);
  await page.locator('[data-upload-state="ready"], [data-upload-state="preview"]').waitFor();
  const give = (folder: string) => chooseFolder(page, page.getByRole('button', { name: 'Browse folder' }), folder);
  return {
    give,
    claimed: (given) => page.evaluate(storedInWords, given),
    readBack: () => readBack(context, page, server, script),
    kill: () => killBrowser(profile, context),
    async stage(folder) {
      const staged = page.evaluate(secondsToStored);
      await give(folder);
      return staged;
    },
    async takeWithoutStore(folder) {
      const bare = await openBarePage(context, server, script);
      const input = await bare.evaluateHandle(() => {
        const made = document.createElement('input');
        made.type = 'file';
        made.webkitdirectory = true;
        return made;
      });
      await input.setInputFiles(folder);
      return input.evaluate((made) => (globalThis as unknown as OnDeviceGlobal).onDevice.takeWithoutStore([...made.files!]));
    },
  };
}

async function readBack(context: BrowserContext, page: Page, server: TestServer, script: string): Promise<AfterKill> {
  // In a page of its own: the script looks behind the page, which goes on as it is.
  const bare = await openBarePage(context, server, script);
  const { listed, back } = await bare.evaluate(() => (globalThis as unknown as OnDeviceGlobal).onDevice.readBack());
  const words = await page.locator('body').innerText();
  return { listed, back, speaksOf: (name, missing) => words.includes(name) || hasCount(words, missing) };
}

/** "349 files were not …", whatever else the sentence says. */
function hasCount(words: string, missing: number): boolean {
  return [...words.matchAll(/([\d\s,.]*\d) files? (?:was|were|is|are) not /g)].some(
    ([, count]) => Number(count!.replace(/\D/g, '')) === missing,
  );
}

/** A page of the team's origin that starts nothing by itself. */
async function openBarePage(context: BrowserContext, server: TestServer, script: string): Promise<Page> {
  const bare = await context.newPage();
  await bare.addInitScript({ content: script });
  await bare.goto(`${server.teamOrigin('north')}/version.json`);
  return bare;
}

/** Runs in the page: the promise that the screen makes, word for word. */
function storedInWords(given: number): number {
  const lines = [...document.querySelectorAll('p')].map((line) => line.textContent);
  const copying = lines.find((line) => line.startsWith('Keep this tab open'));
  if (copying !== undefined) return Number(/([\d\s,.]*\d) of /.exec(copying)?.[1]?.replace(/\D/g, '') ?? 0);
  return lines.some((line) => line.startsWith('You can close this tab')) ? given : 0;
}

/** Runs in the page: from the choice to the first file that the words on the screen count, and to 'You can close this tab'. */
function secondsToStored(): Promise<StagedSeconds> {
  return new Promise((resolve) => {
    let givenMs = 0;
    let first: number | null = null;
    addEventListener('change', () => (givenMs = performance.now()), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (givenMs === 0) return;
      const lines = [...document.querySelectorAll('p')].map((line) => line.textContent);
      const copying = lines.find((line) => line.startsWith('Keep this tab open'));
      const seconds = (performance.now() - givenMs) / 1000;
      if (copying !== undefined && /[1-9][\d\s,.]* of /.test(copying)) first ??= seconds;
      if (copying !== undefined || !lines.some((line) => line.startsWith('You can close this tab'))) return;
      observer.disconnect();
      resolve({ first: first ?? seconds, all: seconds });
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}
