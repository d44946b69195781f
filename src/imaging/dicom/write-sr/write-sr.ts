import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import type { ExportedMeasurement } from '#model/measurements/exported-measurement.ts';
import type { SliceScale } from '#model/measurements/slice-scale.ts';
import { CODE } from './codes.ts';
import { codeItem, container, imageItem, sequence, text, type ImageReference } from './content-items.ts';
import { measurementGroup, observerItems, uuidToUid } from './measurement-group.ts';
import { fromPatientToSeries, type ReportedStudy } from './reported-study.ts';

/** The image on which something was measured. */
export interface ReportedImage {
  seriesInstanceUid: string;
  sopClassUid: string;
  /** In the instance. */
  frames: number;
  scale: SliceScale;
}

export interface Report {
  study: ReportedStudy;
  measurements: readonly ExportedMeasurement[];
  /** Null: it is no DICOM image. Then the report cannot have what was measured on it. */
  imageOf(measurement: ExportedMeasurement): ReportedImage | null;
  /** UUIDs of the new series and the new instance. */
  series: string;
  instance: string;
  /** When it is written, as DA and TM. */
  date: string;
  time: string;
  softwareVersion: string;
}

/** Comprehensive 3D SR Storage. */
const SOP_CLASS = '1.2.840.10008.5.1.4.1.1.88.34';

/**
 * Measurements as a DICOM structured report (TID 1500). `left`: those on images that are not DICOM, which it does not have. Null without any other.
 */
export function writeSr(report: Report): { bytes: Uint8Array<ArrayBuffer>; left: ExportedMeasurement[] } | null {
  const placed = report.measurements.map((measurement) => ({ measurement, image: report.imageOf(measurement) }));
  const on = placed.filter((each) => each.image !== null) as Placed[];
  if (on.length === 0) return null;
  const elements = [...headerElements(report), ...evidence(report.study, on), ...contentElements(on)];
  return {
    bytes: writeDicom({ elements }),
    left: placed.filter(({ image }) => image === null).map(({ measurement }) => measurement),
  };
}

interface Placed {
  measurement: ExportedMeasurement;
  image: ReportedImage;
}

function headerElements({ study, series, instance, date, time, softwareVersion }: Report): DicomElement[] {
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
    text(0x0008103e, 'LO', 'Measurements'),
    text(0x00081090, 'LO', 'Lightship'),
    sequence(0x00081111, []),
    ...fromPatientToSeries({ study, softwareVersion, series }),
    text(0x00200013, 'IS', '1'),
    sequence(0x0040a372, []),
    text(0x0040a491, 'CS', 'COMPLETE'),
    text(0x0040a493, 'CS', 'UNVERIFIED'),
  ];
}

/** Every instance that the report refers to, by series (PS3.3 C.17.2.3). */
function evidence({ studyInstanceUid }: ReportedStudy, on: readonly Placed[]): DicomElement[] {
  const bySeries = Map.groupBy(on, ({ image }) => image.seriesInstanceUid);
  const series = [...bySeries].map(([seriesInstanceUid, placed]) => {
    const classes = new Map(placed.map(({ measurement, image }) => [measurement.sop, image.sopClassUid]));
    const instances = [...classes].map(([sop, sopClassUid]) => [text(0x00081150, 'UI', sopClassUid), text(0x00081155, 'UI', sop)]);
    return [sequence(0x00081199, instances), text(0x0020000e, 'UI', seriesInstanceUid)];
  });
  return [sequence(0x0040a375, [[sequence(0x00081115, series), text(0x0020000d, 'UI', studyInstanceUid)]])];
}

/** TID 1500: language, observers, procedure, the images, and a group for each measurement. */
function contentElements(on: readonly Placed[]): readonly DicomElement[] {
  const authors = new Set(on.flatMap(({ measurement: { user } }) => (user === null ? [] : [user.name])));
  const images = new Map(on.map((placed) => [JSON.stringify(referenceTo(placed)), referenceTo(placed)]));
  return container(null, CODE.report, '1500', [
    codeItem('HAS CONCEPT MOD', CODE.language, CODE.english),
    ...[...authors].flatMap(observerItems),
    codeItem('HAS CONCEPT MOD', CODE.procedure, CODE.imaging),
    container('CONTAINS', CODE.library, '1600', [
      container(
        'CONTAINS',
        CODE.libraryGroup,
        null,
        [...images.values()].map((image) => imageItem('CONTAINS', null, image)),
      ),
    ]),
    container(
      'CONTAINS',
      CODE.measurements,
      null,
      on.map((placed) => measurementGroup(placed.measurement, referenceTo(placed), placed.image.scale)),
    ),
  ]);
}

const referenceTo = ({ measurement: { sop, frame }, image: { sopClassUid, frames } }: Placed): ImageReference => ({
  sopClassUid,
  sop,
  frame: frames > 1 ? frame + 1 : null,
});
