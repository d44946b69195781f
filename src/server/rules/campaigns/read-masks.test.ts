import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Agreement } from '#contract/campaigns.ts';
import type { Grid } from '#contract/grids.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { storeGrid } from '#server/rules/segmentations/grids.ts';
import { createSegment } from '#server/rules/segmentations/segments.ts';
import { createSegmentation } from '#server/rules/segmentations/segmentations.ts';
import { moveTask } from '#server/rules/tasks/move-task.ts';
import { listReviews } from '#server/rules/tasks/reviews.ts';
import { agreementOf } from './agreement.ts';
import { createCampaignTestBench, type CampaignTestBench } from './campaigns-test-bench.ts';

const SIZE = [40, 36, 4] as const;
const GRID: Grid = {
  ...{ version: 1, step: [0, 0, 3], noVolume: null },
  planes: [{ columns: SIZE[0], rows: SIZE[1], spacing: [1, 1], orientation: [1, 0, 0, 0, 1, 0], frameOfReference: '1.2' }],
  slices: Array.from({ length: SIZE[2] }, (_, frame) => ({ sop: '', frame, plane: 0, position: [0, 0, frame * 3] })),
};

describe.each(TEST_ENGINES)('masks of the reads of a campaign on %s', (engine) => {
  let of: CampaignTestBench;
  beforeEach(async () => {
    of = await createCampaignTestBench(engine);
  });
  afterEach(() => of.bench.close());

  /** A segmentation with a segment, as if it had so many operations. */
  async function draw(by: Member, study: string, last: number, structure = 'liver'): Promise<string> {
    of.bench.clock.now += 1_000;
    const { id, uuid } = await createSegmentation(of.bench.context, by, study, { structure, rbac: 0 });
    await createSegment(of.bench.context, by, { study, ref: uuid }, { title: 'Lesion' });
    const series = of.cases.find((each) => each.studyUuid === study)!.series[0]!.id;
    await of.bench.context.db.write(async (tx) => {
      const hash = await storeGrid(tx, { seriesId: series, grid: GRID, now: of.bench.clock.now });
      const drawn = last === 0 ? {} : { series_id: series, grid_hash: hash };
      await tx
        .updateTable('segmentation')
        .set({ ...drawn, operation_number: last })
        .where('id', '=', id)
        .execute();
    });
    return uuid;
  }
  const readsOfCase = async (campaign: string, by: Member, at = 0) =>
    (await of.reads(campaign, by)).reads.filter(({ study }) => study === of.cases[at]!.studyUuid).toSorted((a, b) => a.number - b.number);
  async function read(campaign: string, by: Member, uuid: string, study: string, ...numbers: number[]): Promise<string[]> {
    await of.move(campaign, by, uuid, 'start');
    const made: string[] = [];
    for (const last of numbers) made.push(await draw(by, study, last));
    await of.move(campaign, by, uuid, 'finish');
    return made;
  }
  /** The review that was opened first. */
  async function sendBack(): Promise<void> {
    const { data } = await listReviews(of.bench.context, of.rita, { page: 1, list: 'mine', state: 'open', today: '2026-01-02', since: 0 });
    const first = data.toSorted((a, b) => a.created_at.localeCompare(b.created_at))[0]!;
    await moveTask(of.bench.context, of.rita, first.uuid, { act: 'finish', decision: 'changes', reason: 'The apex is missing.' });
  }
  const found = async (campaign: string, caller = of.leo) => {
    const agreement = await agreementOf(of.bench.context, caller, campaign);
    expect(Agreement.parse(agreement)).toEqual(agreement);
    expect(agreement.masks).toEqual([]);
    return agreement.read_masks!;
  };

  test('are those that a reader has made in it, with their grid and segments [CAMP-17]', async () => {
    const study = of.cases[0]!.studyUuid;
    await draw(of.tom, study, 9);
    const campaign = await of.run();
    const [first] = await readsOfCase(campaign, of.tom);
    await of.move(campaign, of.tom, first!.uuid, 'start');
    await draw(of.tom, study, 7, 'spleen');
    await draw(of.tom, study, 0);
    const made = await draw(of.tom, study, 5);
    expect(await found(campaign)).toEqual([]);
    await of.move(campaign, of.tom, first!.uuid, 'finish');
    expect(await found(campaign)).toMatchObject([
      {
        ...{ case: 1, study, reader: 1, repeat: false, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), missing: null },
        mask: { segmentation: made, last: 5, grid: { size: SIZE }, segments: [{ title: 'Lesion', value: 1 }] },
      },
    ]);
  });

  test('are told apart when the same reader reads a case twice [CAMP-17]', async () => {
    const campaign = await of.run({ readers: [of.tom.userId], reads_per_case: 1, repeats: 1, reviewer: of.rita.userId });
    const { reads } = await of.reads(campaign, of.tom);
    const { study } = reads.find((one) => reads.filter((other) => other.study === one.study).length === 2)!;
    const [first, second] = reads.filter((one) => one.study === study);
    const [one] = await read(campaign, of.tom, first!.uuid, study, 3);
    const [other] = await read(campaign, of.tom, second!.uuid, study, 4);
    expect((await found(campaign)).map(({ repeat, mask }) => [repeat, mask!.segmentation])).toEqual([
      [false, one],
      [true, other],
    ]);
    // The first one is sent back after the second: it is drawn anew, and nobody knows which of both counts.
    await sendBack();
    await read(campaign, of.tom, first!.uuid, study, 5);
    expect((await found(campaign)).map(({ repeat, missing }) => [repeat, missing])).toEqual([
      [false, 'several'],
      [true, null],
    ]);
  });

  test('are empty or missing where nothing was drawn [CAMP-17]', async () => {
    const campaign = await of.run();
    const study = of.cases[0]!.studyUuid;
    const [ofTom, ofAnn] = [(await readsOfCase(campaign, of.tom))[0]!, (await readsOfCase(campaign, of.ann))[0]!];
    const [empty] = await read(campaign, of.tom, ofTom.uuid, study, 0);
    await read(campaign, of.ann, ofAnn.uuid, study);
    expect(await found(campaign)).toMatchObject([
      { reader: 1, mask: { segmentation: empty, last: 0, grid: null }, missing: null },
      { reader: 2, mask: null, missing: 'none' },
    ]);
  });

  test('come with the one that whoever leads it has drawn on a known case, as far as the caller may see it [CAMP-17]', async () => {
    const study = of.cases[0]!.studyUuid;
    const known = await draw(of.leo, study, 6);
    await draw(of.max, study, 6);
    const cases = of.cases.map(({ studyUuid }, at) => ({ study: studyUuid, known: at < 2 }));
    const campaign = await of.run({ cases, reviewer: of.rita.userId });
    expect(await found(campaign)).toMatchObject([
      { case: 1, reader: null, repeat: false, day: null, mask: { segmentation: known, last: 6 }, missing: null },
      { case: 2, reader: null, mask: null, missing: 'none' },
    ]);
    // Nobody has shared it with the reviewer.
    expect((await found(campaign, of.rita)).map(({ missing }) => missing)).toEqual(['none', 'none']);
  });
});
