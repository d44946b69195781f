import type { Browser } from './browser.ts';
import { commitSelection, pressClear, pressProcess, type Selection } from './model-device-person.ts';
import { releaseCopies, returnLostFiles } from './model-device-files.ts';
import type { ModelServer } from './model-server.ts';
import { FAIR, type Weather } from './network.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/** The users of a simulated life, with their browsers. */
export interface Cast {
  world: World;
  browsers: readonly Browser[];
  userIds: readonly number[];
  backups: ModelServer[];
  nextUpload: number;
  nextBearer: number;
}

/** One seed has only some of the faults, with random severity. If all rare faults happened together, they would hide each other. */
export function weatherOf(random: Random): Weather {
  const some = (most: number): number => (random.chance(0.35) ? random.next() * most : 0);
  return {
    lostBefore: some(0.4),
    lostAfter: some(0.4),
    late: some(0.3),
    duplicated: some(0.5),
    duplicatedChunks: 0,
    hangs: some(0.1),
    flippedOnTheWay: some(0.2),
    flippedBefore: some(0.2),
    refusedBetween: some(0.3),
    slowestMs: random.pick([40, 150, 2_000]),
  };
}

export function selectionOf(cast: Cast, random: Random): Selection {
  const uploadId = `u${cast.nextUpload++}`;
  let files = 0;
  const times = <T>(most: number, make: (at: number) => T): T[] => Array.from({ length: random.int(1, most) }, (_, at) => make(at));
  const studies = times(2, (study) => ({
    id: `${uploadId}.${study}`,
    series: times(2, (series) => ({
      id: `${uploadId}.${study}.${series}`,
      upload: series === 0 || random.chance(0.8),
      files: times(3, () => ({
        id: `${uploadId}/f${files++}`,
        bytes: Uint8Array.from({ length: random.chance(0.2) ? random.int(11, 40) : random.int(1, 6) }, () => random.int(0, 255)),
      })),
    })),
  }));
  return { uploadId, studies, segmentBytes: random.pick([4, 16, 64]) };
}

export function addFiles({ world, ...cast }: Cast, browser: Browser, selection: Selection): void {
  const userId = browser.credentials?.userId ?? cast.userIds[0];
  // Files that do not fit are reported before anything counts as stored.
  if (userId === undefined || (browser.isFull && world.random.chance(0.7))) return;
  commitSelection(browser.database(userId), selection, browser.now);
  world.rules.onStored(browser, userId, selection);
  world.note('stored', selection.uploadId);
}

export function process(browser: Browser, userId: number, uploadId: string): void {
  if (!pressProcess(browser.database(userId), uploadId, browser.now, browser.world.planted)) return;
  browser.world.note('process', uploadId);
  browser.queueChanged(userId);
}

function clear(browser: Browser, userId: number, uploadId: string): void {
  const db = browser.database(userId);
  const upload = db.uploads.get(uploadId);
  if (!upload) return;
  browser.world.note('clear', uploadId);
  browser.world.rules.onCleared(upload);
  pressClear(db, uploadId);
  browser.queueChanged(userId);
}

export function signIn(cast: Cast, browser: Browser, userId: number): void {
  const bearer = `bearer-${cast.nextBearer++}`;
  cast.world.server.bearers.set(bearer, userId);
  cast.world.note('sign-in', userId, browser.team);
  browser.signIn(userId, bearer);
}

/** Like drop-readable.ts: what the server has is deleted here, what waits is kept for its owner. */
function signOut({ world }: Cast, browser: Browser): void {
  if (!browser.credentials) return;
  const { userId, bearer } = browser.credentials;
  world.note('sign-out', userId, browser.team);
  world.server.endSignIn(bearer);
  browser.signOut();
  const db = browser.database(userId);
  for (const upload of [...db.uploads.values()]) {
    if (upload.phase !== 'sent' && upload.phase !== 'ended') continue;
    world.rules.onSignedOut(upload);
    db.deleteRows(upload.id);
    db.uploads.delete(upload.id);
  }
}

