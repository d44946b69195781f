import { liveQuery } from 'dexie';
import type { LocalDb, PinRow } from '#localdb/schema.ts';
import { SENDING_PHASES } from '#model/uploads/transfer-phase.ts';
import type { Alarm } from '#transfer/alarm.ts';
import type { Locks } from '#transfer/sender.ts';
import type { KeepPorts } from './fetch-object.ts';
import { checkStudy, keepStudy } from './keep-study.ts';

/**
 * [Note: One keeper]
 *
 * On a device only the tab that holds this lock downloads pinned studies. If it dies, the next one continues. One request at a time, and none
 * while an upload is being sent, because uploads matter more than copies. An upload that waits out a pause or waits for the user does not block
 * the keeper.
 */
export function keeperLockName(userId: number): string {
  return `lightship.keep.u${userId}`;
}

export interface KeeperPorts extends KeepPorts {
  locks: Locks;
  alarm: Alarm;
}

/** How often the server is asked for changes to complete studies, and the minimum interval when there is news of the team. */
const CHECK_EVERY_MS = 60 * 60_000;
const CHECK_ON_NEWS_MS = 60_000;

/** Without news the table is checked this often, because a clock may have been changed. */
const IDLE_MS = 60_000;

/** When each kind of news was last reported, ms; 0 for never. */
export interface KeeperNews {
  /** The network is back, or a user signed in: pins that wait for that are retried immediately. */
  backAt: number;
  /** The team changed. */
  changedAt: number;
}

export async function runKeeper(ports: KeeperPorts, userId: number, news: KeeperNews, signal: AbortSignal): Promise<void> {
  try {
    await ports.locks.hold(keeperLockName(userId), signal, (lost) => keepOn(ports, news, anySignal(signal, lost)));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function keepOn(ports: KeeperPorts, news: KeeperNews, signal: AbortSignal): Promise<void> {
  const { db, alarm } = ports;
  const line = watchLine(db, alarm);
  try {
    while (!signal.aborted) {
      const next = (await isSending(db)) ? null : nextTurn(await db.pins.toArray(), news, ports.clock.now());
      if (next === null) {
        await alarm.sleep(IDLE_MS, signal);
        continue;
      }
      const turn = anySignal(signal, line.busy());
      if (next.state === 'kept') await checkOnce(ports, next, turn);
      else await keepStudy(ports, next.studyUuid, turn);
    }
  } finally {
    line.close();
  }
}

/** A study that could not be checked counts as checked until the next time. */
async function checkOnce(ports: KeeperPorts, { studyUuid, keptAt }: PinRow, turn: AbortSignal): Promise<void> {
  await checkStudy(ports, studyUuid, turn);
  if (turn.aborted) return;
  await ports.db.pins
    .where('studyUuid')
    .equals(studyUuid)
    .and((pin) => pin.keptAt === keptAt)
    .modify({ checkedAt: ports.clock.now() });
}

/** The next pin to work on: wanted ones first, then retries, then regular checks. */
export function nextTurn(pins: readonly PinRow[], { backAt, changedAt }: KeeperNews, now: number): PinRow | null {
  const oldestFirst = [...pins].sort((a, b) => a.pinnedAt - b.pinnedAt);
  const isTriedAgain = ({ state, failure }: PinRow): boolean =>
    state === 'failed' && (failure === null || failure.until <= now || (backAt > failure.at && waitsForTheWay(failure.why)));
  const isLookedAfter = ({ state, keptAt, checkedAt }: PinRow): boolean => {
    const lastLook = Math.max(keptAt ?? 0, checkedAt ?? 0);
    return state === 'kept' && Math.abs(now - lastLook) >= (changedAt > lastLook ? CHECK_ON_NEWS_MS : CHECK_EVERY_MS);
  };
  return (
    oldestFirst.find(({ state }) => state === 'wanted' || state === 'keeping') ??
    oldestFirst.find(isTriedAgain) ??
    oldestFirst.find(isLookedAfter) ??
    null
  );
}

function waitsForTheWay(why: NonNullable<PinRow['failure']>['why']): boolean {
  return why === 'network' || why === 'sign-in';
}

async function isSending(db: LocalDb): Promise<boolean> {
  const busy = db.uploads.where('phase').anyOf([...SENDING_PHASES]);
  return (await busy.filter(({ halt, waiting }) => halt === null && waiting === null).count()) > 0;
}

/** Rings when a pin is added or an upload ends, and aborts a turn as soon as an upload begins. */
function watchLine(db: LocalDb, alarm: Alarm): { busy(): AbortSignal; close(): void } {
  let turn = new AbortController();
  let wasBusy: boolean | null = null;
  const uploads = liveQuery(() => isSending(db)).subscribe({
    next(isBusy) {
      if (isBusy) turn.abort();
      else if (wasBusy !== false) alarm.ring();
      wasBusy = isBusy;
    },
    error: (cause) => reportError(cause),
  });
  const pins = liveQuery(() => db.pins.filter(({ state }) => state === 'wanted').count()).subscribe({
    next: (wanted) => wanted > 0 && alarm.ring(),
    error: (cause) => reportError(cause),
  });
  return {
    busy() {
      turn = new AbortController();
      if (wasBusy) turn.abort();
      return turn.signal;
    },
    close() {
      uploads.unsubscribe();
      pins.unsubscribe();
    },
  };
}

/** Replaces AbortSignal.any, which is newer than some supported browsers and accepts only platform signals. */
function anySignal(...signals: AbortSignal[]): AbortSignal {
  const any = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) any.abort();
    else signal.addEventListener('abort', () => any.abort(), { once: true });
  }
  return any.signal;
}
