import type { ArchiveProblem } from '#model/archive-problem.ts';

/** Inside the readers of this folder a refusal travels as an exception; `readEntry` and `walkArchive` make an answer of it. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
  readonly problem: ArchiveProblem;

  constructor(problem: ArchiveProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The problem of a fault; anything else (the file could not be read, the device is full) is the caller's and goes on. */
export function problemOf(thrown: unknown): ArchiveProblem {
  if (thrown instanceof ArchiveFault) return thrown.problem;
  throw thrown;
}
