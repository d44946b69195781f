import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { callApi } from '#api/call-api.ts';
import { isPassing } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { Agreement } from '#contract/campaigns.ts';
import type { DeviceKey } from '#localdb/device-key.ts';
import { keepDices, type KeptDices } from '#localdb/kept-dices.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { useKeptDices } from '#localdb/use-kept-dices.ts';
import { createMaskDices } from '#workers/agreement/handle.ts';
import { MaskComparison } from './mask-comparison.ts';
import { readMasksOf, shownAgreement, type ReadMasks, type ShownAgreement } from './shown-agreement.ts';

export interface MaskAgreementOfCampaign extends ReadMasks {
  /** Undefined until the server has answered. */
  shown: ShownAgreement | undefined;
  /** Null until it is known. */
  kept: { device: DeviceKey; dices: KeptDices } | null;
}

/** Agreement with what this device has compared of the masks. */
export function useShownAgreement(db: LocalDb, campaign: string, agreement: Agreement | undefined): MaskAgreementOfCampaign {
  const kept = useKeptDices(db, campaign);
  const masks = useMemo(() => readMasksOf(agreement), [agreement]);
  const dices = kept?.dices;
  const shown = useMemo(() => agreement && shownAgreement(agreement, masks, dices ?? {}), [agreement, masks, dices]);
  return { ...masks, shown, kept };
}

/** A comparison of the masks of a campaign. It ends with the page. */
export function useMaskComparison(db: LocalDb, campaign: string, device: DeviceKey) {
  const [comparison] = useState(
    () =>
      new MaskComparison({
        fetch: fetchOperations,
        createDices: createMaskDices,
        keep: (dices) => keepDices(db, device, campaign, dices),
        now: () => Date.now(),
        onFault: (error) => void (db.connection.isOver() || reportError(error)),
      }),
  );
  useEffect(() => () => comparison.cancel(), [comparison]);
  return { comparison, state: useSyncExternalStore(comparison.subscribe, comparison.read) };
}

async function fetchOperations(study: string, segmentation: string, since: number) {
  const answer = await callApi(CALLS.maskOperations, { params: { uuid: study, segmentation }, query: { since }, quiet: true });
  if (answer.ok) return answer.value.data;
  return isPassing(answer.failure) || answer.failure.kind === 'malformed' || answer.failure.status === 401 ? 'later' : 'gone';
}
