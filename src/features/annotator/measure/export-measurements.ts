import type { StudyDetail } from '#contract/study-detail.ts';
import { CONTRACT_VERSION } from '#contract/version.ts';
import { t } from '#language/t.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { measurementsToCsv } from '#model/measurements/to-csv.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { formatStudyDate } from '#ui/format.ts';
import { paintPicture, writeMeasurementReport } from '#workers/voxels/handle.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';
import { dicomMoment, reportedStudy } from '#features/annotator/export/dicom-names.ts';
import { sheetOf } from '#features/annotator/pane/sheet.ts';

import type { Workstation } from '#features/annotator/workstation.ts';
import { drawFigures } from './draw-figures.ts';
import type { KeyPicture } from './results-page.ts';
import type { StudyMeasurement } from './measure-store.ts';
import { pictureOf } from './slice-pictures.ts';

export type ExportFormat = 'sr' | 'csv' | 'png' | 'pdf';

interface Exported {
  workstation: Workstation;
  study: StudyDetail;
  measurements: readonly StudyMeasurement[];
  /** Everything that is measured in the study: key images show what was measured on their slices. */
  all: readonly StudyMeasurement[];
  /** What the series of a UUID is called. */
  seriesText: (uuid: string) => string;
  /** Name and ID of the patient stand on the page of results. */
  hasPatient: boolean;
}

/** What the files do not have. */
export interface LeftOut {
  volumes: number;
  unreadable: number;
}

const ALL: LeftOut = { volumes: 0, unreadable: 0 };

/** Saves the files. Their names say nothing of the patient. */
export async function exportMeasurements(format: ExportFormat, exported: Exported): Promise<LeftOut> {
  switch (format) {
    case 'csv':
      return exportCsv(exported);
    case 'sr':
      return exportReport(exported);
    case 'png':
      return exportKeyImages(exported);
    case 'pdf':
      return exportResults(exported);
  }
}

function exportCsv({ study, measurements, seriesText }: Exported): LeftOut {
  const text = measurementsToCsv(`Study ${study.id}`, measurements, seriesText);
  saveFile({ name: `${nameOf(study)}.csv`, file: new Blob([text], { type: 'text/csv;charset=utf-8' }) });
  return ALL;
}

const exportReport = ({ workstation, study, measurements }: Exported): Promise<LeftOut> =>
  saveReport({ workstation, study, measurements, name: nameOf(study) });

/** A DICOM SR of measurements in a study. `name`: of the file, without its ending. */
export async function saveReport({
  workstation,
  study,
  measurements,
  name,
}: Pick<Exported, 'workstation' | 'study' | 'measurements'> & { name: string }): Promise<LeftOut> {
  const isOnVolume = ({ sop }: StudyMeasurement): boolean => sop === '';
  const pictures = new Map<string, StoredSlice>();
  for (const each of measurements) {
    const picture = isOnVolume(each) ? null : await pictureOf(workstation, each);
    if (picture !== null) pictures.set(each.uuid, picture);
  }
  const [any] = pictures.values();
  const report = await writeMeasurementReport({
    study: { ...reportedStudy(study), date: any?.facts.studyDate ?? '', patientId: any?.source.patientId ?? '' },
    measurements,
    imageOf({ uuid }) {
      const picture = pictures.get(uuid);
      return picture === undefined ? null : { ...picture.source, scale: picture.scale };
    },
    ...{ series: crypto.randomUUID(), instance: crypto.randomUUID() },
    ...dicomMoment(new Date()),
    softwareVersion: String(CONTRACT_VERSION),
  });
  if (report !== null) saveFile({ name: `${name}.dcm`, file: new Blob([report.bytes], { type: 'application/dicom' }) });
  const volumes = measurements.filter(isOnVolume).length;
  return { volumes, unreadable: measurements.length - volumes - pictures.size };
}

const nameOf = ({ id }: StudyDetail): string => `study-${id}-measurements`;

async function exportKeyImages({ workstation, study, measurements, all, seriesText }: Exported): Promise<LeftOut> {
  let unreadable = 0;
  for (const each of measurements.filter(({ kind }) => kind === 'key-image')) {
    const picture = await pictureOf(workstation, each);
    if (picture === null) {
      unreadable += 1;
      continue;
    }
    const about = [
      study.data.patientName,
      seriesText(each.series),
      t('slice {number}', { number: each.slice + 1 }),
      t('not for diagnosis'),
    ];
    const sheet = sheetOf(picture);
    const box = { width: WIDTH, height: Math.round((WIDTH * sheet.height) / sheet.width) };
    const canvas = keyImage({ series: each.series, picture }, all, box);
    const file = await withCaption(canvas, each.text, about.filter((part) => part !== '').join(' · ')).convertToBlob({ type: 'image/png' });
    saveFile({ name: `study-${study.id}-key-image-${each.number ?? 'new'}.png`, file });
  }
  return { volumes: 0, unreadable };
}

