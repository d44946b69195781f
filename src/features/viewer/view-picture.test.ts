import { expect, test } from 'vitest';
import type { SliceFacts } from '#workers/series/types.ts';
import { corners } from './view-picture.ts';

const NOTHING: SliceFacts = {
  patientName: '',
  patientSex: '',
  studyDate: '',
  seriesNumber: null,
  seriesDescription: '',
  modality: '',
  repetitionTime: null,
  echoTime: null,
  diffusionBValue: null,
  sliceThickness: null,
  sliceLocation: null,
  primaryAngle: null,
  secondaryAngle: null,
  cineRate: null,
};

test('the corners of an MR image identify the patient and series and show how it was acquired', () => {
  const facts = { patientName: 'Heron^Quiet', patientSex: 'M', studyDate: '20110707', seriesNumber: 4, seriesDescription: 't2_tse_tra' };
  const times = { repetitionTime: 5660, echoTime: 104, sliceThickness: 3, sliceLocation: -12.449 };
  expect(corners({ ...NOTHING, ...facts, ...times }, {})).toEqual({
    topLeft: ['Heron, Quiet · M', '4 · t2_tse_tra'],
    topRight: ['07.07.2011', 'TR 5660 TE 104', '3.0 mm'],
    bottomRight: ['S -12.4 mm'],
  });
});

test('the corner of an angiogram shows the position of the tube [ENT-25, ENT-33]', () => {
  expect(corners({ ...NOTHING, primaryAngle: -30.4, secondaryAngle: 20 }, {}).topRight).toEqual(['RAO 30 CRAN 20']);
});

test('edited names replace those of the file, and unknown values take no line', () => {
  const names = { patientName: 'Plain Godwit', seriesDescription: 'ADC', seriesNumber: 7 };
  expect(corners({ ...NOTHING, patientName: 'Heron^Quiet', seriesNumber: 4 }, names).topLeft).toEqual(['Plain Godwit', '7 · ADC']);
  expect(corners(NOTHING, {})).toEqual({ topLeft: [], topRight: [], bottomRight: [] });
});
