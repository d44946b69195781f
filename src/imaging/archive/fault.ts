import type { ArchiveProblem } from '#model/files/archive-problem.ts';

/** Readers in this folder throw refusals as exceptions; `readEntry` and `walkArchive` turn them into answers. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
  readonly problem: ArchiveProblem;

  constructor(problem: ArchiveProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The problem of a fault; other errors (unreadable file, full device) are passed on to the caller. */
export function problemOf(thrown: unknown): ArchiveProblem {
  if (thrown instanceof ArchiveFault) return thrown.problem;
  throw thrown;
}
