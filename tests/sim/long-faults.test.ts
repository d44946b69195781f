import { expect, it } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import type { Browser } from './browser.ts';
import { addFiles, process, selectionOf, signIn, type Cast } from './life.ts';
import type { Selection } from './model-device-person.ts';
import { FAIR } from './network.ts';
import { World } from './world.ts';

/** The real engine over hours and days of virtual time, with one lasting kind of fault. */

const DAY = 86_400_000;

/** Minimum share of the chunks that an uninterrupted link carries, and of the mean number of requests in half a minute. */
const LEAST_GOODPUT = 0.7;
const MOST_OVER_MEAN = 3;

function worldOf(seed: number, browsers = 1): Cast {
  const world = new World(seed);
  const cast: Cast = { world, browsers: [], userIds: [1], backups: [], nextUpload: 1, nextBearer: 1 };
  world.server.members.set(world.server.memberKey('north', 1), { isMember: true, mayUpload: true });
  const all = Array.from({ length: browsers }, () => world.addBrowser('north'));
  for (const browser of all) signIn(cast, browser, 1);
  return { ...cast, browsers: all, nextBearer: cast.nextBearer };
}

/** One series of files, each in its own chunk. */
function filesOf(uploadId: string, files: number): Selection {
  const bytes = (n: number): Uint8Array => Uint8Array.from({ length: 10 }, (_, at) => (n * 31 + at * 7) & 0xff);
  const series = {
    id: `${uploadId}.0.0`,
    upload: true,
    files: Array.from({ length: files }, (_, n) => ({ id: `${uploadId}/f${n}`, bytes: bytes(n) })),
  };
  return { uploadId, studies: [{ id: `${uploadId}.0`, series: [series] }], segmentBytes: 64 };
}

function send(cast: Cast, browser: Browser, selection: Selection): void {
  addFiles(cast, browser, selection);
  process(browser, 1, selection.uploadId);
}

function phases(browser: Browser): string[] {
  return [...browser.database(1).uploads.values()].map(({ phase }) => phase);
}

function only(cast: Cast): Browser {
  const [browser] = cast.browsers;
  if (!browser) throw new Error('A world without a browser');
  return browser;
}

const hasEnded = (browser: Browser) => (): boolean => phases(browser).every((phase) => phase === 'ended');

it.each([0, 60_000, DAY, 30 * DAY])(
  'R14: %i ms offline, the sign-in ended meanwhile: one sign-in, and everything arrives',
  async (away) => {
    const cast = worldOf(14);
    const browser = only(cast);
    const { scheduler, server } = cast.world;
    browser.openPage();
    send(cast, browser, filesOf('u1', 12));
    await scheduler.run(() => (server.committed.uploads.get('u1')?.chunks.size ?? 0) >= 3, DAY);
    browser.network.isUp = false;
    for (const page of [...browser.pages]) browser.closePage(page);
    await scheduler.run(() => false, scheduler.now + away);
    server.bearers.clear();
    for (const upload of server.committed.uploads.values()) upload.token = null;
    browser.network.isUp = true;
    browser.openPage();
    const isHalted = (): boolean => [...browser.database(1).uploads.values()].some(({ halt }) => halt?.why === 'sign-in');
    await scheduler.run(isHalted, scheduler.now + 3_600_000);
    expect(isHalted()).toBe(true);
    signIn(cast, browser, 1);
    await scheduler.run(hasEnded(browser), scheduler.now + 3_600_000);
    expect(phases(browser)).toEqual(['ended']);
    cast.world.rules.checkEnd();
    expect(cast.world.violation).toBeNull();
  },
);

it.each([true, false])(
  'a permission removed and restored two days later, with the membership kept: %s: no action is needed, everything arrives',
  async (isMember) => {
    const cast = worldOf(16);
    const browser = only(cast);
    const { scheduler, server } = cast.world;
    browser.openPage();
    send(cast, browser, filesOf('u1', 12));
    const held = (): number => server.committed.uploads.get('u1')?.chunks.size ?? 0;
    await scheduler.run(() => held() >= 3, DAY);
    const key = server.memberKey('north', 1);
    server.members.set(key, { isMember, mayUpload: false });
    const halt = () => browser.database(1).uploads.get('u1')?.halt;
    await scheduler.run(() => halt() !== null, scheduler.now + 3_600_000);
    expect(halt()).toEqual({ why: 'rights', code: isMember ? 'not_allowed' : 'not_a_member' });
    const heldThen = held();
    browser.wakeAll();
    await scheduler.run(() => false, scheduler.now + 2 * DAY);
    expect([held(), heldThen < 12]).toEqual([heldThen, true]);
    server.members.set(key, { isMember: true, mayUpload: true });
    browser.rightsHeard(1);
    await scheduler.run(hasEnded(browser), scheduler.now + 3_600_000);
    expect(phases(browser)).toEqual(['ended']);
    cast.world.rules.checkEnd();
    expect(cast.world.violation).toBeNull();
  },
);

