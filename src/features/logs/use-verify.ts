import { useEffect, useRef, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { AuditVerdict } from '#contract/logs.ts';
import { verifyChain, type KeptHash } from './verify-chain.ts';

export type Verifying =
  | { phase: 'idle' }
  | { phase: 'walking'; checked: number; total: number }
  | { phase: 'found'; verdict: AuditVerdict }
  | { phase: 'failed' };

/** idle → walking → found or failed, then walking again; stopping returns to idle. Leaving the page stops it. */
export function useVerify() {
  const [state, setState] = useState<Verifying>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);

  async function start(kept: KeptHash | null): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const tell = (next: Verifying) => signal.aborted || setState(next);
    setState({ phase: 'walking', checked: 0, total: 0 });
    try {
      const verdict = await verifyChain(
        {
          ask: async (query) => valueOf(await callApi(CALLS.verifyAudit, { query, signal, quiet: true })),
          onProgress: (checked, total) => tell({ phase: 'walking', checked, total }),
        },
        kept,
      );
      tell({ phase: 'found', verdict });
    } catch {
      // Any error means that nothing was found out, and the page says so.
      setState(signal.aborted ? { phase: 'idle' } : { phase: 'failed' });
    }
  }

  return { state, start, stop };
}
