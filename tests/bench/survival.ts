import type { BenchStudy } from './bench-study.ts';
import type { AfterKill } from './contender.ts';

/** What became of a study whose browser was killed. Numbers of files. */
export interface Survival {
  /** Called stored before the kill. */
  claimed: number;
  /** Readable afterwards, and byte for byte what was given. */
  identical: number;
  /** Shown afterwards as being there, and not readable or not the same. */
  ghosts: number;
  /** Called stored, before the kill or after it, and not there. */
  lost: number;
  /** Neither there nor spoken of: nobody will miss them until it is too late. */
  unnamed: number;
}

export function survivalOf({ hashByName }: Pick<BenchStudy, 'hashByName'>, claimed: number, after: AfterKill): Survival {
  const there = new Set(after.back.filter(({ name, sha256 }) => hashByName.get(name) === sha256).map(({ name }) => name));
  const missing = [...hashByName.keys()].filter((name) => !there.has(name));
  const identical = there.size;
  return {
    claimed,
    identical,
    ghosts: Math.max(0, after.listed - identical),
    lost: Math.max(0, claimed - identical, after.listed - identical),
    unnamed: missing.filter((name) => !after.speaksOf(name, missing.length)).length,
  };
}
