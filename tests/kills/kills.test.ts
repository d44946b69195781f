import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStudyFolder } from '#tests/support/study-folder.ts';
import { bundleDevice } from './device.ts';
import { openLane } from './lane.ts';
import { changeByte } from './planted.ts';
import { MISSING_FEATURES, type MissingFeature } from './page-lacking-features.ts';
import { runKills, describeFailure } from './run-kills.ts';
import { runSchedule, type Outcome, type Plants } from './run-schedule.ts';
import { Visit } from './visit.ts';

/** Random SIGKILLs of the real browser and server, described in main.ts. `npm run soak` runs many more of them. */
describe('an upload under random kills', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lk-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  /** Empty if everything is well; otherwise the details of the failure. */
  async function failuresOf(
    from: number,
    schedules: number,
    of: { without?: readonly MissingFeature[]; isSlow?: boolean } = {},
  ): Promise<string[]> {
    const result = await runKills({ from, schedules, workers: 2, ...of, folder });
    expect(result.schedules).toBe(schedules);
    return [...result.lost, ...result.stuck, ...result.plain].map((outcome) => describeFailure(outcome, of));
  }

  /** A schedule with a planted loss. */
  async function planted(plants: Plants): Promise<Outcome> {
    const lane = await openLane({ folder, device: await bundleDevice() });
    try {
      return await runSchedule(lane, 1, plants);
    } finally {
      await lane.dispose();
    }
  }

  it('loses nothing and finishes', async () => {
    expect(await failuresOf(1, 5)).toEqual([]);
  });

  it.each<MissingFeature>(MISSING_FEATURES)('loses nothing in a browser without %s', async (lack) => {
    expect(await failuresOf(501, 2, { without: [lack] })).toEqual([]);
  });

  it('loses nothing over a slow link, where chunks are deflated', async () => {
    expect(await failuresOf(701, 2, { isSlow: true })).toEqual([]);
  });

  it('runs without the missing features in page, workers and service worker', async () => {
    const lane = await openLane({ folder, device: await bundleDevice(), without: MISSING_FEATURES });
    const study = await createStudyFolder();
    const visit = await Visit.begin(lane);
    try {
      await visit.launch();
      await visit.screen();
      const page = await visit.page();
      // Workers start with the first upload on the device.
      const firstWorker = page.waitForEvent('worker');
      await visit.drop(study.path);
      await firstWorker;
      const none = { sync: false, locks: false, strict: false };
      expect(await page.evaluate(hasStill)).toEqual(none);
      for (const worker of page.workers()) expect(await worker.evaluate(hasStill)).toEqual(none);
      const [serviceWorker] = page.context().serviceWorkers();
      expect(await serviceWorker?.evaluate(hasStill)).toEqual(none);
    } finally {
      await visit.end();
      await lane.dispose();
      await study.remove();
    }
  });

  it("is reported as lost when a byte on the server's disk has changed", async () => {
    let changed = '';
    const { verdict, events } = await planted({
      async beforeVerdict(lane, study) {
        changed = await changeByte(lane.dataDir, study.patientName);
      },
    });
    expect(verdict, events.join('\n')).toMatchObject({ kind: 'lost', what: expect.stringContaining(`1 files [${changed}`) });
  });

  it('is reported as lost when staged bytes disappear before Process', async () => {
    const { verdict, events } = await planted({ beforeProcess: (lane, page) => lane.device.dropSegment(page) });
    expect(verdict, events.join('\n')).toMatchObject({
      kind: 'lost',
      what: expect.stringMatching(/^\d+ files \[.*\] of what was stored: not readable on the device$/),
    });
  });
});

/** Runs in any context of the browser: requests `strict` from a database and returns what it got. */
async function hasStill(): Promise<Record<MissingFeature, boolean>> {
  const request = indexedDB.open('durability');
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('rows'));
  const db = await new Promise<IDBDatabase>((resolve) => request.addEventListener('success', () => resolve(request.result)));
  const { durability } = db.transaction('rows', 'readwrite', { durability: 'strict' });
  db.close();
  return {
    sync: 'SyncManager' in globalThis || ('ServiceWorkerRegistration' in globalThis && 'sync' in ServiceWorkerRegistration.prototype),
    locks: 'locks' in navigator,
    strict: durability === 'strict',
  };
}
