import type { HistoryKind } from '#contract/study-history.ts';

/** What happened to a study, in plain words, with places for numbers and a reason. The page shows them, and the server searches in them. */
export const HISTORY_SENTENCES: Readonly<Record<HistoryKind, string>> = {
  arrived: 'Started uploading {series}, {files}',
  verified: 'Verified {files}: the content is the same as on the sending device',
  converted: 'Converted {series} to {volumes}',
  label_added: 'Added a label',
  label_removed: 'Removed a label',
  projects_changed: 'Added the study to a project or removed it from one',
  patient_merged: 'Merged another patient into the patient of this study',
  patient_split: 'Split studies off the patient of this study',
  selection_changed: 'Changed the folder, labels or projects of several studies, this one among them',
  dataset_changed: 'Added the study to a dataset or removed it from one',
  task_assigned: 'Assigned the study to somebody',
  review_accepted: 'Approved work on the study in a review',
  review_changes: 'Asked for changes in a review: {reason}',
  segmentation_created: 'Created a segmentation',
  segmentation_deleted: 'Deleted a segmentation',
  inference_asked: 'Requested an AI model for the study or one of its series',
  downloaded: 'Downloaded files of the study',
  viewed: 'Opened the study or its images',
  deleted: 'Deleted the study',
  restored: 'Restored the study',
};

/** Who did what no person did. */
export const HISTORY_SERVER = 'Server';
