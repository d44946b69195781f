import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FIRST_ACQUISITIONS } from '#contract/acquisitions.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { recogniseSeries } from '#imaging/recognise/recognise.ts';
import { acceptedRecognition, type SeriesAcquisition } from '#model/studies/acquisition.ts';
import type { SeriesFacts } from '#model/studies/study.ts';
import { boxesOf, boxesToDicom, imageToDicom } from '#tests/fixtures/boxes.ts';
import type { Patient } from '#tests/fixtures/frozen-patients.ts';
import { readPatients } from '#tests/fixtures/hippocampus.ts';
import { readProstatePatients } from '#tests/fixtures/prostate-zones.ts';

type Files = readonly Uint8Array[];

/** What the three blueprints run over, and what their models learn from. */
export interface Studies {
  hippocampus: readonly Patient[];
  zones: readonly Patient[];
  /** Of one study, which arrives in two parts. */
  prostate: { t2w: Files; adc: Files };
  /** Like the images that the model has learnt from. */
  usualBrain: Files;
  /** Unlike them, so that a person is asked. */
  unlikeBrain: Files;
  /** A slice is missing. */
  incoming: Files;
}

const PATIENTS = 6;

/** Boxes of a few voxels. */
export function madeStudies(): Studies {
  const patients = Array.from({ length: PATIENTS }, (_, seed) => boxesOf(seed));
  const slices = boxesToDicom(53, { study: 4 });
  return {
    ...{ hippocampus: patients, zones: patients },
    prostate: {
      t2w: boxesToDicom(50, { study: 1, description: 't2_tse_tra' }),
      adc: boxesToDicom(50, { study: 1, series: 2, description: 'ep2d_diff_tra_ADC', imageType: 'DERIVED\\PRIMARY\\DIFFUSION\\ADC' }),
    },
    usualBrain: boxesToDicom(51, { study: 2 }),
    unlikeBrain: boxesToDicom(52, { study: 3, spacingMm: 3 }),
    incoming: slices.toSpliced(5, 1),
  };
}

const PROSTATE = 'mr-prostate-siemens-skyra/ProstateX-0000/07-07-2011';

/** From the folder of real images: see its MANIFEST.md. */
export async function realStudies(data: string): Promise<Studies> {
  const patients = await readPatients(data, PATIENTS + 1);
  if (patients === null) throw new Error('The hippocampus set is missing');
  const seriesOf = (folder: string, named?: string) => readSeries(join(data, folder), named);
  const adc = await seriesOf('mr-prostate-second-patient', 'ADC');
  return {
    ...{ hippocampus: patients.slice(0, PATIENTS), zones: await readProstatePatients(data, PATIENTS) },
    prostate: {
      t2w: await seriesOf(`${PROSTATE}/4.000000-t2tsetra-00702`),
      adc: await seriesOf(`${PROSTATE}/7.000000-ep2ddifftraDYNDISTADC-48780`),
    },
    // Its voxels are real, its header is made.
    usualBrain: imageToDicom(patients[PATIENTS]!, { study: 2 }),
    unlikeBrain: await seriesOf('mr-brain-registered/13_HCropVolume'),
    incoming: adc.toSpliced(Math.floor(adc.length / 2), 1),
  };
}

/** The DICOM files below a folder in the order of their names, or those of the series that is described like this. */
async function readSeries(folder: string, named = ''): Promise<Uint8Array[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const found: Uint8Array[] = [];
  for (const path of paths.toSorted()) {
    const bytes = new Uint8Array(await readFile(path));
    const read = await readDicomHeader(createMemorySource(bytes));
    if (read.ok && read.description.pixelData && read.description.seriesDescription.includes(named)) found.push(bytes);
  }
  if (found.length === 0) throw new Error(`${folder} has no such series`);
  return found;
}

/** As the page recognises a series before it is sent. */
export function recognised(facts: SeriesFacts): SeriesAcquisition | null {
  const { code, score } = acceptedRecognition(recogniseSeries(facts), facts.modalityCode, FIRST_ACQUISITIONS);
  return code === 'NONE' ? null : { code, score, by: 'device' };
}
