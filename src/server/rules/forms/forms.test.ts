import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Form, FormAnswer, StudyForms, type AnswerContent, type FormDefinition, type SavedAnswer } from '#contract/forms.ts';
import { LIMITS } from '#contract/limits.ts';
import { FORM_TEMPLATES } from '#model/forms/templates.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { addProject, changeProjectState, changeProjectStudies, deleteProject } from '#server/rules/projects/change-project.ts';
import {
  createTestBench,
  refusalOf,
  registerTestUpload,
  type RegisteredUpload,
  type TestBench,
} from '#server/rules/uploads/uploads-test-bench.ts';
import { deleteAnswer, saveAnswer } from './answers.ts';
import { listForms, retireForm, saveForm } from './forms.ts';
import { listProjectAnswers } from './project-answers.ts';
import { formsOfStudy } from './study-forms.ts';

const [TABLET, DESK, FORM] = [randomUUID(), randomUUID(), randomUUID()];
const [PIRADS, QUALITY] = FORM_TEMPLATES as [{ title: string; definition: FormDefinition }, { title: string; definition: FormDefinition }];
const choice = (option: string) => ({ kind: 'choice' as const, options: [option] });

describe.each(TEST_ENGINES)('forms on %s', (engine) => {
  let bench: TestBench;
  let upload: RegisteredUpload;
  let study: string;
  let project: number;
  /** Not administrators, in the team of Eva, who is one. */
  let tom: Member;
  let ann: Member;

  beforeEach(async () => {
    bench = await createTestBench(engine);
    upload = await registerTestUpload(bench, { a: 1 });
    study = upload.studyUuid;
    tom = { ...bench.tom, permissions: new Set(['r:studies:detail', 'r:projects']) };
    const row = {
      email: 'ann@example.org',
      name: 'Ann',
      color: '#000000',
      password_hash: '',
      email_verified_at: null,
      platform_admin: 0,
    } as const;
    const third = await bench.context.db.write((tx) =>
      tx
        .insertInto('user')
        .values({ ...row, preferred_team_id: null, permission_version: 0, disabled_at: null, created_at: 1 })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    ann = { ...tom, userId: third.id };
    const made = await addProject(bench.context, bench.eva, {
      uuid: randomUUID(),
      name: 'Readers',
      description: '',
      label_id: null,
      members: [],
    });
    project = made.id;
    await changeProjectStudies(bench.context, bench.eva, project, { add: [study], remove: [] });
    bench.told.length = 0;
  });
  afterEach(() => bench.close());

  const define = (base = 0, { title, definition } = PIRADS, caller: Member = bench.eva, form = FORM) =>
    saveForm(bench.context, caller, { project, form }, { base, title, definition });
  const forms = (caller: Member = tom) => listForms(bench.context, caller, project);
  const content = (more: Partial<AnswerContent> = {}): AnswerContent => ({
    ...{ state: 'draft', values: { quality: choice('4') }, sources: {}, items: [] },
    ...more,
  });
  const lesion = (more: Partial<AnswerContent['items'][number]> = {}): AnswerContent['items'][number] => ({
    ...{ uuid: randomUUID(), scope: 'lesion', number: 1, place: null, values: { dwi: choice('4') }, sources: {} },
    ...more,
  });
  const save = (uuid: string, more: Partial<SavedAnswer> = {}, caller: Member = tom) =>
    saveAnswer(
      bench.context,
      caller,
      { study, uuid },
      {
        ...{ form: FORM, number: 1, read: null, aside: false, base: 0, device: DESK },
        ...content(),
        ...more,
      },
    );
  const remove = (uuid: string, caller: Member = tom) => deleteAnswer(bench.context, caller, { study, uuid });
  const ofStudy = (caller: Member = tom) => formsOfStudy(bench.context, caller, study);
  const exported = (caller: Member = bench.eva) => listProjectAnswers(bench.context, caller, { project, form: FORM, page: 1 });
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;

  it('a form is saved once, however often it is sent, and a change of it is a new version [FORM-01, FORM-02]', async () => {
    const made = await define();
    expect(Form.parse(made)).toEqual(made);
    expect(made).toMatchObject({ form: FORM, number: 1, title: 'PI-RADS v2.1', retired: false, answers: 0, user: { name: 'Eva' } });
    expect(await define()).toEqual(made);
    expect(bench.told).toHaveLength(1);
    const changed = await define(1, { ...PIRADS, title: 'PI-RADS, round 2' });
    expect(changed).toMatchObject({ number: 2, title: 'PI-RADS, round 2' });
    expect(await forms()).toEqual([changed]);
    expect(await code(define(1, QUALITY))).toBe('conflict');
    const both = await Promise.allSettled([QUALITY, { ...QUALITY, title: 'Other' }].map((each) => define(2, each)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('whoever manages the project defines its forms, while it is not finished [FORM-03]', async () => {
    await define();
    expect(await code(define(1, QUALITY, tom))).toBe('not_allowed');
    expect(await code(retireForm(bench.context, tom, { project, form: FORM }, true))).toBe('not_allowed');
    expect(await code(define(0, QUALITY, bench.ute, randomUUID()))).toBe('not_found');
    expect(await code(forms(bench.ute))).toBe('not_found');
    for (const state of ['in_progress', 'finished'] as const) await changeProjectState(bench.context, bench.eva, project, state);
    expect(await code(define(1, QUALITY))).toBe('project_finished');
  });

  it('a form whose parts do not fit together is refused, and the refusal names the field [FORM-04]', async () => {
    const definition = structuredClone(QUALITY.definition);
    definition.sections[0]!.fields[1]!.shownWhen = { field: 'usable', option: 'perhaps' };
    expect(await refusalOf(define(0, { title: 'Q', definition }))).toMatchObject({
      code: 'invalid',
      errors: { faults: [expect.any(String)] },
    });
  });

  it('a UUID names one form of a team', async () => {
    await define();
    const { id } = await addProject(bench.context, bench.eva, {
      uuid: randomUUID(),
      name: 'Other',
      description: '',
      label_id: null,
      members: [],
    });
    const elsewhere = saveForm(bench.context, bench.eva, { project: id, form: FORM }, { base: 0, ...QUALITY });
    expect(await code(elsewhere)).toBe('conflict');
    expect(await code(retireForm(bench.context, bench.eva, { project: id, form: FORM }, true))).toBe('not_found');
  });

  it('a project has a limited number of forms, and a form of versions', async () => {
    await define();
    await bench.context.db.write(async (tx) => {
      await tx.updateTable('form_version').set({ number: LIMITS.versionsPerForm }).execute();
      const rows = Array.from({ length: LIMITS.formsPerProject - 1 }, () => ({
        ...{ team_id: bench.eva.teamId, project_id: project, uuid: randomUUID(), retired_at: null, created_at: 1 },
      }));
      await tx.insertInto('form').values(rows).execute();
    });
    expect(await refusalOf(define(LIMITS.versionsPerForm, QUALITY))).toMatchObject({
      code: 'too_large',
      limit: { name: 'versionsPerForm' },
    });
    expect(await refusalOf(define(0, QUALITY, bench.eva, randomUUID()))).toMatchObject({
      ...{ code: 'too_large', limit: { name: 'formsPerProject' } },
    });
  });

  it('a study is offered the latest versions of the forms of its projects [FORM-05]', async () => {
    await define();
    const answer = await save(randomUUID());
    await define(1, { ...PIRADS, title: 'Round 2' });
    const found = await ofStudy();
    expect(StudyForms.parse(found)).toEqual(found);
    expect(found.forms.map(({ number, offered, project: { name } }) => [number, offered, name])).toEqual([
      [1, false, 'Readers'],
      [2, true, 'Readers'],
    ]);
    expect(found.answers).toEqual([answer]);
    await retireForm(bench.context, bench.eva, { project, form: FORM }, true);
    expect((await ofStudy()).forms.map(({ number, offered }) => [number, offered])).toEqual([[1, false]]);
    expect(await retireForm(bench.context, bench.eva, { project, form: FORM }, false)).toMatchObject({ retired: false, answers: 1 });
    expect((await ofStudy()).forms).toHaveLength(2);
    const other = await registerTestUpload(bench, { a: 1 }, { studyInstanceUid: '1.2.4' });
    expect(await formsOfStudy(bench.context, tom, other.studyUuid)).toEqual({ forms: [], answers: [] });
    expect(await code(ofStudy(bench.ute))).toBe('not_found');
  });

  it('an answer is saved once, however often it is sent, with its author and version [FORM-06, FORM-07]', async () => {
    await define();
    const uuid = randomUUID();
    const items = [
      lesion({
        place: { series: upload.series[0]!.uuid, slice: { grid: 'a'.repeat(64), number: 3, sop: '1.2', frame: 0, point: [4, 5.5] } },
        ...{ values: { longest: { kind: 'number', number: 8 } }, sources: { longest: randomUUID() } },
      }),
    ];
    const [first, second] = await Promise.all([save(uuid, { items }), save(uuid, { items })]);
    expect(FormAnswer.parse(first)).toEqual(first);
    expect([second, await save(uuid, { items })]).toEqual([first, first]);
    expect(first).toMatchObject({
      ...{ uuid, form: FORM, number: 1, read: null, aside: false, version: 1, state: 'draft', items, editable: true },
      ...{ user: { id: tom.userId, name: 'Tom' }, created_at: '2026-01-02 03:04:05' },
    });
    expect(bench.told).toHaveLength(2);
    expect(await save(uuid, { base: 1 })).toMatchObject({ version: 2, items: [] });
  });

  it('a change of an older version of another device is refused; a device is in no conflict with itself [FORM-08]', async () => {
    await define();
    const uuid = randomUUID();
    await save(uuid);
    await save(uuid, { base: 0, values: { quality: choice('5') } });
    expect(await code(save(uuid, { base: 1, device: TABLET }))).toBe('conflict');
    expect(await save(uuid, { base: 2, device: TABLET })).toMatchObject({ version: 3 });
    const both = await Promise.allSettled(
      [DESK, TABLET].map((device, at) => save(uuid, { base: 3, device, values: { quality: choice(`${at + 1}`) } })),
    );
    expect(both.map(({ status }) => status)).toContain('fulfilled');
  });

  it('one person has one answer to a version of a form in a read, and others aside [FORM-06, FORM-09]', async () => {
    await define();
    const read = randomUUID();
    await save(randomUUID());
    expect(await code(save(randomUUID(), { device: TABLET }))).toBe('conflict');
    await save(randomUUID(), { aside: true, device: TABLET });
    const inRead = await save(randomUUID(), { read });
    expect(await code(save(randomUUID(), { read }))).toBe('conflict');
    await save(randomUUID(), { read: randomUUID() });
    await save(randomUUID(), {}, ann);
    await remove(inRead.uuid);
    await save(randomUUID(), { read });
    await define(1, { ...PIRADS, title: 'Round 2' });
    await save(randomUUID(), { number: 2 });
    expect((await ofStudy()).answers).toHaveLength(6);
    expect((await exported()).total).toBe(5);
  });

  it('a complete answer has every field that is required [FORM-10]', async () => {
    await define();
    const uuid = randomUUID();
    expect(await refusalOf(save(uuid, { state: 'complete', items: [lesion()] }))).toMatchObject({
      ...{ code: 'invalid', errors: { values: ['It is not complete: sector.'] } },
    });
    expect(await save(uuid, { state: 'complete' })).toMatchObject({ state: 'complete' });
    expect(await code(save(uuid, { base: 1, values: { quality: choice('9') } }))).toBe('invalid');
    expect(await code(save(uuid, { base: 1, values: { other: choice('1') } }))).toBe('invalid');
  });

  it('only its author and administrators change and delete an answer [FORM-11]', async () => {
    await define();
    const { uuid } = await save(randomUUID());
    expect(await code(save(uuid, { base: 1, values: {} }, ann))).toBe('not_allowed');
    expect(await code(remove(uuid, ann))).toBe('not_allowed');
    expect(await code(remove(uuid, bench.ute))).toBe('not_found');
    expect(await code(save(randomUUID(), {}, bench.ute))).toBe('not_found');
    expect(await save(uuid, { base: 1, values: {} }, bench.eva)).toMatchObject({ user: { name: 'Tom' }, version: 2 });
    await remove(uuid, bench.eva);
    expect((await ofStudy()).answers).toEqual([]);
  });

  it('a deleted answer stays deleted, and nothing that was answered is kept [FORM-11]', async () => {
    await define();
    const { uuid } = await save(randomUUID());
    await remove(uuid);
    await remove(uuid);
    await remove(randomUUID());
    expect(await code(save(uuid, { base: 1, device: TABLET }))).toBe('answer_deleted');
    const rows = await bench.context.db.read.selectFrom('form_answer').select(['content', 'state']).execute();
    expect(rows).toEqual([{ content: '{"values":{},"sources":{},"items":[]}', state: 'draft' }]);
    await save(randomUUID());
  });

  it('an answer stays with its subject, and with series of its study', async () => {
    await define();
    await define(1, { ...PIRADS, title: 'Round 2' });
    const { uuid } = await save(randomUUID());
    expect(await code(save(uuid, { base: 1, number: 2 }))).toBe('invalid');
    expect(await code(save(uuid, { base: 1, aside: true }))).toBe('invalid');
    expect(await code(save(randomUUID(), { number: 3 }))).toBe('invalid');
    expect(await code(save(randomUUID(), { form: randomUUID() }))).toBe('invalid');
    const other = await registerTestUpload(bench, { a: 1 }, { studyInstanceUid: '1.2.4' });
    const place = { series: other.series[0]!.uuid, slice: null };
    expect(await code(save(uuid, { base: 1, items: [lesion({ place })] }))).toBe('invalid');
  });

  it('an answer that was given before arrives after the form was retired and the project finished [FORM-13]', async () => {
    await define();
    await retireForm(bench.context, bench.eva, { project, form: FORM }, true);
    for (const state of ['in_progress', 'finished'] as const) await changeProjectState(bench.context, bench.eva, project, state);
    expect(await save(randomUUID())).toMatchObject({ version: 1 });
  });

  it('a project whose forms were answered is not deleted [FORM-13]', async () => {
    await define();
    const { uuid } = await save(randomUUID());
    expect(await code(deleteProject(bench.context, bench.eva, project))).toBe('project_answered');
    await remove(uuid);
    await deleteProject(bench.context, bench.eva, project);
    expect(await bench.context.db.read.selectFrom('form').selectAll().execute()).toEqual([]);
  });

  it('all answers of a form leave by page for those who manage the project [FORM-14]', async () => {
    await define();
    const answer = await save(randomUUID());
    expect(await code(exported(tom))).toBe('not_allowed');
    expect(await code(exported(bench.ute))).toBe('not_found');
    expect(await exported()).toEqual({
      data: [{ study: { id: upload.studyId, uuid: study }, answer }],
      versions: [{ form: FORM, number: 1, title: PIRADS.title, definition: PIRADS.definition }],
      ...{ total: 1, per_page: LIMITS.answersPerPage, current_page: 1 },
    });
    await bench.context.db.write((tx) => tx.updateTable('study').set({ deleted_at: 1 }).execute());
    expect((await exported()).total).toBe(0);
  });

  it('a study has a limited number of answers', async () => {
    await define();
    const { uuid } = await save(randomUUID());
    await bench.context.db.write(async (tx) => {
      const { id: _, ...row } = await tx.selectFrom('form_answer').selectAll().executeTakeFirstOrThrow();
      const rows = Array.from({ length: LIMITS.answersPerStudy - 1 }, () => ({ ...row, uuid: randomUUID(), deleted_at: 1 }));
      for (let at = 0; at < rows.length; at += 100)
        await tx
          .insertInto('form_answer')
          .values(rows.slice(at, at + 100))
          .execute();
    });
    expect(await refusalOf(save(randomUUID(), { aside: true }))).toMatchObject({ code: 'too_large', limit: { name: 'answersPerStudy' } });
    expect(await save(uuid, { base: 1, values: {} })).toMatchObject({ version: 2 });
  });

  it('a deleted account leaves its answers without an author, a deleted study none', async () => {
    await define();
    await save(randomUUID());
    await bench.context.db.write(async (tx) => {
      await tx.updateTable('form_answer').set({ user_id: null }).execute();
      await tx.updateTable('form_version').set({ user_id: null }).execute();
    });
    expect((await ofStudy()).answers).toMatchObject([{ user: null, editable: false }]);
    expect(await forms()).toMatchObject([{ user: null }]);
    await bench.context.db.write((tx) => tx.deleteFrom('study').where('id', '=', upload.studyId).execute());
    expect(await bench.context.db.read.selectFrom('form_answer').selectAll().execute()).toEqual([]);
  });
});
