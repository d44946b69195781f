import type { CaseReason, NextCase } from '#contract/ai/next-cases.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatCount, formatCountOf } from '#ui/format.ts';
import { versionText } from './texts.ts';

export const NEXT_TEXTS = {
  title: 'Next cases to annotate',
  failed: 'The next cases could not be loaded',
  none: 'No study waits here. Run the model on more studies, and those that it did not learn from appear.',
  noName: 'No patient name',
} as const;

const REASONS: Record<CaseReason, string> = {
  unsure: 'The model is unsure here',
  unlike: 'Unlike what it learned from',
  empty: 'The model found nothing here',
  unknown: 'How sure the model is here is not known',
};

export const reasonsText = (reasons: readonly CaseReason[]): string => reasons.map((reason) => REASONS[reason]).join(' · ');
export const patientText = ({ patientName }: NextCase['study']): string => patientNameToText(patientName) || NEXT_TEXTS.noName;
export const shownText = ({ shown, total }: { shown: number; total: number }): string =>
  total === 0 ? '' : shown === total ? formatCountOf(total, 'study', 'studies') : `${formatCount(shown)} of ${formatCount(total)} studies`;
export const askText = (studies: number): string => `Ask for annotation of ${formatCountOf(studies, 'study', 'studies')}`;
export const nextWhyText = (version: number): string =>
  `Results of ${versionText(version)}, in no particular order: choosing by uncertainty was not clearly better than chance in our measurements.`;
