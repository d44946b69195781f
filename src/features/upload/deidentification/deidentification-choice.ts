import { t } from '#language/t.ts';
import { formatCount } from '#ui/format.ts';
import { TEXTS } from '#features/upload/texts.ts';
import type { DeidentificationState } from './use-deidentification.ts';

/** `without`, `with`: patient data. `you`: the user has to act. */
export interface DeidentificationSummary {
  tone: 'without' | 'with' | 'you';
  plain: string;
  why: string;
}

/** The summary of what is sent; the first case that applies. */
export function deidentificationSummary(
  { studies, anonymous, isOpenedThere }: { studies: number; anonymous: number; isOpenedThere: boolean },
  { rules, series, open, trouble }: Omit<DeidentificationState, 'make'>,
): DeidentificationSummary {
  if (anonymous === 0) return { tone: 'with', plain: TEXTS.withPatientData, why: TEXTS.withPatientDataWhy };
  if (rules === null) return { tone: 'you', plain: t('Patient data cannot be taken out yet'), why: TEXTS.rulesUnknownWhy };
  if (trouble !== null) return { tone: 'you', plain: t('Patient data could not be taken out'), why: TROUBLES[trouble] };
  if (anonymous < studies) {
    const others = studies - anonymous;
    const plain = t('{count, plural, one {# study is} other {# studies are}} sent with patient data', { count: others });
    const values = { count: anonymous };
    const why = isOpenedThere
      ? t('From {count, plural, one {# study} other {# studies}} it is taken out on this device, or where the server opened it.', values)
      : t('From {count, plural, one {# study} other {# studies}} it is taken out on this device.', values);
    return { tone: 'with', plain, why };
  }
  if (open > 0) {
    const why = t('{done} of {total, plural, one {# series} other {# series}} done. You can go on meanwhile.', {
      done: formatCount(series - open),
      total: series,
    });
    return { tone: 'without', plain: t('Taking out patient data on this device'), why };
  }
  // What the server opened was already sent with its patient data.
  if (isOpenedThere) return { tone: 'without', plain: TEXTS.withoutPatientDataThere, why: TEXTS.withoutPatientDataThereWhy };
  return { tone: 'without', plain: TEXTS.withoutPatientData, why: TEXTS.withoutPatientDataWhy };
}

const TROUBLES: Record<NonNullable<DeidentificationState['trouble']>, string> = {
  'no-room': t('Not enough storage space for the new headers. Free up space, then press Process.'),
  fault: t('A file could not be read again. Process tries once more.'),
};
