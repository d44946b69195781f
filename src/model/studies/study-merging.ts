import type { InstanceDescription } from './instance.ts';
import type { StudyFacts } from './study.ts';

/** Which instances form one study: those with the same study UID, or the same patient name and date if the files have none (READ-002). */
export function studyKey(description: InstanceDescription): string {
  return description.studyInstanceUid || `${description.patientName}|${description.studyDate}`;
}

/** Adds a header to the facts of its study. The result does not depend on the order in which headers arrive. */
export function mergeStudy(facts: StudyFacts | null, description: InstanceDescription): StudyFacts {
  const own: StudyFacts = {
    key: studyKey(description),
    studyInstanceUid: description.studyInstanceUid,
    patientName: description.patientName,
    patientSex: description.patientSex,
    studyDate: description.studyDate,
    studyTime: description.studyTime,
    studyDescription: description.studyDescription,
  };
  if (!facts) return own;
  return {
    key: facts.key,
    studyInstanceUid: facts.studyInstanceUid,
    patientName: firstWritten(facts.patientName, own.patientName),
    patientSex: firstWritten(facts.patientSex, own.patientSex),
    studyDate: firstWritten(facts.studyDate, own.studyDate),
    studyTime: firstWritten(facts.studyTime, own.studyTime),
    studyDescription: firstWritten(facts.studyDescription, own.studyDescription),
  };
}

/** Headers of one study should agree. If they differ, the alphabetically first non-empty value is used (for times the earliest). */
function firstWritten(a: string, b: string): string {
  if (!a || !b) return a || b;
  return a < b ? a : b;
}
