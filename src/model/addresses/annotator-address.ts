const ANGIOGRAPHY = 'XA';

/** Path of a study in the annotator, with the task that is worked on; angiography has a viewer of its own (LIST-013, LIST-014). */
export function annotatorPath({ uuid, modality }: { uuid: string; modality: string }, taskId?: number): string {
  const path = modality === ANGIOGRAPHY ? `/mbg/${uuid}` : `/annotator/case/${uuid}`;
  return taskId === undefined ? path : `${path}?task_id=${taskId}`;
}
