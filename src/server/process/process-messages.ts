import type { ByteSource } from '#imaging/byte-source.ts';

/** What a module that runs in a process of its own exports by default. Bytes in the answer travel in pieces; all else is cloned. */
export type ProcessWork<Input, Output> = (input: Input, files: ByteSource[]) => Promise<Output>;

/** What the server says to a process, one question after the other. The module is a URL; input is cloned; of the files only the sizes are told. */
export type ToProcess =
  | { is: 'begin'; module: string; input: unknown; sizes: number[] }
  /** The bytes of a `read`. */
  | { is: 'bytes'; id: number; bytes: Uint8Array };

/** What a process says to its server. After `answer` come the bytes of its parts, one after the other; after `broke` nothing. */
export type FromProcess =
  | { is: 'read'; id: number; file: number; offset: number; length: number }
  /** `again`: it may be asked once more. */
  | { is: 'answer'; shell: unknown; sizes: number[]; again: boolean }
  | { is: 'piece'; bytes: Uint8Array }
  | { is: 'broke'; name: string; stack: string };

/** The most that one message carries: both sides hold it once more while it travels. Pieces of 64 KiB took twice the time, 8 MiB no less. */
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
