import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SavedAnswer } from '#contract/forms.ts';
import { FORM_TEMPLATES } from '#model/forms/templates.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createCampaignTestBench, type CampaignTestBench } from '#server/rules/campaigns/campaigns-test-bench.ts';
import { finishCampaign } from '#server/rules/campaigns/campaigns.ts';
import type { Member } from '#server/rules/context.ts';
import { addProject } from '#server/rules/projects/change-project.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import { deleteAnswer, saveAnswer } from './answers.ts';
import { listForms, saveForm } from './forms.ts';
import { listProjectAnswers } from './project-answers.ts';
import { formsOfStudy } from './study-forms.ts';

const FORM = randomUUID();
const [PIRADS] = FORM_TEMPLATES;

describe.each(TEST_ENGINES)('answers in reads on %s', (engine) => {
  let of: CampaignTestBench;
  let campaign: string;
  let project: number;
  let study: string;

  beforeEach(async () => {
    of = await createCampaignTestBench(engine);
    study = of.cases[0]!.studyUuid;
    const made = await addProject(context(), of.bench.eva, { uuid: randomUUID(), name: 'P', description: '', label_id: null, members: [] });
    project = made.id;
    await saveForm(context(), of.bench.eva, { project, form: FORM }, { base: 0, ...PIRADS! });
    await save(of.max, null);
    campaign = await of.run({
      form: { uuid: FORM, version: 1 },
      readers: [of.tom.userId, of.ann.userId, of.bench.eva.userId],
      reads_per_case: 3,
    });
  });
  afterEach(() => of.bench.close());

  const context = () => of.bench.context;
  const readOf = async (reader: Member) => (await of.reads(campaign, reader)).reads.find((one) => one.study === study)!.uuid;
  const save = (by: Member, read: string | null, more: Partial<SavedAnswer> = {}, uuid: string = randomUUID()) => {
    of.bench.clock.now += 1_000;
    return saveAnswer(
      context(),
      by,
      { study, uuid },
      {
        ...{ form: FORM, number: 1, read, aside: false, base: 0, device: '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c31' },
        ...{ state: 'complete', values: { quality: { kind: 'choice', options: ['4'] } }, sources: {}, items: [] },
        ...more,
      },
    );
  };
  const seen = async (caller: Member) => (await formsOfStudy(context(), caller, study)).answers.map(({ user }) => user?.name);

  test('a blinded reader sees of a case only the answer of the present read, also as an administrator [FORM-18, CAMP-20]', async () => {
    const { eva } = of.bench;
    expect([await seen(of.tom), await seen(eva), await seen(of.leo)]).toEqual([[], [], ['Max']]);
    await of.move(campaign, of.tom, await readOf(of.tom), 'start');
    await save(of.tom, await readOf(of.tom));
    await of.move(campaign, of.ann, await readOf(of.ann), 'start');
    await save(of.ann, await readOf(of.ann));
    expect([await seen(of.tom), await seen(of.ann), await seen(eva)]).toEqual([['Tom'], ['Ann'], []]);
    const managed = { ...eva, permissions: new Set([...eva.permissions, 'r:projects' as const]) };
    const exported = () => listProjectAnswers(context(), managed, { project, form: FORM, page: 1 });
    expect([(await exported()).total, (await listForms(context(), managed, project))[0]!.answers]).toEqual([0, 0]);
    await finishCampaign(context(), of.leo, campaign);
    expect([(await exported()).total, (await listForms(context(), managed, project))[0]!.answers]).toEqual([3, 3]);
    expect((await seen(of.tom)).toSorted()).toEqual(['Ann', 'Max', 'Tom']);
  });

  test('the form of a campaign comes with its case in the version of the campaign, whatever projects offer [FORM-18]', async () => {
    await saveForm(context(), of.bench.eva, { project, form: FORM }, { base: 1, ...PIRADS!, title: 'Round 2' });
    const versions = async (caller: Member) =>
      (await formsOfStudy(context(), caller, study)).forms.map(({ number, offered }) => [number, offered]);
    expect(await versions(of.tom)).toEqual([[1, false]]);
    await finishCampaign(context(), of.leo, campaign);
    await context().db.write((tx) => tx.deleteFrom('form_answer').execute());
    expect(await versions(of.tom)).toEqual([]);
  });

  test('the complete answer of a finished read is closed, also for administrators; a draft is not [FORM-12]', async () => {
    const read = await readOf(of.tom);
    await of.move(campaign, of.tom, read, 'start');
    const { uuid } = await save(of.tom, read);
    expect(await save(of.tom, read, { base: 1, values: { quality: { kind: 'choice', options: ['5'] } } }, uuid)).toMatchObject({
      version: 2,
    });
    await of.move(campaign, of.tom, read, 'finish');
    const change = { base: 2, state: 'draft', values: {} } as const;
    const admin = { ...of.rita, permissions: of.bench.eva.permissions };
    for (const caller of [of.tom, admin]) {
      expect((await refusalOf(save(caller, read, change, uuid))).code).toBe('read_closed');
      expect((await refusalOf(deleteAnswer(context(), caller, { study, uuid }))).code).toBe('read_closed');
    }
    const other = await readOf(of.ann);
    await of.move(campaign, of.ann, other, 'start');
    const draft = await save(of.ann, other, { state: 'draft' });
    await of.move(campaign, of.ann, other, 'finish');
    expect(await save(of.ann, other, { base: 1 }, draft.uuid)).toMatchObject({ version: 2, state: 'complete' });
  });
});
