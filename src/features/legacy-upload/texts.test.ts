import { expect, it } from 'vitest';
import { sessionText, stepTitle, TEXTS } from './texts.ts';

const FILES = { proved: 3, total: 12 };

it.each([
  [sessionText('0b6f'), 'Session id 0b6f'],
  [stepTitle('ready', FILES), 'Upload files'],
  [TEXTS.drop, 'Drag and drop single files or folders here OR be smart and upload a single zip'],
  [TEXTS.allowed, 'Allowed files extensions: dcm, zip, rar, tar.gz'],
  [TEXTS.browse, 'Browse files'],
  [TEXTS.addMore, 'Add more files'],
  [TEXTS.upload, 'Upload'],
  [stepTitle('uploading', FILES), 'Uploading 3 / 12 file(s)'],
  [stepTitle('uploaded', FILES), 'Uploaded successfully'],
  [stepTitle('sorted', FILES), 'Select to convert'],
  [TEXTS.duplicate, 'duplicate'],
  [TEXTS.exists, 'This study already exists'],
  [TEXTS.process, 'Process'],
  [TEXTS.missingBodyPart, 'Missing bodypart'],
  [TEXTS.nothingSelected, 'Nothing selected'],
  [TEXTS.done, 'Case(s) converted successfully. Refresh the list of studies to see it.'],
  [TEXTS.closeTitle, 'Upload in progress'],
  [TEXTS.closeWhy, 'You are about to close upload in progress. Are you sure?'],
])(
  'given texts are shown verbatim: %j [LEG-004, LEG-005, LEG-006, LEG-007, LEG-008, LEG-009, LEG-010, LEG-022, TOAST-12, ODD-37]',
  (shown, given) => {
    expect(shown).toBe(given);
  },
);
