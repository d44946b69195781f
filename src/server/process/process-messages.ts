import type { ByteSource } from '#imaging/byte-source.ts';

/**
 * The default export of a module that runs in a separate process. Bytes of the answer use a separate pipe; everything else is cloned. Parts that
 * are sent before the answer are not kept: the promise resolves when the server has received one, and then the next can be sent.
 */
export type ProcessWork<Input, Output, Part = never> = (
  input: Input,
  files: ByteSource[],
  give: (part: Part) => Promise<void>,
) => Promise<Output>;

/** Messages from the server to a process, one request at a time. The module is a URL; input is cloned; only file sizes are sent. */
export type ToProcess =
  | { is: 'begin'; module: string; input: unknown; sizes: number[] }
  /** The part has been received. */
  | { is: 'taken' };

/** Messages from a process to the server. */
export type FromProcess =
  /** Its bytes come through the pipe, in the order of the reads. */
  | { is: 'read'; file: number; offset: number; length: number }
  /** A part sent before the answer. Nothing more is sent until it was received. */
  | { is: 'part'; shell: unknown; sizes: number[] }
  /** The bytes of its parts follow in the pipe. `again`: it can take another request. */
  | { is: 'answer'; shell: unknown; sizes: number[]; again: boolean }
  | { is: 'broke'; name: string; stack: string };

/** Of the pipe that carries only bytes: in messages they were copied six times. */
export const BYTES_FD = 4;

/** Maximum size of one read: the server holds a second copy while it is sent. */
export const PIECE_BYTES = 1024 * 1024;

/** Placeholder in a shell for the bytes of a part. */
const PART = '#part';

/** A value without its bytes, and the bytes. */
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
