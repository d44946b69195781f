import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { MISSING_FEATURES, type MissingFeature } from '#tests/kills/page-lacking-features.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { expectOnServer, openDevice, type Device } from '#tests/e2e/support/device.ts';
import { dropFolder, openUploadPage, signIn, uploadState, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };

let device: Device;
let study: StudyFolder;

beforeAll(async () => {
  study = await createStudyFolder({ slicesPerSeries: 12, paddingBytes: 600_000 });
});
afterAll(() => study.remove());
afterEach(() => device.dispose());

/** How the lack shows in any context. */
const SIGNS: Record<MissingFeature, () => boolean> = {
  sync: () => !('sync' in ServiceWorkerRegistration.prototype),
  locks: () => !('locks' in navigator),
  strict: () => 'isPlain' in IDBDatabase.prototype.transaction,
};

async function expectNothingLost(begin = device.begin): Promise<void> {
  await begin();
  await dropFolder(device.page, study.path);
  await waitUntilOnDevice(device.page, study.series.length);
  await device.sendUntil(2);
  await device.killAndReturn();
  device.gate.open();
  await uploadState(device.page, 'finished');
  await expectOnServer(device, study.path, HERON);
}

it.each(MISSING_FEATURES)('a browser without %s loses nothing when it is killed while sending [PWA-31]', async (lack) => {
  device = await openDevice({ without: [lack] });
  await expectNothingLost();
  for (const context of [device.page, ...device.page.workers(), ...device.context.serviceWorkers()])
    expect(await (context as Pick<Page, 'evaluate'>).evaluate(SIGNS[lack])).toBe(true);
  expect(device.page.workers().length).toBeGreaterThan(0);
});

it('a browser that reports no storage figures loses nothing when it is killed while sending', async () => {
  device = await openDevice({ prepare: (context) => context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'storage')) });
  await expectNothingLost();
});

it('a browser without service workers, notifications and a folder dialog loses nothing when it is killed, and offers none of them', async () => {
  device = await openDevice({
    prepare: (context) =>
      context.addInitScript(() => {
        for (const name of ['serviceWorker', 'permissions']) Reflect.deleteProperty(Navigator.prototype, name);
        Reflect.deleteProperty(globalThis, 'Notification');
        Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory');
        Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator);
      }),
  });
  const { page, server } = device;
  await expectNothingLost(async () => {
    await signIn(page, server);
    await openUploadPage(page, server);
    await page.getByRole('button', { name: 'Browse files' }).waitFor();
    expect(await page.getByRole('button', { name: 'Browse folder' }).count()).toBe(0);
  });
});
