import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { keepsForConversion, type DeidentifySettings } from './settings.ts';

/** Codes of PS3.16 CID 7050 (scheme DCM) that say how an object was de-identified. */
const BASIC = ['113100', 'Basic Application Confidentiality Profile'] as const;
const CLEAN_PIXEL_DATA = ['113101', 'Clean Pixel Data Option'] as const;
/** Earlier changes to the pixels are still true, so only those codes are repeated. */
const OF_PIXELS = [CLEAN_PIXEL_DATA, ['113102', 'Clean Recognizable Visual Features Option']] as const;

type Code = readonly [value: string, meaning: string];

function codesOf({ dates, retain, clean }: DeidentifySettings): Code[] {
  const options: readonly (readonly [isChosen: boolean, value: string, meaning: string])[] = [
    [clean.graphics, '113103', 'Clean Graphics Option'],
    [clean.structuredContent, '113104', 'Clean Structured Content Option'],
    [clean.descriptors, '113105', 'Clean Descriptors Option'],
    [dates === 'keep', '113106', 'Retain Longitudinal Temporal Information Full Dates Option'],
    [dates === 'shift', '113107', 'Retain Longitudinal Temporal Information Modified Dates Option'],
    [retain.patientCharacteristics, '113108', 'Retain Patient Characteristics Option'],
    [retain.device, '113109', 'Retain Device Identity Option'],
    [retain.uids, '113110', 'Retain UIDs Option'],
    [retain.safePrivate, '113111', 'Retain Safe Private Option'],
    [retain.institution, '113112', 'Retain Institution Identity Option'],
  ];
  return [BASIC, ...options.flatMap(([isChosen, value, meaning]) => (isChosen ? [[value, meaning] as const] : []))];
}

/** What was done to the pixels, and what the user stated about them. */
export interface PixelsTold {
  isBlackedOut: boolean;
  /** No text in them identifies anyone. */
  isClean: boolean;
}

export const MARK = {
  PatientIdentityRemoved: 0x00120062,
  DeidentificationMethod: 0x00120063,
  DeidentificationMethodCodeSequence: 0x00120064,
  BurnedInAnnotation: 0x00280301,
  LongitudinalTemporalInformationModified: 0x00280303,
} as const;

/** Not an option of the standard: it has no code. */
const FOR_CONVERSION = 'Elements for conversion retained: numbers only';

const TEMPORAL = { remove: 'REMOVED', shift: 'MODIFIED', keep: 'UNMODIFIED' } as const;

/** Which options an object shows beyond those of the settings. */
export interface ContentTold {
  /** Measurements of a report were kept, and the rest of its content was cleaned. */
  hasMeasurements: boolean;
}

/** How an object states its de-identification (PS3.15 E.1.1, PS3.3 C.12.1), in tag order. `earlier` is the previous code sequence. */
export function marksOf(
  given: DeidentifySettings,
  earlier: string,
  pixels: PixelsTold,
  content: ContentTold = { hasMeasurements: false },
): DicomElement[] {
  const structuredContent = given.clean.structuredContent || content.hasMeasurements;
  const settings = { ...given, clean: { ...given.clean, structuredContent } };
  const isSaid = (code: Code): boolean => earlier.includes(code[0]) || (pixels.isBlackedOut && code === CLEAN_PIXEL_DATA);
  const keeps = keepsForConversion(settings);
  const codes = [...codesOf(settings), ...OF_PIXELS.filter(isSaid)];
  return [
    { tag: MARK.PatientIdentityRemoved, vr: 'CS', value: 'YES' },
    {
      tag: MARK.DeidentificationMethod,
      vr: 'LO',
      value: [...codes.map(([, meaning]) => meaning), ...(keeps ? [FOR_CONVERSION] : [])].join('\\'),
    },
    { tag: MARK.DeidentificationMethodCodeSequence, vr: 'SQ', value: { items: codes.map(codeItem) } },
    ...(pixels.isClean ? [{ tag: MARK.BurnedInAnnotation, vr: 'CS', value: 'NO' }] : []),
    {
      tag: MARK.LongitudinalTemporalInformationModified,
      vr: 'CS',
      value: keeps && settings.dates === 'remove' ? 'MODIFIED' : TEMPORAL[settings.dates],
    },
  ];
}

function codeItem([value, meaning]: Code): DicomElement[] {
  return [
    { tag: 0x00080100, vr: 'SH', value },
    { tag: 0x00080102, vr: 'SH', value: 'DCM' },
    { tag: 0x00080104, vr: 'LO', value: meaning },
  ];
}
