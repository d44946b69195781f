import type { ProcessBlocker } from './before-you-process.ts';
import { SERVER_ARCHIVE_TEXTS } from '#features/upload/archives/server-archive-texts.ts';
import { missingForPipelineText, TEXTS } from '#features/upload/texts.ts';

/** The text of a blocker; given if the spec has one (CONV-002, 003, UPL2-022, 038, 040). */
export function blockerText(blocker: ProcessBlocker): string {
  switch (blocker.what) {
    case 'nothing-selected':
      return TEXTS.nothingSelected;
    case 'opening':
      return SERVER_ARCHIVE_TEXTS.blocker;
    case 'missing-number':
      return TEXTS.missingNumber;
    case 'missing-acquisition':
      return TEXTS.missingAcquisition;
    case 'missing-for-pipeline':
      return missingForPipelineText(blocker.place, blocker.patientName, blocker.codes);
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
