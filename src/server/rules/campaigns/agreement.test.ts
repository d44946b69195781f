import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Agreement } from '#contract/campaigns.ts';
import type { FormDefinition } from '#contract/forms.ts';
import { kappaOf } from '#model/campaigns/kappa.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { saveAnswer } from '#server/rules/forms/answers.ts';
import { saveForm } from '#server/rules/forms/forms.ts';
import { addProject } from '#server/rules/projects/change-project.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import { agreementOf } from './agreement.ts';
import { createCampaignTestBench, type CampaignTestBench } from './campaigns-test-bench.ts';

const SCORES: FormDefinition = {
  sections: [
    {
      scope: 'study',
      title: 'Quality',
      fields: [
        {
          ...{ key: 'quality', label: 'Image quality', hint: '', code: null, required: true, shownWhen: null },
          ...{ kind: 'choice', several: false, rule: null },
          options: ['1', '2', '3', '4', '5'].map((text) => ({ key: text, text, code: null })),
        },
      ],
    },
  ],
};

describe.each(TEST_ENGINES)('agreement of a campaign on %s', (engine) => {
  let of: CampaignTestBench;
  let form: string;
  beforeEach(async () => {
    of = await createCampaignTestBench(engine);
    form = randomUUID();
    const { id } = await addProject(of.bench.context, of.bench.eva, {
      ...{ uuid: randomUUID(), name: 'Readers', description: '', label_id: null, members: [] },
    });
    await saveForm(of.bench.context, of.bench.eva, { project: id, form }, { base: 0, title: 'Quality', definition: SCORES });
  });
  afterEach(() => of.bench.close());

  const answer = (by: Member, study: string, option: string, read: string | null) =>
    saveAnswer(
      of.bench.context,
      by,
      { study, uuid: randomUUID() },
      {
        ...{ form, number: 1, read, aside: false, base: 0, device: randomUUID(), state: 'complete', sources: {}, items: [] },
        values: { quality: { kind: 'choice', options: [option] } },
      },
    );

  /** By the number of the case. */
  async function readAll(campaign: string, by: Member, options: readonly string[]): Promise<void> {
    for (const { uuid, study } of (await of.reads(campaign, by)).reads) {
      const option = options[of.cases.findIndex(({ studyUuid }) => studyUuid === study)]!;
      await of.move(campaign, by, uuid, 'start');
      await answer(by, study, option, uuid);
      await of.move(campaign, by, uuid, 'finish');
    }
  }

  const run = (more = {}) => of.run({ structure: null, form: { uuid: form, version: 1 }, ...more });

  test('is that of a table computed by hand, and names the cases to talk about [CAMP-15, CAMP-16]', async () => {
    const campaign = await run();
    await readAll(campaign, of.tom, ['4', '2', '5']);
    await readAll(campaign, of.ann, ['4', '5', '5']);
    const found = await agreementOf(of.bench.context, of.leo, campaign);
    expect(Agreement.parse(found)).toEqual(found);
    // 2 of 3 alike; by chance 1/3 * 1/3 for 4, 1/3 * 2/3 for 5.
    expect(found.fields).toMatchObject([
      {
        key: 'quality',
        title: 'Image quality',
        between: { value: expect.closeTo((2 / 3 - 1 / 3) / (1 - 1 / 3), 12), cases: 3 },
        same: { value: null, cases: 0 },
      },
    ]);
    const pairs = [
      ['4', '4'],
      ['2', '5'],
      ['5', '5'],
    ] as const;
    expect(found.fields[0]!.weighted!.value).toBeCloseTo(kappaOf(pairs, ['1', '2', '3', '4', '5'])!, 12);
    expect(found.fields[0]!.days).toHaveLength(1);
    expect(found.cases).toEqual([
      { case: 2, study: of.cases[1]!.studyUuid, about: { kind: 'values', title: 'Image quality', values: ['2', '5'] } },
    ]);
  });

  test('has only finished reads, and skipped cases with their reasons', async () => {
    const campaign = await run();
    const [first, second] = (await of.reads(campaign, of.tom)).reads;
    await of.move(campaign, of.tom, first!.uuid, 'start');
    await answer(of.tom, first!.study, '4', first!.uuid);
    await of.move(campaign, of.tom, second!.uuid, 'skip');
    const { fields, cases } = await agreementOf(of.bench.context, of.leo, campaign);
    expect(fields).toMatchObject([{ between: { value: null, cases: 0 }, days: [] }]);
    expect(cases).toEqual([{ case: expect.any(Number), study: second!.study, about: { kind: 'skipped', reasons: ['series_missing'] } }]);
  });

  test('compares readers with what whoever leads it answered to the known cases [CAMP-15]', async () => {
    await answer(of.leo, of.cases[0]!.studyUuid, '4', null);
    await answer(of.leo, of.cases[1]!.studyUuid, '1', null);
    const campaign = await run({ cases: of.cases.map(({ studyUuid }, at) => ({ study: studyUuid, known: at < 2 })) });
    await readAll(campaign, of.tom, ['4', '1', '2']);
    await readAll(campaign, of.ann, ['4', '3', '2']);
    const { fields } = await agreementOf(of.bench.context, of.leo, campaign);
    expect(fields[0]!.known).toEqual([
      { reader: 1, cases: 2, right: 2 },
      { reader: 2, cases: 2, right: 1 },
    ]);
  });

  test('compares the second read of a case with the first one of its reader', async () => {
    const campaign = await run({ readers: [of.tom.userId], reads_per_case: 1, repeats: 1 });
    await readAll(campaign, of.tom, ['4', '2', '5']);
    expect((await agreementOf(of.bench.context, of.leo, campaign)).fields[0]!.same).toMatchObject({ cases: 1 });
  });

  test('is for whoever leads or reviews the campaign [CAMP-08]', async () => {
    const campaign = await run({ reviewer: of.rita.userId });
    const code = async (caller: Member) => (await refusalOf(agreementOf(of.bench.context, caller, campaign))).code;
    expect([await code(of.tom), await code(of.max)]).toEqual(['not_allowed', 'not_found']);
    expect((await agreementOf(of.bench.context, of.rita, campaign)).fields).toHaveLength(1);
  });
});
