import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleDevice } from './device.ts';
import { openLane, type Lane } from './lane.ts';
import type { MissingFeature } from './page-lacking-features.ts';
import { runSchedule, type Outcome, type Verdict } from './run-schedule.ts';

/** The kind of schedules. */
interface Of {
  without?: readonly MissingFeature[];
  /** Over a slow link, where chunks are compressed. */
  isSlow?: boolean;
}

export interface KillsOptions extends Of {
  from: number;
  schedules: number;
  workers: number;
  /** Short, because the path of a socket has at most 107 bytes. */
  folder: string;
  onOutcome?: (outcome: Outcome) => void;
}

export interface KillsResult {
  schedules: number;
  lost: Outcome[];
  stuck: Outcome[];
  plain: Outcome[];
}

/** Seeds `from`, `from + 1` and so on. Each worker takes the next one as soon as it is free. */
export async function runKills({
  from,
  schedules,
  workers,
  without = [],
  isSlow = false,
  folder,
  onOutcome,
}: KillsOptions): Promise<KillsResult> {
  const device = await bundleDevice();
  const lanes: Lane[] = [];
  const outcomes: Outcome[] = [];
  let taken = 0;
  const work = async (lane: Lane): Promise<void> => {
    while (taken < schedules) {
      const seed = from + taken;
      taken += 1;
      const outcome = await runSchedule(lane, seed);
      outcomes.push(outcome);
      onOutcome?.(outcome);
    }
  };
  try {
    for (let index = 0; index < Math.min(workers, schedules); index += 1) {
      const laneFolder = join(folder, `${index}`);
      await mkdir(laneFolder);
      lanes.push(await openLane({ folder: laneFolder, device, without, isSlow }));
    }
    await Promise.all(lanes.map(work));
  } finally {
    await Promise.all(lanes.map((lane) => lane.dispose()));
  }
  const of = (kind: Exclude<Verdict['kind'], 'kept'>): Outcome[] => outcomes.filter(({ verdict }) => verdict.kind === kind);
  return { schedules: outcomes.length, lost: of('lost'), stuck: of('stuck'), plain: of('plain') };
}

/** Everything needed to examine a failed schedule. */
export function describeFailure({ seed, verdict, events }: Outcome, { without = [], isSlow = false }: Of = {}): string {
  if (verdict.kind === 'kept') return '';
  const flags = [...(without.length > 0 ? [` --without ${without.join(',')}`] : []), ...(isSlow ? [' --slow'] : [])];
  const replay = `npm run kills -- --from ${seed} --schedules 1${flags.join('')}`;
  return [`seed ${seed}: ${verdict.kind}: ${verdict.what}`, ...events.map((event) => `  ${event}`), `  again: ${replay}`].join('\n');
}
