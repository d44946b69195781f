import { readFileSync } from 'node:fs';

/** A planted fault that no test notices, and why none has to. Told by its text, so that the list does not drift with line numbers. */
export interface Accepted {
  readonly file: string;
  /** The line of the source in which the mutated text begins, trimmed. */
  readonly line: string;
  /** What is replaced: its first line, trimmed. */
  readonly text: string;
  readonly replacement: string;
  readonly reason: string;
}

export function readAccepted(): Accepted[] {
  return JSON.parse(readFileSync(new URL('accepted.json', import.meta.url), 'utf8')) as Accepted[];
}

/** Line and column begin at 1, as in Stryker's report of results. */
interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Planted {
  readonly fileName: string;
  readonly replacement: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

/** A planted fault as the list tells it. */
export function toldByText({ fileName, replacement, location: { start, end } }: Planted, source: string): Omit<Accepted, 'reason'> {
  const line = source.split('\n')[start.line - 1]!;
  const text = start.line === end.line ? line.slice(start.column - 1, end.column - 1) : line.slice(start.column - 1);
  return { file: fileName, line: line.trim(), text: text.trim(), replacement: replacement.replaceAll(/\s+/g, ' ') };
}

export function isSame(one: Omit<Accepted, 'reason'>, other: Omit<Accepted, 'reason'>): boolean {
  return one.file === other.file && one.line === other.line && one.text === other.text && one.replacement === other.replacement;
}
