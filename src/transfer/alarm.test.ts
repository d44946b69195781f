import { expect, it } from 'vitest';
import { Alarm } from './alarm.ts';
import type { Clock } from './ports.ts';

const NEVER = new AbortController().signal;

/** A clock whose pauses end by their signal, or when the test lets time pass. */
function heldClock() {
  const ends = new Set<() => void>();
  const clock: Clock = {
    now: () => 0,
    elapsed: () => 0,
    random: () => 0.5,
    pause: (_, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        ends.add(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  return { clock, pass: () => ends.forEach((end) => end()) };
}

it('a sleep ends with its time', async () => {
  const { clock, pass } = heldClock();
  const sleep = new Alarm(clock).sleep(1_000, NEVER);
  pass();
  expect(await sleep).toBe('time');
});

it('a ring ends every sleep and every pause', async () => {
  const { clock } = heldClock();
  const alarm = new Alarm(clock);
  const pauses = [alarm.clock.pause(8_000, NEVER), alarm.clock.pause(8_000, NEVER)];
  const sleep = alarm.sleep(1_000, NEVER);
  alarm.ring();
  await Promise.all(pauses);
  expect(await sleep).toBe('woken');
});

it('a ring without a sleeper ends the next sleep, and only that one', async () => {
  const { clock, pass } = heldClock();
  const alarm = new Alarm(clock);
  alarm.ring();
  expect(await alarm.sleep(1_000, NEVER)).toBe('heard');
  const next = alarm.sleep(1_000, NEVER);
  pass();
  expect(await next).toBe('time');
});

it('an aborted sleep ends', async () => {
  const { clock } = heldClock();
  const stop = new AbortController();
  const sleep = new Alarm(clock).sleep(1_000, stop.signal);
  stop.abort();
  expect(await sleep).toBe('time');
});

it('a pause lasts for its time unless there is a ring', async () => {
  const { clock, pass } = heldClock();
  const pause = new Alarm(clock).clock.pause(8_000, NEVER);
  let isOver = false;
  void pause.then(() => (isOver = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  pass();
  await pause;
});

it('a ring that woke a sleeper does not end the next sleep', async () => {
  const { clock, pass } = heldClock();
  const alarm = new Alarm(clock);
  const sleep = alarm.sleep(1_000, NEVER);
  alarm.ring();
  expect(await sleep).toBe('woken');
  const next = alarm.sleep(1_000, NEVER);
  pass();
  expect(await next).toBe('time');
});
