import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PatientDetail, PatientList } from '#contract/patients.ts';
import type { PatientIdentity } from '#model/studies/patient-identity.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { listStudies } from '#server/rules/studies/list-studies.ts';
import { dropUpload } from '#server/rules/uploads/uploads-end.ts';
import { createTestBench, refusalOf, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { assignPatientOfFile } from './assign-patient.ts';
import { mergePatients, splitPatient } from './merge-patients.ts';
import { findPatient, listPatients } from './patients.ts';

const MERLIN: PatientIdentity = { patientId: 'LM-5580', issuer: 'RADWEST', birthDate: '19580412', sex: 'F' };
const UNKNOWN: PatientIdentity = { patientId: '', issuer: '', birthDate: '', sex: '' };

describe.each(TEST_ENGINES)('patients on %s', (engine) => {
  let bench: TestBench;
  beforeEach(async () => {
    bench = await createTestBench(engine);
  });
  afterEach(() => bench.close());

  /** A study whose files were read. */
  async function studyOf(identity: PatientIdentity): Promise<string> {
    const { studyUuid } = await registerTestUpload(bench, { a: 1 });
    await readFiles(studyUuid, identity);
    return studyUuid;
  }
  const readFiles = (studyUuid: string, identity: PatientIdentity) =>
    bench.context.db.write((tx) => assignPatientOfFile(tx, { studyUuid, identity, now: bench.clock.now }));
  const patientOf = async (studyUuid: string): Promise<string> => {
    const { data } = await listStudies(bench.context, bench.eva, { page: 1 });
    return data.find(({ uuid }) => uuid === studyUuid)!.patient!;
  };
  const patientsOf = (studies: readonly string[]) => Promise.all(studies.map(patientOf));
  const show = (uuid: string) => findPatient(bench.context, bench.eva, uuid);
  const list = async (search = '', caller = bench.eva) => listPatients(bench.context, caller, { page: 1, search });
  const merge = (into: string, from: string, caller = bench.eva) => mergePatients(bench.context, caller, { into, from });
  const split = (from: string, studies: string[], uuid: string = randomUUID(), caller = bench.eva) =>
    splitPatient(bench.context, caller, { from, uuid, studies });
  const rows = () => bench.context.db.read.selectFrom('patient').select(['patient_id', 'merged_into']).execute();

  test('[ENT-53] a study is a patient of its own until its files are read, and with an unknown patient also afterwards', async () => {
    const studies = [await studyOf(UNKNOWN), await studyOf({ ...UNKNOWN, patientId: 'ANONYMOUS' })];
    expect(new Set(await patientsOf(studies)).size).toBe(2);
    const detail = await show(await patientOf(studies[0]!));
    expect(PatientDetail.parse(detail)).toEqual(detail);
    expect(detail).toMatchObject({ name: 'Muster^Eva', patientId: '', studies: 1, list: [{ uuid: studies[0] }] });
  });

  test('studies whose files have the same identity are of one patient; another birth date or issuer makes another one', async () => {
    const [first, second] = [await studyOf(MERLIN), await studyOf({ ...MERLIN, sex: '' })];
    const others = [await studyOf({ ...MERLIN, birthDate: '19610102' }), await studyOf({ ...MERLIN, issuer: 'OTHER' })];
    const patient = await patientOf(first);
    expect(await patientOf(second)).toBe(patient);
    expect(new Set(await patientsOf([first, ...others])).size).toBe(3);
    expect(await show(patient)).toMatchObject({ patientId: 'LM-5580', issuer: 'RADWEST', birthDate: '19580412', sex: 'F', studies: 2 });
    // Nothing is left of the rows that the studies began with.
    expect(await rows()).toHaveLength(3);
  });

  test('two studies of one new patient that are read at the same time have one row', async () => {
    const uploads = [await registerTestUpload(bench, { a: 1 }), await registerTestUpload(bench, { a: 1 })];
    await Promise.all(uploads.map(({ studyUuid }) => readFiles(studyUuid, MERLIN)));
    expect(new Set(await patientsOf(uploads.map(({ studyUuid }) => studyUuid))).size).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  test('of series that contradict each other, the first one that was read decides', async () => {
    const study = await studyOf(MERLIN);
    const patient = await patientOf(study);
    await readFiles(study, { ...MERLIN, patientId: 'SOMEBODY-ELSE' });
    expect(await patientOf(study)).toBe(patient);
  });

  test('another team has its own patient for the same files', async () => {
    await studyOf(MERLIN);
    const foreign = await registerTestUpload(bench, { a: 1 }, { owner: bench.ute });
    await readFiles(foreign.studyUuid, MERLIN);
    const [own] = (await list()).data;
    expect([(await list()).total, (await list('', bench.ute)).total]).toEqual([1, 1]);
    expect(await refusalOf(findPatient(bench.context, bench.ute, own!.uuid))).toEqual({ code: 'not_found' });
  });

  test('the list has every patient once, is searched by name and patient ID, and shows nothing of another team', async () => {
    await studyOf(MERLIN);
    await studyOf(MERLIN);
    await studyOf(UNKNOWN);
    const all = await list();
    expect(PatientList.parse(all)).toEqual(all);
    expect(all).toMatchObject({
      total: 2,
      data: [
        { patientId: '', studies: 1 },
        { patientId: 'LM-5580', studies: 2 },
      ],
    });
    expect((await list('lm-55')).data.map(({ patientId }) => patientId)).toEqual(['LM-5580']);
    expect((await list('eva MUSTER')).total).toBe(2);
    expect((await list('nobody')).data).toEqual([]);
    expect((await list('', bench.ute)).total).toBe(0);
  });

  test('merged: all studies, the keys and the missing texts move, the old address leads there, and files move nothing back', async () => {
    const [unknown, known] = [await studyOf(UNKNOWN), await studyOf(MERLIN)];
    const [into, from] = [await patientOf(unknown), await patientOf(known)];
    bench.told.length = 0;
    await merge(into, from);
    expect(bench.told.map(({ event }) => event)).toEqual(['change']);
    expect(await show(into)).toMatchObject({ uuid: into, patientId: 'LM-5580', birthDate: '19580412', studies: 2 });
    expect((await show(from)).uuid).toBe(into);
    expect((await rows()).find(({ merged_into }) => merged_into !== null)).toMatchObject({ patient_id: '' });
    const later = await studyOf(MERLIN);
    await readFiles(unknown, { ...MERLIN, patientId: 'LATE' });
    expect(await patientsOf([unknown, known, later])).toEqual([into, into, into]);
    expect((await list()).total).toBe(1);
  });

  test('a merge that is sent again changes nothing, and a chain of merges has one end', async () => {
    const studies = [await studyOf(UNKNOWN), await studyOf(UNKNOWN), await studyOf(UNKNOWN)];
    const [first, second, third] = await patientsOf(studies);
    await merge(second!, first!);
    bench.told.length = 0;
    await merge(second!, first!);
    expect(bench.told).toEqual([]);
    await merge(third!, second!);
    expect((await show(first!)).uuid).toBe(third);
    await merge(third!, first!);
    expect(await patientsOf(studies)).toEqual([third, third, third]);
  });

  test('a merge with itself, into one that is gone, with one of another team or with nobody is refused', async () => {
    const [study, other] = [await studyOf(UNKNOWN), await studyOf(UNKNOWN)];
    const [patient, gone] = [await patientOf(study), await patientOf(other)];
    const foreign = await registerTestUpload(bench, { a: 1 }, { owner: bench.ute });
    const [theirs] = (await list('', bench.ute)).data;
    expect(foreign.studyUuid).toBeDefined();
    await merge(patient, gone);
    expect(await refusalOf(merge(patient, patient))).toMatchObject({ code: 'invalid' });
    expect(await refusalOf(merge(gone, patient))).toEqual({ code: 'conflict' });
    for (const stranger of [theirs!.uuid, randomUUID()]) {
      expect(await refusalOf(merge(patient, stranger))).toEqual({ code: 'not_found' });
      expect(await refusalOf(merge(stranger, patient))).toEqual({ code: 'not_found' });
    }
  });

  test('split: the chosen studies become a new patient of whom nothing is known, and files move nothing back', async () => {
    const [stays, goes] = [await studyOf(MERLIN), await studyOf(MERLIN)];
    const [patient, uuid] = [await patientOf(stays), randomUUID()];
    await split(patient, [goes], uuid);
    await readFiles(goes, MERLIN);
    expect(await patientsOf([stays, goes])).toEqual([patient, uuid]);
    expect(await show(uuid)).toMatchObject({ patientId: '', birthDate: '', studies: 1 });
    bench.told.length = 0;
    await split(patient, [goes], uuid);
    expect(bench.told).toEqual([]);
    expect((await list()).total).toBe(2);
  });

  test('a split of all studies, of studies of somebody else, or with a uuid that is taken is refused, and changes nothing', async () => {
    const [first, second, other] = [await studyOf(MERLIN), await studyOf(MERLIN), await studyOf(UNKNOWN)];
    const patient = await patientOf(first);
    expect(await refusalOf(split(patient, [first, second]))).toMatchObject({ code: 'invalid' });
    expect(await refusalOf(split(patient, [other]))).toEqual({ code: 'conflict' });
    expect(await refusalOf(split(patient, [first, first, second]))).toMatchObject({ code: 'invalid' });
    expect(await refusalOf(split(patient, [first], await patientOf(other)))).toEqual({ code: 'conflict' });
    expect(await refusalOf(split(patient, [first], randomUUID(), bench.ute))).toEqual({ code: 'not_found' });
    expect(await patientsOf([first, second])).toEqual([patient, patient]);
  });

  test('a merge and a split of the same patient at the same time leave every study with exactly one of them', async () => {
    const [first, second, other] = [await studyOf(MERLIN), await studyOf(MERLIN), await studyOf(UNKNOWN)];
    const [patient, from, uuid] = [await patientOf(first), await patientOf(other), randomUUID()];
    await Promise.all([merge(patient, from), split(patient, [second], uuid)]);
    expect(await patientsOf([first, second, other])).toEqual([patient, uuid, patient]);
  });

  test('nothing is left of a patient whose last study was dropped', async () => {
    const upload = await registerTestUpload(bench, { a: 1 });
    await readFiles(upload.studyUuid, MERLIN);
    await dropUpload(bench.context, { ...bench.eva, uploadId: null }, upload.session);
    expect(await rows()).toEqual([]);
    expect(await bench.context.db.read.selectFrom('patient_key').selectAll().execute()).toEqual([]);
  });
});
