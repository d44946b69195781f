/** Seconds or milliseconds, MB (10^6 bytes) a second, kB (10^3 bytes), or files that should not be: lost ones. */
export type Unit = 's' | 'ms' | 'MB/s' | 'kB' | 'files';

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
  /** A rate must reach it, everything else must not exceed it. Null: the figure is only watched. */
  target: number | null;
  pass: boolean | null;
  note: string;
}

export interface Measured {
  gate: string;
  unit: Unit;
  target: number | null;
  /** One value per run. */
  runs: readonly number[];
  peer?: { name: string; runs: readonly number[] };
  note: string;
}

export interface Skipped {
  gate: string;
  unit: Unit;
  target: number | null;
  reason: string;
}

export function toGate(result: Measured | Skipped): Gate {
  const { gate, unit, target } = result;
  if ('reason' in result) {
    return { gate, value: null, unit, peer: null, peerValue: null, ratio: null, target, pass: null, note: `skipped: ${result.reason}` };
  }
  const value = rounded(standsFor(unit, result.runs));
  const peerValue = result.peer ? rounded(standsFor(unit, result.peer.runs)) : null;
  return {
    gate,
    value,
    unit,
    peer: result.peer?.name ?? null,
    peerValue,
    ratio: peerValue ? rounded(value / peerValue) : null,
    target,
    pass: target === null ? null : unit === 'MB/s' ? value >= target : value <= target,
    note: `${runsText(unit, result)}; ${result.note}`,
  };
}

/** Times and rates are shaken by whatever else the machine does; a file that was lost once is lost. */
function standsFor(unit: Unit, runs: readonly number[]): number {
  return unit === 'files' ? Math.max(...runs) : median(runs);
}

function runsText(unit: Unit, { runs, peer }: Measured): string {
  if (unit === 'files') return `worst of ${runs.length}`;
  const own = `median of ${runs.length} (${listed(runs)})`;
  return peer && peer.runs.length > 0 ? `${own}, ${peer.name} (${listed(peer.runs)})` : own;
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
    ...gates.map(({ gate, value, unit, target, pass, peer, peerValue, ratio }) => [
      gate,
      amount(value, unit),
      amount(target, unit),
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

const DIGITS = { s: 2, kB: 1, ms: 0, 'MB/s': 0 } as const;

function amount(value: number | null, unit: Unit): string {
  if (value === null) return '-';
  return unit === 'files' ? `${value} files` : `${value.toFixed(DIGITS[unit])} ${unit}`;
}