const WIDTH = 1024;
const LINE = 28;
const MARGIN = 16;

/** Pixels of the file for one of the screen, for lines and labels of measurements. */
const ENLARGED = 1.6;

/** A slice in its proportions, in the middle of a box of pixels, with what was measured on it. Labels use the whole box. */
function keyImage(
  slice: { series: string; picture: StoredSlice },
  measurements: readonly StudyMeasurement[],
  box: { width: number; height: number },
): OffscreenCanvas {
  const { picture } = slice;
  const painted = paintPicture(picture, { window: 'stored', isInverted: false }, null);
  const source = new OffscreenCanvas(painted.width, painted.height);
  source.getContext('2d')!.putImageData(new ImageData(painted.pixels, painted.width, painted.height), 0, 0);
  const sheet = sheetOf(picture);
  const scale = Math.min(box.width / sheet.width, box.height / sheet.height);
  const [width, height] = [sheet.width * scale, sheet.height * scale];
  const canvas = new OffscreenCanvas(box.width, box.height);
  const context = canvas.getContext('2d')!;
  context.fillRect(0, 0, box.width, box.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, (box.width - width) / 2, (box.height - height) / 2, width, height);
  context.scale(ENLARGED, ENLARGED);
  drawFigures(context, { width: box.width / ENLARGED, height: box.height / ENLARGED }, slice, measurements);
  return canvas;
}

/** With its caption and what it shows below. */
function withCaption(image: OffscreenCanvas, caption: string, about: string): OffscreenCanvas {
  const lines = [caption, about].filter((line) => line !== '');
  const canvas = new OffscreenCanvas(image.width, image.height + lines.length * LINE + MARGIN);
  const context = canvas.getContext('2d')!;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  context.fillStyle = '#fff';
  for (const [at, line] of lines.entries()) {
    context.font = `${line === caption ? 600 : 400} 18px 'IBM Plex Sans Variable', sans-serif`;
    context.fillText(line, MARGIN, image.height + LINE * (at + 0.8), image.width - 2 * MARGIN);
  }
  return canvas;
}

const JPEG_QUALITY = 0.92;

/** One page of all results. Its name and, unless somebody wants it, its content say nothing of the patient. */
async function exportResults({ workstation, study, all, seriesText, hasPatient }: Exported): Promise<LeftOut> {
  const [{ drawResults, MOST_PICTURES, PAGE, pictureBoxes }, { imagePdf }] = await Promise.all([
    import('./results-page.ts'),
    import('#model/files/image-pdf.ts'),
  ]);
  const keyImages = all.filter(({ kind }) => kind === 'key-image');
  const readable: { each: (typeof all)[number]; picture: StoredSlice }[] = [];
  for (const each of keyImages) {
    const picture = await pictureOf(workstation, each);
    if (picture !== null) readable.push({ each, picture });
  }
  const box = pictureBoxes(readable.length);
  const pictures = readable.slice(0, MOST_PICTURES).map(({ each, picture }): KeyPicture => {
    const trust = picture.isLossy ? t('lossy compression') : picture.sop === '' ? t('converted volume') : t('as stored');
    const about = [seriesText(each.series), t('slice {number}', { number: each.slice + 1 }), trust, t('not for diagnosis')].join(' · ');
    return { canvas: keyImage({ series: each.series, picture }, all, box), caption: each.text || t('Key image'), about };
  });
  const patientId = readable.map(({ picture }) => picture.source.patientId).find((id) => id !== '') ?? '';
  const patient = hasPatient
    ? [
        t('Patient: {patient}', {
          patient: [patientNameToText(study.data.patientName), patientId].filter((part) => part !== '').join(' · '),
        }),
      ]
    : [];
  const title = t('Results of study {id}', { id: study.id });
  const page = drawResults({
    ...{ title, pictures, morePictures: readable.length - pictures.length, measurements: all, seriesText },
    lines: [[study.modality, formatStudyDate(study.studyDate)].filter((part) => part !== '').join(' · '), ...patient],
  });
  const jpeg = new Uint8Array(await (await page.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })).arrayBuffer());
  saveFile({ name: `study-${study.id}-results.pdf`, file: new Blob([imagePdf(jpeg, { ...PAGE, title })], { type: 'application/pdf' }) });
  return { volumes: 0, unreadable: keyImages.length - readable.length };
}
