import { describe, expect, test } from 'vitest';
import { nearestPlane, slicePositionMm } from '#model/pictures/geometry.ts';
import { NOTE, realData, type ManifestSeries } from './real-data.ts';
import { readSet, type ReadSeries } from './read-set.ts';

/** Sets as scanners and archives write them: every series UID is one series. */
const CLINICAL = [
  'ct-abdomen-philips',
  'enhanced-ct-multiframe',
  'geometry-traps',
  'mr-brain-siemens-noext',
  'mr-enhanced-siemens-xa30',
  'mr-epi-siemens',
  'mr-fmri-ge',
  'mr-jpeg-lossless-siemens',
  'mr-mosaic-planes-siemens',
  'mr-prostate-missing-slice',
  'mr-prostate-second-patient',
  'mr-prostate-siemens-skyra',
  'mr-small-reference-siemens',
  'pet-cps-1023',
  'dicomdir',
  'xa-cine',
  'luts-and-overlays',
];

describe.skipIf(!realData)(`series of real studies${NOTE}`, () => {
  test.each(CLINICAL)('%s: one complete series per series UID', async (set) => {
    const expected = imagesBySeriesUid(set);
    const read = await readSet(realData!, set);
    expect(read.map(({ facts }) => facts.seriesInstanceUid).sort()).toEqual([...expected.keys()].sort());
    for (const { facts } of read) expect(facts.cnt).toBe(expected.get(facts.seriesInstanceUid));
  });

  test('the prostate study has seven series, and its diffusion with three b-values is one of them', async () => {
    const read = await readSet(realData!, 'mr-prostate-siemens-skyra');
    const diffusion = read.find(({ facts }) => facts.seriesNumber === 6);
    expect(read).toHaveLength(7);
    expect(diffusion?.facts.cnt).toBe(57);
    expect(distinct(diffusion?.files.map(({ description }) => description.diffusionBValue) ?? [])).toEqual([50, 400, 800]);
  });

  test.each(CLINICAL)('%s: facts match those of dcmdump', async (set) => {
    for (const series of await readSet(realData!, set)) {
      const rows = manifestRows(set, series.facts.seriesInstanceUid);
      expect(rows.length).toBeGreaterThan(0);
      expect(factsOf(series)).toEqual(expectedFacts(rows));
    }
  });

  test.each(CLINICAL)('%s: every window in the files is found', async (set) => {
    for (const series of await readSet(realData!, set)) {
      const rows = manifestRows(set, series.facts.seriesInstanceUid);
      const centers = series.files.map(({ description }) => description.windowCenterRaw);
      const widths = series.files.map(({ description }) => description.windowWidthRaw);
      for (const row of rows) {
        expect(centers).toEqual(expect.arrayContaining(row.windowCenter));
        expect(widths).toEqual(expect.arrayContaining(row.windowWidth));
        expect(series.facts.windowCenter).toEqual(expect.arrayContaining(row.windowCenter.flatMap(numbers)));
        expect(series.facts.windowWidth).toEqual(expect.arrayContaining(row.windowWidth.flatMap(numbers)));
      }
    }
  });

  test.each(CLINICAL)('%s: planes, positions and b-values', async (set) => {
    for (const { files, facts } of await readSet(realData!, set)) {
      const rows = manifestRows(set, facts.seriesInstanceUid);
      const bValues = rows
        .flatMap((row) => row.bValues)
        .map(Number)
        .sort((a, b) => a - b);
      if (bValues.length > 0) expect(distinct(files.map(({ description }) => description.diffusionBValue))).toEqual(bValues);
      // Of enhanced images the manifest counts what stands outside functional groups, which is nothing.
      const places = rows.reduce((sum, row) => sum + Object.values(row.planeFromIOP).reduce((a, b) => a + b, 0), 0);
      if (places === 0) continue;
      expect(planeCounts(files)).toEqual(mergedPlanes(rows));
      const isOneOrientation = Object.keys(mergedPlanes(rows)).length === 1;
      if (isOneOrientation && rows.length === 1) {
        expect(distinct(files.map(({ description }) => slicePositionMm(description)))).toHaveLength(rows[0]!.distinctPositions);
      }
    }
  });
});

function imagesBySeriesUid(set: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of realData!.sets[set]!.series) {
    if (row.series === null || row.hasPixelData === 0) continue;
    counts.set(row.series, (counts.get(row.series) ?? 0) + row.hasPixelData);
  }
  return counts;
}

function manifestRows(set: string, seriesUid: string): ManifestSeries[] {
  return realData!.sets[set]!.series.filter((row) => row.series === seriesUid && row.hasPixelData > 0);
}

function factsOf({ facts, files }: ReadSeries) {
  return {
    study: files[0]!.description.studyInstanceUid,
    modality: facts.modalityCode,
    patientName: files[0]!.description.patientName,
    patientId: files[0]!.description.patientId,
    seriesDescription: facts.seriesDescription,
    seriesNumber: facts.seriesNumber,
    protocol: facts.protocolName,
    bodyPart: facts.bodyPartExamined,
    samplesPerPixel: facts.samplesPerPixel,
    bitsAllocated: facts.bitsAllocated,
    rows: facts.rows,
    columns: facts.columns,
    imageType: facts.imageType.join('\\'),
  };
}

function expectedFacts([row]: ManifestSeries[]) {
  return {
    study: row!.study,
    modality: row!.modality,
    patientName: row!.patientName ?? '',
    patientId: row!.patientId ?? '',
    seriesDescription: row!.seriesDescription ?? '',
    seriesNumber: row!.seriesNumber === null ? null : Number(row!.seriesNumber),
    protocol: row!.protocol ?? '',
    bodyPart: row!.bodyPart ?? '',
    samplesPerPixel: Number(row!.spp),
    bitsAllocated: Number(row!.bitsAllocated),
    rows: row!.rows,
    columns: row!.cols,
    imageType: row!.imageType[0] ?? '',
  };
}

const PLANE_NAMES: Record<string, string> = { TRA: 'axial', COR: 'coronal', SAG: 'sagittal' };

function mergedPlanes(rows: ManifestSeries[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [label, count] of rows.flatMap((row) => Object.entries(row.planeFromIOP))) {
    const plane = PLANE_NAMES[label.split(' ')[0]!]!;
    counts[plane] = (counts[plane] ?? 0) + count;
  }
  return counts;
}

function planeCounts(files: ReadSeries['files']): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { description } of files) {
    const plane = description.imageOrientationPatient && nearestPlane(description.imageOrientationPatient);
    if (plane) counts[plane] = (counts[plane] ?? 0) + 1;
  }
  return counts;
}

function numbers(text: string): number[] {
  return text.split('\\').map(Number);
}

function distinct(values: (number | null)[]): (number | null)[] {
  return [...new Set(values)].sort((a, b) => (a ?? 0) - (b ?? 0));
}
