import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { UploadRow } from '#localdb/schema.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { expectOnServer, openDevice, rowsOnDevice, type Device } from '#tests/e2e/support/device.ts';
import { dropFolder, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };
const TEN_YEARS_MS = 10 * 365.25 * 86_400_000;
const CHANNEL = 'test.clock';

/** A clock of page, workers and service worker that a message puts forward or back while they run. */
const MOVABLE_CLOCK = `if (!('clockIsAheadMs' in globalThis)) {
  globalThis.clockIsAheadMs = 0;
  const Real = Date;
  const now = () => Real.now() + globalThis.clockIsAheadMs;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : target[key]),
  });
  new BroadcastChannel('${CHANNEL}').onmessage = ({ data }) => { globalThis.clockIsAheadMs = data; };
}`;

const isChunk = (url: URL): boolean => url.hostname.startsWith('upload.');

let device: Device;
let study: StudyFolder;

beforeAll(async () => {
  study = await createStudyFolder({ slicesPerSeries: 12, paddingBytes: 600_000 });
});
afterAll(() => study.remove());
beforeEach(async () => {
  device = await openDevice({ prefix: MOVABLE_CLOCK });
  await device.begin();
  await dropFolder(device.page, study.path);
  await waitUntilOnDevice(device.page, study.series.length);
});
afterEach(() => device.dispose());

/** In every context that runs. */
async function putClock(aheadMs: number): Promise<void> {
  await device.page.evaluate(
    ([channel, ahead]) => {
      Reflect.set(globalThis, 'clockIsAheadMs', ahead);
      new BroadcastChannel(channel).postMessage(ahead);
    },
    [CHANNEL, aheadMs] as const,
  );
  const readClock = (): unknown => Reflect.get(globalThis, 'clockIsAheadMs');
  await expect.poll(() => device.page.evaluate(readClock)).toBe(aheadMs);
  for (const worker of device.page.workers()) await expect.poll(() => worker.evaluate(readClock)).toBe(aheadMs);
}

/** A clock that jumps locks the screen, and what is behind the cover is not visible: it goes on all the same. */
async function finishedBehindTheCover(): Promise<void> {
  await device.page.getByRole('heading', { name: 'Locked' }).waitFor();
  await device.page.locator('[data-upload-state="finished"]').waitFor({ state: 'attached' });
}

it('a clock ten years ahead, then twenty back, while sending: every chunk is sent once', async () => {
  await device.sendUntil(2);
  await putClock(TEN_YEARS_MS);
  device.gate.release(2);
  await device.gate.waitForAnswers(4);
  await putClock(-TEN_YEARS_MS);
  device.gate.open();
  await finishedBehindTheCover();
  await expectOnServer(device, study.path, HERON);
  const chunks = await rowsOnDevice(device.page, 'chunks');
  expect(device.gate.arrived()).toBe(chunks.length);
});

it('a clock ten years back while waiting for the network: the upload resumes', async () => {
  // Once a chunk was answered there, the upload host is the only way of the chunks.
  await device.sendUntil(2);
  await device.context.route(isChunk, (route) => route.abort('connectionfailed'));
  device.gate.open();
  await expect
    .poll(async () => (await rowsOnDevice<UploadRow>(device.page, 'uploads'))[0]?.waiting, { timeout: 60_000 })
    .toMatchObject({ reason: 'network' });
  await putClock(-TEN_YEARS_MS);
  await device.context.unroute(isChunk);
  await finishedBehindTheCover();
  await expectOnServer(device, study.path, HERON);
});
