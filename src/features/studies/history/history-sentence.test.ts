import { expect, it } from 'vitest';
import { HISTORY_KINDS, type HistoryKind } from '#contract/study-history.ts';
import { historySentence } from './history-sentence.ts';

const SENTENCES: Record<HistoryKind, string> = {
  arrived: 'Started uploading 2 series, 164 files',
  verified: 'Verified 164 files: the content is the same as on the sending device',
  converted: 'Converted 2 series to 3 volumes',
  label_added: 'Added a label',
  label_removed: 'Removed a label',
  projects_changed: 'Added the study to a project or removed it from one',
  patient_merged: 'Merged another patient into the patient of this study',
  patient_split: 'Split studies off the patient of this study',
  selection_changed: 'Changed the folder, labels or projects of several studies, this one among them',
  dataset_changed: 'Added the study to a dataset or removed it from one',
  task_assigned: 'Assigned the study to somebody',
  review_accepted: 'Approved work on the study in a review',
  review_changes: 'Asked for changes in a review: too small',
  segmentation_created: 'Created a segmentation',
  segmentation_deleted: 'Deleted a segmentation',
  inference_asked: 'Requested an AI model for the study or one of its series',
  downloaded: 'Downloaded files of the study',
  viewed: 'Opened the study or its images',
  deleted: 'Deleted the study',
  restored: 'Restored the study',
};

it.each(HISTORY_KINDS)('%s is a sentence [LIST-035]', (kind) => {
  const counts = { series: 2, files: 164, volumes: 3 };
  expect(historySentence({ kind, counts, reason: 'too small' }).replaceAll(/[\u00a0\u2009]/g, ' ')).toBe(SENTENCES[kind]);
});

it('one file and one series are singular', () => {
  const counts = { series: 1, files: 1, volumes: 1 };
  expect(['arrived' as const, 'converted' as const].map((kind) => historySentence({ kind, counts }).replaceAll('\u00a0', ' '))).toEqual([
    'Started uploading 1 series, 1 file',
    'Converted 1 series to 1 volume',
  ]);
});
