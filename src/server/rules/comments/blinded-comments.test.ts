import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SavedComment } from '#contract/comments.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createCampaignTestBench, type CampaignTestBench } from '#server/rules/campaigns/campaigns-test-bench.ts';
import { finishCampaign } from '#server/rules/campaigns/campaigns.ts';
import type { Member } from '#server/rules/context.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import { deleteComment, listComments, resolveComment, saveComment } from './comments.ts';

const DEVICE = randomUUID();

describe.each(TEST_ENGINES)('comments in blinded reads on %s', (engine) => {
  let of: CampaignTestBench;
  let campaign: string;
  let study: string;
  let read: string;

  beforeEach(async () => {
    of = await createCampaignTestBench(engine);
    study = of.cases[0]!.studyUuid;
  });
  afterEach(() => of.bench.close());

  async function run(): Promise<void> {
    campaign = await of.run();
    read = (await of.reads(campaign, of.tom)).reads.find((one) => one.study === study)!.uuid;
  }
  const save = (by: Member, text: string, more: Partial<SavedComment> & { uuid?: string } = {}) => {
    of.bench.clock.now += 1_000;
    const { uuid = randomUUID(), ...rest } = more;
    const place = { pin: null, segmentation: null, segment: null, task: null };
    return saveComment(
      of.bench.context,
      by,
      { study, uuid },
      { base: 0, device: DEVICE, thread: uuid, ...place, text, mentions: [], ...rest },
    );
  };
  const texts = async (caller: Member) => (await listComments(of.bench.context, caller, study)).map(({ text }) => text);
  const noticed = async () =>
    (await of.bench.context.db.read.selectFrom('notification').select(['user_id', 'type_code']).execute()).filter(
      ({ type_code }) => type_code === 'review.add.comment',
    );

  test('a reader sees only the own comments of the present read, and answers only those [COM-13]', async () => {
    const earlier = await save(of.tom, 'earlier');
    const other = await save(of.ann, 'hers');
    await run();
    expect(await texts(of.tom)).toEqual([]);
    await of.move(campaign, of.tom, read, 'start');
    expect(await texts(of.tom)).toEqual([]);
    const mine = await save(of.tom, 'mine');
    await save(of.tom, 'and more', { thread: mine.uuid });
    await save(of.leo, 'from outside', { thread: mine.uuid });
    expect(await texts(of.tom)).toEqual(['mine', 'and more']);
    expect((await refusalOf(save(of.tom, 'to hers', { thread: other.uuid }))).code).toBe('invalid');
    expect((await refusalOf(resolveComment(of.bench.context, of.tom, { study, uuid: other.uuid }, true))).code).toBe('not_found');
    expect(await texts(of.leo)).toEqual(['earlier', 'hers', 'mine', 'and more', 'from outside']);
    await finishCampaign(of.bench.context, of.leo, campaign);
    expect(await texts(of.tom)).toEqual(['earlier', 'hers', 'mine', 'and more', 'from outside']);
    expect(earlier.number).toBe(1);
  });

  test('what was written in a read arrives after it, twice as well, and stays out of sight until the campaign ends [COM-13]', async () => {
    await run();
    await of.move(campaign, of.tom, read, 'start');
    const first = await save(of.tom, 'mine');
    await of.move(campaign, of.tom, read, 'finish');
    const late = await save(of.tom, 'late', { thread: first.uuid });
    expect(await save(of.tom, 'late', { uuid: late.uuid, thread: first.uuid })).toEqual(late);
    await deleteComment(of.bench.context, of.tom, { study, uuid: late.uuid });
    expect(await texts(of.tom)).toEqual([]);
    expect(await texts(of.leo)).toEqual(['mine']);
  });

  test('a reader is not told of a mention by somebody else [COM-11, COM-13]', async () => {
    await run();
    await of.move(campaign, of.tom, read, 'start');
    await save(of.leo, '@Tom', { mentions: [of.tom.userId, of.rita.userId] });
    expect(await noticed()).toEqual([{ user_id: of.rita.userId, type_code: 'review.add.comment' }]);
  });
});
