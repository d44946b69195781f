import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { sequence, text } from './content-items.ts';
import { uuidToUid } from './measurement-group.ts';
import { fromPatientToSeries, type ReportedStudy } from './reported-study.ts';

export interface ReportHeader {
  study: ReportedStudy;
  /** UUIDs of the new series and the new instance. */
  series: string;
  instance: string;
  /** When it is written, as DA and TM. */
  date: string;
  time: string;
  softwareVersion: string;
}

/** An image that a report refers to. */
export interface EvidenceImage {
  seriesInstanceUid: string;
  sopClassUid: string;
  /** In the instance. */
  frames: number;
}

/** Comprehensive 3D SR Storage. */
const SOP_CLASS = '1.2.840.10008.5.1.4.1.1.88.34';

/** Everything before the evidence. `description`: of the new series. */
export function reportHeader(
  { study, series, instance, date, time, softwareVersion }: ReportHeader,
  description: string,
  completion: 'COMPLETE' | 'PARTIAL' = 'COMPLETE',
): DicomElement[] {
  return [
    text(0x00080005, 'CS', 'ISO_IR 192'),
    text(0x00080016, 'UI', SOP_CLASS),
    text(0x00080018, 'UI', uuidToUid(instance)),
    text(0x00080020, 'DA', study.date),
    text(0x00080023, 'DA', date),
    text(0x00080030, 'TM', study.time),
    text(0x00080033, 'TM', time),
    text(0x00080050, 'SH', study.accessionNumber),
    text(0x00080060, 'CS', 'SR'),
    text(0x00080070, 'LO', 'Lightship'),
    text(0x00080090, 'PN', study.referringPhysician),
    text(0x0008103e, 'LO', description),
    text(0x00081090, 'LO', 'Lightship'),
    sequence(0x00081111, []),
    ...fromPatientToSeries({ study, softwareVersion, series }),
    text(0x00200013, 'IS', '1'),
    sequence(0x0040a372, []),
    text(0x0040a491, 'CS', completion),
    text(0x0040a493, 'CS', 'UNVERIFIED'),
  ];
}

/** Every instance that the report refers to, by series (PS3.3 C.17.2.3); absent without any. */
export function evidenceElements(
  { studyInstanceUid }: ReportedStudy,
  images: readonly { sop: string; image: EvidenceImage }[],
): DicomElement[] {
  if (images.length === 0) return [];
  const bySeries = Map.groupBy(images, ({ image }) => image.seriesInstanceUid);
  const series = [...bySeries].map(([seriesInstanceUid, placed]) => {
    const classes = new Map(placed.map(({ sop, image }) => [sop, image.sopClassUid]));
    const instances = [...classes].map(([sop, sopClassUid]) => [text(0x00081150, 'UI', sopClassUid), text(0x00081155, 'UI', sop)]);
    return [sequence(0x00081199, instances), text(0x0020000e, 'UI', seriesInstanceUid)];
  });
  return [sequence(0x0040a375, [[sequence(0x00081115, series), text(0x0020000d, 'UI', studyInstanceUid)]])];
}
