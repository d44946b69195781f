/**
 * Seconds or milliseconds, MB (10^6 bytes), kB (10^3) or things a second, kB, MiB of memory, files that should not be: lost ones, what is right of a
 * hundred, series that should not be: wrong ones, or statements to a database.
 */
export type Unit =
  | 's'
  | 'ms'
  | 'MB/s'
  | 'kB/s'
  | 'files/s'
  | 'tiles/s'
  | 'uploads/s'
  | 'kB'
  | 'MiB'
  | 'files'
  | '%'
  | 'series'
  | 'statements';

/** A figure that has to hold, as tests/bench/out/latest.json keeps it. */
export interface Gate {
  gate: string;
  /** Null where it could not be taken; `note` says why. */
  value: number | null;
  unit: Unit;
  /** What it is held against, taken in the same run on the same machine; null where there is nothing of the kind. */
  peer: string | null;
  peerValue: number | null;
  /** value / peerValue. */
  ratio: number | null;
  /** What a rate must reach, and everything else must not exceed. Null: the figure is only watched. */
  target: number | null;
  /** What the target is set for: the value itself or its ratio to the peer's. */
  targetOf: 'value' | 'ratio';
  pass: boolean | null;
  note: string;
}

export interface Measured {
  gate: string;
  unit: Unit;
  target: number | null;
  targetOf?: Gate['targetOf'];
  /** One value per run, those of the peer in the same order: product and peer take turns. */
  runs: readonly number[];
  peer?: { name: string; runs: readonly number[] };
  note: string;
}

export interface Skipped {
  gate: string;
  unit: Unit;
  target: number | null;
  targetOf?: Gate['targetOf'];
  reason: string;
}

export function toGate(result: Measured | Skipped): Gate {
  const { gate, unit, target, targetOf = 'value' } = result;
  if ('reason' in result) {
    const nothing = { value: null, peer: null, peerValue: null, ratio: null, pass: null };
    return { gate, unit, target, targetOf, ...nothing, note: `skipped: ${result.reason}` };
  }
  const value = rounded(standsFor(unit, result.runs));
  const peerValue = result.peer ? rounded(standsFor(unit, result.peer.runs)) : null;
  const ratio = peerValue ? rounded(value / peerValue) : null;
  const held = targetOf === 'ratio' ? ratio : value;
  return {
    gate,
    value,
    unit,
    peer: result.peer?.name ?? null,
    peerValue,
    ratio,
    target,
    targetOf,
    pass: target === null || held === null ? null : isRate(unit) ? held >= target : held <= target,
    note: `${runsText(unit, result)}; ${result.note}`,
  };
}

function isRate(unit: Unit): boolean {
  return unit.endsWith('/s') || unit === '%';
}

/** Times and rates are shaken by whatever else the machine does; a file that was lost once is lost. */
function standsFor(unit: Unit, runs: readonly number[]): number {
  return isCount(unit) ? Math.max(...runs) : median(runs);
}

function isCount(unit: Unit): boolean {
  return unit === 'files' || unit === 'series';
}

function runsText(unit: Unit, { runs, peer }: Measured): string {
  if (isCount(unit)) return `worst of ${runs.length}`;
  const own = `median of ${runs.length} (${listed(runs)})`;
  if (!peer || peer.runs.length === 0) return own;
  return `${own}, ${peer.name} (${listed(peer.runs)}), best to best ${(bestOf(unit, runs) / bestOf(unit, peer.runs)).toFixed(2)}`;
}

function bestOf(unit: Unit, runs: readonly number[]): number {
  return isRate(unit) ? Math.max(...runs) : Math.min(...runs);
}

function listed(runs: readonly number[]): string {
  return runs.map((run) => run.toFixed(2)).join(', ');
}

/** Of an even number: the upper of the two in the middle, so that it is a value that was seen. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new Error('A median needs a value');
  return middle;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export function gateTable(gates: readonly Gate[]): string {
  const rows = [
    ['figure', 'value', 'target', '', 'peer', 'ratio'],
    ...gates.map(({ gate, value, unit, target, targetOf, pass, peer, peerValue, ratio }) => [
      gate,
      amount(value, unit),
      targetOf === 'ratio' && target !== null ? `${isRate(unit) ? '>=' : '<='} ${target} x` : amount(target, unit),
      pass === null ? '' : pass ? 'ok' : 'MISSED',
      peer === null ? '' : `${peer} ${amount(peerValue, unit)}`,
      ratio === null ? '' : ratio.toFixed(2),
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, '', ...gates.map(({ gate, note }) => `${gate}: ${note}`)].join('\n');
}

const DIGITS: Partial<Record<Unit, number>> = { s: 2, kB: 1, 'kB/s': 1, '%': 1 };

function amount(value: number | null, unit: Unit): string {
  if (value === null) return '-';
  if (isCount(unit)) return `${value} ${unit}`;
  const ofSlowRate = unit === 'MB/s' && value < 10 ? (value < 1 ? 3 : 2) : 0;
  return `${value.toFixed(DIGITS[unit] ?? ofSlowRate)} ${unit}`;
}
