import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDicom } from '#imaging/dicom/write-dicom.ts';
import { createPhantomSeries, type PhantomRequest, type PhantomStudy } from '#imaging/phantom.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';

const HEAD: Omit<PhantomStudy, 'seed'> = {
  patientName: 'Plover^Amber',
  patientId: 'SHOT-1',
  patientSex: 'F',
  date: '20260102',
  time: '091230',
  description: 'MR head',
};
const ABDOMEN: typeof HEAD = { ...HEAD, patientName: 'Curlew^Silas', patientId: 'SHOT-2', patientSex: 'M', time: '140805' };

/** What of it can be sent: given alone, nothing is refused and nothing has to be said. */
export const GOOD_PARTS = ['mr-2', 'mr-3', 'mr-4', 'ct', 'unknown-syntax.dcm'];

/**
 * A disc as a person brings it: an MR with its body part, a CT, a study without a body part whose images cannot be drawn, the same files a
 * second time, and files that stay behind for several reasons. Another `seed` makes other studies of it, which nobody has sent.
 */
export async function writeMixedFolder(path: string, seed = 71): Promise<string> {
  await mkdir(path, { recursive: true });
  const head = { body: 'head', matrix: 128, study: { ...HEAD, seed } } as const;
  await writeSeries(join(path, 'mr-2'), {
    ...head,
    contrast: 't1',
    plane: 'axial',
    slices: 18,
    seriesNumber: 2,
    seriesDescription: 't1_se_tra',
  });
  await writeSeries(join(path, 'mr-3'), {
    ...head,
    contrast: 't2',
    plane: 'coronal',
    slices: 16,
    seriesNumber: 3,
    seriesDescription: 't2_tse_cor, with a name as long as those that a protocol of several words at a scanner gives its series',
  });
  await writeSeries(join(path, 'mr-4'), {
    ...head,
    contrast: 'flair',
    plane: 'sagittal',
    slices: 14,
    seriesNumber: 4,
    seriesDescription: '',
  });
  await writeSeries(join(path, 'ct'), {
    body: 'abdomen',
    plane: 'axial',
    slices: 20,
    matrix: 128,
    study: { ...ABDOMEN, seed: seed + 1 },
    seriesNumber: 3,
    seriesDescription: 'Abdomen portal venous 7.5 mm',
  });
  await cp(join(path, 'mr-2'), join(path, 'mr-2 copy'), { recursive: true });
  await writeUndrawable(path, seed);
  await writeStayingBehind(path);
  return path;
}

async function writeSeries(path: string, request: PhantomRequest): Promise<void> {
  await mkdir(path);
  for (const { name, bytes } of createPhantomSeries(request)) await writeFile(join(path, name), bytes);
}

/** A study without a body part, in a syntax that nobody knows: there is no picture here, and the server makes no volume of it. */
async function writeUndrawable(path: string, seed: number): Promise<void> {
  const bytes = smallFile(
    {
      StudyInstanceUID: `2.25.${seed}0`,
      SeriesInstanceUID: `2.25.${seed}1`,
      SOPInstanceUID: `2.25.${seed}2`,
      PatientName: 'Tern^Brave',
      PatientID: 'SHOT-3',
      SeriesNumber: 1,
      SeriesDescription: 'unknown syntax',
    },
    { transferSyntaxUid: '1.2.3.4.5' },
  );
  await writeFile(join(path, 'unknown-syntax.dcm'), bytes);
}

async function writeStayingBehind(path: string): Promise<void> {
  const report = writeDicom({
    elements: elements({
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.88.11',
      Modality: 'SR',
      SOPInstanceUID: '2.25.9',
      StudyInstanceUID: '2.25.1',
    }),
  });
  await writeFile(join(path, 'SR_0001.dcm'), report);
  await writeFile(join(path, 'CUT.dcm'), smallFile({ SOPInstanceUID: '2.25.713' }).subarray(0, -7));
  await writeFile(join(path, 'EMPTY.dcm'), '');
  await writeFile(join(path, 'IM_0000'), smallFile({ SOPInstanceUID: '2.25.714', BodyPartExamined: 'HEAD' }));
  await writeFile(join(path, 'letter.pdf'), 'no image '.repeat(100));
}
