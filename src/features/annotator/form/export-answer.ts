import type { FormItem, StudyForm } from '#contract/forms.ts';
import type { StudyDetail } from '#contract/study-detail.ts';
import { CONTRACT_VERSION } from '#contract/version.ts';
import type { ShownAnswer } from '#model/forms/shown-answers.ts';
import { answersToCsv } from '#model/forms/to-csv.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { writeFormReport } from '#workers/voxels/handle.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';
import { dicomMoment, reportedStudy } from '#features/annotator/export/dicom-names.ts';
import { pictureOf } from '#features/annotator/measure/slice-pictures.ts';
import type { Workstation } from '#features/annotator/workstation.ts';
import { slicePlaceOf } from './use-place.ts';

interface Exported {
  workstation: Workstation;
  study: StudyDetail;
  version: StudyForm;
  answer: ShownAnswer;
}

const nameOf = ({ id }: StudyDetail): string => `study-${id}-form`;

/** The file's name says nothing of the patient. */
export function exportAnswerCsv({ study, version, answer }: Exported): void {
  const text = answersToCsv([{ study: `Study ${study.id}`, answer }], [version]);
  saveFile({ name: `${nameOf(study)}.csv`, file: new Blob([text], { type: 'text/csv;charset=utf-8' }) });
}

/** A lesion on a slice that cannot be read now, or on a NIfTI, is in the report without its place. */
export async function exportAnswerSr({ workstation, study, version, answer }: Exported): Promise<void> {
  const pictures = new Map<string, StoredSlice>();
  for (const item of answer.items) {
    const picture = await pictureOn(workstation, item);
    if (picture !== null) pictures.set(item.uuid, picture);
  }
  const [any] = pictures.values();
  const bytes = await writeFormReport({
    study: { ...reportedStudy(study), date: any?.facts.studyDate ?? '', patientId: any?.source.patientId ?? '' },
    ...{ version, answer, imageOf: ({ uuid }) => pictures.get(uuid)?.source ?? null },
    ...{ series: crypto.randomUUID(), instance: crypto.randomUUID() },
    ...dicomMoment(new Date()),
    softwareVersion: String(CONTRACT_VERSION),
  });
  saveFile({ name: `${nameOf(study)}.dcm`, file: new Blob([bytes], { type: 'application/dicom' }) });
}

async function pictureOn(workstation: Workstation, { place }: FormItem): Promise<StoredSlice | null> {
  const on = place && slicePlaceOf(place);
  return on === null || on.sop === '' ? null : pictureOf(workstation, on);
}
