import { bytesToHex } from '#model/hex.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { DeidentificationRules } from '#contract/deidentification.ts';
import { madeBy } from '#model/pictures/burned-in.ts';
import { leavesAnonymous, type DeidentifyRules } from '#model/uploads/deidentified.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import type { DeidentifyEnd } from '#workers/intake/types.ts';
import { useSession } from '#ui/session-context.tsx';
import { deidentifyOnDevice } from '#features/upload/intake/use-intake.ts';

/** The team's settings; null if never read on this device. Stored, so that de-identification works without a server. */
export function useDeidentifyRules(): DeidentifyRules | null {
  const { team } = useSession<Session>();
  const { data } = useQuery({
    queryKey: ['deidentification-rules', team?.slug ?? null],
    queryFn: async () => withTag(valueOf(await callApi(CALLS.deidentificationRules, { quiet: true }))),
    staleTime: 60_000,
  });
  return data ?? null;
}

/** A tag of everything that changes the sent bytes: the key, the profile options, and the version of this code. */
async function withTag({ settings, key }: DeidentificationRules): Promise<DeidentifyRules> {
  const { dates, retain, clean } = settings;
  const text = JSON.stringify([TAKES_OUT, key, dates, Object.entries(retain).sort(), Object.entries(clean).sort()]);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return { settings, key, tag: bytesToHex(digest.subarray(0, 12)) };
}

/** Increased when the removal changes: results of earlier versions that were not sent are made again. */
const TAKES_OUT = 3;

export interface DeidentificationState {
  rules: DeidentifyRules | null;
  /** Series to de-identify, and those of them that are not done yet. */
  series: number;
  open: number;
  trouble: Exclude<DeidentifyEnd, 'ok'> | null;
  /** For Process: does what is missing; retries what failed. */
  make: (seriesIds: readonly string[]) => Promise<void>;
}

/** De-identifies while the user is still choosing: see [Note: What leaves without names]. */
export function useDeidentification(
  userId: number,
  view: UploadView,
  rules: DeidentifyRules | null,
  isCopying: boolean,
): DeidentificationState {
  const [ended, setEnded] = useState<{ end: DeidentifyEnd; key: string }>({ end: 'ok', key: '' });
  const isRunning = useRef(false);
  const leaving = seriesLeavingAnonymous(view, rules);
  const open = leaving.filter((series) => rules === null || series.deidentifiedBy !== madeBy(rules, series)).map(({ id }) => id);
  const key = open.join(' ');
  const trouble = ended.end !== 'ok' && ended.key === key ? ended.end : null;

  useEffect(() => {
    // Failures are retried by Process, or when there is something new to do.
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

/** Selected series first; the others may still be selected. */
function seriesLeavingAnonymous(view: UploadView, rules: DeidentifyRules | null) {
  return view.studies
    .filter(({ anonymize }) => leavesAnonymous(anonymize, rules))
    .flatMap(({ series }) => series.filter(({ valid, location }) => valid && location === 'local'))
    .toSorted((a, b) => Number(b.upload) - Number(a.upload));
}
