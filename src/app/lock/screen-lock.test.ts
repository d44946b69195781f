import { beforeEach, describe, expect, it } from 'vitest';
import { createScreenLock, type ScreenLock } from './screen-lock.ts';

const MINUTE = 60_000;
let clock: number;
let rows: Map<string, string>;
let tabs: ScreenLock[];

beforeEach(() => {
  clock = Date.parse('2026-11-22T10:00:00Z');
  rows = new Map();
  tabs = [];
});

/** A tab of one browser: all of them have one cookie, and hear what another says where they are of the same host. */
function openTab({ userId = 7, minutes = 10, hears = true } = {}) {
  const who = { now: userId as number | null };
  const lock = createScreenLock({
    jar: { read: (name) => rows.get(name) ?? null, write: (name, value) => void rows.set(name, value) },
    person: () => (who.now === null ? null : { id: who.now, limitMs: minutes * MINUTE }),
    now: () => clock,
    tell: () => tabs.filter((tab) => tab !== lock).forEach((tab) => tab.look()),
  });
  if (hears) tabs.push(lock);
  lock.look();
  return { ...lock, who };
}

/** Time in which each tab looks every two seconds. */
function pass(ms: number, meanwhile: () => void = () => undefined): void {
  for (const end = clock + ms; clock < end;) {
    clock += 2_000;
    for (const tab of tabs) tab.look();
    meanwhile();
  }
}

describe('the screen lock', () => {
  it.each([2, 10, 30])('starts after %i minutes without use, and not earlier', (minutes) => {
    const tab = openTab({ minutes });
    pass(minutes * MINUTE - 2_000);
    expect(tab.isLocked()).toBe(false);
    pass(2_000);
    expect(tab.isLocked()).toBe(true);
  });

  it('does not start while the page is used', () => {
    const tab = openTab();
    pass(60 * MINUTE, tab.used);
    expect(tab.isLocked()).toBe(false);
    pass(10 * MINUTE);
    expect(tab.isLocked()).toBe(true);
  });

  it('locks all tabs together, and use in one keeps the others unlocked', () => {
    const [here, there] = [openTab(), openTab()];
    pass(30 * MINUTE, here.used);
    expect([here.isLocked(), there.isLocked()]).toEqual([false, false]);
    there.lockNow();
    expect([here.isLocked(), there.isLocked()]).toEqual([true, true]);
    here.unlock();
    expect([here.isLocked(), there.isLocked()]).toEqual([false, false]);
  });

  it('locks the host of another team as well, which gets no message and checks for itself', () => {
    const here = openTab();
    here.lockNow();
    const elsewhere = openTab({ hears: false });
    expect(elsewhere.isLocked()).toBe(true);
    here.unlock();
    elsewhere.look();
    expect(elsewhere.isLocked()).toBe(false);
  });

  it('survives a reload, whatever key is pressed', () => {
    openTab().lockNow();
    const again = openTab();
    expect(again.isLocked()).toBe(true);
    again.used();
    pass(MINUTE, again.used);
    expect(again.isLocked()).toBe(true);
  });

  it('starts after the machine was asleep, before the input that woke it has an effect', () => {
    const tab = openTab();
    clock += 10 * MINUTE;
    tab.used();
    expect(tab.isLocked()).toBe(true);
  });

  it('starts when the browser was closed for that long', () => {
    openTab();
    clock += 10 * MINUTE;
    expect(openTab().isLocked()).toBe(true);
  });

  it('starts when the clock is far before the last use, but not when it is slightly before', () => {
    const tab = openTab();
    clock -= 30_000;
    tab.look();
    expect(tab.isLocked()).toBe(false);
    clock -= 24 * 60 * MINUTE;
    tab.look();
    expect(tab.isLocked()).toBe(true);
  });

  it('belongs to one user: the next user starts unlocked, and a signed-out page is not locked', () => {
    const tab = openTab();
    tab.lockNow();
    tab.who.now = null;
    tab.look();
    expect(tab.isLocked()).toBe(false);
    tab.who.now = 8;
    tab.look();
    expect(tab.isLocked()).toBe(false);
  });

  it('ignores a cookie that our pages did not write', () => {
    const tab = openTab();
    for (const text of ['', '7', '7.', '7.never', '7.1e99', '<b>.1', 'x.locked']) {
      rows.set('lightship.lock', text);
      tab.look();
      expect(tab.isLocked()).toBe(false);
    }
  });

  it('records use every few seconds, not at every pointer move', () => {
    const tab = openTab();
    const written = new Set<string>();
    for (let move = 0; move < 600; move += 1) {
      clock += 100;
      tab.used();
      written.add(rows.get('lightship.lock') ?? '');
    }
    expect(written.size).toBeLessThanOrEqual(13);
  });
});
