import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepPath, keptPath } from '#localdb/kept-paths.ts';
import { LocalDb } from '#localdb/schema.ts';
import { createStation } from '#features/annotator/station/create-station.ts';
import type { OpenSeries } from '#features/annotator/station/series-store.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { keepStationPath } from './keep-station-path.ts';

const ct = { slices: 1, planes: [null], frameOfReference: 'f', hasPlanes: true, noPlanes: null } as unknown as OpenSeries;
const kept = (...xs: number[]) => ({ series: 'ct', frameOfReference: 'f', points: xs.map((x) => [x, 0, 0] as const) });

let db: LocalDb;
let ends: (() => Promise<void>)[] = [];
beforeEach(() => {
  db = new LocalDb(nextUser());
});
afterEach(async () => {
  await Promise.all(ends.map((end) => end()));
  ends = [];
  vi.restoreAllMocks();
  await db.delete();
});

function openWindow() {
  const station = createStation({ peek: () => ct, subscribe: () => () => undefined });
  station.act({ act: 'show-series', pane: 0, series: 'ct', slice: 0 });
  const fail = vi.fn<(cause: unknown) => void>();
  const { flush, end } = keepStationPath(db, 'a', station, fail);
  ends.push(end);
  const add = (x: number): void => station.act({ act: 'add-point', pane: 0, point: [x, 0, 0] });
  const shows = (...xs: number[]) =>
    vi.waitFor(() => expect(station.read().path?.points.map(([x]) => x) ?? []).toEqual(xs), { timeout: 5_000 });
  return { station, add, flush, end, shows, fail };
}

describe('the path of a study on this device [CURV-09]', () => {
  it('is here as it was left, unless another one was begun', async () => {
    await keepPath(db, 'a', kept(1, 2));
    const { shows, station } = openWindow();
    await shows(1, 2);
    const begun = openWindow();
    const changes = station.changes();
    begun.add(9);
    await begun.flush();
    expect([begun.station.read().path, await keptPath(db, 'a')]).toEqual([kept(9), kept(9)]);
    await shows(9);
    expect(station.changes()).toBe(changes);
  });

  it('is kept once after many changes, and at once when the page is left', async () => {
    const { add, station, end, shows } = openWindow();
    await shows();
    const puts = vi.spyOn(db.lists, 'put');
    add(1);
    for (let x = 2; x <= 30; x += 1) {
      station.act({ act: 'move-point', pane: 0, at: 0, point: [x, 0, 0] });
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await vi.waitFor(async () => expect(await keptPath(db, 'a')).toEqual(kept(30)), { timeout: 5_000 });
    add(31);
    await end();
    expect(await keptPath(db, 'a')).toEqual(kept(30, 31));
    // Two, on a machine that does not stand still meanwhile.
    expect(puts.mock.calls.length).toBeLessThan(5);
  });

  it('is gone when it is deleted while it is still being sealed', async () => {
    const { add, station, flush } = openWindow();
    add(1);
    const first = flush();
    station.act({ act: 'delete-path' });
    await Promise.all([first, flush()]);
    expect(await keptPath(db, 'a')).toBeNull();
  });

  it('is that of the last change in all windows of the study, which add to what the others have drawn', async () => {
    const [one, other] = [openWindow(), openWindow()];
    one.add(1);
    await one.flush();
    await other.shows(1);
    other.add(2);
    await other.flush();
    await one.shows(1, 2);
    other.station.act({ act: 'delete-path' });
    await other.flush();
    await one.shows();
    // At the same moment, the last one that is written holds, in both.
    one.add(5);
    other.add(6);
    await Promise.all([one.flush(), other.flush()]);
    const last = (await keptPath(db, 'a'))!.points.map(([x]) => x);
    await Promise.all([one.shows(...last), other.shows(...last)]);
    expect([one.fail.mock.calls, other.fail.mock.calls]).toEqual([[], []]);
  });
});
