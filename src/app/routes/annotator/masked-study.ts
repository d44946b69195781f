import type { StudyDetail } from '#contract/study-detail.ts';

/** A study without what names its patient or its day, for a blinded read. */
export function maskedStudy(study: StudyDetail): StudyDetail {
  return {
    ...study,
    studyDate: '',
    data: { ...study.data, patientName: '' },
    meta: { ...study.meta, ...BLANK },
  };
}

const BLANK = { patientSex: '', studyDate: '', studyTime: '' };
