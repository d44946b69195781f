import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import type { BrowserContext, Page } from 'playwright';
import { chooseFolder } from '#tests/support/drop.ts';
import type { TestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';

/** The upload page with the files of the folder on the device and their series drawn: Process is the next thing to press. */
export async function openStagedPage(context: BrowserContext, server: TestServer, folder: string, series: number): Promise<Page> {
  const page = context.pages()[0]!;
  await signIn(page, server, DEMO.annotator);
  await page.goto(`${server.teamOrigin('north')}/upload-v2`);
  await page.locator('[data-upload-state="ready"]').waitFor();
  await chooseFolder(page, page.getByRole('button', { name: 'Browse folder' }), folder);
  await page.getByText('You can close this tab').waitFor();
  await page
    .locator('[data-series] canvas[data-thumbnail="drawn"]')
    .nth(series - 1)
    .waitFor();
  return page;
}

/** Seconds from the key for Process to the last file that the server's database calls proved. */
export async function secondsToProved(page: Page, { dataDir }: TestServer, files: number): Promise<number> {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { readonly: true });
  const proved = db.prepare('select count(*) from file where proved = 1').pluck();
  const startedMs = performance.now();
  await page.keyboard.press('Control+Enter');
  while (proved.get() !== files) await pause(10);
  db.close();
  return (performance.now() - startedMs) / 1000;
}
