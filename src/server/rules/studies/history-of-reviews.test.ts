import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StudyHistory } from '#contract/study-history.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createCampaignTestBench, type CampaignTestBench } from '#server/rules/campaigns/campaigns-test-bench.ts';
import type { Member } from '#server/rules/context.ts';
import { moveTask } from '#server/rules/tasks/move-task.ts';
import { listReviews } from '#server/rules/tasks/reviews.ts';
import { studyHistory } from './study-history.ts';

describe.each(TEST_ENGINES)('reviews in the history of a study on %s', (engine) => {
  let of: CampaignTestBench;
  let campaign: string;
  let read: { uuid: string; study: string };
  beforeEach(async () => {
    of = await createCampaignTestBench(engine);
    campaign = await of.run({ reviewer: of.rita.userId });
    read = (await of.reads(campaign, of.tom)).reads[0]!;
  });
  afterEach(() => of.bench.close());

  const trail = { records: async () => [], timeOf: async () => undefined };
  const entries = async (caller: Member, search?: string) => {
    const history = await studyHistory(of.bench.context.db.read, caller, read.study, { search }, trail);
    expect(StudyHistory.parse(history)).toEqual(history);
    return history.data.filter(({ kind }) => kind.startsWith('review')).map(({ kind, user, reason }) => [kind, user?.name, reason]);
  };
  async function decide(decided: { decision: 'accepted' | 'changes'; reason?: string }): Promise<void> {
    await of.read(campaign, of.tom, read.uuid);
    const asked = { page: 1, list: 'mine', state: 'open', today: '2026-01-02', since: 0 } as const;
    const [review] = (await listReviews(of.bench.context, of.rita, asked)).data;
    of.bench.clock.now += 60_000;
    await moveTask(of.bench.context, of.rita, review!.uuid, { act: 'finish', ...decided });
  }

  test('are what they decided, with the reason, newest first, and are found by it [LIST-035, LIST-056]', async () => {
    await decide({ decision: 'changes', reason: 'The apex is missing.' });
    await decide({ decision: 'accepted' });
    const changes = ['review_changes', 'Rita', 'The apex is missing.'];
    expect(await entries(of.leo)).toEqual([['review_accepted', 'Rita', undefined], changes]);
    expect(await entries(of.rita)).toHaveLength(2);
    expect(await entries(of.leo, 'apex')).toEqual([changes]);
  });

  test('are hidden from a blinded reader, until the campaign is finished [CAMP-24]', async () => {
    await decide({ decision: 'accepted' });
    expect(await entries(of.ann)).toEqual([]);
    expect(await entries(of.tom)).toEqual([]);
    await of.bench.context.db.write((tx) => tx.updateTable('campaign').set({ state: 'finished' }).execute());
    expect(await entries(of.ann)).toHaveLength(1);
  });
});
