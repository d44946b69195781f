import { expect, it } from 'vitest';
import { keepRunning, type Running } from './keep-running.ts';

/** Starts that the test lets die, and pauses that it ends. */
function world() {
  const started: { die(cause: unknown): void; isClosed: boolean }[] = [];
  const pauses: { ms: number; end(): void }[] = [];
  const reported: unknown[] = [];
  const start = (): Running => {
    const death = Promise.withResolvers<never>();
    const one = { die: death.reject, isClosed: false };
    started.push(one);
    return { died: death.promise, close: () => void (one.isClosed = true) };
  };
  const pause = (ms: number): Promise<void> => new Promise((end) => void pauses.push({ ms, end }));
  const kept = keepRunning(start, { pause, report: (cause) => void reported.push(cause) });
  return { kept, started, pauses, reported };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('restarts a crashed worker, after pauses that grow to half a minute', async () => {
  const { started, pauses, reported } = world();
  for (let deaths = 1; deaths <= 4; deaths += 1) {
    expect(started).toHaveLength(deaths);
    started.at(-1)?.die(`death ${deaths}`);
    await settled();
    expect(started.at(-1)?.isClosed).toBe(true);
    pauses.at(-1)?.end();
    await settled();
  }
  expect(pauses.map(({ ms }) => ms)).toEqual([1_000, 5_000, 30_000, 30_000]);
  expect(reported).toEqual(['death 1', 'death 2', 'death 3', 'death 4']);
});

it('starts nothing after it was closed, while running or in a pause', async () => {
  const running = world();
  running.kept.close();
  expect(running.started[0]?.isClosed).toBe(true);
  const pausing = world();
  pausing.started[0]?.die('gone');
  await settled();
  pausing.kept.close();
  pausing.pauses[0]?.end();
  await settled();
  expect(pausing.started).toHaveLength(1);
});
