import { BLOCK_WORDS, runsOf, runsToWords, writeRuns, type Runs } from '#imaging/mask/bits/block.ts';
import { isNoChange, type Change } from '#imaging/mask/bits/change.ts';
import type { Entry } from './mask-state.ts';
import type { Bulk, Stroke } from './operation.ts';

/**
 * The voxels of a change to which others have given the opposite value after its base, as far as they have not withdrawn it. Null without any. An exclusive
 * operation gives a value to all segments: it clears the others where it sets.
 */
export function conflictWith(operation: Stroke | Bulk, change: Change, log: readonly Entry[]): Change | null {
  const others = othersSince(operation, log);
  if (others.length === 0) return null;
  const set = new Map<number, Runs>();
  const clear = new Map<number, Runs>();
  for (const block of new Set([...change.set.keys(), ...change.clear.keys()])) {
    const values = lastValues(others, block, operation.segment);
    if (values === null) continue;
    const own = values.get(operation.segment);
    const [setting, clearing] = [change.set.get(block), change.clear.get(block)];
    if (setting) {
      const opposite = Uint32Array.from(own?.cleared ?? NO_WORDS);
      if (operation.exclusive) for (const [segment, each] of values) if (segment !== operation.segment) addWords(opposite, each.set);
      addCommon(set, block, setting, opposite);
    }
    if (clearing && own) addCommon(clear, block, clearing, own.set);
  }
  const conflict = { set, clear };
  return isNoChange(conflict) ? null : conflict;
}

type WritingEntry = Entry & { operation: Stroke | Bulk };

function othersSince({ author, base }: Stroke | Bulk, log: readonly Entry[]): WritingEntry[] {
  let from = log.length;
  while (from > 0 && log[from - 1]!.number > base) from -= 1;
  return log.slice(from).filter((entry): entry is WritingEntry => {
    const { operation, isWithdrawn, written } = entry;
    return !isWithdrawn && operation.kind !== 'withdrawal' && operation.author !== author && !isNoChange(written);
  });
}

interface Values {
  set: Uint32Array<ArrayBuffer>;
  cleared: Uint32Array<ArrayBuffer>;
}

/** What others last gave to the voxels of a block, by segment; null if they did not write to it. */
function lastValues(others: readonly WritingEntry[], block: number, own: string): Map<string, Values> | null {
  const writers = others.filter(({ written }) => written.set.has(block) || written.clear.has(block));
  if (writers.length === 0) return null;
  const values = new Map<string, Values>();
  for (const segment of [own, ...writers.map(({ operation }) => operation.segment)])
    if (!values.has(segment)) values.set(segment, { set: new Uint32Array(BLOCK_WORDS), cleared: new Uint32Array(BLOCK_WORDS) });
  for (const { operation, written } of writers) {
    const [set, clear] = [written.set.get(block), written.clear.get(block)];
    for (const [segment, each] of values) {
      const isOwn = operation.segment === segment;
      if (set && (isOwn || operation.exclusive)) give(each, set, isOwn);
      if (clear && isOwn) give(each, clear, false);
    }
  }
  return values;
}

function give({ set, cleared }: Values, runs: Runs, isSet: boolean): void {
  writeRuns(set, runs, isSet);
  writeRuns(cleared, runs, !isSet);
}

const NO_WORDS = new Uint32Array(BLOCK_WORDS);

function addWords(words: Uint32Array, more: Uint32Array): void {
  for (let word = 0; word < BLOCK_WORDS; word += 1) words[word] = words[word]! | more[word]!;
}

function addCommon(to: Map<number, Runs>, block: number, runs: Runs, others: Uint32Array): void {
  const words = runsToWords(runs);
  for (let word = 0; word < BLOCK_WORDS; word += 1) words[word] = words[word]! & others[word]!;
  const common = runsOf(words);
  if (common.length > 0) to.set(block, common);
}
