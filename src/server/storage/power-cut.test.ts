import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createRandom } from '#tests/kills/random.ts';
import { createLocalDisk } from './local-disk.ts';
import { createLossyDisk, type LossyDisk, type LossyDiskOptions } from './lossy-disk.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Objects on a disk whose power fails within any call. Afterwards, everything that was acknowledged is there, byte for byte, and nothing
 * half-written is treated as complete. A failing seed is reported; LIGHTSHIP_TEST_POWER_SEEDS sets their number.
 */
const SEEDS = Number(process.env['LIGHTSHIP_TEST_POWER_SEEDS'] ?? 400);
/** Neither this folder nor the one above it exists at the first start. */
const ROOT = '/srv/data/objects';
const KEYS = ['1/study-a/x', '1/study-a/y', '1/study-b/x', '2/study-c/x', '2/study-c/y'].map((key) => `team-${key}`);
const STUDIES = ['team-1/study-a', 'team-1/study-b', 'team-2/study-c'];
const WRITERS = 3;
const LIVES = 4;

/** One write or removal of a key, from the request until the answer or the end of the process. */
interface Act {
  key: string;
  /** The written bytes; null for a removal. */
  bytes: Uint8Array | null;
  from: number;
  to: number;
  isAcknowledged: boolean;
}

/** Whether a key may have this content after a power failure (null: nothing), given the actions that had begun. */
function mayHold(actions: readonly Act[], held: Uint8Array | null): boolean {
  const acknowledged = actions.filter(({ bytes, isAcknowledged }) => bytes !== null && isAcknowledged);
  // A removal is not synced: it may have happened or not.
  if (held === null) return acknowledged.every((write) => actions.some(({ bytes, to }) => bytes === null && to > write.from));
  return actions.some(
    (write) => write.bytes !== null && Buffer.compare(write.bytes, held) === 0 && !acknowledged.some(({ from }) => from > write.to),
  );
}

/** Runs of one disk. Returns what was wrong after each. */
async function live(seed: number, more: Pick<LossyDiskOptions, 'forgetsSync'> = {}): Promise<string[]> {
  const random = createRandom(seed);
  const disk = createLossyDisk({ random: random.next, folders: ['/srv'], ...more });
  const actions: Act[] = [];
  const wrong: string[] = [];
  let now = 0;
  // In some runs all of them write to one folder, which is removed repeatedly.
  const isOneFolder = random.chance(0.5);
  const [keys, studies] = isOneFolder ? [KEYS.slice(0, 2), STUDIES.slice(0, 1)] : [KEYS, STUDIES];
  const removals = isOneFolder ? 0.3 : 0.1;

  async function act(key: string, bytes: Uint8Array | null, doing: () => Promise<void>): Promise<void> {
    const begun: Act = { key, bytes, from: (now += 1), to: Infinity, isAcknowledged: false };
    actions.push(begun);
    // Fails if its folder was removed meanwhile: nothing was acknowledged.
    const isAcknowledged = await doing().then(
      () => true,
      () => false,
    );
    Object.assign(begun, { to: (now += 1), isAcknowledged });
  }

  async function write(store: ObjectStore, key: string): Promise<void> {
    const bytes = Uint8Array.from({ length: random.between(0, 3_000) }, () => random.between(1, 255));
    const given = random.chance(0.3) ? Readable.from([bytes.subarray(0, 700), bytes.subarray(700)]) : bytes;
    await act(key, bytes, () => store.write(random.chance(0.5) ? key : Promise.resolve(key), given));
  }

  async function actOften(store: ObjectStore): Promise<never> {
    for (;;) {
      const chance = random.next();
      const key = keys[random.between(0, keys.length - 1)]!;
      if (chance < 0.05) await store.write(Promise.resolve(null), new Uint8Array(900));
      else if (chance < 0.15) await act(key, null, () => store.remove(key));
      else if (chance > 1 - removals) {
        const study = studies[random.between(0, studies.length - 1)]!;
        const removed = KEYS.filter((one) => one.startsWith(`${study}/`)).map((one): Act => ({
          key: one,
          bytes: null,
          from: (now += 1),
          to: Infinity,
          isAcknowledged: false,
        }));
        actions.push(...removed);
        await store.removeAll(`${study}/`);
        now += 1;
        for (const one of removed) Object.assign(one, { to: now, isAcknowledged: true });
      } else await write(store, key);
    }
  }

  for (let each = 0; each < LIVES; each += 1) {
    const how = random.chance(0.3) ? 'kill' : 'power cut';
    // Some end during the start.
    disk.endAt(random.between(1, random.chance(0.2) ? 20 : 120), how);
    const fs = disk.boot();
    const living = createLocalDisk(ROOT, { fs }).then((store) => Promise.all(Array.from({ length: WRITERS }, () => actOften(store))));
    await Promise.race([living, disk.ended()]);
    now += 1;
    for (const begun of actions) begun.to = Math.min(begun.to, now);
    const found = await look(disk);
    for (const key of KEYS) {
      const held = found.get(key) ?? null;
      const own = actions.filter((one) => one.key === key);
      if (own.length > 0 ? !mayHold(own, held) : held !== null)
        wrong.push(`seed ${seed}, life ${each}, after a ${how}: ${key} holds ${held?.length ?? 'nothing'}`);
    }
    if ([...found.keys()].some((key) => !KEYS.includes(key))) wrong.push(`seed ${seed}: lists what nobody wrote`);
    if (how === 'kill') continue;
    // What exists after a power failure is durable.
    actions.length = 0;
    for (const [key, bytes] of found) actions.push({ key, bytes, from: now, to: now, isAcknowledged: true });
  }
  return wrong;
}

/** What the next process finds before anything else happens. */
async function look(disk: LossyDisk): Promise<Map<string, Uint8Array>> {
  const store = await createLocalDisk(ROOT, { fs: disk.boot() });
  const found = new Map<string, Uint8Array>();
  for await (const { key, bytes } of store.list('')) found.set(key, Uint8Array.from(await store.read(key, 0, bytes)));
  disk.endNow('kill');
  return found;
}

describe('objects on a disk with a power cut', () => {
  test('keep what was acknowledged, without partial data', async () => {
    const wrong: string[] = [];
    for (let seed = 1; seed <= SEEDS; seed += 1) wrong.push(...(await live(seed)));
    expect(wrong).toEqual([]);
  });

  const depthOf = (path: string): number => path.split('/').filter(Boolean).length;
  test.each([
    ['of the bytes', (path: string) => path.startsWith(`${ROOT}/_incoming/`)],
    ['of the folder of an object', (path: string) => depthOf(path) === 5],
    ['of the folder in which that folder is new', (path: string) => depthOf(path) === 4],
    ['of the top folder, in which folders of teams are new', (path: string) => path === ROOT],
    ['of the folder in which the top folder is new', (path: string) => path === '/srv/data'],
    ['of the folder above it', (path: string) => path === '/srv'],
  ])('a forgotten sync %s is found', async (_which, forgetsSync) => {
    let seed = 0;
    for (let wrong: string[] = []; wrong.length === 0; wrong = await live(seed, { forgetsSync })) {
      seed += 1;
      expect(seed, 'not found').toBeLessThanOrEqual(SEEDS);
    }
  });
});
