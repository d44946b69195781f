import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { LACKS, type Lack } from '#tests/kills/page-without.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { expectOnServer, openDevice, type Device } from './at-a-device.ts';
import { dropFolder, uploadState, waitUntilOnDevice } from './visit.ts';

const HERON = { patientName: 'Heron^Quiet' };

let device: Device;
let study: StudyFolder;

beforeAll(async () => {
  study = await createStudyFolder({ slicesPerSeries: 12, paddingBytes: 600_000 });
});
afterAll(() => study.remove());
afterEach(() => device.dispose());

/** How the lack shows in any context. */
const SIGNS: Record<Lack, () => boolean> = {
  sync: () => !('sync' in ServiceWorkerRegistration.prototype),
  locks: () => !('locks' in navigator),
  strict: () => 'isPlain' in IDBDatabase.prototype.transaction,
};

async function expectNothingLost(): Promise<void> {
  await device.begin();
  await dropFolder(device.page, study.path);
  await waitUntilOnDevice(device.page, study.series.length);
  await device.sendUntil(2);
  await device.killAndReturn();
  device.gate.open();
  await uploadState(device.page, 'finished');
  await expectOnServer(device, study.path, HERON);
}

it.each(LACKS)('a browser without %s loses nothing when it is killed in the middle of sending', async (lack) => {
  device = await openDevice({ without: [lack] });
  await expectNothingLost();
  for (const context of [device.page, ...device.page.workers(), ...device.context.serviceWorkers()])
    expect(await (context as Pick<Page, 'evaluate'>).evaluate(SIGNS[lack])).toBe(true);
  expect(device.page.workers().length).toBeGreaterThan(0);
});

it('a browser that says nothing of its storage loses nothing when it is killed in the middle of sending', async () => {
  device = await openDevice({ prepare: (context) => context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'storage')) });
  await expectNothingLost();
});
