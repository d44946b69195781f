import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createRandom } from '#tests/kills/random.ts';
import { createLocalDisk } from './local-disk.ts';
import { createLossyDisk, type LossyDisk, type LossyDiskOptions } from './lossy-disk.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Objects on a disk whose power fails within any call. What was acknowledged is there afterwards, byte for byte, and nothing that was half written is
 * taken for whole. A seed that fails is named; LIGHTSHIP_TEST_POWER_SEEDS lives more of them.
 */
const SEEDS = Number(process.env['LIGHTSHIP_TEST_POWER_SEEDS'] ?? 400);
/** Neither it nor the folder above it is there at the first start. */
const ROOT = '/srv/data/objects';
const KEYS = ['1/study-a/x', '1/study-a/y', '1/study-b/x', '2/study-c/x', '2/study-c/y'].map((key) => `team-${key}`);
const STUDIES = ['team-1/study-a', 'team-1/study-b', 'team-2/study-c'];
const WRITERS = 3;
const LIVES = 4;

/** One write or removal of one key, from when it was asked until it was answered or its process ended. */
interface Act {
  key: string;
  /** What it wrote; null for a removal. */
  bytes: Uint8Array | null;
  from: number;
  to: number;
  isAcknowledged: boolean;
}

/** Whether this may be what a key holds after a power cut (null: nothing), by the acts that were begun before it. */
function mayHold(acts: readonly Act[], held: Uint8Array | null): boolean {
  const acknowledged = acts.filter(({ bytes, isAcknowledged }) => bytes !== null && isAcknowledged);
  // A removal is not forced out: it may have happened or not.
  if (held === null) return acknowledged.every((write) => acts.some(({ bytes, to }) => bytes === null && to > write.from));
  return acts.some(
    (write) => write.bytes !== null && Buffer.compare(write.bytes, held) === 0 && !acknowledged.some(({ from }) => from > write.to),
  );
}

/** Lives of one disk; gives what was wrong after each. */
async function live(seed: number, more: Pick<LossyDiskOptions, 'forgetsSync'> = {}): Promise<string[]> {
  const random = createRandom(seed);
  const disk = createLossyDisk({ random: random.next, folders: ['/srv'], ...more });
  const acts: Act[] = [];
  const wrong: string[] = [];
  let now = 0;
  // In some lives all of them write to one folder, which is removed again and again.
  const isOneFolder = random.chance(0.5);
  const [keys, studies] = isOneFolder ? [KEYS.slice(0, 2), STUDIES.slice(0, 1)] : [KEYS, STUDIES];
  const removals = isOneFolder ? 0.3 : 0.1;

  async function act(key: string, bytes: Uint8Array | null, doing: () => Promise<void>): Promise<void> {
    const begun: Act = { key, bytes, from: (now += 1), to: Infinity, isAcknowledged: false };
    acts.push(begun);
    // Refused where its folder was removed meanwhile: nothing was acknowledged.
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
        acts.push(...removed);
        await store.removeAll(`${study}/`);
        now += 1;
        for (const one of removed) Object.assign(one, { to: now, isAcknowledged: true });
      } else await write(store, key);
    }
  }

  for (let each = 0; each < LIVES; each += 1) {
    const how = random.chance(0.3) ? 'kill' : 'power cut';
    // Some end while they start.
    disk.endAt(random.between(1, random.chance(0.2) ? 20 : 120), how);
    const fs = disk.boot();
    const living = createLocalDisk(ROOT, { fs }).then((store) => Promise.all(Array.from({ length: WRITERS }, () => actOften(store))));
    await Promise.race([living, disk.ended()]);
    now += 1;
    for (const begun of acts) begun.to = Math.min(begun.to, now);
    const found = await look(disk);
    for (const key of KEYS) {
      const held = found.get(key) ?? null;
      const own = acts.filter((one) => one.key === key);
      if (own.length > 0 ? !mayHold(own, held) : held !== null)
        wrong.push(`seed ${seed}, life ${each}, after a ${how}: ${key} holds ${held?.length ?? 'nothing'}`);
    }
    if ([...found.keys()].some((key) => !KEYS.includes(key))) wrong.push(`seed ${seed}: lists what nobody wrote`);
    if (how === 'kill') continue;
    // What is there after a power cut stays.
    acts.length = 0;
    for (const [key, bytes] of found) acts.push({ key, bytes, from: now, to: now, isAcknowledged: true });
  }
  return wrong;
}

/** What the next process finds, before anything else happens. */
async function look(disk: LossyDisk): Promise<Map<string, Uint8Array>> {
  const store = await createLocalDisk(ROOT, { fs: disk.boot() });
  const found = new Map<string, Uint8Array>();
  for await (const { key, bytes } of store.list('')) found.set(key, Uint8Array.from(await store.read(key, 0, bytes)));
  disk.endNow('kill');
  return found;
}

describe('objects on a disk that loses its power', () => {
  test('keep what was acknowledged, and hold nothing that is half written', async () => {
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
