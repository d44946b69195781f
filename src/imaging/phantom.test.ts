import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { slicePositionMm } from '#model/pictures/geometry.ts';
import { mergeInstance } from '#model/studies/series.ts';
import type { SeriesFacts } from '#model/studies/study.ts';
import { createMemorySource } from './byte-source.ts';
import { decodeFrame } from './dicom/pixels/decode-frame.ts';
import { readDicomHeader } from './dicom/header/read-header.ts';
import { createPhantomSeries, type PhantomRequest } from './phantom.ts';
import { recogniseSeries } from './recognise/recognise.ts';

const REQUEST: PhantomRequest = {
  body: 'head',
  contrast: 't2',
  plane: 'axial',
  slices: 5,
  matrix: 48,
  seriesNumber: 3,
  seriesDescription: 't2 tra',
  study: { seed: 4, patientName: 'Heron^Quiet', patientId: 'P-4', patientSex: 'F', date: '20260102', time: '101500', description: 'Head' },
};

async function readAll(request: PhantomRequest) {
  return Promise.all(
    createPhantomSeries(request).map(async ({ bytes }) => {
      const source = createMemorySource(bytes);
      const read = await readDicomHeader(source);
      if (!read.ok) throw new Error(read.detail);
      const decoded = await decodeFrame(source, read.description, 0);
      if (!decoded.ok) throw new Error(decoded.why);
      return { description: read.description, frame: decoded.frame, size: bytes.length };
    }),
  );
}

describe('a phantom', () => {
  test('is the same every time', () => {
    const hash = () => createPhantomSeries(REQUEST).map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
    expect(hash()).toEqual(hash());
  });

  test.each([
    [{ contrast: 't2', plane: 'axial' }, 'T2W'],
    [{ contrast: 't2', plane: 'coronal' }, 'COR'],
    [{ contrast: 't2', plane: 'sagittal' }, 'SAG'],
    [{ contrast: 'diffusion', plane: 'axial' }, 'DWI'],
    [{ contrast: 't1', plane: 'axial' }, 'NONE'],
    [{ contrast: 'flair', plane: 'sagittal' }, 'NONE'],
    [{ body: 'abdomen', plane: 'axial' }, 'AR'],
    [{ body: 'abdomen', plane: 'coronal' }, 'NONE'],
  ] as const)('with %o is recognised as %s', async (kind, code) => {
    const slices = await readAll({ ...REQUEST, ...kind, seriesDescription: '' });
    const facts = slices.reduce<SeriesFacts | null>(
      (sum, { description, size }) => mergeInstance(sum, { fileId: '', size, description }),
      null,
    );
    expect(facts && recogniseSeries(facts).code).toBe(code);
  });

  test.each(['axial', 'coronal', 'sagittal'] as const)('in the %s plane is one series with evenly spaced slices', async (plane) => {
    const slices = await readAll({ ...REQUEST, plane });
    const facts = slices.reduce<SeriesFacts | null>(
      (sum, { description, size }) => mergeInstance(sum, { fileId: '', size, description }),
      null,
    );
    expect(facts).toMatchObject({
      cnt: 5,
      rows: 48,
      columns: 48,
      imageOrientationPatientEquals: true,
      seriesNumber: 3,
      modalityCode: 'MR',
      drawable: true,
    });
    const places = slices.map(({ description }) => slicePositionMm(description)!);
    const steps = places.slice(1).map((place, index) => place - places[index]!);
    for (const step of steps) expect(step).toBeCloseTo(slices[0]!.description.sliceThickness!, 2);
  });

  test('shows one body: planes agree where they intersect', async () => {
    const matrix = 64;
    const still = { ...REQUEST, matrix, slices: 9 };
    const axial = (await readAll({ ...still, plane: 'axial' }))[4]!;
    const coronal = (await readAll({ ...still, plane: 'coronal' }))[4]!;
    // Both go through the origin: the middle row of the axial slice and that of the coronal slice are the same line, except for half a pixel of
    // rounding.
    const row = (frame: typeof axial.frame, y: number) => [...frame.samples.slice(y * matrix, (y + 1) * matrix)];
    const [a, b] = [row(axial.frame, matrix / 2), row(coronal.frame, matrix / 2)];
    expect(correlation(a, b)).toBeGreaterThan(0.8);
  });

  test('has UIDs under the root 2.25, unique for each slice and shared by the study', async () => {
    const first = await readAll(REQUEST);
    const second = await readAll({ ...REQUEST, seriesNumber: 4 });
    const all = [...first, ...second].map(({ description }) => description);
    expect(new Set(all.map(({ sopInstanceUid }) => sopInstanceUid)).size).toBe(10);
    expect(new Set(all.map(({ seriesInstanceUid }) => seriesInstanceUid)).size).toBe(2);
    expect(new Set(all.map(({ studyInstanceUid }) => studyInstanceUid)).size).toBe(1);
    for (const { sopInstanceUid } of all) expect(sopInstanceUid).toMatch(/^2\.25\.[1-9]\d{0,38}$/);
  });

  test('of an abdomen is a CT in Hounsfield units: air around, soft tissue, bone', async () => {
    const [slice] = await readAll({ ...REQUEST, body: 'abdomen', slices: 1, matrix: 96 });
    const values = [...slice!.frame.samples].map((value) => value * slice!.description.rescaleSlope + slice!.description.rescaleIntercept);
    expect(slice!.description).toMatchObject({ modality: 'CT', rescaleType: 'HU', windowCenter: [50], windowWidth: [400] });
    expect(values[0]).toBeLessThan(-900);
    expect(values.filter((value) => value > -150 && value < 200).length).toBeGreaterThan(values.length / 4);
    expect(values.some((value) => value > 400)).toBe(true);
  });
});

function correlation(a: number[], b: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ma, mb] = [mean(a), mean(b)];
  const covariance = a.reduce((sum, value, index) => sum + (value - ma) * (b[index]! - mb), 0);
  return (
    covariance / Math.sqrt(a.reduce((sum, value) => sum + (value - ma) ** 2, 0) * b.reduce((sum, value) => sum + (value - mb) ** 2, 0))
  );
}
