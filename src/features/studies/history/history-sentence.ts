import type { HistoryEntry } from '#contract/study-history.ts';
import { formatCountOf } from '#ui/format.ts';

/** What happened, in plain words. Who did it stands beside it. */
export function historySentence({ kind, counts }: Pick<HistoryEntry, 'kind' | 'counts'>): string {
  const { series, files, volumes } = counts ?? { series: 0, files: 0, volumes: 0 };
  const seriesText = formatCountOf(series, 'series', 'series');
  switch (kind) {
    case 'arrived':
      return `Started uploading ${seriesText}, ${formatCountOf(files, 'file', 'files')}`;
    case 'verified':
      return `Verified ${formatCountOf(files, 'file', 'files')}: the content is the same as on the sending device`;
    case 'converted':
      return `Converted ${seriesText} to ${formatCountOf(volumes, 'volume', 'volumes')}`;
    case 'label_added':
      return 'Added a label';
    case 'label_removed':
      return 'Removed a label';
    case 'projects_changed':
      return 'Added the study to a project or removed it from one';
    case 'patient_merged':
      return 'Merged another patient into the patient of this study';
    case 'patient_split':
      return 'Split studies off the patient of this study';
    case 'selection_changed':
      return 'Changed the folder, labels or projects of several studies, this one among them';
    case 'dataset_changed':
      return 'Added the study to a dataset or removed it from one';
    case 'task_assigned':
      return 'Assigned the study to somebody';
    case 'segmentation_created':
      return 'Created a segmentation';
    case 'segmentation_deleted':
      return 'Deleted a segmentation';
    case 'inference_asked':
      return 'Requested an AI model for the study or one of its series';
    case 'downloaded':
      return 'Downloaded files of the study';
    case 'viewed':
      return 'Opened the study or its images';
    case 'deleted':
      return 'Deleted the study';
    case 'restored':
      return 'Restored the study';
  }
}
