import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { DeidentificationRules } from '#contract/deidentification.ts';
import { madeBy } from '#model/burned-in.ts';
import { leavesAnonymous, type DeidentifyRules } from '#model/deidentified.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/upload-view.ts';
import type { DeidentifyEnd } from '#workers/intake/types.ts';
import { useSession } from '#ui/session-context.tsx';
import { deidentifyOnDevice } from './use-intake.ts';

/** How the team de-identifies; null while it was never read on this device. The answer is kept, so that it is done with no server. */
export function useDeidentifyRules(): DeidentifyRules | null {
  const { team } = useSession<Session>();
  const { data } = useQuery({
    queryKey: ['deidentification-rules', team?.slug ?? null],
    queryFn: async () => withTag(valueOf(await callApi(CALLS.deidentificationRules, { quiet: true }))),
    staleTime: 60_000,
  });
  return data ?? null;
}

/** Of what changes the bytes that leave: the key, the options of the profile, and what this code does. */
async function withTag({ settings, key }: DeidentificationRules): Promise<DeidentifyRules> {
  const { dates, retain, clean } = settings;
  const text = JSON.stringify([TAKES_OUT, key, dates, Object.entries(retain).sort(), Object.entries(clean).sort()]);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return { settings, key, tag: Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('') };
}

/** Grows where something else is taken out: what an earlier version of the page has made, and nobody has sent, is made anew. */
const TAKES_OUT = 3;

export interface Deidentifying {
  rules: DeidentifyRules | null;
  /** Series that are to leave without names, and those of them that are not made yet. */
  series: number;
  open: number;
  trouble: Exclude<DeidentifyEnd, 'ok'> | null;
  /** For Process: makes what it still misses; tries again what could not be made. */
  make: (seriesIds: readonly string[]) => Promise<void>;
}

/** Makes what leaves without names while people still decide: see [Note: What leaves without names]. */
export function useDeidentifying(userId: number, view: UploadView, rules: DeidentifyRules | null, isCopying: boolean): Deidentifying {
  const [ended, setEnded] = useState<{ end: DeidentifyEnd; key: string }>({ end: 'ok', key: '' });
  const isRunning = useRef(false);
  const leaving = seriesLeavingAnonymous(view, rules);
  const open = leaving.filter((series) => rules === null || series.deidentifiedBy !== madeBy(rules, series)).map(({ id }) => id);
  const key = open.join(' ');
  const trouble = ended.end !== 'ok' && ended.key === key ? ended.end : null;

  useEffect(() => {
    // What failed is tried again by Process, or when there is something else to make.
    if (rules === null || isCopying || key === '' || trouble !== null || isRunning.current) return;
    isRunning.current = true;
    void deidentifyOnDevice(userId, key.split(' '), rules).then((end) => {
      isRunning.current = false;
      setEnded({ end, key });
    });
  }, [userId, rules, isCopying, key, trouble, ended]);

  async function make(seriesIds: readonly string[]) {
    if (rules !== null) setEnded({ end: await deidentifyOnDevice(userId, seriesIds, rules), key });
  }

  return { rules, series: leaving.length, open: open.length, trouble, make };
}

/** Those that go first; the others may be chosen still. */
function seriesLeavingAnonymous(view: UploadView, rules: DeidentifyRules | null) {
  return view.studies
    .filter(({ anonymize }) => leavesAnonymous(anonymize, rules))
    .flatMap(({ series }) => series.filter(({ valid, location }) => valid && location === 'local'))
    .toSorted((a, b) => Number(b.upload) - Number(a.upload));
}
