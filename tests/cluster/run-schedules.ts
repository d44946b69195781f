import { openCluster } from './cluster.ts';
import { runSchedule, type Outcome } from './run-schedule.ts';
import type { PlantedFault } from './source-changes.ts';

export interface SchedulesOptions {
  from: number;
  schedules: number;
  servers?: number;
  planted?: PlantedFault;
  /** By default the others follow. */
  stopAtFailure?: boolean;
  /** Existing and empty. */
  folder: string;
  onOutcome?: (outcome: Outcome) => void;
}

/** Seeds `from`, `from + 1` and so on, one after the other with the same servers. Returns those in which something was lost, twice or stuck. */
export async function runSchedules({
  from,
  schedules,
  servers = 2,
  planted,
  stopAtFailure = false,
  folder,
  onOutcome,
}: SchedulesOptions): Promise<Outcome[]> {
  const cluster = await openCluster({ folder, servers, ...(planted ? { planted } : {}) });
  const failed: Outcome[] = [];
  try {
    const bearer = await cluster.signIn();
    for (let seed = from; seed < from + schedules; seed += 1) {
      const outcome = await runSchedule(cluster, { seed, bearer, folder });
      onOutcome?.(outcome);
      if (outcome.problems.length > 0) failed.push(outcome);
      if (stopAtFailure && failed.length > 0) break;
    }
  } finally {
    await cluster.close();
  }
  return failed;
}

/** Everything needed to examine a schedule. */
export function describeOutcome({ seed, problems, events, seconds }: Outcome): string {
  const head = `seed ${seed}: ${problems.length === 0 ? 'kept' : problems.join('; ')}, ${seconds.toFixed(1)} s`;
  return [head, ...events.map((event) => `  ${event}`)].join('\n');
}
