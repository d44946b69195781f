import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { createSegmentation, organizedStudy } from '#server/rules/segmentations/segmentations.ts';
import { moveTask } from '#server/rules/tasks/move-task.ts';
import { listReviews } from '#server/rules/tasks/reviews.ts';
import { createCampaignTestBench, type CampaignTestBench } from './campaigns-test-bench.ts';

describe.each(TEST_ENGINES)('reviews of reads on %s', (engine) => {
  let of: CampaignTestBench;
  let campaign: string;
  let read: { uuid: string; study: string };

  beforeEach(async () => {
    of = await createCampaignTestBench(engine);
    campaign = await of.run({ reviewer: of.rita.userId });
    read = (await of.reads(campaign, of.tom)).reads[0]!;
  });
  afterEach(() => of.bench.close());

  const reviews = async (caller: Member, state: 'open' | 'closed' = 'open') =>
    (await listReviews(of.bench.context, caller, { page: 1, list: 'mine', state, today: '2026-01-02', since: 0 })).data;
  const notices = async (user: Member) =>
    (
      await of.bench.context.db.read
        .selectFrom('notification')
        .select(['type_code as type', 'description', 'url'])
        .where('user_id', '=', user.userId)
        .orderBy('id')
        .execute()
    ).at(-1);

  async function readIt(): Promise<void> {
    await of.move(campaign, of.tom, read.uuid, 'start');
    await createSegmentation(of.bench.context, of.tom, read.study, { structure: 'liver', rbac: 0 });
    await of.move(campaign, of.tom, read.uuid, 'finish');
  }

  test('a finished read opens a review with what was drawn, and tells the reviewer [CAMP-11]', async () => {
    await readIt();
    const found = await of.bench.context.db.read.selectFrom('segmentation').select('uuid').executeTakeFirstOrThrow();
    expect(await reviews(of.rita)).toMatchObject([
      {
        ...{ kind: 'review', state: 'open', note: expect.stringMatching(/^Liver readers: case \d, reader 1$/), you: ['holder'] },
        subject: { uuid: read.study, segmentation: { uuid: found.uuid } },
      },
    ]);
    expect(await notices(of.rita)).toMatchObject({ type: 'task.assigned', description: 'Tom: review 1 study' });
    expect(await reviews(of.tom)).toEqual([]);
  });

  test('the review of a hidden repeat says so to the reviewer [CAMP-11]', async () => {
    campaign = await of.run({ reviewer: of.rita.userId, repeats: 1 });
    for (;;) {
      const next = (await of.reads(campaign, of.tom)).reads.find(({ state }) => state !== 'done');
      if (next === undefined) break;
      await of.read(campaign, of.tom, next.uuid);
    }
    const notes = (await reviews(of.rita)).map(({ note }) => note).filter((note) => note.startsWith('Liver readers'));
    const repeats = notes.filter((note) => note.endsWith(', repeat'));
    expect(repeats).toHaveLength(1);
    expect(notes).toContain(repeats[0]!.replace(', repeat', ''));
    expect(JSON.stringify(await of.reads(campaign, of.tom))).not.toContain('repeat');
  });

  test('sent back, the read is its reader’s again with the reason, and its review opens again when it is finished [CAMP-11]', async () => {
    await readIt();
    const [review] = await reviews(of.rita);
    await moveTask(of.bench.context, of.rita, review!.uuid, { act: 'finish', decision: 'changes', reason: 'The apex is missing.' });
    expect((await of.reads(campaign, of.tom)).reads.find(({ uuid }) => uuid === read.uuid)).toMatchObject({
      ...{ state: 'returned', reason: 'The apex is missing.' },
    });
    expect(await notices(of.tom)).toMatchObject({ type: 'task.returned', url: `/reviews/campaigns/${campaign}` });
    await of.read(campaign, of.tom, read.uuid);
    expect(await reviews(of.rita)).toMatchObject([{ uuid: review!.uuid, state: 'open', decision: null }]);
    await moveTask(of.bench.context, of.rita, review!.uuid, { act: 'finish', decision: 'accepted' });
    expect(await reviews(of.rita)).toEqual([]);
    expect((await of.reads(campaign, of.tom)).reads.find(({ uuid }) => uuid === read.uuid)).toMatchObject({ state: 'done', reason: '' });
  });

  test('a read that is sent back shows its own work again, and that of nobody else [CAMP-20]', async () => {
    await readIt();
    const [review] = await reviews(of.rita);
    await moveTask(of.bench.context, of.rita, review!.uuid, { act: 'finish', decision: 'changes', reason: 'Again.' });
    await of.move(campaign, of.tom, read.uuid, 'start');
    expect((await organizedStudy(of.bench.context, of.tom, read.study)).segmentations.map(({ user }) => user?.name)).toEqual(['Tom']);
  });

  test('without a reviewer no review opens', async () => {
    const other = await of.run({ blinded: false });
    const own = (await of.reads(other, of.ann)).reads[0]!;
    await of.read(other, of.ann, own.uuid);
    expect(await reviews(of.rita)).toEqual([]);
  });
});
