import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { rowsOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { countOnDevice, openDevice, type Device } from '#tests/e2e/support/device.ts';
import { dropFolder, uploadState, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };
const TABLES = ['uploads', 'studies', 'series', 'files', 'segments', 'chunks', 'previews'] as const;

let device: Device;
let study: StudyFolder;

beforeAll(async () => {
  study = await createStudyFolder({ slicesPerSeries: 12, paddingBytes: 600_000 });
});
afterAll(() => study.remove());
afterEach(() => device.dispose());

it('clearing with a second tab open and chunks in transit leaves no row, byte or preview, here or on the server [PWA-38, UPL2-046]', async () => {
  device = await openDevice();
  await device.begin();
  await dropFolder(device.page, study.path);
  await waitUntilOnDevice(device.page, study.series.length);
  await device.sendUntil(2);
  const second = await device.context.newPage();
  await second.goto(`${device.team}/upload-v2`);
  await uploadState(second, 'upload');
  expect(await rowsOnServer(device.server.dataDir, 'study', HERON)).toBe(1);

  await second.getByRole('button', { name: 'Clear', exact: true }).click();
  await second.getByRole('button', { name: 'Clear this upload' }).click();
  await Promise.all([uploadState(device.page, 'ready'), uploadState(second, 'ready')]);
  device.gate.open();
  await expect.poll(() => rowsOnServer(device.server.dataDir, 'study', HERON), { timeout: 60_000 }).toBe(0);
  await expect.poll(() => countOnDevice(second, 'uploads')).toBe(0);
  for (const page of [device.page, second])
    expect(await Promise.all(TABLES.map(async (table) => [table, await countOnDevice(page, table)]))).toEqual(
      TABLES.map((table) => [table, 0]),
    );
  for (const page of [device.page, second]) await expect.poll(() => page.getByText('Heron').count()).toBe(0);
});
