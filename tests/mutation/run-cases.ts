import { Random } from '#tests/sim/random.ts';
import { mutate } from './mutate.ts';
import type { Target } from './target.ts';

export interface Cases {
  from: number;
  cases: number;
}

/** A case that went wrong. Its number makes the same bytes again. */
export interface BadCase {
  number: number;
  kind: 'slow' | 'threw' | 'memory';
  what: string;
}

/** The peers' own worst time on such input; a person does not see it. */
const SLOW_MS = 100;
/** What a reader may need beside the file itself. */
const MEMORY_BYTES = 64 * 1024 ** 2;

export async function runCases(
  target: Target,
  seeds: readonly Uint8Array[],
  { from, cases }: Cases,
  onBad: (bad: BadCase) => void,
): Promise<BadCase[]> {
  const found: BadCase[] = [];
  for (let number = from; number < from + cases; number += 1) {
    const bad = await runCase(target, caseBytes(seeds, number));
    if (!bad) continue;
    found.push({ number, ...bad });
    onBad({ number, ...bad });
  }
  return found;
}

/** The bytes of a case: the same for the same seeds and number. */
export function caseBytes(seeds: readonly Uint8Array[], number: number): Uint8Array {
  const random = new Random(number);
  return mutate(random.pick(seeds), seeds, random);
}

async function runCase(target: Target, bytes: Uint8Array): Promise<Omit<BadCase, 'number'> | null> {
  const rssBefore = process.memoryUsage.rss();
  const mostBefore = process.resourceUsage().maxRSS;
  const first = await timed(target, bytes);
  if (first.thrown !== undefined) return { kind: 'threw', what: told(first.thrown) };
  const most = process.resourceUsage().maxRSS;
  const grownBytes = most * 1024 - rssBefore;
  if (most > mostBefore && grownBytes > bytes.length + MEMORY_BYTES)
    return { kind: 'memory', what: `${Math.round(grownBytes / 1024 ** 2)} MiB more for ${bytes.length} bytes` };
  if (first.ms <= SLOW_MS) return null;
  // Two cores are shared with others: slow is what is slow three times.
  const again = Math.min((await timed(target, bytes)).ms, (await timed(target, bytes)).ms, first.ms);
  return again > SLOW_MS ? { kind: 'slow', what: `${Math.round(again)} ms for ${bytes.length} bytes` } : null;
}

async function timed(target: Target, bytes: Uint8Array): Promise<{ ms: number; thrown?: unknown }> {
  const began = performance.now();
  try {
    await target.read(bytes);
    return { ms: performance.now() - began };
  } catch (thrown) {
    return { ms: performance.now() - began, thrown: thrown ?? 'nothing' };
  }
}

function told(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `not an Error: ${JSON.stringify(thrown)}`;
  return (thrown.stack ?? thrown.message).split('\n').slice(0, 3).join(' ');
}
