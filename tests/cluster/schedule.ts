import { createRandom, type Random } from '#tests/kills/random.ts';
import type { StudyPlan } from '#tests/kills/study.ts';
import type { CutAt } from '#tests/support/balancer.ts';

/** What happens to the servers while a study is sent, determined by a seed. */
export interface Schedule {
  seed: number;
  study: StudyPlan;
  faults: { afterEvents: number; server: number; fault: Fault }[];
}

export type Fault =
  | { kind: 'kill'; downMs: number }
  /** A stop in order, as for an update. */
  | { kind: 'drain' }
  /** All its connections, and the next write that it gets. */
  | { kind: 'cut'; at: CutAt }
  /** Its connections to the database. */
  | { kind: 'cut off the database' }
  /** It does nothing until its leases have ended, and then goes on as if nothing had happened. */
  | { kind: 'freeze' };

/** `servers`: how many there are. An event is an answer of a server or a change in the team. */
export function planSchedule(seed: number, servers: number): Schedule {
  const random = createRandom(seed);
  const series = Array.from({ length: random.between(2, 3) }, () => random.between(2, 5));
  return {
    seed,
    study: {
      seed,
      series,
      paddingBytes: random.between(0, 60_000),
      noisyEvery: 1,
      largeBytes: random.chance(0.5) ? random.between(200_000, 1_500_000) : 0,
    },
    faults: Array.from({ length: random.between(2, 4) }, () => ({
      afterEvents: random.between(0, 12),
      server: random.between(0, servers - 1),
      fault: planFault(random),
    })),
  };
}

function planFault(random: Random): Fault {
  const dice = random.next();
  if (dice < 0.35) return { kind: 'kill', downMs: random.between(0, 300) };
  if (dice < 0.5) return { kind: 'drain' };
  if (dice < 0.7) return { kind: 'cut', at: random.pick(['body', 'answer']) };
  if (dice < 0.85) return { kind: 'cut off the database' };
  return { kind: 'freeze' };
}

export function describeFault(fault: Fault): string {
  const { kind, ...rest } = fault;
  return [kind, ...Object.values(rest)].join(' ');
}