/** Chunks that were acknowledged within this many seconds, and the largest drop in the number of confirmed ones. */
async function sendFor(seconds: number, isFlapping: boolean): Promise<{ confirmed: number; worstFall: number }> {
  const cast = worldOf(15);
  const browser = only(cast);
  const { scheduler } = cast.world;
  browser.network.weather = { ...FAIR, lostBefore: isFlapping ? 0.01 : 0, slowestMs: 95 };
  browser.openPage();
  send(cast, browser, filesOf('u1', 4_000));
  const confirmedNow = (): number =>
    browser
      .database(1)
      .uploads.get('u1')
      ?.chunks.filter(({ state }) => state === 'confirmed').length ?? 0;
  let highest = 0;
  let worstFall = 0;
  const begun = scheduler.now;
  for (let second = 0; second < seconds; second += 1) {
    const wasUp = browser.network.isUp;
    browser.network.isUp = !isFlapping || second % 10 < 2;
    if (!wasUp && browser.network.isUp) browser.wakeAll();
    await scheduler.run(() => false, begun + (second + 1) * 1_000);
    highest = Math.max(highest, confirmedNow());
    worstFall = Math.max(worstFall, highest - confirmedNow());
  }
  return { confirmed: confirmedNow(), worstFall };
}

it('R15: two seconds online, eight offline: at most one chunk per lane is repeated, and the online time is used', async () => {
  const steady = await sendFor(60, false);
  const flapping = await sendFor(600, true);
  const upTimes = 120 / 60;
  expect(flapping.worstFall).toBeLessThanOrEqual(LIMITS.lanes);
  expect(flapping.confirmed / (steady.confirmed * upTimes)).toBeGreaterThanOrEqual(LEAST_GOODPUT);
});

it('R16: fifty clients on a server that answers 503 for five minutes: few requests, never all together', async () => {
  const cast = worldOf(16, 50);
  const { scheduler } = cast.world;
  const asked: { at: number; client: number }[] = [];
  for (const [client, browser] of cast.browsers.entries()) {
    browser.openPage();
    send(cast, browser, filesOf(`u${client}`, 30));
    browser.network.onRequest = () => asked.push({ at: scheduler.now, client });
  }
  await scheduler.run(() => false, 500);
  for (const browser of cast.browsers) browser.network.storm = { ok: false, status: 503, code: 'unavailable', retryAfterMs: null };
  const begun = scheduler.now;
  await scheduler.run(() => false, begun + 300_000);
  const later = asked.filter(({ at }) => at > begun + 60_000);
  const times = new Map<string, number>();
  for (const { at, client } of later) {
    const key = `${client} ${Math.floor((at - begun) / 30_000)}`;
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  expect(Math.max(...times.values())).toBeLessThanOrEqual(1);
  const perHalfMinute = Array.from(
    { length: 8 },
    (_, n) => later.filter(({ at }) => Math.floor((at - begun - 60_000) / 30_000) === n).length,
  );
  expect(Math.max(...perHalfMinute)).toBeLessThanOrEqual((MOST_OVER_MEAN * later.length) / perHalfMinute.length);
  for (const browser of cast.browsers) browser.network.storm = null;
  await scheduler.run(() => cast.browsers.every((browser) => hasEnded(browser)()), scheduler.now + 3_600_000);
  expect(cast.browsers.every((browser) => hasEnded(browser)())).toBe(true);
});

it('R9: 1,000 uploads with each chunk sent one to three times in any order, from two tabs and a service worker: each is stored once', async () => {
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const cast = worldOf(seed);
    const browser = only(cast);
    const { scheduler, server, random } = cast.world;
    browser.network.weather = { ...FAIR, duplicatedChunks: 1, lostAfter: 0.1, slowestMs: 500 };
    browser.openPage();
    browser.openPage();
    send(cast, browser, selectionOf(cast, random));
    browser.beginTurns();
    scheduler.after(random.int(100, 3_000), () => {
      const [page] = browser.pages;
      if (page) browser.closePage(page);
    });
    await scheduler.run(hasEnded(browser), 3_600_000);
    await scheduler.run(() => false, scheduler.now + 10_000);
    cast.world.rules.checkEnd();
    expect([seed, cast.world.violation, ...phases(browser)]).toEqual([seed, null, 'ended']);
    const { uploads, objects } = server.committed;
    const [upload] = uploads.values();
    expect(uploads.size).toBe(1);
    expect(upload?.studies.length).toBe(new Set(upload?.studies.map(({ clientId }) => clientId)).size);
    expect(objects.size).toBe(upload?.chunks.size);
  }
});
