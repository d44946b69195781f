import type { StudyDetail } from '#contract/study-detail.ts';
import { CONTRACT_VERSION } from '#contract/version.ts';
import { measurementsToCsv } from '#model/measurements/to-csv.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { paintPicture, writeMeasurementReport } from '#workers/voxels/handle.ts';
import type { StoredSlice } from '#workers/voxels/types.ts';
import { sheetOf } from '#features/annotator/pane/sheet.ts';
import type { Workstation } from '#features/annotator/workstation.ts';
import type { StudyMeasurement } from './measure-store.ts';
import { pictureOf } from './slice-pictures.ts';

export type ExportFormat = 'sr' | 'csv' | 'png';

interface Exported {
  workstation: Workstation;
  study: StudyDetail;
  measurements: readonly StudyMeasurement[];
  /** What the series of a UUID is called. */
  seriesText: (uuid: string) => string;
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
  }
}

function exportCsv({ study, measurements, seriesText }: Exported): LeftOut {
  const text = measurementsToCsv(`Study ${study.id}`, measurements, seriesText);
  saveFile({ name: `${nameOf(study)}.csv`, file: new Blob([text], { type: 'text/csv;charset=utf-8' }) });
  return ALL;
}

async function exportReport({ workstation, study, measurements }: Exported): Promise<LeftOut> {
  const isOnVolume = ({ sop }: StudyMeasurement): boolean => sop === '';
  const pictures = new Map<string, StoredSlice>();
  for (const each of measurements) {
    const picture = isOnVolume(each) ? null : await pictureOf(workstation, each);
    if (picture !== null) pictures.set(each.uuid, picture);
  }
  const [any] = pictures.values();
  const now = new Date();
  const report = await writeMeasurementReport({
    study: {
      ...{ studyInstanceUid: study.meta.studyInstanceUid, studyId: '', accessionNumber: '', referringPhysician: '' },
      ...{ date: any?.facts.studyDate ?? '', time: study.meta.studyTime, patientBirthDate: '' },
      ...{ patientName: study.data.patientName, patientId: any?.source.patientId ?? '', patientSex: study.meta.patientSex },
    },
    measurements,
    imageOf({ uuid }) {
      const picture = pictures.get(uuid);
      return picture === undefined ? null : { ...picture.source, scale: picture.scale };
    },
    ...{ series: crypto.randomUUID(), instance: crypto.randomUUID() },
    ...{ date: digits(now, ['year', 'month', 'day']), time: digits(now, ['hour', 'minute', 'second']) },
    softwareVersion: String(CONTRACT_VERSION),
  });
  if (report !== null) saveFile({ name: `${nameOf(study)}.dcm`, file: new Blob([report.bytes], { type: 'application/dicom' }) });
  const volumes = measurements.filter(isOnVolume).length;
  return { volumes, unreadable: measurements.length - volumes - pictures.size };
}

function digits(date: Date, parts: readonly ('year' | 'month' | 'day' | 'hour' | 'minute' | 'second')[]): string {
  const values = {
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: date.getHours(),
    minute: date.getMinutes(),
    second: date.getSeconds(),
  };
  return parts.map((part) => String(values[part]).padStart(2, '0')).join('');
}

const nameOf = ({ id }: StudyDetail): string => `study-${id}-measurements`;

async function exportKeyImages({ workstation, study, measurements, seriesText }: Exported): Promise<LeftOut> {
  let unreadable = 0;
  for (const each of measurements.filter(({ kind }) => kind === 'key-image')) {
    const picture = await pictureOf(workstation, each);
    if (picture === null) {
      unreadable += 1;
      continue;
    }
    const about = [study.data.patientName, seriesText(each.series), `slice ${each.slice + 1}`, 'not for diagnosis'];
    const file = await keyImage(picture, each.text, about.filter((part) => part !== '').join(' · '));
    saveFile({ name: `study-${study.id}-key-image-${each.number ?? 'new'}.png`, file });
  }
  return { volumes: 0, unreadable };
}

const WIDTH = 1024;
const LINE = 28;
const MARGIN = 16;

/** A slice in its proportions, with its caption and what it shows below. */
async function keyImage(picture: StoredSlice, caption: string, about: string): Promise<Blob> {
  const painted = paintPicture(picture, { window: 'stored', isInverted: false }, null);
  const source = new OffscreenCanvas(painted.width, painted.height);
  source.getContext('2d')!.putImageData(new ImageData(painted.pixels, painted.width, painted.height), 0, 0);
  const sheet = sheetOf(picture);
  const height = Math.round((WIDTH * sheet.height) / sheet.width);
  const lines = [caption, about].filter((line) => line !== '');
  const canvas = new OffscreenCanvas(WIDTH, height + lines.length * LINE + MARGIN);
  const context = canvas.getContext('2d')!;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, WIDTH, height);
  context.fillStyle = '#fff';
  for (const [at, line] of lines.entries()) {
    context.font = `${line === caption ? 600 : 400} 18px sans-serif`;
    context.fillText(line, MARGIN, height + LINE * (at + 0.8), WIDTH - 2 * MARGIN);
  }
  return canvas.convertToBlob({ type: 'image/png' });
}
