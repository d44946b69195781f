import { isSame, toldByText, type Accepted, type Planted } from './accepted.ts';

/** Of 100 planted faults so many must be noticed, in every room. */
export const LEAST_PERCENT = 85;

/** The part of Stryker's result of one planted fault that is read here. */
export interface Result extends Planted {
  readonly status: string;
}

export interface FileCounts {
  noticed: number;
  /** Of those noticed: nothing failed, but the tests did not come to an end. */
  timedOut: number;
  survived: number;
}

export interface Summary {
  readonly files: ReadonlyMap<string, FileCounts>;
  readonly all: FileCounts;
  /** What no test notices and nobody has given a reason for. */
  readonly unlisted: readonly (Omit<Accepted, 'reason'> & { readonly lineNumber: number; readonly isRun: boolean })[];
  /** What is listed though it is noticed, or is not planted any more. */
  readonly outdated: readonly Accepted[];
}

/** `accepted` are the entries of the files that were run. What did not compile or was left out counts on neither side. */
export function summarise(results: readonly Result[], sources: ReadonlyMap<string, string>, accepted: readonly Accepted[]): Summary {
  const files = new Map<string, FileCounts>();
  const survivors = results.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  for (const { fileName, status } of results) {
    const counts = files.get(fileName) ?? { noticed: 0, timedOut: 0, survived: 0 };
    files.set(fileName, counts);
    if (status === 'Survived' || status === 'NoCoverage') counts.survived += 1;
    if (status === 'Killed' || status === 'Timeout') counts.noticed += 1;
    if (status === 'Timeout') counts.timedOut += 1;
  }
  const told = survivors.map((one) => ({
    ...toldByText(one, sources.get(one.fileName)!),
    lineNumber: one.location.start.line,
    isRun: one.status === 'Survived',
  }));
  return {
    files,
    all: sum([...files.values()]),
    unlisted: told.filter((one) => !accepted.some((entry) => isSame(entry, one))),
    outdated: accepted.filter((entry) => !told.some((one) => isSame(entry, one))),
  };
}

export function percentOf({ noticed, survived }: FileCounts): number {
  return noticed + survived === 0 ? 100 : (100 * noticed) / (noticed + survived);
}

function sum(counts: readonly FileCounts[]): FileCounts {
  const all = { noticed: 0, timedOut: 0, survived: 0 };
  for (const one of counts) {
    all.noticed += one.noticed;
    all.timedOut += one.timedOut;
    all.survived += one.survived;
  }
  return all;
}
