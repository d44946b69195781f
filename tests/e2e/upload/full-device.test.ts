import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noRoomTitle } from '#features/upload/texts.ts';
import { hashesOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { countOnDevice, expectOnServer, openDevice, rowsOnDevice, type Device } from '#tests/e2e/support/device.ts';
import { dropFolder, pressProcess, uploadState, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };
const GODWIT = { patientName: 'Godwit^Plain' };
const MIB = 1024 * 1024;

let device: Device;

afterEach(() => device.dispose());

/** From before the origin's first write: later Chromium looks at it only half a minute on. It holds for as long as its session does. */
async function capRoom(bytes: number): Promise<void> {
  const session = await device.context.newCDPSession(device.page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: `${device.team}/`, quotaSize: bytes });
}

async function bytesOfFolder(folder: string): Promise<number> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('a device without space for all files', () => {
  let heron: StudyFolder;
  let godwit: StudyFolder;

  beforeAll(async () => {
    heron = await createStudyFolder({ ...HERON, slicesPerSeries: 12, paddingBytes: 600_000 });
    godwit = await createStudyFolder({ ...GODWIT, slicesPerSeries: 12, paddingBytes: 600_000, seed: 2 });
  });
  afterAll(() => Promise.all([heron.remove(), godwit.remove()]));

  const noRoomNote = () => device.page.getByRole('note').filter({ hasText: 'Not enough space on this device for' });
  const filesHere = () => rowsOnDevice<{ id: string; size: number; state: string }>(device.page, 'files');

  beforeEach(async () => {
    device = await openDevice();
    // The page itself (15 MB), one study (24 MB), and two thirds of another one. The more there is beside the second study, the less of what was
    // sent the browser must have let go of before all of it fits.
    await capRoom(54 * MIB);
    await device.begin();
    await dropFolder(device.page, heron.path);
    await waitUntilOnDevice(device.page, heron.series.length);
    await dropFolder(device.page, godwit.path);
    await noRoomNote().waitFor();
  });

  it('names what did not fit, and copies it once the upload of the rest has freed space, byte for byte [PWA-27, ERR-30]', async () => {
    const words = await noRoomNote().innerText();
    const stored = await filesHere();
    expect(stored.length).toBeGreaterThan(heron.files);
    const given = { files: heron.files + godwit.files, bytes: (await bytesOfFolder(heron.path)) + (await bytesOfFolder(godwit.path)) };
    const missing = given.bytes - stored.reduce((sum, { size }) => sum + size, 0);
    expect(words).toContain(noRoomTitle(given.files - stored.length, missing));
    expect(words).toMatch(/Not copied: \S+\.dcm, \S+\.dcm, \S+\.dcm and \d+ more/);

    await pressProcess(device.page);
    // A full device may have to put off its writes, by 5 s, then 10, 20 and 30 (faults.ts): longer than a page is waited for elsewhere.
    await device.page.locator('[data-upload-state="finished"]').waitFor({ timeout: 90_000 });
    await expectOnServer(device, heron.path, HERON);
    // Nobody does anything: the room comes back when the browser has let go of what was sent.
    await expect.poll(async () => (await filesHere()).length, { timeout: 90_000, interval: 500 }).toBe(given.files);
    await noRoomNote().waitFor({ state: 'hidden' });
    const here = new Map((await filesHere()).map((file) => [file.id, file]));
    expect(stored.every(({ id, size }) => here.get(id)?.size === size)).toBe(true);

    await device.page.getByRole('button', { name: 'New upload' }).click();
    await uploadState(device.page, 'preview');
    await pressProcess(device.page);
    await uploadState(device.page, 'finished');
    await expectOnServer(device, godwit.path, GODWIT);
  });

  it('skips what the user excludes, and sends the rest', async () => {
    const stored = await filesHere();
    await device.page.getByRole('button', { name: 'Leave them out' }).click();
    await noRoomNote().waitFor({ state: 'hidden' });
    await pressProcess(device.page);
    await uploadState(device.page, 'finished');
    await expectOnServer(device, heron.path, HERON);
    expect(await hashesOnServer(device.server.dataDir, GODWIT)).toHaveLength(stored.length - heron.files);
    expect(await countOnDevice(device.page, 'uploads')).toBe(1);
  });
});

