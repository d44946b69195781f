import type { ArchiveProblem } from '#model/files/archive-problem.ts';

/** Input of the thread that opens a rar. */
export interface RarStart {
  size: number;
  password: string;
  /** State of the thread (0: it waits), and the number of the answer. */
  turn: SharedArrayBuffer;
  /** The bytes that it reads of the archive. */
  bytes: SharedArrayBuffer;
}

/** Messages of the thread. It blocks after each until it gets a number as the answer, because its library needs bytes synchronously. */
export type FromRar =
  /** Answered with the number of bytes read. */
  | { is: 'read'; offset: number; length: number }
  /** Answered with 1 if its bytes are wanted. */
  | { is: 'entry'; path: string; size: number; done: number }
  | { is: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { is: 'entry-end'; problem: ArchiveProblem | null }
  /** Refused; `path` is empty for the archive itself. */
  | { is: 'refused'; path: string; problem: ArchiveProblem; done: number }
  | { is: 'end'; problem: ArchiveProblem | null };

/** The most that the library reads in one step. */
export const RAR_READ_BYTES = 1024 * 1024;
