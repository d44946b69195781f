import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Dataset, type DatasetPart } from '#contract/datasets.ts';
import { LIMITS } from '#contract/limits.ts';
import { NO_CODES } from '#contract/structures.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { assignPatientOfFile } from '#server/rules/patients/assign-patient.ts';
import { mergePatients, splitPatient } from '#server/rules/patients/merge-patients.ts';
import { createStructure, deleteStructure } from '#server/rules/structures/structures.ts';
import { listStudies } from '#server/rules/studies/list-studies.ts';
import { createTestBench, refusalOf, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { changeDatasetStudies, createDataset, deleteDataset, movePatient, renameDataset, splitDataset } from './change-dataset.ts';
import { listDatasets, patientsOfDataset, readDataset } from './datasets.ts';

describe.each(TEST_ENGINES)('datasets on %s', (engine) => {
  let bench: TestBench;
  let structure: number;
  /** In the team of Eva, who is an administrator, without being one. */
  let tom: Member;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    tom = { ...bench.tom, permissions: new Set(['r:datasets', 'r:studies']) };
    structure = await idOfStructure('hippocampus-left');
  });
  afterEach(() => bench.close());

  const idOfStructure = async (slug: string) =>
    (await bench.context.db.read.selectFrom('structure').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
  const add = (more: Partial<Parameters<typeof createDataset>[2]> = {}, caller: Member = bench.eva) =>
    createDataset(bench.context, caller, { uuid: randomUUID(), name: 'Hippocampus T1', structure_id: structure, ...more });
  const read = (id: number, caller: Member = bench.eva) => readDataset(bench.context.db.read, caller, id);
  const names = async (search = '', caller: Member = bench.eva) =>
    (await listDatasets(bench.context, caller, { page: 1, search })).data.map(({ name }) => name);
  const link = (id: number, links: { add?: string[]; remove?: string[] }, caller: Member = bench.eva) =>
    changeDatasetStudies(bench.context, caller, id, { add: [], remove: [], ...links });
  const split = (
    id: number,
    [train, validation, test]: [number, number, number],
    which: 'all' | 'new' = 'all',
    caller: Member = bench.eva,
  ) => splitDataset(bench.context, caller, id, { train, validation, test, which });
  const patients = async (id: number, part?: DatasetPart | 'none') =>
    (await patientsOfDataset(bench.context, bench.eva, id, { page: 1, part })).data;
  const move = (id: number, uuid: string, part: DatasetPart, caller: Member = bench.eva) =>
    movePatient(bench.context, caller, id, { uuid, part });

  async function studies(count: number, owner = bench.eva): Promise<string[]> {
    const made: string[] = [];
    for (let index = 0; index < count; index += 1) made.push((await registerTestUpload(bench, { a: 1 }, { owner })).studyUuid);
    return made;
  }
  const patientOf = async (studyUuid: string): Promise<string> =>
    (await listStudies(bench.context, bench.eva, { page: 1 })).data.find(({ uuid }) => uuid === studyUuid)!.patient!;
  /** The part of each patient, by the study that was given for it. */
  async function partsOf(id: number, of: readonly string[]): Promise<(DatasetPart | null | undefined)[]> {
    const all = await patients(id);
    return of.map((uuid) => all.find((patient) => patient.studies.some((study) => study.uuid === uuid))?.part);
  }
  const counts = ({ split: { train, validation, test, none } }: Dataset) =>
    [train, validation, test, none].map(({ patients: each }) => each);

  /** A dataset with studies of as many patients. */
  async function filled(count: number) {
    const [{ id }, uuids] = [await add(), await studies(count)];
    await link(id, { add: uuids });
    return { id, uuids };
  }

  test('a new dataset is of one structure and empty [ENT-56, OQ-19]', async () => {
    const made = await add({}, tom);
    expect(Dataset.parse(made)).toEqual(made);
    const none = { patients: 0, studies: 0 };
    expect(made).toEqual({
      ...{ id: expect.any(Number), name: 'Hippocampus T1', ...none, created_by: 'Tom', created_at: '2026-01-02 03:04:05', deletable: true },
      structure: { id: structure, title: 'Hippocampus, left', color: expect.stringMatching(/^#/) },
      split: { train: none, validation: none, test: none, none },
    });
    expect(await refusalOf(add({ structure_id: 999_999 }))).toMatchObject({
      code: 'invalid',
      errors: { structure_id: [expect.any(String)] },
    });
  });

  test('creating again with the same uuid is the same dataset', async () => {
    const uuid = randomUUID();
    const [first, second] = await Promise.all([add({ uuid }), add({ uuid }, tom)]);
    expect([first.id, (await names()).length]).toEqual([second.id, 1]);
    expect((await add({ uuid }, bench.ute)).id).not.toBe(first.id);
  });

  test('is found by words of its name and of its structure', async () => {
    await add({ name: 'One' });
    bench.clock.now += 1_000;
    await add({ name: 'Two', structure_id: await idOfStructure('liver') });
    expect(await names()).toEqual(['Two', 'One']);
    expect(await names('LIVER')).toEqual(['Two']);
    expect(await names('one hippo')).toEqual(['One']);
    expect(await names('_')).toEqual([]);
  });

  test('a new study is not split yet, and a study of a patient who has a part takes it', async () => {
    const { id, uuids } = await filled(2);
    expect(counts(await read(id))).toEqual([0, 0, 0, 2]);
    await move(id, await patientOf(uuids[0]!), 'test');
    const [later] = await studies(1);
    await mergePatients(bench.context, bench.eva, { into: await patientOf(uuids[0]!), from: await patientOf(later!) });
    const dataset = await link(id, { add: [later!] });
    expect(dataset).toMatchObject({
      patients: 2,
      studies: 3,
      split: { test: { patients: 1, studies: 2 }, none: { patients: 1, studies: 1 } },
    });
    expect((await patients(id, 'test'))[0]?.studies.map(({ uuid }) => uuid)).toEqual([later, uuids[0]]);
  });

  test('a split gives each part its share of the patients, and the same again when repeated', async () => {
    const { id, uuids } = await filled(8);
    expect(counts(await split(id, [50, 25, 25]))).toEqual([4, 2, 2, 0]);
    const first = await partsOf(id, uuids);
    await move(id, await patientOf(uuids[0]!), first[0] === 'test' ? 'train' : 'test');
    await split(id, [50, 25, 25], 'all', tom);
    expect(await partsOf(id, uuids)).toEqual(first);
    expect(await refusalOf(split(id, [50, 25, 24]))).toMatchObject({ code: 'invalid' });
  });

  test('other datasets with the same patients have another split', async () => {
    const uuids = await studies(12);
    const splits: string[] = [];
    for (let made = 0; made < 4; made += 1) {
      const { id } = await add();
      await link(id, { add: uuids });
      await split(id, [50, 0, 50]);
      splits.push(JSON.stringify(await partsOf(id, uuids)));
    }
    expect(new Set(splits).size).toBeGreaterThan(1);
  });

  test('splitting only new patients leaves the others where they are', async () => {
    const { id, uuids } = await filled(4);
    await split(id, [100, 0, 0]);
    await link(id, { add: await studies(4) });
    expect(counts(await split(id, [50, 25, 25], 'new'))).toEqual([4, 2, 2, 0]);
    expect(await partsOf(id, uuids)).toEqual(Array(4).fill('train'));
  });

  test('all studies of one patient are in one part: after a merge training wins, then validation', async () => {
    const { id, uuids } = await filled(3);
    const [a, b, c] = [await patientOf(uuids[0]!), await patientOf(uuids[1]!), await patientOf(uuids[2]!)];
    await move(id, a, 'test');
    await move(id, b, 'validation');
    await move(id, c, 'train');
    await mergePatients(bench.context, bench.eva, { into: a, from: b });
    expect(await partsOf(id, uuids)).toEqual(['validation', 'validation', 'train']);
    await mergePatients(bench.context, bench.eva, { into: a, from: c });
    expect(await partsOf(id, uuids)).toEqual(['train', 'train', 'train']);
    expect(await read(id)).toMatchObject({ patients: 1, studies: 3, split: { train: { patients: 1, studies: 3 } } });
    // The address of a merged patient moves the one that it became part of, with all studies.
    expect(await move(id, c, 'test')).toMatchObject({ uuid: a, part: 'test', studies: [{}, {}, {}] });
    expect(await partsOf(id, uuids)).toEqual(['test', 'test', 'test']);
  });

  test('the same holds when the files of a study tell its patient later', async () => {
    const { id, uuids } = await filled(2);
    await move(id, await patientOf(uuids[0]!), 'test');
    await move(id, await patientOf(uuids[1]!), 'train');
    const identity = { patientId: 'LM-5580', issuer: 'RADWEST', birthDate: '19580412', sex: 'F' };
    for (const studyUuid of uuids) await bench.context.db.write((tx) => assignPatientOfFile(tx, { studyUuid, identity, now: 1 }));
    expect(await partsOf(id, uuids)).toEqual(['train', 'train']);
    expect((await read(id)).patients).toBe(1);
  });

  test('after a split of a patient both keep the part', async () => {
    const { id, uuids } = await filled(2);
    const [a, b] = [await patientOf(uuids[0]!), await patientOf(uuids[1]!)];
    await mergePatients(bench.context, bench.eva, { into: a, from: b });
    await move(id, a, 'validation');
    await splitPatient(bench.context, bench.eva, { from: a, uuid: randomUUID(), studies: [uuids[1]!] });
    expect(await partsOf(id, uuids)).toEqual(['validation', 'validation']);
    expect((await read(id)).patients).toBe(2);
  });

  test('of two people who move one patient at the same moment one decides, for all of its studies', async () => {
    const { id, uuids } = await filled(2);
    const [a, b] = [await patientOf(uuids[0]!), await patientOf(uuids[1]!)];
    await mergePatients(bench.context, bench.eva, { into: a, from: b });
    await Promise.all([move(id, a, 'test'), move(id, a, 'validation', tom)]);
    const [part, other] = await partsOf(id, uuids);
    expect(part).toBe(other);
    expect(['test', 'validation']).toContain(part);
    const rows = await bench.context.db.read.selectFrom('dataset_study').select('part').distinct().execute();
    expect(rows).toHaveLength(1);
  });

  test('a patient that is merged while it is moved is in one part', async () => {
    const { id, uuids } = await filled(2);
    const [a, b] = [await patientOf(uuids[0]!), await patientOf(uuids[1]!)];
    await move(id, a, 'train');
    await Promise.all([
      mergePatients(bench.context, bench.eva, { into: a, from: b }),
      move(id, b, 'test', tom),
      split(id, [50, 0, 50], 'new'),
      link(id, { add: uuids }, tom),
    ]);
    const [part, other] = await partsOf(id, uuids);
    expect(part).toBe(other);
  });

  test('several studies are added and removed in one call, all or none', async () => {
    const [{ id }, uuids] = [await add(), await studies(3)];
    expect(await link(id, { add: uuids })).toMatchObject({ studies: 3 });
    expect(await link(id, { add: uuids })).toMatchObject({ studies: 3 });
    const [foreign] = await studies(1, bench.ute);
    expect(await refusalOf(link(id, { add: [foreign!], remove: [uuids[0]!] }))).toEqual({ code: 'not_found' });
    expect(await link(id, { remove: [uuids[0]!, foreign!, randomUUID()] })).toMatchObject({ studies: 2, patients: 2 });
    expect(await refusalOf(move(id, await patientOf(uuids[0]!), 'test'))).toEqual({ code: 'not_found' });
  });

  test('patients are named only to those who may see studies', async () => {
    const { id, uuids } = await filled(1);
    expect(await patients(id)).toMatchObject([
      { name: 'Muster^Eva', part: null, studies: [{ uuid: uuids[0], modality: 'MR', studyDate: '20240102' }] },
    ]);
    const blind: Member = { ...tom, permissions: new Set(['r:datasets']) };
    expect(await refusalOf(patientsOfDataset(bench.context, blind, id, { page: 1 }))).toEqual({ code: 'not_allowed' });
    expect(await refusalOf(move(id, await patientOf(uuids[0]!), 'test', blind))).toEqual({ code: 'not_allowed' });
    expect(await patientsOfDataset(bench.context, bench.eva, id, { page: 2 })).toMatchObject({
      data: [],
      total: 1,
      per_page: LIMITS.patientsPerPage,
    });
  });

  test('what somebody else created is deleted only by a team administrator, and studies stay [OQ-03]', async () => {
    const { id } = await filled(1);
    const toms = await add({}, tom);
    expect(await refusalOf(deleteDataset(bench.context, tom, id))).toEqual({ code: 'not_allowed' });
    expect(await renameDataset(bench.context, tom, id, 'Renamed')).toMatchObject({ name: 'Renamed', deletable: false });
    for (const each of [id, toms.id, id]) await deleteDataset(bench.context, bench.eva, each);
    expect(await names()).toEqual([]);
    expect((await listStudies(bench.context, bench.eva, { page: 1 })).total).toBe(1);
  });

  test('a structure that a dataset uses cannot be deleted', async () => {
    const own = await createStructure(bench.context, bench.eva, { title: 'Marker', category_id: 1, color: '#4FD0D0', codes: NO_CODES });
    const { id } = await add({ structure_id: own.id });
    expect(await refusalOf(deleteStructure(bench.context, bench.eva, own.id))).toEqual({ code: 'structure_in_use' });
    await deleteDataset(bench.context, bench.eva, id);
    await deleteStructure(bench.context, bench.eva, own.id);
    expect(await refusalOf(add({ structure_id: own.id }))).toMatchObject({ code: 'invalid' });
  });

  test('a dataset that is created while its structure is deleted: one of the two is refused', async () => {
    const own = await createStructure(bench.context, bench.eva, { title: 'Marker', category_id: 1, color: '#4FD0D0', codes: NO_CODES });
    const done = await Promise.allSettled([add({ structure_id: own.id }, tom), deleteStructure(bench.context, bench.eva, own.id)]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('another team cannot see, change or delete it, and uses none of its structures', async () => {
    const { id, uuids } = await filled(1);
    const own = await createStructure(bench.context, bench.eva, { title: 'Marker', category_id: 1, color: '#4FD0D0', codes: NO_CODES });
    expect(await refusalOf(add({ structure_id: own.id }, bench.ute))).toMatchObject({ code: 'invalid' });
    const patient = await patientOf(uuids[0]!);
    const attempts = [
      () => read(id, bench.ute),
      () => renameDataset(bench.context, bench.ute, id, 'x'),
      () => link(id, { remove: uuids }, bench.ute),
      () => split(id, [100, 0, 0], 'all', bench.ute),
      () => move(id, patient, 'test', bench.ute),
      () => patientsOfDataset(bench.context, bench.ute, id, { page: 1 }),
    ];
    for (const attempt of attempts) expect(await refusalOf(attempt())).toEqual({ code: 'not_found' });
    await deleteDataset(bench.context, bench.ute, id);
    expect(await read(id)).toMatchObject({ name: 'Hippocampus T1', split: { none: { studies: 1 } } });
  });

  test('each change is announced to the team once, and a call without a change is not', async () => {
    const { id, uuids } = await filled(1);
    const patient = await patientOf(uuids[0]!);
    bench.told.length = 0;
    await link(id, { add: uuids });
    await renameDataset(bench.context, bench.eva, id, 'Hippocampus T1');
    expect(bench.told).toEqual([]);
    await split(id, [100, 0, 0]);
    await split(id, [100, 0, 0]);
    await move(id, patient, 'train');
    await move(id, patient, 'test');
    expect(bench.told.map(({ to, event }) => `${to} ${event}`)).toEqual(Array<string>(2).fill(`team ${bench.eva.teamId} change`));
  });
});
