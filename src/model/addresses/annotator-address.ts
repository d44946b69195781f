const ANGIOGRAPHY = 'XA';

/**
 * Path of a study in the annotator, with the task that is worked on; angiography has a viewer of its own (LIST-013, LIST-014). `isReview`: what is
 * reviewed is shown first (NOTIF-22).
 */
export function annotatorPath({ uuid, modality }: { uuid: string; modality: string }, taskId?: number, isReview = false): string {
  const path = modality === ANGIOGRAPHY ? `/mbg/${uuid}` : `/annotator/case/${uuid}`;
  if (taskId === undefined) return path;
  return `${path}?task_id=${taskId}${isReview ? '&review=true' : ''}`;
}

/** Path of a read of a campaign. */
export const readPath = (campaign: string, { study, uuid }: { study: string; uuid: string }): string =>
  `/annotator/case/${study}?campaign=${campaign}&read=${uuid}`;

/** Path of a segmentation in the viewer for headsets; without one, of the first that has a mask. */
export const xrPath = (study: string, segmentation: string | null): string =>
  `/xr/${study}${segmentation === null ? '' : `?segmentation=${segmentation}`}`;
