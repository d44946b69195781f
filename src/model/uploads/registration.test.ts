import { expect, test } from 'vitest';
import { CALLS } from '#contract/calls.ts';
import { LIMITS } from '#contract/limits.ts';
import { makeInstance } from '#tests/fixtures/instance.ts';
import { SCRIPT_PAYLOADS } from '#tests/fixtures/script-payloads.ts';
import { mergeStudy } from '#model/studies/study-merging.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { seriesToRegistration, studyToRegistration, uidOrNone } from './registration.ts';
import { mergeInstance } from '#model/studies/series.ts';
import { studyName } from '#model/studies/study-name.ts';

const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';

/** As the wire brings it. */
function registered(
  about: Partial<InstanceDescription>,
  { written = null as string | null, number = undefined as number | undefined } = {},
) {
  const instance = makeInstance(about);
  const facts = mergeInstance(null, instance);
  const study = mergeStudy(null, instance.description);
  const registration = seriesToRegistration(facts, {
    id: 'series-1',
    idx: 0,
    ...(number === undefined ? {} : { number }),
    files: { count: 1, bytes: 1000, names: [] },
  });
  const body = {
    study: studyToRegistration({ id: 'study-1', pipeline: null }, study, studyName(study.patientName, written), [{ facts, registration }]),
    studyInstanceUid: uidOrNone(study.studyInstanceUid),
    bodyPart: 'prostate',
    labels: [],
    session_id: UUID,
    anonymize: false,
  };
  return CALLS.registerStudy.body.safeParse(JSON.parse(JSON.stringify(body)));
}

const inEveryText = (text: string): Partial<InstanceDescription> => ({
  patientName: text,
  patientSex: text,
  studyInstanceUid: text,
  studyDate: text,
  studyTime: text,
  seriesInstanceUid: text,
  seriesDescription: text,
  modality: text,
});

test.each([...Object.entries(SCRIPT_PAYLOADS), ['as long as a header takes', 'x'.repeat(64 * 1024)]])(
  'a registration with any text in the header is accepted by the server: %s',
  (_name, text) => {
    expect(registered(inEveryText(text)).error?.issues ?? []).toEqual([]);
  },
);

test.each([1e300, 2 ** 53, 4_294_967_296])('a registration with any number in the header is accepted by the server: %d', (number) => {
  const instance = { numberOfFrames: number, rows: number, columns: number, seriesNumber: number, sliceThickness: Infinity };
  expect(registered(instance).error?.issues ?? []).toEqual([]);
});

test('texts of a usual length and UIDs of 64 characters are sent unchanged', () => {
  const uid = `2.25.${'1'.repeat(59)}`;
  const { data } = registered({
    patientName: 'Heron^Quiet=山',
    studyInstanceUid: uid,
    seriesInstanceUid: uid,
    seriesDescription: 't2 <b>',
  });
  expect(data).toMatchObject({
    studyInstanceUid: uid,
    study: { patientName: 'Heron^Quiet=山', series: [{ seriesInstanceUid: uid, seriesDescription: 't2 <b>' }] },
  });
});

test('an invalid UID is not turned into another one by truncation', () => {
  const { data } = registered({ studyInstanceUid: '1'.repeat(65), seriesInstanceUid: '1'.repeat(65) });
  expect([data?.studyInstanceUid, data?.study.series[0]?.seriesInstanceUid]).toEqual(['', '']);
});

test('what the user entered is sent next to the values of the files [UPL2-055, UPL2-021]', () => {
  const { data } = registered({ patientName: 'Heron^Quiet', seriesNumber: 4 }, { written: 'Case 7', number: -2 });
  expect(data?.study).toMatchObject({
    patientName: 'Case 7',
    originalPatientName: 'Heron^Quiet',
    dirty: true,
    series: [{ seriesNumber: -2, ref_serie: false }],
  });
});

test('an unchanged name is sent as it is in the files', () => {
  const { data } = registered({ patientName: 'Heron^Quiet' });
  expect(data?.study).toMatchObject({ patientName: 'Heron^Quiet', originalPatientName: 'Heron^Quiet', dirty: false });
});

test.each([
  ['UIDs', 't2_tse_tra', 'MR.1.2.840.113619.2.176.3596.3364818.7271.1259708501.876.dcm'],
  ['as long as they may be', 'ü'.repeat(1024), 'ß'.repeat(250)],
])('a study of a thousand series is accepted at once, also with file names that are %s', (_what, seriesDescription, name) => {
  const instance = makeInstance({ seriesDescription, seriesInstanceUid: '1.2.840.113619.2.176.3596.3364818.7271.1259708501.876.4444' });
  const facts = mergeInstance(null, instance);
  const files = { count: 2_000, bytes: 10 ** 12, names: Array.from({ length: 10 }, (_, index) => `${index}${name}`) };
  const series = Array.from({ length: LIMITS.seriesPerRegistration }, (_, idx) => ({
    facts,
    registration: seriesToRegistration(facts, { id: UUID, idx, number: 1000 + idx, files }),
  }));
  const study = mergeStudy(null, instance.description);
  const told = studyToRegistration({ id: UUID, pipeline: null }, study, studyName(study.patientName, null), series);
  expect(new TextEncoder().encode(JSON.stringify(told)).length).toBeLessThan(LIMITS.jsonBodyBytes - 1024);
  expect(told.series[0]!.seriesDescription.length).toBeGreaterThan(9);
  const alone = studyToRegistration({ id: UUID, pipeline: null }, study, studyName(study.patientName, null), series.slice(0, 1));
  expect(alone.series[0]).toMatchObject({ seriesDescription, files: files.names });
});
