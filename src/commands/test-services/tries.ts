export type Found<T> = { ok: true; value: T } | { ok: false; why: string };

/** One way to get what the tests need. */
export interface Try<T> {
  /** The source, as printed on the terminal. */
  from: string;
  /** Downloads or installs something: printed before it begins, because it may take minutes. */
  slow?: boolean;
  get(): Promise<Found<T>>;
}

/** Tries them in order until one succeeds. Each is printed as one line; a failure does not stop the run. */
export async function firstOf<T>(what: string, tries: readonly Try<T>[], say: (line: string) => void): Promise<Found<T>> {
  const failed: string[] = [];
  for (const { from, slow, get } of tries) {
    if (slow) say(`${what}, ${from} ...`);
    const found = await get().catch((error: unknown): Found<T> => ({ ok: false, why: firstLine(String(error)) }));
    if (found.ok) {
      say(`${what}, ${from}: found`);
      return found;
    }
    failed.push(`${from}: ${found.why}`);
    say(`${what}, ${from}: ${found.why}`);
  }
  return { ok: false, why: failed.join('; ') };
}

export function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
