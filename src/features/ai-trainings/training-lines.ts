import type { AiTrainingDetail } from '#contract/ai/trainings.ts';
import { parseWireDate } from '#contract/dates.ts';
import { FOREGROUND } from '#model/ai/held-out.ts';
import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import type { ChartLine } from '#ui/charts/LineChart.tsx';

export type Along = 'rounds' | 'time';

type Measured = Pick<AiTrainingDetail, 'segments' | 'rounds'>;

/** Dice of each segment and of the whole, along rounds or the time since the first round. Rounds without a value are left out. */
export function diceLines({ segments, rounds }: Measured, along: Along, whole: string): ChartLine[] {
  const line = (name: string, key: string, colour?: string): ChartLine => ({
    name,
    ...(colour === undefined ? {} : { colour }),
    points: rounds.flatMap((round) => {
      const [x, value] = [placeOf(round, rounds, along), round.dice[key]];
      return x === null || value === undefined ? [] : [{ x, value }];
    }),
  });
  const own = segments.map(({ title, value }, at) => line(title, String(value), SEGMENT_COLOURS[at % SEGMENT_COLOURS.length]!.value));
  return segments.length > 1 ? [...own, line(whole, FOREGROUND)] : own;
}

export function lossLine({ rounds }: Pick<Measured, 'rounds'>, along: Along, name: string): ChartLine {
  return {
    name,
    points: rounds.flatMap((round) => {
      const x = placeOf(round, rounds, along);
      return x === null || round.loss === null ? [] : [{ x, value: round.loss }];
    }),
  };
}

/** Number of the round, or seconds since the first one. */
function placeOf({ round, at }: Measured['rounds'][number], rounds: Measured['rounds'], along: Along): number | null {
  if (along === 'rounds') return round;
  const [from, to] = [rounds[0]!.at, at].map(parseWireDate);
  return from && to ? (to.getTime() - from.getTime()) / 1_000 : null;
}

/** The last round that was measured, and the one with the best mean Dice. Null before the first. */
export function roundsOf({
  rounds,
}: Pick<Measured, 'rounds'>): { last: number; best: { round: number; dice: number } | null; loss: number | null } | null {
  const last = rounds.at(-1);
  if (last === undefined) return null;
  const measured = rounds.flatMap(({ round, dice }) => (dice[FOREGROUND] === undefined ? [] : [{ round, dice: dice[FOREGROUND] }]));
  const best = measured.reduce<(typeof measured)[number] | null>(
    (most, each) => (most === null || each.dice > most.dice ? each : most),
    null,
  );
  return { last: last.round, best, loss: rounds.findLast(({ loss }) => loss !== null)?.loss ?? null };
}
