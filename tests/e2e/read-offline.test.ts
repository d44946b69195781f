import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { countOnDevice, rowsOnDevice } from './at-a-device.ts';
import { openPeople, type People } from './people.ts';
import { waitForServiceWorker, waitUntilKept } from './visit.ts';

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
  const mark = () => page.getByRole('button', { name: new RegExp(`: ${name}$`) });

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ demo: true })]);
    north = server.teamOrigin('north');
    page = (await people.newVisitor({ serviceWorker: true })).page;
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  it('comes with its volumes, and says when it is whole', async () => {
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
    expect(rows.filter(({ key }) => key.startsWith('volume:')).length).toBeGreaterThan(0);
    expect(rows.every(({ size, keptBytes, cached }) => keptBytes === size && cached === 0)).toBe(true);
    await waitUntilKept(page, '/api/studies-v2');
  });

  it('is here after a reload without a server, in the list and among what this device keeps', async () => {
    const before = await kept();
    await server.kill();
    await page.reload();
    await page.getByText(/^list as of \d\d:\d\d$/).waitFor();
    await mark().waitFor();
    expect(await mark().getAttribute('aria-label')).toBe(`Kept on this device: ${name}`);
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
    await page.getByRole('heading', { name: 'No study is kept' }).waitFor();
    expect(await countOnDevice(page, 'pins')).toBe(0);
    expect(await kept()).toEqual([]);
    const others = new Set((await rowsOnDevice<KeptRow>(page, 'keptObjects')).map(({ id }) => id));
    const pieces = await rowsOnDevice<{ objectId: string }>(page, 'keptPieces');
    expect(pieces.filter(({ objectId }) => !others.has(objectId))).toEqual([]);
  });

  it('comes by itself when it was pinned without a server and the server is there again', async () => {
    await page.getByRole('link', { name: 'To the studies' }).click();
    await page.getByRole('button', { name: `Keep on this device: ${name}` }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^The network is away\. What came stays, and the rest follows\. Next try at \d\d:\d\d\.$/ })
      .waitFor();
    expect(await kept()).toEqual([]);
    await server.restart();
    await page.getByRole('button', { name: `Kept on this device: ${name}` }).waitFor();
    const rows = await kept();
    expect(rows.some(({ key }) => key.startsWith('volume:'))).toBe(true);
    expect(rows.every(({ size, keptBytes }) => keptBytes === size)).toBe(true);
  });
});
