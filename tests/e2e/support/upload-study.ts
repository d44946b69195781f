import type { Page } from 'playwright';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import type { TestServer } from '#tests/support/server.ts';
import { dropFolder, openUploadPage, pressProcess, uploadState } from './page-steps.ts';

/** The annotator, who is signed in on this page, uploads the only study of north through the page. Returns the UUID of the study. */
export async function uploadStudy(page: Page, server: TestServer, { path, series }: { path: string; series: number }): Promise<string> {
  await openUploadPage(page, server);
  await dropFolder(page, path);
  // Not by `expect.poll`, which is refused outside of a test.
  await page
    .locator('[data-series] canvas[data-thumbnail="drawn"]')
    .nth(series - 1)
    .waitFor();
  await page.getByText(/^Keep this tab open/).waitFor({ state: 'hidden' });
  await pressProcess(page);
  await uploadState(page, 'finished');
  const authorization = `Bearer ${await bearerOf(server, DEMO.annotator)}`;
  const listed = await server.request('/api/studies-v2', { headers: { authorization, team: 'north' } });
  return ((await listed.json()) as { data: { uuid: string }[] }).data[0]!.uuid;
}