describe('a browser that removes files from the device', () => {
  let study: StudyFolder;

  beforeAll(async () => {
    study = await createStudyFolder(HERON);
  });
  afterAll(() => study.remove());

  const evictedNote = () => device.page.getByRole('alert').filter({ hasText: 'The browser removed' });

  /** What eviction takes, and local storage, which it may not; cookies are no part of it. */
  async function evict(): Promise<void> {
    await device.page.goto('about:blank');
    const session = await device.context.newCDPSession(device.page);
    const storageTypes = 'indexeddb,cache_storage,service_workers,local_storage,file_systems';
    await session.send('Storage.clearDataForOrigin', { origin: `${device.team}/`, storageTypes });
    await session.detach();
  }

  const markOf = async (): Promise<string | undefined> =>
    (await device.context.cookies(device.team)).find(({ name }) => name.startsWith('lightship.kept.'))?.value;

  beforeEach(async () => {
    device = await openDevice();
    await device.begin();
    await dropFolder(device.page, study.path);
    await waitUntilOnDevice(device.page, study.series.length);
    await expect.poll(markOf).toMatch(new RegExp(`^[0-9a-f]{8}\\.${study.files}\\.0$`));
  });

  it('is detected at the next start, and reported until the user confirms; the same files can be dropped again', async () => {
    await evict();
    await device.page.goto(`${device.team}/upload-v2`);
    await evictedNote().waitFor();
    await evictedNote().getByText(`up to ${study.files} files`).waitFor();

    await dropFolder(device.page, study.path);
    await waitUntilOnDevice(device.page, study.series.length);
    await device.page.reload();
    await evictedNote().waitFor();
    await evictedNote().getByRole('button', { name: 'Understood' }).click();
    await evictedNote().waitFor({ state: 'hidden' });
    await device.page.reload();
    await waitUntilOnDevice(device.page, study.series.length);
    expect(await evictedNote().count()).toBe(0);
    await pressProcess(device.page);
    await uploadState(device.page, 'finished');
    await expectOnServer(device, study.path, HERON);
  });

  it('is not blamed for files that were sent', async () => {
    await pressProcess(device.page);
    await uploadState(device.page, 'finished');
    await expect.poll(markOf).toBeUndefined();
    await evict();
    await device.page.goto(`${device.team}/upload-v2`);
    await uploadState(device.page, 'ready');
    expect(await evictedNote().count()).toBe(0);
  });
});

describe('persistent storage', () => {
  let study: StudyFolder;

  beforeAll(async () => {
    study = await createStudyFolder(HERON);
  });
  afterAll(() => study.remove());

  it.each([
    [true, 'The browser keeps these files until they are sent or cleared.'],
    [false, 'The browser may delete these files when the disk is full. Install the app to prevent that.'],
  ])('is requested with the first files, and its answer is shown: %s [PWA-27]', async (answer, words) => {
    device = await openDevice({
      prepare: (context) =>
        context.addInitScript((granted) => {
          let isKept = false;
          const asked = (): void =>
            void ((globalThis as unknown as { asked: number }).asked = 1 + (globalThis as unknown as { asked: number }).asked);
          Object.assign(globalThis, { asked: 0 });
          navigator.storage.persist = async () => {
            asked();
            return (isKept = granted);
          };
          navigator.storage.persisted = async () => isKept;
        }, answer),
    });
    await device.begin();
    const asked = () => device.page.evaluate(() => (globalThis as unknown as { asked: number }).asked);
    expect(await asked()).toBe(0);
    await dropFolder(device.page, study.path);
    await device.page.getByText(words).waitFor();
    // A browser that has promised nothing is told of before it was asked, too.
    await expect.poll(asked).toBe(1);
    // A drop on what the page replaces with the preview at that moment would reach nothing.
    await uploadState(device.page, 'preview');
    await dropFolder(device.page, study.path);
    await device.page.getByText(/files are identical to files that are already here/).waitFor();
    expect(await asked()).toBe(1);
  });
});
