import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FollowUp, Lesion, StudyResponse, type LesionContent, type SavedLesion } from '#contract/lesions.ts';
import { LIMITS } from '#contract/limits.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { assignPatientOfFile } from '#server/rules/patients/assign-patient.ts';
import { mergePatients, splitPatient } from '#server/rules/patients/merge-patients.ts';
import { createTestBench, refusalOf, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { findFollowUp } from './follow-up.ts';
import { saveBaseline } from './save-baseline.ts';
import { deleteLesion, saveLesion } from './save-lesion.ts';
import { saveResponse } from './save-response.ts';

const [TABLET, DESK] = [randomUUID(), randomUUID()];
const MERLIN = { patientId: 'LM-5580', issuer: 'RADWEST', birthDate: '19580412', sex: 'F' };
const CONTENT: LesionContent = { title: 'Left hilum', kind: 'target', organ: 'Lung', node: false };

describe.each(TEST_ENGINES)('lesions on %s', (engine) => {
  let bench: TestBench;
  /** Two studies of one patient, and one of another. */
  let first: string;
  let second: string;
  let other: string;
  /** Not administrators, in the team of Eva, who is one. */
  let tom: Member;
  let ann: Member;

  beforeEach(async () => {
    bench = await createTestBench(engine);
    [first, second, other] = [await newStudy(), await newStudy(), await newStudy('')];
    tom = { ...bench.tom, permissions: new Set(['r:studies:detail']) };
    ann = { ...bench.eva, permissions: new Set(['r:studies:detail']) };
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  async function newStudy(patientId = MERLIN.patientId): Promise<string> {
    const { studyUuid } = await registerTestUpload(bench, { a: 1 });
    await readFiles(studyUuid, patientId);
    return studyUuid;
  }
  const readFiles = (studyUuid: string, patientId: string) =>
    bench.context.db.write((tx) => assignPatientOfFile(tx, { studyUuid, identity: { ...MERLIN, patientId }, now: bench.clock.now }));
  const save = (study: string, uuid: string, change: SavedLesion['change'], more: Partial<SavedLesion> = {}, caller = tom) =>
    saveLesion(bench.context, caller, { study, uuid }, { base: 0, device: DESK, change, ...more });
  const make = (uuid: string = randomUUID(), content: Partial<LesionContent> = {}, study = first) =>
    save(study, uuid, { of: 'lesion', ...CONTENT, ...content });
  const link = (study: string, uuid: string, measurement: string | null, more: Partial<SavedLesion> = {}, caller = tom) =>
    save(study, uuid, { of: 'finding', measurement, state: null }, more, caller);
  const show = (study = first, caller = tom) => findFollowUp(bench.context, caller, study);
  const remove = (uuid: string, caller = tom) => deleteLesion(bench.context, caller, { study: first, uuid });
  const compareWith = (baseline: string | null, base = 0, { study = first, device = DESK, caller = tom } = {}) =>
    saveBaseline(bench.context, caller, study, { base, device, baseline });
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;
  const patientOf = async (study: string): Promise<string> => {
    const row = await bench.context.db.read
      .selectFrom('study')
      .innerJoin('patient', 'patient.id', 'study.patient_id')
      .select('patient.uuid')
      .where('study.uuid', '=', study)
      .executeTakeFirstOrThrow();
    return row.uuid;
  };
  const split = async (study: string, uuid = randomUUID()) =>
    splitPatient(bench.context, bench.eva, { from: await patientOf(study), uuid, studies: [study] });

  test('a lesion is one of the patient: it has a number, and is shown at each study of the patient [LES-01]', async () => {
    const made = await make();
    expect(Lesion.parse(made)).toEqual(made);
    expect(made).toMatchObject({ ...CONTENT, number: 1, version: 1, user: { id: tom.userId, name: 'Tom' }, deletable: true, findings: [] });
    expect((await make(randomUUID(), { title: 'Node', node: true }, second)).number).toBe(2);
    const shown = await show(second);
    expect(FollowUp.parse(shown)).toEqual(shown);
    expect(shown.lesions.map(({ title }) => title)).toEqual(['Left hilum', 'Node']);
    expect(shown.studies.map((study) => study.uuid).toSorted()).toEqual([first, second].toSorted());
    expect((await show(other)).lesions).toEqual([]);
  });

  test('it has one measurement at most in each study, which may arrive later [LES-02]', async () => {
    const { uuid } = await make();
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
    await link(first, uuid, one);
    await link(second, uuid, two);
    const changed = await link(second, uuid, three, { base: 1 });
    expect(changed.findings).toMatchObject([
      { study: first, measurement: one, version: 1, user: { name: 'Tom' } },
      { study: second, measurement: three, version: 2 },
    ]);
  });

  test('saved twice, or twice at the same moment, it is there once [LES-03]', async () => {
    const uuid = randomUUID();
    const [one, two] = await Promise.all([make(uuid), make(uuid)]);
    expect([two, await make(uuid)]).toEqual([one, one]);
    const measurement = randomUUID();
    const [linked, again] = await Promise.all([link(first, uuid, measurement), link(first, uuid, measurement)]);
    expect(again).toEqual(linked);
    expect(bench.told).toHaveLength(2);
  });

  test('everybody who may see the study changes and links it; its author and administrators delete it [LES-03]', async () => {
    const { uuid } = await make();
    expect((await save(first, uuid, { of: 'lesion', ...CONTENT, title: 'Hilum' }, { base: 1 }, ann)).title).toBe('Hilum');
    expect(await link(second, uuid, randomUUID(), {}, ann)).toMatchObject({ deletable: false, findings: [{ user: { name: 'Eva' } }] });
    expect(await code(remove(uuid, ann))).toBe('not_allowed');
    await remove(uuid, bench.eva);
    expect((await show()).lesions).toEqual([]);
  });

  test('another team finds nothing', async () => {
    const { uuid } = await make();
    expect(await code(show(first, bench.ute))).toBe('not_found');
    expect(await code(link(first, uuid, null, {}, bench.ute))).toBe('not_found');
    expect(await code(deleteLesion(bench.context, bench.ute, { study: first, uuid }))).toBe('not_found');
    const answer = saveResponse(
      bench.context,
      bench.ute,
      { study: first, uuid },
      { base: 0, device: DESK, response: 'stable', suggested: null },
    );
    expect(await code(answer)).toBe('not_found');
  });

  test('a change of an older version is a conflict, and a link and a title are not in conflict [LES-03]', async () => {
    const { uuid } = await make();
    await link(first, uuid, randomUUID());
    const title = (text: string, base: number, device: string) =>
      save(first, uuid, { of: 'lesion', ...CONTENT, title: text }, { base, device }, ann);
    expect((await title('Hilum', 1, TABLET)).version).toBe(2);
    expect(await code(title('Left', 1, DESK))).toBe('conflict');
    expect((await title('Left', 1, TABLET)).version).toBe(3);
    expect(await code(link(first, uuid, randomUUID(), { base: 0, device: TABLET }))).toBe('conflict');
    expect((await link(first, uuid, randomUUID(), { base: 1, device: TABLET })).findings[0]).toMatchObject({ version: 2 });
  });

  test('a deleted one keeps its number, has no texts, and does not come back [LES-03]', async () => {
    const { uuid } = await make();
    await link(first, uuid, randomUUID());
    await remove(uuid);
    await remove(uuid);
    await remove(randomUUID());
    expect(await code(make(uuid))).toBe('lesion_deleted');
    expect(await code(link(second, uuid, randomUUID()))).toBe('lesion_deleted');
    const rows = await bench.context.db.read.selectFrom('lesion').select(['title', 'organ']).execute();
    expect(rows).toEqual([{ title: '', organ: '' }]);
    expect(await bench.context.db.read.selectFrom('lesion_finding').selectAll().execute()).toEqual([]);
    expect((await make()).number).toBe(2);
  });

  test('nothing is said of a lesion that never arrived, or in a study of another patient', async () => {
    const { uuid } = await make();
    expect(await code(link(first, randomUUID(), randomUUID()))).toBe('lesion_deleted');
    expect(await code(link(other, uuid, randomUUID()))).toBe('lesion_deleted');
  });

  test('a patient has only so many', async () => {
    const { number: _, ...row } = await bench.context.db.read
      .selectFrom('lesion')
      .selectAll()
      .where('uuid', '=', (await make()).uuid)
      .executeTakeFirstOrThrow();
    const values = Array.from({ length: LIMITS.lesionsPerPatient - 1 }, (__, at) => {
      const { id: ___, ...rest } = row;
      return { ...rest, uuid: randomUUID(), number: at + 2 };
    });
    await bench.context.db.write((tx) => tx.insertInto('lesion').values(values).execute());
    expect(await refusalOf(make())).toMatchObject({ code: 'too_large', limit: { name: 'lesionsPerPatient' } });
  });

  test('a response is the statement of its author, who alone changes it [LES-12]', async () => {
    const uuid = randomUUID();
    const answer = (caller: Member, response: StudyResponse['response'], base = 0, device = DESK) =>
      saveResponse(bench.context, caller, { study: second, uuid }, { base, device, response, suggested: 'stable' });
    const made = await answer(tom, 'stable');
    expect(StudyResponse.parse(made)).toEqual(made);
    expect(await answer(tom, 'stable')).toEqual(made);
    expect(made).toMatchObject({
      study: second,
      response: 'stable',
      suggested: 'stable',
      version: 1,
      user: { name: 'Tom' },
      editable: true,
    });
    expect(await code(answer(bench.eva, 'partial', 1))).toBe('not_allowed');
    expect(await code(answer(tom, 'partial', 0, TABLET))).toBe('conflict');
    expect(await answer(tom, 'partial', 1, TABLET)).toMatchObject({ version: 2, response: 'partial' });
    expect((await show(first, ann)).responses).toMatchObject([{ uuid, response: 'partial', editable: false }]);
  });

  describe('when patients change [LES-13]', () => {
    test('merged: lesions and what is said of them move, with numbers after those that are taken', async () => {
      const [own, theirs] = [await make(), await make(randomUUID(), { title: 'Liver dome' }, other)];
      await link(other, theirs.uuid, randomUUID());
      await mergePatients(bench.context, bench.eva, { into: await patientOf(first), from: await patientOf(other) });
      expect((await show(first)).lesions).toMatchObject([
        { uuid: own.uuid, number: 1 },
        { uuid: theirs.uuid, number: 2, findings: [{ study: other }] },
      ]);
      expect((await link(first, theirs.uuid, randomUUID())).findings).toHaveLength(2);
    });

    test('split: a lesion goes with its studies; one of both patients is there for both', async () => {
      const [stays, goes, both] = [await make(), await make(randomUUID(), { title: 'Goes' }), await make(randomUUID(), { title: 'Both' })];
      const [m1, m2] = [randomUUID(), randomUUID()];
      await link(first, stays.uuid, randomUUID());
      await link(second, goes.uuid, randomUUID());
      await link(first, both.uuid, m1);
      await link(second, both.uuid, m2);
      await split(second);
      expect((await show(first)).lesions).toMatchObject([
        { uuid: stays.uuid, number: 1 },
        { uuid: both.uuid, number: 3, findings: [{ study: first, measurement: m1 }] },
      ]);
      const { lesions } = await show(second);
      expect(lesions).toMatchObject([
        { uuid: goes.uuid, number: 1 },
        { title: 'Both', number: 2, findings: [{ study: second, measurement: m2 }] },
      ]);
      expect(lesions[1]!.uuid).not.toBe(both.uuid);
    });

    test('a study that moves to the patient in its files brings the lesions of which nothing is said yet', async () => {
      const late = (await registerTestUpload(bench, { a: 1 })).studyUuid;
      const { uuid } = await make(randomUUID(), { title: 'Early' }, late);
      await make();
      await readFiles(late, MERLIN.patientId);
      expect((await show(first)).lesions).toMatchObject([{ number: 1 }, { uuid, number: 2, title: 'Early' }]);
    });
  });

  test('one study of a patient is the baseline, whoever chose it at whichever study [LES-17]', async () => {
    expect((await show()).baseline).toBeNull();
    expect(await compareWith(second)).toMatchObject({ study: second, version: 1, user: { name: 'Tom' } });
    expect(await compareWith(second, 0, { device: TABLET })).toMatchObject({ version: 1 });
    expect((await show(second, ann)).baseline).toMatchObject({ study: second, version: 1 });
    expect(bench.told).toHaveLength(1);
    expect(await compareWith(first, 1, { study: second, device: TABLET, caller: ann })).toMatchObject({
      version: 2,
      user: { name: 'Eva' },
    });
    expect(await compareWith(null, 2)).toMatchObject({ study: null, version: 3 });
  });

  test('a choice on an older one of another device is refused, and so is a study of another patient [LES-17]', async () => {
    await compareWith(second);
    expect(await code(compareWith(first, 0, { device: TABLET }))).toBe('conflict');
    expect(await compareWith(first, 0)).toMatchObject({ version: 2 });
    expect(await code(compareWith(other, 2))).toBe('conflict');
    expect(await code(compareWith(randomUUID(), 2))).toBe('conflict');
    expect((await show(other)).baseline).toBeNull();
  });

  test('a chosen study takes the choice along to another patient, and a deleted one leaves none [LES-13, LES-17]', async () => {
    await compareWith(second);
    await split(second);
    expect([(await show(first)).baseline, (await show(second)).baseline?.study]).toEqual([null, second]);
    await compareWith(first);
    await mergePatients(bench.context, bench.eva, { from: await patientOf(second), into: await patientOf(first) });
    // One was chosen for the patient that stays.
    expect((await show(second)).baseline).toMatchObject({ study: first, version: 1 });
    await bench.context.db.write((tx) => tx.updateTable('study').set({ deleted_at: 1 }).where('uuid', '=', first).execute());
    const { baseline } = await show(second);
    expect(baseline).toMatchObject({ study: null, version: 1 });
    expect(await compareWith(second, baseline!.version, { study: second, device: TABLET })).toMatchObject({ study: second, version: 2 });
  });
});
