import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createCampaignTestBench, type CampaignTestBench } from '#server/rules/campaigns/campaigns-test-bench.ts';
import { finishCampaign } from '#server/rules/campaigns/campaigns.ts';
import { changesSince } from '#server/rules/changes.ts';
import { listStudies } from '#server/rules/studies/list-studies.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import { findingsOf, listFindings, markFinding } from './findings.ts';

/** [Note: Blinded reads] */
describe.each(TEST_ENGINES)('findings of a case that is read blinded, on %s', (engine) => {
  let of: CampaignTestBench;
  let campaign: string;
  let study: string;
  const [gap, twice] = [randomUUID(), randomUUID()];

  beforeEach(async () => {
    of = await createCampaignTestBench(engine);
    const [first, second] = of.cases;
    study = first!.studyUuid;
    const row = { study_id: first!.studyId, version: 1, mark: null, reason: '', marked_by: null, marked_at: null, created_at: 1 };
    await of.bench.context.db.write((tx) =>
      tx
        .insertInto('finding')
        .values([
          {
            ...{ ...row, uuid: gap, series_id: first!.series[0]!.id, other_study_id: null, place: 'gap', severity: 'error' },
            ...{ code: 'missing-slices', said: JSON.stringify({ code: 'missing-slices', missing: 1, present: 9, stepMm: 2 }) },
          },
          {
            ...{ ...row, uuid: twice, series_id: null, other_study_id: second!.studyId, place: 'twice', severity: 'warning' },
            ...{ code: 'duplicate-images', said: JSON.stringify({ code: 'duplicate-images', images: 1, of: 1 }) },
          },
        ])
        .execute(),
    );
    const accepted = { version: 1, mark: 'accepted', reason: 'As in the first read.' } as const;
    await markFinding(of.bench.context, of.max, { study, uuid: gap }, accepted);
    campaign = await of.run();
  });
  afterEach(() => of.bench.close());

  const context = () => of.bench.context;
  const found = async () => (await findingsOf(context(), of.tom, study)).map(({ uuid, mark }) => [uuid, mark?.as ?? null]);
  const listed = async (mark: 'open' | 'accepted') =>
    (await listFindings(context(), of.tom, { page: 1, mark })).data.map(({ uuid }) => uuid);

  test('are those of its images, without marks and without other studies, and are not marked [QIN-14]', async () => {
    expect(await found()).toEqual([[gap, null]]);
    expect([await listed('open'), await listed('accepted')]).toEqual([[gap], []]);
    expect((await listStudies(context(), of.tom, { page: 1, finding: 'missing-slices' })).total).toBe(1);
    expect((await listStudies(context(), of.tom, { page: 1, finding: 'duplicate-images' })).total).toBe(0);
    const seen = { version: 1, mark: 'seen', reason: '' } as const;
    expect((await refusalOf(markFinding(context(), of.tom, { study, uuid: gap }, seen))).code).toBe('case_of_campaign');
    expect((await refusalOf(markFinding(context(), of.tom, { study, uuid: twice }, seen))).code).toBe('not_found');
    const { changes } = await changesSince(context().db.read, of.tom, 0);
    expect(changes.map(({ kind }) => kind)).not.toContain('finding');
  });

  test('are as before for others, and for the reader once the campaign has finished [QIN-14]', async () => {
    const all = [
      [gap, 'accepted'],
      [twice, null],
    ];
    expect((await findingsOf(context(), of.leo, study)).map(({ uuid, mark }) => [uuid, mark?.as ?? null])).toEqual(all);
    expect((await listStudies(context(), of.leo, { page: 1, finding: 'missing-slices' })).total).toBe(0);
    await finishCampaign(context(), of.leo, campaign);
    expect(await found()).toEqual(all);
    expect([await listed('open'), await listed('accepted')]).toEqual([[twice], [gap]]);
  });
});
