import { useMemo } from 'react';
import type { AcquisitionCode } from '#contract/acquisitions.ts';
import {
  anonymizeStudies,
  markReference,
  moveSeries,
  moveSeriesBack,
  restorePatientName,
  saveBurnedIn,
  saveKeepsForConversion,
  selectSeries,
  selectStudy,
  setJoins,
  setBodyPart,
  writePatientName,
  writeSeriesNumber,
} from '#localdb/upload/edit-commands.ts';
import { chooseAcquisition, chooseLabel, choosePipeline, chooseProject } from '#localdb/upload/choose-commands.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { stopRecognition } from '#localdb/recognition/server-answers.ts';
import type { BurnedIn } from '#model/pictures/burned-in.ts';
import type { MoveTarget } from './move-targets.ts';
import { showMovedToast } from './moved-toast.tsx';
import { shownNameText } from '#features/upload/texts.ts';

/** Edits of studies and series. The live view shows the results. */
export interface EditActions {
  selectStudy: (studyId: string, upload: boolean) => void;
  selectSeries: (seriesIds: readonly string[], upload: boolean) => void;
  setJoins: (studyId: string, joins: string | null) => void;
  setBodyPart: (studyId: string, slug: string | null) => void;
  writeName: (studyId: string, text: string) => void;
  restoreName: (studyId: string) => void;
  anonymize: (studyIds: readonly string[], anonymize: boolean) => void;
  writeNumber: (seriesId: string, number: number | '') => void;
  markReference: (seriesId: string, isReference: boolean) => void;
  sayBurnedIn: (seriesId: string, burnedIn: BurnedIn) => void;
  keepForConversion: (seriesId: string) => void;
  move: (target: MoveTarget) => void;
  chooseAcquisition: (seriesIds: readonly string[], code: AcquisitionCode) => void;
  chooseProject: (seriesIds: readonly string[], project: number | null) => void;
  chooseLabel: (studyIds: readonly string[], label: number, on: boolean) => void;
  choosePipeline: (studyIds: readonly string[], code: string | null) => void;
  stopRecognising: (studyId: string) => void;
}

export function useEditActions(db: LocalDb): EditActions {
  return useMemo(
    () => ({
      selectStudy: (studyId, upload) => void selectStudy(db, studyId, upload),
      selectSeries: (seriesIds, upload) => void selectSeries(db, seriesIds, upload),
      setJoins: (studyId, joins) => void setJoins(db, studyId, joins),
      setBodyPart: (studyId, slug) => void setBodyPart(db, studyId, slug),
      writeName: (studyId, text) => void writePatientName(db, studyId, text),
      restoreName: (studyId) => void restorePatientName(db, studyId),
      anonymize: (studyIds, anonymize) => void anonymizeStudies(db, studyIds, anonymize),
      writeNumber: (seriesId, number) => void writeSeriesNumber(db, seriesId, number),
      markReference: (seriesId, isReference) => void markReference(db, seriesId, isReference),
      sayBurnedIn: (seriesId, burnedIn) => void saveBurnedIn(db, seriesId, burnedIn),
      keepForConversion: (seriesId) => void saveKeepsForConversion(db, seriesId),
      move: (target) => void move(db, target),
      chooseAcquisition: (seriesIds, code) => void chooseAcquisition(db, seriesIds, code),
      chooseProject: (seriesIds, project) => void chooseProject(db, seriesIds, project),
      chooseLabel: (studyIds, label, on) => void chooseLabel(db, studyIds, label, on),
      choosePipeline: (studyIds, code) => void choosePipeline(db, studyIds, code),
      stopRecognising: (studyId) => void stopRecognition(db, studyId),
    }),
    [db],
  );
}

async function move(db: LocalDb, { studyId, patientName, seriesIds }: MoveTarget): Promise<void> {
  const moved = await moveSeries(db, seriesIds, studyId);
  if (moved.length > 0) showMovedToast(moved.length, shownNameText(patientName), () => void moveSeriesBack(db, moved));
}
