import type { CaseReason, NextCase } from '#contract/ai/next-cases.ts';
import { t } from '#language/t.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatCount } from '#ui/format.ts';
import { versionText } from './texts.ts';

export const NEXT_TEXTS = {
  title: t('Next cases to annotate'),
  failed: t('The next cases could not be loaded'),
  none: t('No study waits here. Run the model on more studies, and those that it did not learn from appear.'),
  noName: t('No patient name'),
  modality: t('Modality'),
} as const;

const REASONS: Record<CaseReason, string> = {
  unsure: t('The model is unsure here'),
  unlike: t('Unlike what it learned from'),
  empty: t('The model found nothing here'),
  unknown: t('How sure the model is here is not known'),
};

export const reasonsText = (reasons: readonly CaseReason[]): string => reasons.map((reason) => REASONS[reason]).join(' · ');
export const patientText = ({ patientName }: NextCase['study']): string => patientNameToText(patientName) || NEXT_TEXTS.noName;
export const shownText = ({ shown, total }: { shown: number; total: number }): string =>
  total === 0
    ? ''
    : shown === total
      ? t('{total, plural, one {# study} other {# studies}}', { total })
      : t('{shown} of {total} studies', { shown: formatCount(shown), total: formatCount(total) });
export const askText = (studies: number): string =>
  t('Ask for annotation of {studies, plural, one {# study} other {# studies}}', { studies });
export const nextWhyText = (version: number): string =>
  t('Results of {version}, in no particular order: choosing by uncertainty was not clearly better than chance in our measurements.', {
    version: versionText(version),
  });
