import type { Agreement } from '#contract/campaigns.ts';
import type { KeptDices } from '#localdb/kept-dices.ts';
import {
  agreementOnMasks,
  casesWithLowDice,
  pairsOfReads,
  type MaskAgreement,
  type MaskPair,
  type OtherPair,
} from '#model/campaigns/mask-agreement.ts';
import { ALL_SEGMENTS } from '#features/campaigns/texts.ts';

export interface ShownMasks extends MaskAgreement {
  title: string;
}

/** Agreement in the forms as the server computed it, and on the masks that this device has compared. */
export interface ShownAgreement extends Pick<Agreement, 'fields' | 'cases'> {
  masks: readonly ShownMasks[];
}

export interface ReadMasks {
  pairs: readonly MaskPair[];
  others: readonly OtherPair[];
}

export const readMasksOf = (agreement: Agreement | undefined): ReadMasks => pairsOfReads(agreement?.read_masks ?? []);

export function shownAgreement({ fields, cases }: Agreement, { pairs }: ReadMasks, kept: KeptDices): ShownAgreement {
  const dices = new Map(Object.entries(kept));
  const skipped = cases.filter(({ about }) => about.kind === 'skipped');
  const values = cases.filter(({ about }) => about.kind !== 'skipped');
  return {
    fields,
    masks: agreementOnMasks(pairs, dices).map((one) => ({ ...one, title: one.title ?? ALL_SEGMENTS })),
    cases: [...values, ...casesWithLowDice(pairs, dices), ...skipped],
  };
}
