import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import type { ChunkRow } from '#localdb/schema.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { expectOnServer, openDevice, rowsOnDevice, type Device } from '#tests/e2e/support/device.ts';
import { BUILD_MARK } from '#tests/e2e/support/built-page.ts';
import { dropFolder, uploadState, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };

let device: Device;
let study: StudyFolder;

beforeAll(async () => {
  study = await createStudyFolder({ slicesPerSeries: 12, paddingBytes: 600_000 });
});
afterAll(() => study.remove());
afterEach(() => device.dispose());

it('a new version of page and service worker arrives during an upload: the old one hands over, and only chunks in transit are repeated', async () => {
  device = await openDevice();
  await device.begin();
  await dropFolder(device.page, study.path);
  await waitUntilOnDevice(device.page, study.series.length);
  const { page, gate } = device;
  // The first version that was seen is what a later one is compared with.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('APP_VERSION'))).not.toBeNull();
  await device.sendUntil(2);
  const chunks = (await chunkStates(page)).length;

  await device.publish('second');
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Studies', exact: true }).click();
  await page.locator(`${BUILD_MARK}[content="second"]`).waitFor({ state: 'attached' });
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');

  gate.open();
  await expectOnServer(device, study.path, HERON);
  // Bytes are on the disk a moment before they are acknowledged. What the old page had on its way may still have come there whole: then the
  // new one is told so and has it to send no more, so answers are not counted here.
  await expect.poll(() => chunkStates(page)).toEqual(Array.from({ length: chunks }, () => 'confirmed'));
  expect(gate.arrived()).toBeLessThanOrEqual(chunks + LIMITS.lanes);
  await page.goto(`${device.team}/upload-v2`);
  await uploadState(page, 'finished');
});

async function chunkStates(page: Page): Promise<ChunkRow['state'][]> {
  return (await rowsOnDevice<ChunkRow>(page, 'chunks')).map(({ state }) => state);
}
