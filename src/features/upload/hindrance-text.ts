import type { Hindrance } from './before-you-process.ts';
import { SERVER_ARCHIVE_TEXTS } from './server-archive-texts.ts';
import { missingForPipelineText, TEXTS } from './texts.ts';

/** What is open, in words; given where a row gives them (CONV-002, 003, UPL2-022, 038, 040). */
export function hindranceText(hindrance: Hindrance): string {
  switch (hindrance.what) {
    case 'nothing-selected':
      return TEXTS.nothingSelected;
    case 'opening':
      return SERVER_ARCHIVE_TEXTS.hindrance;
    case 'missing-number':
      return TEXTS.missingNumber;
    case 'missing-acquisition':
      return TEXTS.missingAcquisition;
    case 'missing-for-pipeline':
      return missingForPipelineText(hindrance.place, hindrance.patientName, hindrance.codes);
    case 'missing-bodypart':
      return TEXTS.missingBodyPart;
    case 'rules-unknown':
      return TEXTS.rulesUnknown;
    case 'cannot-deidentify':
      return TEXTS.cannotDeidentify;
    case 'not-deidentified':
      return TEXTS.notDeidentified;
  }
}
