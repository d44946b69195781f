import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { text } from './content-items.ts';
import { uuidToUid } from './measurement-group.ts';

/** The study as its files name it, so that the report is filed with them. DA and TM; empty if they have none. */
export interface ReportedStudy {
  studyInstanceUid: string;
  studyId: string;
  accessionNumber: string;
  date: string;
  time: string;
  referringPhysician: string;
  patientName: string;
  patientId: string;
  patientBirthDate: string;
  patientSex: string;
}

/** Elements of an object that the page writes for a study, in order of their tags: patient, equipment, and a series (UUID) of its own. */
export function fromPatientToSeries({
  study,
  softwareVersion,
  series,
}: {
  study: ReportedStudy;
  softwareVersion: string;
  series: string;
}): DicomElement[] {
  return [
    text(0x00100010, 'PN', study.patientName),
    text(0x00100020, 'LO', study.patientId),
    text(0x00100030, 'DA', study.patientBirthDate),
    text(0x00100040, 'CS', study.patientSex),
    // The equipment is a page: it has no serial number, and the attribute must not be empty.
    text(0x00181000, 'LO', 'none'),
    text(0x00181020, 'LO', softwareVersion),
    text(0x0020000d, 'UI', study.studyInstanceUid),
    text(0x0020000e, 'UI', uuidToUid(series)),
    text(0x00200010, 'SH', study.studyId),
    text(0x00200011, 'IS', '1'),
  ];
}
