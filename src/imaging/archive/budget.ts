import { mostInflated } from '#imaging/inflate-limits.ts';
import { ArchiveFault } from './fault.ts';
import { ARCHIVE_LIMITS } from './limits.ts';

/** What an archive, including nested ones, may still return. */
export interface Budget {
  bytes: number;
  entries: number;
}

export function createBudget(archiveBytes: number): Budget {
  return { bytes: mostInflated('archive', archiveBytes), entries: ARCHIVE_LIMITS.entries };
}

export function spendBytes(budget: Budget, bytes: number): void {
  budget.bytes -= bytes;
  if (budget.bytes < 0) throw new ArchiveFault('archive-bomb');
}

export function spendEntry(budget: Budget): void {
  budget.entries -= 1;
  if (budget.entries < 0) throw new ArchiveFault('archive-too-many');
}
