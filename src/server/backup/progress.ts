/** Shows how far a command is: one line that is written over on a terminal, and a line now and then elsewhere. */
export interface Progress {
  begin(what: string, totals: Totals): void;
  add(count: number, bytes: number): void;
  end(): void;
}

export interface Totals {
  count: number;
  /** Null if nobody knows before everything has been read. */
  bytes: number | null;
}

interface ProgressOptions {
  write(text: string): void;
  now(): number;
  isTerminal: boolean;
}

const TERMINAL_EVERY_MS = 200;
const ELSEWHERE_EVERY_MS = 10_000;

export const noProgress: Progress = { begin() {}, add() {}, end() {} };

export function createProgress({ write, now, isTerminal }: ProgressOptions): Progress {
  let state: ProgressState = { what: '', totals: { count: 0, bytes: null }, count: 0, bytes: 0, ms: 0 };
  let startedAt = 0;
  let shownAt = 0;

  function show(): void {
    shownAt = now();
    const line = progressLine({ ...state, ms: shownAt - startedAt });
    write(isTerminal ? `\r\x1b[K${line}` : `${line}\n`);
  }

  return {
    begin(what, totals) {
      state = { what, totals, count: 0, bytes: 0, ms: 0 };
      startedAt = now();
      show();
    },
    add(count, bytes) {
      state = { ...state, count: state.count + count, bytes: state.bytes + bytes };
      if (now() - shownAt >= (isTerminal ? TERMINAL_EVERY_MS : ELSEWHERE_EVERY_MS)) show();
    },
    end() {
      show();
      if (isTerminal) write('\n');
    },
  };
}

export interface ProgressState {
  what: string;
  totals: Totals;
  count: number;
  bytes: number;
  /** Since the beginning. */
  ms: number;
}

/** `Objects: 12 of 40, 3.4 MB of 11.0 MB, 1.2 MB/s, 7 s left`. */
export function progressLine({ what, totals, count, bytes, ms }: ProgressState): string {
  const bytesText = totals.bytes === null ? sizeText(bytes) : `${sizeText(bytes)} of ${sizeText(totals.bytes)}`;
  const done = totals.bytes === null || totals.bytes === 0 ? count / totals.count : bytes / totals.bytes;
  const isUnderWay = done > 0 && done < 1 && ms > 0;
  const parts = [
    `${what}: ${countText(count)} of ${countText(totals.count)}`,
    bytesText,
    ...(ms > 0 ? [`${sizeText((bytes * 1_000) / ms)}/s`] : []),
    ...(isUnderWay ? [`${timeText((ms * (1 - done)) / done)} left`] : []),
  ];
  return parts.join(', ');
}

export const countText = (count: number): string => count.toLocaleString('en');

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function sizeText(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return step === 0 ? `${Math.round(bytes)} B` : `${(bytes / 1_000 ** step).toFixed(1)} ${UNITS[step]}`;
}

function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
