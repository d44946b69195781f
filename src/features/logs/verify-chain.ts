import type { AuditVerdict } from '#contract/logs.ts';

/** At once: some tenths of a second, so that somebody who waits sees it go on. */
export const STEP = 20_000;

/** A number and its hash that somebody wrote down outside of the server. */
export interface KeptHash {
  seq: number;
  hash: string;
}

export interface VerifyPorts {
  ask(query: { after: number; most: number } & Partial<KeptHash>): Promise<AuditVerdict>;
  onProgress(checked: number, total: number): void;
}

/** Walks the chain step by step until its end, or the first record that does not fit. What was kept elsewhere is asked about with the first step. */
export async function verifyChain({ ask, onProgress }: VerifyPorts, kept: KeptHash | null): Promise<AuditVerdict> {
  const first = await ask({ after: 0, most: STEP, ...kept });
  let verdict = first;
  while (verdict.broken === null && verdict.checked_to < verdict.seq) {
    onProgress(verdict.checked_to, verdict.seq);
    const next = await ask({ after: verdict.checked_to, most: STEP });
    // A server that does not go on would be asked for ever.
    if (next.broken === null && next.checked_to <= verdict.checked_to) throw new Error('The walk does not go on');
    verdict = next;
  }
  return { ...verdict, kept: first.kept };
}

/** Reads what a person pasted; null where it is no number with a hash. */
export function parseKept(number: string, hash: string): KeptHash | null {
  const seq = Number(number.trim());
  const text = hash.trim().toLowerCase();
  return Number.isSafeInteger(seq) && seq > 0 && /^[0-9a-f]{64}$/.test(text) ? { seq, hash: text } : null;
}

/** The same of a file: a head that was exported, or records in lines, whose last one has the head. */
export function parseKeptFile(text: string): KeptHash | null {
  try {
    const last: unknown = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
    const { head, seq, hash } = last as { head?: Partial<KeptHash> } & Partial<KeptHash>;
    return parseKept(String(head?.seq ?? seq), String(head?.hash ?? hash));
  } catch {
    return null;
  }
}
