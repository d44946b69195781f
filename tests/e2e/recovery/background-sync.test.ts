import type { Worker } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { expectOnServer, openDevice, type Device } from '#tests/e2e/support/device.ts';
import { dropFolder, pagesOf, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';

/**
 * Turns of Background Sync that end before everything is sent, with no page open. Chromium gives another turn only after one that was rejected, and
 * none after one that resolved: what is then left waits until the app is opened.
 */
const HERON = { patientName: 'Heron^Quiet' };

/** Chromium's own pauses after a rejected turn are 5 and 15 minutes; of its three turns these flags change nothing. */
const NEXT_TURN_SOON = [
  '--force-fieldtrials=BackgroundSync/Soon',
  '--force-fieldtrial-params=BackgroundSync.Soon:initial_retry_delay_sec/1/retry_delay_factor/1',
];

/** What the service worker of the test says of its turns. */
interface Turns {
  begun: number;
  /** Of those that ended, in their order. */
  outcomes: ('resolved' | 'rejected')[];
  /** Ends those that run, as their time does. */
  end(): void;
}
declare const turns: Turns;

/** TURN_MS of sw/sync.ts, by which its clock is known. */
const TURN_MS = 150_000;

/** Before the service worker's first line: its turns last until the test ends them, and are counted. */
const TURNS_THAT_A_TEST_ENDS = `if (globalThis.ServiceWorkerGlobalScope && !globalThis.turns) {
  const running = [];
  globalThis.turns = { begun: 0, outcomes: [], end: () => { for (const turn of running.splice(0)) turn.abort(); } };
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => {
    if (ms !== ${TURN_MS}) return timeout.call(AbortSignal, ms);
    const turn = new AbortController();
    running.push(turn);
    return turn.signal;
  };
  const { waitUntil } = ExtendableEvent.prototype;
  ExtendableEvent.prototype.waitUntil = function (work) {
    if (this.type === 'sync') {
      turns.begun += 1;
      work.then(() => turns.outcomes.push('resolved'), () => turns.outcomes.push('rejected'));
    }
    return waitUntil.call(this, work);
  };
}`;

let study: StudyFolder;
let device: Device;

beforeAll(async () => {
  study = await createStudyFolder({ ...HERON, slicesPerSeries: 40, paddingBytes: 600_000 });
});
afterAll(() => study.remove());
beforeEach(async () => {
  device = await openDevice({ prefix: TURNS_THAT_A_TEST_ENDS, flags: NEXT_TURN_SOON });
  await device.begin();
  await dropFolder(device.page, study.path);
  await waitUntilOnDevice(device.page, study.series.length);
  await device.sendUntil(2);
});
afterEach(() => device.dispose());

it('an upload continues in background syncs with no page open, although the browser is killed during and between them [PWA-09, PWA-34]', async () => {
  device.gate.holdAfter(2);
  await device.killAndStart();
  expect(pagesOf(device.context, device.server)).toEqual([]);
  await endTurnInTheMiddle(1);
  await device.killAndStart();
  await endTurnInTheMiddle(2);
  await device.killAndStart();
  await expectTheRestInAnotherTurn();
});

it('an upload continues in background syncs once its only tab is closed [PWA-09, PWA-34]', async () => {
  device.gate.holdAfter(2);
  await device.page.close();
  expect(pagesOf(device.context, device.server)).toEqual([]);
  await endTurnInTheMiddle(1);
  await endTurnInTheMiddle(2);
  await expectTheRestInAnotherTurn();
});

/**
 * Of each turn two chunks are answered. Once its lanes stand at the gate with the next ones, its time is over; those are still answered, and no other
 * is begun. In the next turn it is the same.
 */
async function endTurnInTheMiddle(turn: number): Promise<void> {
  const { gate } = device;
  const worker = await serviceWorker();
  // Those of the page came before, and what its lanes held died with it.
  await gate.waitForArrivals((turn + 1) * (2 + LIMITS.lanes));
  expect(await worker.evaluate(() => turns.outcomes.includes('resolved'))).toBe(false);
  const ended = await worker.evaluate(() => turns.outcomes.length);
  await worker.evaluate(() => turns.end());
  gate.release(gate.arrived());
  gate.holdAfter(2);
  await expect.poll(() => worker.evaluate(() => turns.outcomes.length)).toBeGreaterThan(ended);
  expect(await worker.evaluate(() => [...new Set(turns.outcomes)])).toEqual(['rejected']);
}

async function expectTheRestInAnotherTurn(): Promise<void> {
  device.gate.open();
  await expectOnServer(device, study.path, HERON);
  const worker = await serviceWorker();
  await expect.poll(() => worker.evaluate(() => turns.outcomes.length === turns.begun && turns.outcomes.at(-1))).toBe('resolved');
  // Nothing is left, and no turn is asked for any more.
  await expect.poll(() => worker.evaluate(tagsOfTurns)).toEqual([]);
}

async function serviceWorker(): Promise<Worker> {
  const { context, team } = device;
  const ours = (): Worker | undefined => context.serviceWorkers().find((worker) => worker.url().startsWith(team));
  return ours() ?? context.waitForEvent('serviceworker', { predicate: (worker) => worker.url().startsWith(team) });
}

/** Runs in the service worker. */
function tagsOfTurns(): Promise<string[]> {
  const { registration } = globalThis as unknown as { registration: { sync: { getTags(): Promise<string[]> } } };
  return registration.sync.getTags();
}
