import type { HistoryKind } from '#contract/study-history.ts';
import { t } from '#language/t.ts';

/** What happened to a study, in plain words, with places for numbers and a reason. The page shows them, and the server searches in them. */
export const HISTORY_SENTENCES: Readonly<Record<HistoryKind, string>> = {
  arrived: t('Started uploading {series}, {files}'),
  verified: t('Verified {files}: the content is the same as on the sending device'),
  converted: t('Converted {series} to {volumes}'),
  label_added: t('Added a label'),
  label_removed: t('Removed a label'),
  projects_changed: t('Added the study to a project or removed it from one'),
  patient_merged: t('Merged another patient into the patient of this study'),
  patient_split: t('Split studies off the patient of this study'),
  selection_changed: t('Changed the folder, labels or projects of several studies, this one among them'),
  dataset_changed: t('Added the study to a dataset or removed it from one'),
  task_assigned: t('Assigned the study to somebody'),
  review_accepted: t('Approved work on the study in a review'),
  review_changes: t('Asked for changes in a review: {reason}'),
  segmentation_created: t('Created a segmentation'),
  segmentation_deleted: t('Deleted a segmentation'),
  inference_asked: t('Requested an AI model for the study or one of its series'),
  downloaded: t('Downloaded files of the study'),
  viewed: t('Opened the study or its images'),
  deleted: t('Deleted the study'),
  restored: t('Restored the study'),
};

/** Who did what no person did. */
export const HISTORY_SERVER = t('Server');
