import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TRANSFER_SYNTAX } from '#imaging/dicom/transfer-syntax.ts';
import { writeDicom, type DicomValue } from '#imaging/dicom/write-dicom.ts';
import { phantomPlan, type PhantomPlan } from '#imaging/phantom.ts';
import { phantomElements } from '#imaging/phantom/elements.ts';
import { frameOfReferenceElement } from '#imaging/phantom/overlays/elements.ts';
import { encodeJpeg2000, encodeJpegLs } from '#tests/fixtures/encoded.ts';
import { hounsfieldOf, SIZE, SLICES, STORED_OFFSET } from './phantom.ts';

export type Coding = 'plain' | 'jpeg-2000' | 'jpeg-ls';

const SYNTAXES: Record<Coding, string> = {
  plain: TRANSFER_SYNTAX.explicitLittleEndian,
  'jpeg-2000': '1.2.840.10008.1.2.4.90',
  'jpeg-ls': '1.2.840.10008.1.2.4.80',
};

/** A study of one series as files of a folder that it makes. */
export async function writeCt(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [slice, bytes] of (await ctFiles('plain', SLICES)).entries()) await writeFile(join(folder, `${slice}.dcm`), bytes);
  return folder;
}

/** The files of a study of one series. Each coding is a study of its own patient. */
export async function ctFiles(coding: Coding, slices: number): Promise<Uint8Array[]> {
  const plan = planOf(Object.keys(SYNTAXES).indexOf(coding) + 1, slices);
  const files: Uint8Array[] = [];
  for (let slice = 0; slice < slices; slice += 1) {
    const elements = [
      ...phantomElements(plan, slice),
      frameOfReferenceElement(plan.study),
      { tag: 0x7fe00010, vr: coding === 'plain' ? 'OW' : 'OB', value: await pixelsOf(slice, coding) },
    ];
    files.push(writeDicom({ elements, transferSyntaxUid: SYNTAXES[coding] }));
  }
  return files;
}

function planOf(seed: number, slices: number): PhantomPlan {
  return phantomPlan({
    ...{ body: 'abdomen', plane: 'axial', slices, matrix: SIZE, seriesNumber: 2, seriesDescription: 'CT' },
    study: {
      ...{ seed, patientName: `Heron^Quiet ${seed}`, patientId: `T-${seed}`, patientSex: 'F' },
      ...{ date: '20260102', time: '101500', description: 'Made by code' },
    },
  });
}

async function pixelsOf(slice: number, coding: Coding): Promise<DicomValue> {
  const samples = Uint16Array.from(hounsfieldOf(slice), (value) => Math.max(0, value + STORED_OFFSET));
  if (coding === 'plain') return new Uint8Array(samples.buffer);
  const encode = coding === 'jpeg-ls' ? encodeJpegLs : encodeJpeg2000;
  return { fragments: [await encode({ rows: SIZE, columns: SIZE, samples })] };
}
