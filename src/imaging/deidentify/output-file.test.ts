import { expect, test } from 'vitest';
import { createMemorySource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import type { Piece } from './deidentify.ts';
import { lengthOf, placeOf, sentFacts, sourceOfPieces } from './output-file.ts';

test('files are numbered from one, and sort by name', () => {
  expect([0, 8, 99_998, 100_000].map(placeOf)).toEqual(['00001', '00009', '99999', '100001']);
});

test('a file made of pieces can be read at any offset and length', async () => {
  const source = createMemorySource(Uint8Array.from({ length: 20 }, (_, n) => n));
  const pieces: Piece[] = [
    { bytes: Uint8Array.of(100, 101, 102) },
    { offset: 5, length: 4 },
    { bytes: Uint8Array.of(103) },
    { offset: 0, length: 2 },
  ];
  const whole = [100, 101, 102, 5, 6, 7, 8, 103, 0, 1];
  expect(pieces.map(lengthOf)).toEqual([3, 4, 1, 2]);
  const file = sourceOfPieces({ source, pieces });
  expect(file.size).toBe(whole.length);
  for (let from = 0; from <= whole.length; from += 1)
    for (let length = 0; length <= whole.length + 2; length += 1)
      expect([...(await file.read(from, length))]).toEqual(whole.slice(from, from + length));
});

test('no more of the source is read than was requested', async () => {
  const reads: [number, number][] = [];
  const source = {
    size: 1000,
    read: async (offset: number, length: number) => {
      reads.push([offset, length]);
      return new Uint8Array(length);
    },
  };
  const file = sourceOfPieces({
    source,
    pieces: [{ offset: 0, length: 100 }, { bytes: new Uint8Array(10) }, { offset: 500, length: 100 }],
  });
  await file.read(90, 30);
  await file.read(100, 10);
  expect(reads).toEqual([
    [90, 10],
    [500, 10],
  ]);
});

test('the values that a team sorts by are those of the sent file', async () => {
  const values = { PatientSex: 'F', StudyDate: '20240301', StudyTime: '101112', SeriesDescription: 't2' };
  const header = await readDicomHeader(createMemorySource(smallFile(values)));
  expect(header.ok && sentFacts(header)).toEqual({
    ...{ studyInstanceUid: '2.25.1', patientSex: 'F', studyDate: '20240301', studyTime: '101112' },
    ...{ seriesInstanceUid: '2.25.11', seriesDescription: 't2' },
  });
});
