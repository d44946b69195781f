import type { ArchiveProblem } from '#model/archive-problem.ts';

/** What the thread that opens a rar is given. */
export interface RarStart {
  size: number;
  password: string;
  /** The turn of the thread (0: it waits), and the number that it is answered with. */
  turn: SharedArrayBuffer;
  /** What it reads of the archive. */
  bytes: SharedArrayBuffer;
}

/** What the thread says. It waits for an answer, a number, after each: the library behind it asks for bytes and takes no promise. */
export type FromRar =
  /** Answered with how many bytes were read. */
  | { is: 'read'; offset: number; length: number }
  /** Answered with 1 where its bytes are wanted. */
  | { is: 'entry'; path: string; size: number; done: number }
  | { is: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { is: 'entry-end'; problem: ArchiveProblem | null }
  /** Stays behind; `path` is empty for the archive itself. */
  | { is: 'refused'; path: string; problem: ArchiveProblem; done: number }
  | { is: 'end'; problem: ArchiveProblem | null };

/** The library reads in steps of at most so much. */
export const RAR_READ_BYTES = 1024 * 1024;
