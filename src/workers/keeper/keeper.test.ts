import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDeviceKey, type DeviceKey } from '#localdb/device-key.ts';
import { pinStudy } from '#localdb/kept-copies/pins.ts';
import { LocalDb, type PinRow } from '#localdb/schema.ts';
import { createUploadRow } from '#localdb/upload/uploads.ts';
import { Alarm } from '#transfer/alarm.ts';
import { browserClock } from '#transfer/browser.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { nextTurn, runKeeper } from './keeper.ts';
import { exampleServer, type ExampleServer } from './server.example.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NO_NEWS = { backAt: 0, changedAt: 0 };

function examplePin(studyUuid: string, given: Partial<PinRow>): PinRow {
  const row = { studyUuid, keyId: 'k', sealed: new Uint8Array(0), pinnedAt: 1, state: 'wanted' as const };
  return { ...row, total: null, keptAt: null, checkedAt: null, failure: null, ...given };
}

describe('the next study', () => {
  const failed = (why: 'network' | 'room', until: number) =>
    examplePin('failed', { state: 'failed', failure: { why, status: null, tries: 1, at: 100, until } });
  const kept = (keptAt: number) => examplePin('kept', { state: 'kept', keptAt });
  const wanted = examplePin('wanted', { pinnedAt: 9 });
  const nameOf = (pins: PinRow[], news = NO_NEWS, now = HOUR * 2) => nextTurn(pins, news, now)?.studyUuid ?? null;

  it.each<[string, PinRow[], { backAt: number; changedAt: number }, number, string | null]>([
    ['none without pins', [], NO_NEWS, 1, null],
    ['wanted studies before failed ones and those to be checked', [kept(0), failed('network', 0), wanted], NO_NEWS, HOUR * 2, 'wanted'],
    ['the study that was pinned first', [wanted, examplePin('first', { pinnedAt: 2, state: 'keeping' })], NO_NEWS, 1, 'first'],
    ['a failed study when its pause is over', [failed('room', 200)], NO_NEWS, 200, 'failed'],
    ['not before the pause is over', [failed('network', 200)], NO_NEWS, 199, null],
    ['a failed study immediately when the network is back', [failed('network', 900)], { backAt: 101, changedAt: 0 }, 200, 'failed'],
    ['not for a network that existed when it failed', [failed('network', 900)], { backAt: 99, changedAt: 0 }, 200, null],
    ['not for a network when space is missing', [failed('room', 900)], { backAt: 101, changedAt: 0 }, 200, null],
    ['a stored study after an hour', [kept(0)], NO_NEWS, HOUR, 'kept'],
    ['not before an hour', [kept(0)], NO_NEWS, HOUR - 1, null],
    ['a stored study after a minute when the team has changed since', [kept(0)], { backAt: 0, changedAt: 5 }, MINUTE, 'kept'],
    ['not for a change before the last check', [kept(10)], { backAt: 0, changedAt: 5 }, MINUTE + 10, null],
  ])('%s', (_, pins, news, now, expected) => {
    expect(nameOf(pins, news, now)).toBe(expected);
  });
});

describe('the keeper of a page', () => {
  let users: number;
  let db: LocalDb;
  let device: DeviceKey;
  let server: ExampleServer;
  let end: AbortController;
  let running: Promise<void>;

  beforeEach(async () => {
    users = nextUser();
    db = new LocalDb(users);
    device = await openDeviceKey(db);
    server = exampleServer({ a: { 1: 40 }, b: { 2: 30 } });
    end = new AbortController();
  });
  afterEach(async () => {
    end.abort();
    await running;
  });

  function start(): void {
    const alarm = new Alarm(browserClock);
    const locks = {
      hold: <T>(_: string, _signal: AbortSignal, work: (lost: AbortSignal) => Promise<T>) => work(new AbortController().signal),
    };
    running = runKeeper(
      { db, device, server, clock: browserClock, locks, alarm, keepRuntime: async () => true },
      users,
      { ...NO_NEWS },
      end.signal,
    );
  }
  const pin = (studyUuid: string, now: number) => pinStudy(db, device, studyUuid, { patientName: '', description: '' }, now);
  const states = async () => (await db.pins.toArray()).map(({ state }) => state);
  const sending = { ...createUploadRow(), phase: 'registered' as const };

  it('stores one study after the other, also one that is pinned while it sleeps', async () => {
    await pin('a', 1);
    start();
    await vi.waitFor(async () => expect(await states()).toEqual(['kept']));
    await pin('b', 2);
    await vi.waitFor(async () => expect(await states()).toEqual(['kept', 'kept']));
    expect(server.asked).toEqual([
      'study a',
      'series a',
      'thumbnail a-1',
      'volume 1 0+40',
      'proposals a',
      'study b',
      'series b',
      'thumbnail b-1',
      'volume 2 0+30',
      'proposals b',
    ]);
  });

  it('requests nothing while an upload is sent, and continues once that waits or has ended', async () => {
    await db.uploads.add(sending);
    await pin('a', 1);
    start();
    await db.uploads.update(sending.id, { started: 1 });
    expect(server.asked).toEqual([]);
    await db.uploads.update(sending.id, { waiting: { reason: 'network', until: 1, tries: 1 } });
    await vi.waitFor(async () => expect(await states()).toEqual(['kept']));
  });

  it('stops when an upload starts, and resumes afterwards', async () => {
    await pin('a', 1);
    let began: Promise<unknown> | null = null;
    server.onBody = () => (began ??= db.uploads.add(sending));
    server.cuts = [10];
    start();
    await vi.waitFor(() => expect(began).not.toBeNull());
    await began;
    await db.uploads.update(sending.id, { phase: 'ended' });
    server.onBody = () => undefined;
    await db.pins
      .where('studyUuid')
      .equals('a')
      .and(({ state }) => state === 'failed')
      .modify({ state: 'wanted' });
    await vi.waitFor(async () => expect(await states()).toEqual(['kept']));
    expect(server.asked.filter((each) => each.startsWith('volume'))).toEqual(['volume 1 0+40', 'volume 1 10+30']);
  });
});
