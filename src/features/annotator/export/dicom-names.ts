import type { StudyDetail } from '#contract/study-detail.ts';
import type { MaskExport } from '#workers/masks/types.ts';

/** What an object that the page writes names of its study. The date and the ID of the patient stand in the images only. */
export function reportedStudy({ meta, data }: StudyDetail): MaskExport['dicom']['study'] {
  return {
    ...{ studyInstanceUid: meta.studyInstanceUid, studyId: '', accessionNumber: '', referringPhysician: '' },
    ...{ time: meta.studyTime, patientBirthDate: '', patientName: data.patientName, patientSex: meta.patientSex },
  };
}

/** A moment on this device as DA and TM. */
export function dicomMoment(moment: Date): { date: string; time: string } {
  const { year, month, day, hour, minute, second } = {
    ...{ year: moment.getFullYear(), month: moment.getMonth() + 1, day: moment.getDate() },
    ...{ hour: moment.getHours(), minute: moment.getMinutes(), second: moment.getSeconds() },
  };
  return { date: digits(year, month, day), time: digits(hour, minute, second) };
}

const digits = (...parts: number[]): string => parts.map((part) => String(part).padStart(2, '0')).join('');
