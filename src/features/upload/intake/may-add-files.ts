import type { UploadView } from '#model/uploads/upload-view.ts';

/** Whether the page accepts files: before Process all, while sending only those that the browser has lost. */
export function mayAddFiles(view: Pick<UploadView, 'state' | 'problems'> | null | undefined): boolean {
  if (view === undefined) return false;
  return view === null || view.state === 'ready' || view.state === 'preview' || lostProblems(view.problems).length > 0;
}

export function lostProblems(problems: UploadView['problems']): UploadView['problems'] {
  return problems.filter(({ problem }) => problem === 'lost-on-device');
}