function givesRightsBack({ world, browsers }: Cast, team: string, userId: number): void {
  world.server.members.set(world.server.memberKey(team, userId), { isMember: true, mayUpload: true });
  for (const browser of browsers) browser.rightsHeard(userId);
}

/** Files that the device reported as lost and the user still has. */
export function choosesLostFilesAgain({ world }: Cast, browser: Browser, userId: number): void {
  const db = browser.database(userId);
  for (const upload of db.uploads.values()) {
    const lost = upload.files.filter(({ state }) => state === 'lost');
    const isAtHand = lost.length > 0 && lost.every(({ id }) => world.rules.called.has(id));
    if (upload.phase === 'dropping' || upload.phase === 'ended' || !isAtHand) continue;
    returnLostFiles(db, upload, (fileId) => world.rules.onStoredAgain(fileId));
    world.note('chosen again', upload.id);
  }
  browser.queueChanged(userId);
}

type LifeEvent = (cast: Cast, browser: Browser) => void;

const back = (cast: Cast, most: number, run: () => void): void => cast.world.scheduler.after(cast.world.random.int(100, most), run);

/** Everything that can happen, by name; some of it more often. */
export const LIFE_EVENTS: Record<string, LifeEvent> = {
  reload: (cast, browser) => {
    const page = browser.pages[0];
    if (page) browser.closePage(page);
    back(cast, 500, () => browser.openPage());
  },
  'close tab': (cast, browser) => {
    if (browser.pages.length > 0) browser.closePage(cast.world.random.pick(browser.pages));
  },
  'open tab': (_, browser) => {
    if (browser.pages.length < 3) browser.openPage();
  },
  'kill browser': (cast, browser) => {
    for (const page of [...browser.pages]) browser.closePage(page);
    browser.killTurn();
    if (cast.world.random.chance(0.7)) back(cast, 60_000, () => browser.openPage());
  },
  'background turn': (_, browser) => {
    browser.hasTag = true;
    browser.beginTurns();
  },
  'network away': (cast, browser) => {
    browser.network.isUp = false;
    back(cast, 240_000, () => {
      browser.network.isUp = true;
      browser.wakeAll();
    });
  },
  'server killed': ({ world, ...cast }) => {
    world.server.kill();
    back({ world, ...cast }, 20_000, () => world.server.start());
  },
  'server frozen': ({ world, ...cast }) => {
    world.server.freeze();
    back({ world, ...cast }, 60_000, () => world.server.start());
  },
  'server full': (cast) => {
    cast.world.server.isFull = true;
    back(cast, 200_000, () => (cast.world.server.isFull = false));
  },
  backup: (cast) => void cast.backups.push(cast.world.server.committed.copy()),
  'restored from a backup': (cast) => {
    const backup = cast.backups.length > 0 ? cast.world.random.pick(cast.backups) : undefined;
    if (!backup) return;
    cast.world.server.restore(backup);
    cast.world.rules.onRestored();
  },
  'server busy': (cast, browser) => {
    browser.network.storm = { ok: false, status: 503, code: 'unavailable', retryAfterMs: cast.world.random.chance(0.5) ? 15_000 : null };
    back(cast, 120_000, () => (browser.network.storm = null));
  },
  'sign-in runs out': ({ world }, browser) => {
    if (browser.credentials) world.server.bearers.delete(browser.credentials.bearer);
  },
  'upload tokens run out': ({ world }) => {
    for (const upload of world.server.committed.uploads.values()) upload.token = null;
  },
  'sign-in is ended elsewhere': ({ world }, browser) => {
    if (browser.credentials) world.server.endSignIn(browser.credentials.bearer);
  },
  'new password': ({ world, userIds }) => {
    const userId = world.random.pick(userIds);
    for (const [bearer, owner] of world.server.bearers) if (owner === userId) world.server.endSignIn(bearer);
  },
  'signs out and keeps what waits': (cast, browser) => {
    if (!browser.credentials) return;
    const { userId } = browser.credentials;
    signOut(cast, browser);
    back(cast, 120_000, () => {
      if (browser.credentials) return;
      signIn(cast, browser, cast.world.random.chance(0.7) ? userId : cast.world.random.pick(cast.userIds));
      browser.openPage();
    });
  },
  'signs in again': (cast, browser) => {
    if (browser.credentials) signIn(cast, browser, browser.credentials.userId);
  },
  'somebody else signs in': (cast, browser) => {
    signIn(cast, browser, cast.world.random.pick(cast.userIds));
    if (cast.world.random.chance(0.8)) browser.openPage();
  },
  'permission goes': ({ world, userIds, ...cast }, browser) => {
    const userId = browser.queueOwner ?? userIds[0] ?? 0;
    world.server.members.set(world.server.memberKey(browser.team, userId), { isMember: true, mayUpload: false });
    back({ world, userIds, ...cast }, 120_000, () => givesRightsBack({ world, userIds, ...cast }, browser.team, userId));
  },
  'membership ends and is given back': ({ world, userIds, ...cast }, browser) => {
    const userId = browser.queueOwner ?? userIds[0] ?? 0;
    world.server.endMembership(browser.team, userId);
    back({ world, userIds, ...cast }, 120_000, () => givesRightsBack({ world, userIds, ...cast }, browser.team, userId));
  },
  'device full': (cast, browser) => {
    browser.isFull = true;
    back(cast, 120_000, () => (browser.isFull = false));
  },
  'device fails': (cast, browser) => {
    browser.storeFaults = 0.2;
    back(cast, 30_000, () => (browser.storeFaults = 0));
  },
  'clock jumps': ({ world }, browser) => {
    const size = world.random.pick([1_000, 60_000, 3_600_000, 86_400_000, 30 * 86_400_000, 3_650 * 86_400_000]);
    browser.clockOffset += size * world.random.pick([1, -1]);
  },
  'origin evicted': ({ world }, browser) => {
    if (world.random.chance(0.7)) return;
    world.rules.onEvicted(browser);
    browser.evict();
  },
  'segments evicted': ({ world }, browser) => {
    if (world.random.chance(0.5)) return;
    for (const [userId, db] of browser.databases) {
      for (const segmentId of [...db.segments.keys()]) if (world.random.chance(0.3)) db.segments.delete(segmentId);
      world.rules.onSegmentsLost(browser, userId);
    }
  },
  'adds files': (cast, browser) => {
    const selection = selectionOf(cast, cast.world.random);
    addFiles(cast, browser, selection);
    const userId = browser.credentials?.userId;
    if (userId !== undefined && cast.world.random.chance(0.8)) back(cast, 5_000, () => process(browser, userId, selection.uploadId));
  },
  'presses Try again': (_, browser) => {
    if (browser.queueOwner !== null) browser.resume(browser.queueOwner, 'all');
  },
  'chooses lost files again': (cast, browser) => {
    if (browser.queueOwner !== null) choosesLostFilesAgain(cast, browser, browser.queueOwner);
  },
  'room is needed': ({ world }, browser) => {
    for (const db of browser.databases.values()) for (const upload of db.uploads.values()) releaseCopies(db, upload);
    // A restored server may have lost copies that nobody had checked: verified copies are deleted if space is needed.
    if (world.server.restores > 0) world.rules.onRestored();
  },
  'presses Clear': ({ world }, browser) => {
    for (const [userId, db] of browser.databases) {
      for (const uploadId of [...db.uploads.keys()]) if (world.random.chance(0.3)) clear(browser, userId, uploadId);
    }
  },
  wakes: (_, browser) => browser.wakeAll(),
};

/** Ends all faults. */
export function heal({ world, browsers, userIds }: Cast): void {
  world.note('healed');
  world.server.isFull = false;
  world.server.start();
  for (const browser of browsers) {
    Object.assign(browser, { isFull: false, storeFaults: 0 });
    Object.assign(browser.network, { weather: FAIR, isUp: true, storm: null });
    for (const userId of userIds)
      world.server.members.set(world.server.memberKey(browser.team, userId), { isMember: true, mayUpload: true });
  }
}
