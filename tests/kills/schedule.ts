import { createRandom, type Random } from './random.ts';
import type { StudyPlan } from './study.ts';

/** What happens to a user who sends a study, determined by a seed. */
export interface Schedule {
  seed: number;
  study: StudyPlan;
  /** Number of faults before Process is pressed: from 0 for none to the number of all faults. */
  faultsBeforeProcess: number;
  /** Process is pressed while the browser is offline. */
  processOffline: boolean;
  faults: { afterMs: number; afterChunks: number; fault: Fault }[];
  /** Some users reload the page if nothing moves, others wait. The upload must finish for both. */
  healByReload: boolean;
}

export type Fault =
  /** SIGKILL of all of Chromium, then a start with the same profile, with a page of the app or without. */
  | { kind: 'kill the browser'; withPage: boolean }
  | { kind: 'kill the server'; downMs: number }
  | { kind: 'close the tab' }
  | { kind: 'reload' }
  | { kind: 'offline'; forMs: number }
  /** Every connection of the upload host is cut. */
  | { kind: 'reset the connections' }
  /** The server does its work, but its answer is lost. */
  | { kind: 'lose answers'; answers: number }
  /** This many chunks pass, and the others are held until the time is over. */
  | { kind: 'hold the chunks'; after: number; forMs: number }
  | { kind: 'open another tab' };

export function planSchedule(seed: number): Schedule {
  const random = createRandom(seed);
  const faults = Array.from({ length: random.between(1, 5) }, () => ({
    afterMs: random.between(0, 500),
    afterChunks: 0,
    fault: planFault(random),
  }));
  const before = random.chance(0.3) ? random.between(1, faults.length) : 0;
  return {
    seed,
    study: planStudy(seed, random),
    faultsBeforeProcess: before,
    processOffline: random.chance(0.2),
    faults,
    healByReload: random.chance(0.7),
  };
}

/**
 * Over a slow link: more bytes, which compress well, and faults that strike during the transfer, each some chunks after the one before. The browser
 * is killed while a page sends and, if it restarted without one, while the service worker sends; the server is killed as well.
 */
export function planSlowSchedule(seed: number): Schedule {
  const random = createRandom(seed);
  const kills: Fault[] = [
    { kind: 'kill the browser', withPage: false },
    { kind: 'kill the server', downMs: random.between(0, 300) },
    { kind: 'kill the browser', withPage: random.chance(0.5) },
  ];
  const faults = random.chance(0.5) ? kills : kills.toReversed();
  if (random.chance(0.5)) faults.splice(random.between(0, faults.length), 0, planFault(random));
  return {
    seed,
    study: {
      seed,
      series: Array.from({ length: 3 }, () => random.between(25, 35)),
      paddingBytes: random.between(250_000, 350_000),
      noisyEvery: 20,
      largeBytes: random.chance(0.5) ? random.between(5_000_000, 9_000_000) : 0,
    },
    faultsBeforeProcess: 0,
    processOffline: false,
    faults: faults.map((fault) => ({ afterMs: random.between(0, 1_000), afterChunks: random.between(0, 2), fault })),
    healByReload: random.chance(0.7),
  };
}

export function planFault(random: Random): Fault {
  const dice = random.next();
  if (dice < 0.3) return { kind: 'kill the browser', withPage: random.chance(0.5) };
  if (dice < 0.48) return { kind: 'kill the server', downMs: random.between(0, 300) };
  if (dice < 0.56) return { kind: 'close the tab' };
  if (dice < 0.66) return { kind: 'reload' };
  if (dice < 0.75) return { kind: 'offline', forMs: random.between(0, 400) };
  if (dice < 0.83) return { kind: 'reset the connections' };
  if (dice < 0.9) return { kind: 'lose answers', answers: random.between(1, 3) };
  if (dice < 0.96) return { kind: 'hold the chunks', after: random.between(0, 3), forMs: random.between(50, 400) };
  return { kind: 'open another tab' };
}

/** Mostly a few small files, which fit into one chunk. In every other schedule one file is so large that it spans several chunks. */
function planStudy(seed: number, random: Random): StudyPlan {
  const series = Array.from({ length: random.between(1, 3) }, () => random.between(2, 6));
  return {
    seed,
    series,
    paddingBytes: random.between(0, 40_000),
    noisyEvery: 1,
    largeBytes: random.chance(0.5) ? random.between(3_000_000, 14_000_000) : 0,
  };
}

export function describeFault(fault: Fault): string {
  const { kind, ...rest } = fault;
  const details = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
  return details.length === 0 ? kind : `${kind} (${details.join(', ')})`;
}
