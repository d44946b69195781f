/** A figure that has to hold, as tests/bench/out/latest.json keeps it. */
export interface Gate {
  gate: string;
  /** Null where it could not be taken; `note` says why. */
  value: number | null;
  unit: 's';
  /** What it is held against, taken in the same run on the same machine; null where there is nothing of the kind. */
  peer: string | null;
  peerValue: number | null;
  /** value / peerValue. */
  ratio: number | null;
  /** The value must not exceed it. Null: the figure is only watched. */
  target: number | null;
  pass: boolean | null;
  note: string;
}

export interface Measured {
  gate: string;
  target: number | null;
  /** One value per run, in seconds. */
  runs: readonly number[];
  peer?: { name: string; runs: readonly number[] };
  note: string;
}

export interface Skipped {
  gate: string;
  target: number | null;
  reason: string;
}

export function toGate(result: Measured | Skipped): Gate {
  const { gate, target } = result;
  if ('reason' in result) {
    return {
      gate,
      value: null,
      unit: 's',
      peer: null,
      peerValue: null,
      ratio: null,
      target,
      pass: null,
      note: `skipped: ${result.reason}`,
    };
  }
  const value = rounded(median(result.runs));
  const peerValue = result.peer ? rounded(median(result.peer.runs)) : null;
  return {
    gate,
    value,
    unit: 's',
    peer: result.peer?.name ?? null,
    peerValue,
    ratio: peerValue ? rounded(value / peerValue) : null,
    target,
    pass: target === null ? null : value <= target,
    note: `median of ${result.runs.length} (${result.runs.map((run) => run.toFixed(2)).join(', ')}); ${result.note}`,
  };
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
    ...gates.map(({ gate, value, target, pass, peer, peerValue, ratio }) => [
      gate,
      seconds(value),
      seconds(target),
      pass === null ? '' : pass ? 'ok' : 'MISSED',
      peer === null ? '' : `${peer} ${seconds(peerValue)}`,
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

function seconds(value: number | null): string {
  return value === null ? '-' : `${value.toFixed(2)} s`;
}
