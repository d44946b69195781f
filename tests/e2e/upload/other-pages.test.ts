import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Locator } from 'playwright';
import { LIMITS } from '#contract/limits.ts';
import type { SeriesRow } from '#localdb/schema.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { countOnDevice, openDevice, rowsOnDevice, type Device } from '#tests/e2e/support/device.ts';
import {
  dropFolder,
  expectFocus,
  holdDeviceStore,
  pageOfTeam,
  uploadState,
  waitUntilKept,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

/** An upload while its person looks at something else: the mini uploader (UPL2-005 to 009, 053, 054) and the upload history (HIST-001 to 005). */
let device: Device;
let study: StudyFolder;
beforeAll(async () => {
  study = await createStudyFolder({ slicesPerSeries: 12, paddingBytes: 600_000 });
});
afterAll(() => study.remove());
beforeEach(async () => {
  device = await openDevice();
  await device.begin();
});
afterEach(() => device.dispose());

const mini = (): Locator => device.page.getByRole('region', { name: 'Upload', exact: true });
const waiting = (): Locator => device.page.getByRole('region', { name: 'On this device' }).getByRole('listitem');
const uploads = (): Locator => device.page.getByRole('table', { name: 'Upload history' }).getByRole('row');

async function goTo(area: string, heading = area): Promise<void> {
  await device.page.getByRole('navigation', { name: 'Areas' }).first().getByRole('link', { name: area, exact: true }).click();
  await pageOfTeam(device.page, heading);
}

it('an upload continues on every page, shows the same progress as the upload page, and is closed once it is finished [ROUTE-035, LAYOUT-01, UPL2-005, UPL2-006, UPL2-007, UPL2-008, UPL2-009, LIST-020, HIST-001, HIST-004]', async () => {
  const { page } = device;
  await goTo('Studies');
  expect(await mini().count()).toBe(0);
  await goTo('Upload');
  await dropFolder(page, study.path);
  await waitUntilOnDevice(page, study.series.length);

  // Everything is on this device: nobody is asked.
  await goTo('Studies');
  await mini().getByText('1 study on this device, not sent yet').waitFor();
  await expectFocus(page.locator('main#content'));
  await mini().getByRole('link', { name: 'Continue' }).click();
  await uploadState(page, 'preview');
  expect(await mini().count()).toBe(0);

  await device.sendUntil(2);
  const confirmedOnDevice = async () => (await rowsOnDevice<SeriesRow>(page, 'series')).reduce((sum, row) => sum + row.confirmedBytes, 0);
  await expect.poll(confirmedOnDevice).toBeGreaterThan(2 * LIMITS.chunkMinBytes);
  const confirmed = await confirmedOnDevice();
  const figures = (
    await page
      .getByText(new RegExp(`^${(confirmed / 1_000_000).toFixed(1)} of [\\d.]+\\sMB$`))
      .first()
      .innerText()
  ).trim();
  await goTo('Studies');
  await mini().getByText(figures, { exact: true }).waitFor();
  await mini().getByText('Heron, Quiet').waitFor();
  const share = (
    await mini()
      .getByText(/^\d+\s%$/)
      .innerText()
  ).trim();
  await page.getByRole('complementary').getByText(share).waitFor();
  expect(await mini().getByRole('button', { name: 'Close' }).count()).toBe(0);

  // The page ends above it: nothing is under it that could not be scrolled free.
  const box = await mini().boundingBox();
  const room = await page.locator('main').evaluate((main) => Number.parseFloat(getComputedStyle(main).paddingBottom));
  expect(room).toBeGreaterThan(box?.height ?? Infinity);

  await mini().getByRole('button', { name: 'Minimise' }).press('Enter');
  await mini().getByText('Heron, Quiet').waitFor({ state: 'hidden' });
  await page.reload();
  await mini().getByText(share).waitFor();
  expect(await mini().getByText('Heron, Quiet').count()).toBe(0);
  await mini().getByRole('button', { name: 'Show the upload' }).click();
  await mini().getByText('Heron, Quiet').waitFor();
  await mini().getByRole('link', { name: 'Open the upload page' }).click();
  await uploadState(page, 'upload');

  await goTo('Upload history');
  device.gate.open();
  await page.locator('[data-mini-uploader="finished"]').waitFor();
  await mini().getByText(`${study.files} of ${study.files} files verified`).waitFor();
  await mini().getByRole('button', { name: 'Close' }).click();
  await mini().waitFor({ state: 'hidden' });
  await expectFocus(page.locator('main#content'));
  await page.reload();
  const row = async () => (await uploads().nth(1).innerText()).replaceAll(/\s+/g, ' ');
  await expect.poll(row).toMatch(new RegExp(`Heron, Quiet .*converted ${study.files} of ${study.files}$`));
  expect(await mini().count()).toBe(0);
  await uploads().nth(1).getByRole('button', { name: 'Download receipt' }).waitFor();
  await uploads().nth(1).getByRole('link', { name: 'Heron, Quiet' }).click();
  await page.waitForURL(/\/studies-v2\?bupload_id=\d+$/);
  await page.getByRole('button', { name: 'Studies of one upload' }).waitFor();
});

it('waiting uploads are in the history offline, can be resumed and cleared there [HIST-005]', async () => {
  const { page } = device;
  await dropFolder(page, study.path);
  await waitUntilOnDevice(page, study.series.length);
  await device.sendUntil(2);
  await goTo('Upload history');
  await waiting().getByText('sending').waitFor();
  await uploads().nth(1).getByText('sending').waitFor();
  await waitUntilKept(page, '/api/uploads');

  await device.context.setOffline(true);
  await waiting().getByText('The network', { exact: false }).waitFor();
  await waiting().getByText('queued').waitFor();
  await page.reload();
  await waiting().getByText('Heron, Quiet').waitFor();
  await page.getByText(/^list as of/).waitFor();
  await uploads().nth(1).getByText('Heron, Quiet').waitFor();
  await waiting().getByRole('button', { name: 'Continue' }).click();
  await uploadState(page, 'upload');

  // Another one is begun; the history leads back to the first.
  await page.getByRole('button', { name: 'New upload' }).click();
  await uploadState(page, 'ready');
  await goTo('Upload history');
  await waiting().getByRole('button', { name: 'Continue' }).click();
  await uploadState(page, 'upload');
  await device.context.setOffline(false);

  await goTo('Upload history');
  await waiting().getByRole('button', { name: 'Clear' }).click();
  await page.getByText('Files that are still waiting are deleted and will not be sent.').waitFor();
  await page.getByRole('button', { name: 'Clear this upload' }).click();
  await waiting().getByText('Heron, Quiet').waitFor({ state: 'hidden' });
  device.gate.open();
  await expect.poll(() => countOnDevice(page, 'uploads')).toBe(0);
  await expect.poll(() => waiting().count()).toBe(0);
  await mini().waitFor({ state: 'hidden' });
});

it('search and filters of the history are in the address', async () => {
  const { page } = device;
  await page.goto(`${device.team}/uploads?status=failed&mine=1&search=nobody`);
  await page.getByText('No upload matches').waitFor();
  await page.getByText('“nobody” · By me · failed').waitFor();
  await page.getByRole('button', { name: 'By me' }).click();
  await page.waitForURL((url) => !url.searchParams.has('mine') && url.searchParams.get('status') === 'failed');
  await page.getByRole('button', { name: /^Status/ }).click();
  await page.getByRole('menuitem', { name: 'verified' }).click();
  await page.waitForURL((url) => url.searchParams.get('status') === 'proved');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL(`${device.team}/uploads`);
  await page.getByText('No uploads yet').waitFor();
});

it('files that are only in this tab cause a question before another page is opened [UPL2-053]', async () => {
  const { page } = device;
  const { release } = await holdDeviceStore(page);
  await dropFolder(page, study.path);
  await page.getByText(/^Keep this tab open/).waitFor();
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Studies' }).click();
  await page.getByRole('dialog', { name: 'Upload in progress' }).waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(page.url()).toBe(`${device.team}/upload-v2`);
  await release();
  await waitUntilOnDevice(page, study.series.length);
  await goTo('Studies');
});
