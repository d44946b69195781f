import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { countOnDevice, rowsOnDevice } from '#tests/e2e/support/device.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { waitForServiceWorker, waitUntilKept } from '#tests/e2e/support/page-steps.ts';

interface KeptRow {
  id: string;
  key: string;
  studyUuid: string;
  size: number;
  keptBytes: number;
  cached: number;
}

/** One person and one study that is kept, on one server that is killed: read from top to bottom. */
describe('a study that is kept on the device', () => {
  let people: People;
  let server: TestServer;
  let north: string;
  let page: Page;
  let name: string;
  let studyUuid: string;

  /** Of this study. Pictures of others may be here, because the list showed them. */
  const kept = async () => (await rowsOnDevice<KeptRow>(page, 'keptObjects')).filter((row) => row.studyUuid === studyUuid);

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ demo: true })]);
    north = server.teamOrigin('north');
    page = (await people.newVisitor({ serviceWorker: true })).page;
    // Firefox asks the user, who need not answer; a study is kept meanwhile.
    await page.addInitScript(() => (navigator.storage.persist = () => new Promise(() => undefined)));
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  it('is stored with its files, and shows when it is complete', async () => {
    await enterByCookie(page, server, DEMO.annotator);
    await page.goto(`${north}/studies-v2`);
    await waitForServiceWorker(page);
    const converted = page.getByRole('row').filter({ hasText: 'converted' }).first();
    await converted.waitFor({ timeout: 60_000 });
    name = (await converted.getByRole('rowheader').innerText()).trim();
    await page.getByRole('button', { name: `Keep on this device: ${name}` }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^Kept on this device, [\d.]+/ })
      .waitFor();
    const [pin] = await rowsOnDevice<{ studyUuid: string }>(page, 'pins');
    studyUuid = pin!.studyUuid;
    const rows = await kept();
    expect(rows.filter(({ key }) => key.startsWith('file:')).length).toBeGreaterThan(0);
    expect(rows.every(({ size, keptBytes, cached }) => keptBytes === size && cached === 0)).toBe(true);
    await waitUntilKept(page, '/api/studies-v2');
  });

  it('is available after a reload without a server, in the list and among the stored studies', async () => {
    const before = await kept();
    await server.kill();
    await page.reload();
    await page.getByText(/^list as of \d\d:\d\d$/).waitFor();
    await page.getByRole('button', { name: `Kept on this device: ${name}` }).waitFor();
    await page.getByRole('link', { name: /^On this device/ }).click();
    await page.getByRole('heading', { name: 'On this device' }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: name })
      .filter({ hasText: /as of \d\d\.\d\d\.\d{4} \d\d:\d\d/ })
      .waitFor();
    expect(await kept()).toEqual(before);
  });

  it('leaves nothing behind when it is unpinned', async () => {
    await page.getByRole('button', { name: `Unpin ${name}` }).click();
    await page.getByRole('heading', { name: 'No offline studies' }).waitFor();
    expect(await countOnDevice(page, 'pins')).toBe(0);
    expect(await kept()).toEqual([]);
    const others = new Set((await rowsOnDevice<KeptRow>(page, 'keptObjects')).map(({ id }) => id));
    const pieces = await rowsOnDevice<{ objectId: string }>(page, 'keptPieces');
    expect(pieces.filter(({ objectId }) => !others.has(objectId))).toEqual([]);
  });

  it('is stored when it was pinned offline and the server is back', async () => {
    await page.getByRole('link', { name: 'To the studies' }).click();
    await page.getByRole('button', { name: `Keep on this device: ${name}` }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^There is no network\. What was downloaded is kept, and the rest follows\. Next try at \d\d:\d\d\.$/ })
      .waitFor();
    expect(await kept()).toEqual([]);
    await server.restart();
    await page.getByRole('button', { name: `Kept on this device: ${name}` }).waitFor();
    const rows = await kept();
    expect(rows.some(({ key }) => key.startsWith('file:'))).toBe(true);
    expect(rows.every(({ size, keptBytes }) => keptBytes === size)).toBe(true);
  });
});
