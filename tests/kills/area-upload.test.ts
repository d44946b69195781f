import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleDevice } from './device.ts';
import { openLane, type Lane } from './lane.ts';
import { FILE_MANAGER, runAreaUpload } from './run-area-upload.ts';

/** All of them end within ten minutes, after which the page of the copied profile would be locked. */
const SEEDS = [1, 2, 3, 4];

/** Random SIGKILLs of the real browser and server, and other faults, described in strike.ts. Over a slow link, so that they strike on the way. */
describe('an upload into a file area under random kills', () => {
  let folder: string;
  let lane: Lane;
  let kills = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'la-'));
    lane = await openLane({ folder, device: await bundleDevice(), isSlow: true, opens: FILE_MANAGER });
  });
  afterAll(async () => {
    await lane.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it.each(SEEDS)('arrives byte for byte, and nothing twice: seed %i [FM-040]', async (seed) => {
    const { given, found, works, events, ...counts } = await runAreaUpload(lane, seed);
    expect(Object.keys(found), events.join('\n')).toEqual(Object.keys(given).toSorted());
    expect(
      Object.keys(given).filter((path) => found[path] !== given[path]),
      events.join('\n'),
    ).toEqual([]);
    expect(works, events.join('\n')).toEqual([{ state: 'done', failure: null }]);
    kills += counts.kills;
  });

  it('was on its way when most of the kills struck', () => {
    expect(kills).toBeGreaterThanOrEqual(SEEDS.length);
  });
});
