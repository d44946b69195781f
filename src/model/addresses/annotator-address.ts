const ANGIOGRAPHY = 'XA';

/** Path of a study in the annotator, with the task that is worked on; angiography has a viewer of its own (LIST-013, LIST-014). */
export function annotatorPath({ uuid, modality }: { uuid: string; modality: string }, taskId?: number): string {
  const path = modality === ANGIOGRAPHY ? `/mbg/${uuid}` : `/annotator/case/${uuid}`;
  return taskId === undefined ? path : `${path}?task_id=${taskId}`;
}

/** The task in the query of such an address; null if there is none. */
export function taskIdOf(query: string): number | null {
  const id = /[?&]task_id=([1-9]\d{0,14})(?:&|$)/.exec(query)?.[1];
  return id === undefined ? null : Number(id);
}
