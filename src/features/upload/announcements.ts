import type { UploadView } from '#model/upload-view.ts';
import { shownNameText } from './texts.ts';

/** What someone hears who does not look: each quarter of the way, and each change of a study, never of a file (design.md §15). */
export function announcements(before: UploadView | null, now: UploadView): string[] {
  if (before === null || before.id !== now.id) return [];
  return [...quarterPassed(before, now), ...studyChanges(before, now)];
}

function quarterPassed(before: UploadView, now: UploadView): string[] {
  const [from, to] = [quarter(before), quarter(now)];
  return to > from ? [`${to * 25} % are on the server`] : [];
}

function quarter({ bytes }: UploadView): number {
  return bytes.queued > 0 ? Math.floor((4 * bytes.confirmed) / bytes.queued) : 0;
}

function studyChanges(before: UploadView, now: UploadView): string[] {
  const statusByStudyId = new Map(before.studies.map((study) => [study.id, study.status]));
  return now.studies
    .filter((study) => statusByStudyId.has(study.id) && statusByStudyId.get(study.id) !== study.status)
    .map((study) => `${shownNameText(study.patientName)}: ${study.status}`);
}
