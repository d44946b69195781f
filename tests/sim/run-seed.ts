import type { Browser } from './browser.ts';
import { addFiles, choosesLostFilesAgain, heal, LIFE_EVENTS, process, selectionOf, signIn, weatherOf, type Cast } from './life.ts';
import { waitsForLostFilesOnly } from './model-device-files.ts';
import type { Planted } from './planted.ts';
import { World, type Violation } from './world.ts';

export interface SeedResult {
  violation: Violation | null;
  hash: number;
  lines: string[] | null;
  endedAtMs: number;
}

/** After the faults have ended: longer than the longest pauses of sender, worker and background turns together. */
const TO_THE_END_MS = 2 * 3_600_000;
const LOOKS_EVERY_MS = 45_000;
const LOOKS_AFTER_MS = 5_000;

/** One simulated life: users and faults for a while, then a world without faults, in which every upload must finish. */
export async function runSeed(seed: number, options: { planted?: Planted; withLines?: boolean } = {}): Promise<SeedResult> {
  const world = new World(seed, options);
  const cast = castOf(world);
  const faultsMs = begin(cast);
  await world.scheduler.run(() => world.violation !== null, faultsMs);
  if (world.violation === null) await toTheEnd(cast);
  return { violation: world.violation, hash: world.trace.hash, lines: world.trace.lines, endedAtMs: world.scheduler.now };
}

function castOf(world: World): Cast {
  const { random } = world;
  const browsers = [world.addBrowser('north')];
  if (random.chance(0.1)) browsers.push(world.addBrowser(random.pick(['north', 'south'])));
  const userIds = random.chance(0.15) ? [1, 2] : [1];
  const cast: Cast = { world, browsers, userIds, backups: [], nextUpload: 1, nextBearer: 1 };
  for (const browser of browsers) {
    for (const userId of userIds)
      world.server.members.set(world.server.memberKey(browser.team, userId), { isMember: true, mayUpload: true });
  }
  return cast;
}

/** Returns how long the faults last. */
function begin(cast: Cast): number {
  const { world } = cast;
  const { random, scheduler } = world;
  for (const browser of cast.browsers) {
    browser.network.weather = weatherOf(random);
    signIn(cast, browser, 1);
    browser.openPage();
    const selection = selectionOf(cast, random);
    addFiles(cast, browser, selection);
    scheduler.after(random.int(0, 500), () => process(browser, 1, selection.uploadId));
  }
  const faultsMs = random.pick([3_000, 10_000, 30_000, 120_000, 600_000]);
  // A seed uses a few kinds of events and repeats them. Otherwise problems that need three of a kind in a row would never occur.
  // A single frozen server is like one that is slow.
  const names = Object.keys(LIFE_EVENTS).filter((name) => name !== 'server frozen' || world.server.count > 1);
  const known = random.shuffle(names).slice(0, random.int(1, 8));
  for (let events = random.int(0, 10); events > 0; events -= 1) {
    const name = random.pick(known);
    const browser = random.pick(cast.browsers);
    scheduler.after(random.int(0, faultsMs), () => {
      world.note('EVENT', name);
      LIFE_EVENTS[name]?.(cast, browser);
    });
  }
  return faultsMs;
}

/** A user handles each browser until nothing is left, one user after the other. */
async function toTheEnd(cast: Cast): Promise<void> {
  const { world } = cast;
  const { scheduler } = world;
  heal(cast);
  for (const browser of cast.browsers) {
    for (const userId of cast.userIds) {
      if (browser.database(userId).uploads.size === 0) continue;
      signIn(cast, browser, userId);
      for (const page of [...browser.pages]) browser.closePage(page);
      browser.openPage();
      const limit = scheduler.now + TO_THE_END_MS;
      if (world.random.chance(0.5)) choosesLostFilesAgain(cast, browser, userId);
      // Time to notice what a restored server has lost of ended uploads.
      await scheduler.run(() => world.violation !== null, scheduler.now + LOOKS_AFTER_MS);
      let presses = 20;
      while (world.violation === null && isLeft(browser, userId)) {
        if (scheduler.now >= limit || presses === 0) return world.fail('stuck', whatIsLeft(browser, userId));
        presses -= lookAfter(cast, browser, userId) ? 1 : 0;
        await scheduler.run(() => world.violation !== null || !isLeft(browser, userId), Math.min(limit, scheduler.now + LOOKS_EVERY_MS));
      }
      if (world.violation !== null) return;
      for (const page of [...browser.pages]) browser.closePage(page);
      browser.killTurn();
    }
  }
  world.rules.checkEnd();
}

/** What a user who reads the screen does. Returns whether a button was pressed. */
function lookAfter(cast: Cast, browser: Browser, userId: number): boolean {
  const uploads = [...browser.database(userId).uploads.values()];
  if (uploads.some(({ halt }) => halt?.why === 'sign-in')) {
    const { credentials } = browser;
    if (credentials !== null && cast.world.server.bearers.has(credentials.bearer))
      cast.world.fail('rule', 'an upload waits for a sign-in that is there');
    signIn(cast, browser, userId);
    return true;
  }
  // The refusal arrived after the permission was restored: the page asks by itself.
  browser.rightsHeard(userId);
  if (uploads.some(({ halt }) => halt?.why === 'failed')) {
    browser.resume(userId, 'all');
    return true;
  }
  return false;
}

/** Not finished: being sent or converted, and not reported as lost. */
function isLeft(browser: Browser, userId: number): boolean {
  return whatIsLeft(browser, userId) !== '';
}

function whatIsLeft(browser: Browser, userId: number): string {
  let left = '';
  for (const upload of browser.database(userId).uploads.values()) {
    if (upload.phase === 'none' || upload.phase === 'ended' || waitsForLostFilesOnly(upload)) continue;
    const { id, phase, halt } = upload;
    left += `${id} is ${phase}${halt === null ? '' : `, halted: ${halt.why === 'failed' ? halt.code : halt.why}`}; `;
  }
  return left;
}
