import type { ByteSource } from '#imaging/byte-source.ts';

/**
 * What a module that runs in a process of its own exports by default. Bytes of the answer go through a pipe of their own; all else is cloned. What is
 * given before the answer is held by nobody once the server has taken it: it resolves then, and the next may be given.
 */
export type ProcessWork<Input, Output, Part = never> = (
  input: Input,
  files: ByteSource[],
  give: (part: Part) => Promise<void>,
) => Promise<Output>;

/** What the server says to a process, one question after the other. The module is a URL; input is cloned; of the files only the sizes are told. */
export type ToProcess =
  | { is: 'begin'; module: string; input: unknown; sizes: number[] }
  /** What was given has been taken. */
  | { is: 'taken' };

/** What a process says to its server. */
export type FromProcess =
  /** Its bytes come through the pipe, in the order of the reads. */
  | { is: 'read'; file: number; offset: number; length: number }
  /** A part of the answer, ahead of it: nothing more comes before it was taken. */
  | { is: 'part'; shell: unknown; sizes: number[] }
  /** The bytes of its parts come through the pipe, one after the other. `again`: it may be asked once more. */
  | { is: 'answer'; shell: unknown; sizes: number[]; again: boolean }
  | { is: 'broke'; name: string; stack: string };

/** Of the pipe that carries bytes, and nothing else: as messages they were copied six times. */
export const BYTES_FD = 4;

/** The most that one read asks for: the server holds it once more while it travels. */
export const PIECE_BYTES = 1024 * 1024;

/** Stands in a shell where the bytes of a part belong. */
const PART = '#part';

/** A value without its bytes, and these. */
export function takeApart(value: unknown, parts: Uint8Array[] = []): { shell: unknown; parts: Uint8Array[] } {
  if (value instanceof Uint8Array) return { shell: { [PART]: parts.push(value) - 1 }, parts };
  if (Array.isArray(value)) return { shell: value.map((item) => takeApart(item, parts).shell), parts };
  if (typeof value !== 'object' || value === null) return { shell: value, parts };
  return { shell: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, takeApart(item, parts).shell])), parts };
}

export function putTogether(shell: unknown, parts: readonly Uint8Array[]): unknown {
  if (Array.isArray(shell)) return shell.map((item) => putTogether(item, parts));
  if (typeof shell !== 'object' || shell === null) return shell;
  if (PART in shell) return parts[Number(shell[PART])];
  return Object.fromEntries(Object.entries(shell).map(([key, item]) => [key, putTogether(item, parts)]));
}
