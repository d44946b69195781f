import { useCallback, useState } from 'react';
import type { StudyView } from '#model/uploads/upload-view.ts';
import type { ProcessBlocker } from '#features/upload/process/before-you-process.ts';
import {
  acquisitionFieldId,
  bodyPartFieldId,
  focusField,
  seriesNumberFieldId,
  seriesRowId,
  studyRowId,
} from '#features/upload/process/field-ids.ts';

/** Which studies are folded, and the way from a blocker to its field. `onGo` closes what covers the list. */
export function useStudyList(studies: readonly StudyView[], onGo: () => void) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());

  const fold = useCallback(
    (studyId: string) =>
      setFolded((now) => (now.has(studyId) ? new Set([...now].filter((id) => id !== studyId)) : new Set([...now, studyId]))),
    [],
  );

  function goToField(fieldId: string, rowId?: string) {
    onGo();
    // After the drawer has returned the focus.
    requestAnimationFrame(() => focusField(fieldId, rowId));
  }

  function goToSeries(seriesId: string, fieldId: string) {
    const study = studies.find((one) => one.series.some((series) => series.id === seriesId));
    if (study && folded.has(study.id)) fold(study.id);
    goToField(fieldId, seriesId);
  }

  function goTo(blocker: ProcessBlocker) {
    switch (blocker.what) {
      case 'missing-number':
        return goToSeries(blocker.seriesId, seriesNumberFieldId(blocker.seriesId));
      case 'missing-acquisition':
        return goToSeries(blocker.seriesId, acquisitionFieldId(blocker.seriesId));
      case 'cannot-deidentify':
      case 'not-deidentified':
        return goToSeries(blocker.seriesId, seriesRowId(blocker.seriesId));
      case 'rules-unknown':
      case 'missing-for-pipeline':
        return goToField(studyRowId(blocker.studyId));
      case 'missing-bodypart':
        return goToField(bodyPartFieldId(blocker.studyId));
      case 'nothing-selected':
      case 'opening':
    }
  }

  return { folded, fold, goTo };
}
