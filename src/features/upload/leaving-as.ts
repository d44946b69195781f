import { formatCount, formatCountOf } from '#ui/format.ts';
import { TEXTS } from './texts.ts';
import type { Deidentifying } from './use-deidentifying.ts';

/** `without`, `with`: patient data. `you`: somebody has to do something. */
export interface LeavingAsText {
  tone: 'without' | 'with' | 'you';
  plain: string;
  why: string;
}

/** What is said of what goes, the first that holds. */
export function leavingAsText(
  { studies, anonymous, isOpenedThere }: { studies: number; anonymous: number; isOpenedThere: boolean },
  { rules, series, open, trouble }: Omit<Deidentifying, 'make'>,
): LeavingAsText {
  if (anonymous === 0) return { tone: 'with', plain: TEXTS.withPatientData, why: TEXTS.withPatientDataWhy };
  if (rules === null) return { tone: 'you', plain: 'Patient data cannot be taken out yet', why: TEXTS.rulesUnknownWhy };
  if (trouble !== null) return { tone: 'you', plain: 'Patient data could not be taken out', why: TROUBLES[trouble] };
  if (anonymous < studies) {
    const others = studies - anonymous;
    const plain = `${formatCountOf(others, 'study is', 'studies are')} sent with patient data`;
    const where = isOpenedThere ? 'on this device, or where the server opened it' : 'on this device';
    return { tone: 'with', plain, why: `From ${formatCountOf(anonymous, 'study', 'studies')} it is taken out ${where}.` };
  }
  if (open > 0) {
    const why = `${formatCount(series - open)} of ${formatCountOf(series, 'series', 'series')} done. You can go on meanwhile.`;
    return { tone: 'without', plain: 'Taking out patient data on this device', why };
  }
  // What the server opened has left this device with it.
  if (isOpenedThere) return { tone: 'without', plain: TEXTS.withoutPatientDataThere, why: TEXTS.withoutPatientDataThereWhy };
  return { tone: 'without', plain: TEXTS.withoutPatientData, why: TEXTS.withoutPatientDataWhy };
}

const TROUBLES: Record<NonNullable<Deidentifying['trouble']>, string> = {
  'no-room': 'This device has no room for the new headers. Make room, and press Process.',
  fault: 'A file could not be read again. Process tries once more.',
};
