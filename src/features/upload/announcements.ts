import { t, translated } from '#language/t.ts';
import type { StudyView, UploadView } from '#model/uploads/upload-view.ts';
import { STATUS_TEXTS } from '#ui/status/status-texts.ts';
import { openedText, openingTitle } from './archives/server-archive-texts.ts';
import { failedText } from './sending/sending-texts.ts';
import { shownNameText } from './texts.ts';

/** Announcements for screen readers: polite and assertive. */
export interface Spoken {
  polite: readonly string[];
  assertive: readonly string[];
}

/**
 * Each quarter of the progress, and each change of a study, never of a file; failures assertively and with their reason (design.md §15).
 * `haltIsSaid`: a note says why the whole upload is stalled, and is announced itself.
 */
export function announcements(before: UploadView | null, now: UploadView, { haltIsSaid }: { haltIsSaid: boolean }): Spoken {
  if (before === null || before.id !== now.id) return { polite: [], assertive: [] };
  const changed = changedStudies(before, now);
  const failed = changed.filter(({ status }) => status === 'failed');
  const others = changed.filter(({ status }) => status !== 'failed');
  return {
    polite: [...quarterPassed(before, now), ...openingText(before, now), ...others.map(studyText)],
    assertive: failed.map((study) => [studyText(study), whyFailed(study, haltIsSaid ? null : now.halt)].filter(Boolean).join('. ')),
  };
}

function quarterPassed(before: UploadView, now: UploadView): string[] {
  const [from, to] = [quarter(before), quarter(now)];
  return to > from ? [t('{percent} % are on the server', { percent: to * 25 })] : [];
}

function quarter({ bytes }: UploadView): number {
  return bytes.queued > 0 ? Math.floor((4 * bytes.confirmed) / bytes.queued) : 0;
}

/** The upload of an archive, its opening on the server, and the result; the bar shows the bytes. */
function openingText({ opening: from }: UploadView, { opening: to, studies }: UploadView): string[] {
  if (to !== null && (to.phase === 'archive-reading') !== (from?.phase === 'archive-reading')) return [openingTitle(to)];
  if (to !== null && from === null) return [openingTitle(to)];
  if (to === null && from?.phase === 'archive-reading') return [openedText(studies)];
  return [];
}

function changedStudies(before: UploadView, now: UploadView): StudyView[] {
  const statusByStudyId = new Map(before.studies.map((study) => [study.id, study.status]));
  return now.studies.filter((study) => statusByStudyId.has(study.id) && statusByStudyId.get(study.id) !== study.status);
}

function studyText({ patientName, status }: StudyView): string {
  return `${shownNameText(patientName)}: ${STATUS_TEXTS[status]}`;
}

/** As on the page, of the first series that failed; without the full stop, which is added to every announcement. */
function whyFailed({ series }: StudyView, halt: UploadView['halt']): string {
  const message = series.find(({ status }) => status === 'failed')?.message ?? null;
  const why = message === null ? (halt?.why === 'failed' ? failedText(halt) : '') : translated(message);
  return why.replace(/\.$/, '');
}
