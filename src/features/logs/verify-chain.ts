import type { AuditVerdict } from '#contract/logs.ts';

/** Records per call: some tenths of a second, so that the progress is visible. */
export const STEP = 20_000;

/** A record number and its hash that were written down outside the server. */
export interface KeptHash {
  seq: number;
  hash: string;
}

export interface VerifyPorts {
  ask(query: { after: number; most: number } & Partial<KeptHash>): Promise<AuditVerdict>;
  onProgress(checked: number, total: number): void;
}

/** Walks the chain step by step to its end or the first broken record. The recorded hash is checked with the first step. */
export async function verifyChain({ ask, onProgress }: VerifyPorts, kept: KeptHash | null): Promise<AuditVerdict> {
  const first = await ask({ after: 0, most: STEP, ...kept });
  let verdict = first;
  while (verdict.broken === null && verdict.checked_to < verdict.seq) {
    onProgress(verdict.checked_to, verdict.seq);
    const next = await ask({ after: verdict.checked_to, most: STEP });
    // Without progress the loop would never end.
    if (next.broken === null && next.checked_to <= verdict.checked_to) throw new Error('The walk does not go on');
    verdict = next;
  }
  return { ...verdict, kept: first.kept };
}

/** Parses pasted text; null if it is not a number with a hash. */
export function parseKept(number: string, hash: string): KeptHash | null {
  const seq = Number(number.trim());
  const text = hash.trim().toLowerCase();
  return Number.isSafeInteger(seq) && seq > 0 && /^[0-9a-f]{64}$/.test(text) ? { seq, hash: text } : null;
}

/** Parses a file: an exported head, or records in lines, the last of which contains the head. */
export function parseKeptFile(text: string): KeptHash | null {
  try {
    const last: unknown = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
    const { head, seq, hash } = last as { head?: Partial<KeptHash> } & Partial<KeptHash>;
    return parseKept(String(head?.seq ?? seq), String(head?.hash ?? hash));
  } catch {
    return null;
  }
}
