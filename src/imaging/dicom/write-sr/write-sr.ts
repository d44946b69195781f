import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import type { ExportedMeasurement } from '#model/measurements/exported-measurement.ts';
import type { SliceScale } from '#model/measurements/slice-scale.ts';
import { CODE } from './codes.ts';
import { codeItem, container, imageItem, type ImageReference } from './content-items.ts';
import { measurementGroup, observerItems } from './measurement-group.ts';
import { evidenceElements, reportHeader, type EvidenceImage, type ReportHeader } from './report-header.ts';

/** The image on which something was measured. */
export interface ReportedImage extends EvidenceImage {
  scale: SliceScale;
}

export interface Report extends ReportHeader {
  measurements: readonly ExportedMeasurement[];
  /** Null: it is no DICOM image. Then the report cannot have what was measured on it. */
  imageOf(measurement: ExportedMeasurement): ReportedImage | null;
}

/**
 * Measurements as a DICOM structured report (TID 1500). `left`: those on images that are not DICOM, which it does not have. Null without any other.
 */
export function writeSr(report: Report): { bytes: Uint8Array<ArrayBuffer>; left: ExportedMeasurement[] } | null {
  const placed = report.measurements.map((measurement) => ({ measurement, image: report.imageOf(measurement) }));
  const on = placed.filter((each) => each.image !== null) as Placed[];
  if (on.length === 0) return null;
  const evidence = on.map(({ measurement: { sop }, image }) => ({ sop, image }));
  const elements = [...reportHeader(report, 'Measurements'), ...evidenceElements(report.study, evidence), ...contentElements(on)];
  return {
    bytes: writeDicom({ elements }),
    left: placed.filter(({ image }) => image === null).map(({ measurement }) => measurement),
  };
}

interface Placed {
  measurement: ExportedMeasurement;
  image: ReportedImage;
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
