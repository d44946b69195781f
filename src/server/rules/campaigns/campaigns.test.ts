import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Campaign, ListedCampaign, ReadingList } from '#contract/campaigns.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import type { Member } from '#server/rules/context.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import { createCampaignTestBench, type CampaignTestBench } from './campaigns-test-bench.ts';
import { campaignFor, finishCampaign, listCampaigns, remindReaders, removeCampaign, saveCampaign, startCampaign } from './campaigns.ts';
import { moveRead } from './reads.ts';

describe.each(TEST_ENGINES)('reading campaigns on %s', (engine) => {
  let of: CampaignTestBench;
  beforeEach(async () => {
    of = await createCampaignTestBench(engine);
  });
  afterEach(() => of.bench.close());

  const context = () => of.bench.context;
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;
  const titles = async (caller: Member) => (await listCampaigns(context(), caller)).map(({ title }) => title);
  const notices = async () =>
    (await context().db.read.selectFrom('notification').select(['user_id', 'description', 'url']).orderBy('id').execute()).map(
      (row) => row,
    );

  test('a draft is seen by who made it and by administrators, and by no reader [CAMP-01]', async () => {
    const uuid = randomUUID();
    const made = await saveCampaign(context(), of.leo, uuid, of.content());
    expect(Campaign.parse(made)).toEqual(made);
    expect(made).toMatchObject({ state: 'draft', version: 1, you: ['lead'], readers: [], all_reads: [] });
    expect(await titles(of.leo)).toEqual(['Liver readers']);
    expect(await titles(of.bench.eva)).toEqual(['Liver readers']);
    expect([await titles(of.tom), await titles(of.max), await titles(of.bench.ute)]).toEqual([[], [], []]);
    expect(await code(campaignFor(context(), of.tom, uuid))).toBe('not_found');
    expect(await code(saveCampaign(context(), of.max, uuid, of.content({ base: 1, title: 'Mine' })))).toBe('not_found');
  });

  test('a draft lists its cases with their names, without studies that are gone [CAMP-32]', async () => {
    const [first, second] = of.cases.map(({ studyUuid }) => studyUuid);
    const cases = [
      { study: second!, known: true },
      { study: randomUUID(), known: false },
      { study: first!, known: false },
    ];
    const made = await saveCampaign(context(), of.leo, randomUUID(), of.content({ cases }));
    expect(made.cases).toEqual([
      { number: 1, study: second, patientName: 'Muster^2', modality: 'MR', known: true },
      { number: 3, study: first, patientName: 'Muster^1', modality: 'MR', known: false },
    ]);
    expect(made.content.cases).toEqual(cases);
  });

  test('saved twice it is there once, and a change of an older version is refused [CAMP-01]', async () => {
    const uuid = randomUUID();
    const [first, second] = await Promise.all([1, 2].map(() => saveCampaign(context(), of.leo, uuid, of.content())));
    expect(second).toEqual(first);
    expect(await saveCampaign(context(), of.leo, uuid, of.content({ base: 1, guideline: 'New.' }))).toMatchObject({
      version: 2,
      guideline_version: 2,
    });
    expect(await code(saveCampaign(context(), of.leo, uuid, of.content({ base: 1, title: 'Late' })))).toBe('conflict');
  });

  test('what is not there cannot be chosen [CAMP-02]', async () => {
    const attempt = (more: object) => refusalOf(saveCampaign(context(), of.leo, randomUUID(), of.content(more)));
    expect(await attempt({ readers: [of.bench.ute.userId] })).toMatchObject({ code: 'invalid', errors: { readers: [expect.any(String)] } });
    expect(await attempt({ readers: [of.tom.userId, of.tom.userId] })).toMatchObject({ errors: { readers: [expect.any(String)] } });
    expect(await attempt({ reviewer: of.bench.ute.userId })).toMatchObject({ errors: { reviewer: [expect.any(String)] } });
    expect(await attempt({ form: { uuid: randomUUID(), version: 1 } })).toMatchObject({ errors: { form: [expect.any(String)] } });
    expect(await attempt({ structure: 999_999 })).toMatchObject({ errors: { structure: [expect.any(String)] } });
  });

  test('it starts only with cases, readers and a result, and without a reader who leads or reviews it blinded [CAMP-02]', async () => {
    const start = async (more: object) => {
      const uuid = randomUUID();
      await saveCampaign(context(), of.leo, uuid, of.content(more));
      return Object.keys((await refusalOf(startCampaign(context(), of.leo, uuid))).errors ?? {});
    };
    expect(await start({ cases: [] })).toEqual(['cases']);
    expect(await start({ cases: [{ study: randomUUID(), known: false }] })).toEqual(['cases']);
    expect(await start({ cases: [0, 0].map((at) => ({ study: of.cases[at]!.studyUuid, known: false })) })).toEqual(['cases']);
    expect(await start({ readers: [], reads_per_case: 1 })).toEqual(['readers', 'reads_per_case']);
    expect(await start({ reads_per_case: 3 })).toEqual(['reads_per_case']);
    expect(await start({ structure: null })).toEqual(['form']);
    expect(await start({ readers: [of.tom.userId, of.leo.userId] })).toEqual(['readers']);
    expect(await start({ reviewer: of.tom.userId })).toEqual(['reviewer']);
    await of.run({ blinded: false, readers: [of.tom.userId, of.leo.userId] });
  });

  test('started, it gives each reader the cases, and tells the readers without a name of a patient [CAMP-03]', async () => {
    const uuid = randomUUID();
    await saveCampaign(context(), of.leo, uuid, of.content({ repeats: 1, due: '2026-03-01' }));
    const started = await startCampaign(context(), of.leo, uuid);
    expect(await startCampaign(context(), of.leo, uuid)).toEqual(started);
    expect(Campaign.parse(started)).toEqual(started);
    expect(
      started.all_reads
        .filter(({ reader, repeat }) => reader === 1 && !repeat)
        .map((read) => read.case)
        .toSorted(),
    ).toEqual([1, 2, 3]);
    expect(started.all_reads.filter(({ repeat }) => repeat)).toHaveLength(2);
    expect(await notices()).toEqual(
      [of.tom, of.ann].map(({ userId }) => ({
        ...{ user_id: userId, description: 'Leo: read 4 cases, due 01.03.2026', url: `/reviews/campaigns/${uuid}` },
      })),
    );
    expect(ListedCampaign.parse((await listCampaigns(context(), of.tom))[0])).toMatchObject({
      you: ['reader'],
      reads: { total: 4, done: 0 },
    });
  });

  test('a reader gets the own reads in their order, and nothing that tells of repeats, others or known cases [CAMP-04, CAMP-05]', async () => {
    const uuid = await of.run({ repeats: 1, cases: of.cases.map(({ studyUuid }) => ({ study: studyUuid, known: true })) });
    const list = await of.reads(uuid, of.tom);
    expect(ReadingList.parse(list)).toEqual(list);
    expect(list.reads.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(Object.keys(list.reads[0]!).toSorted()).toEqual([
      'number',
      'reason',
      'skipped',
      'spent_ms',
      'started_at',
      'state',
      'study',
      'uuid',
    ]);
    expect(list.campaign.reads.total).toBe(4);
    expect(JSON.stringify(list)).not.toMatch(/known|repeat|Muster/);
    expect(await code(campaignFor(context(), of.tom, uuid))).toBe('not_allowed');
    expect(await code(of.reads(uuid, of.max))).toBe('not_found');
    expect(await code(of.reads(uuid, of.leo))).toBe('not_allowed');
    const other = (await of.reads(uuid, of.ann)).reads[0]!.uuid;
    expect(await code(of.move(uuid, of.tom, other, 'start'))).toBe('not_found');
  });

  test('a read is started, skipped to the end with a reason, and finished; a move that arrives twice counts once [CAMP-06]', async () => {
    const uuid = await of.run();
    const [first, second] = (await of.reads(uuid, of.tom)).reads;
    const start = { move: randomUUID(), act: 'start' as const, spent_ms: 500 };
    const once = await moveRead(context(), of.tom, { uuid, read: first!.uuid }, start);
    expect(await moveRead(context(), of.tom, { uuid, read: first!.uuid }, start)).toEqual(once);
    expect(once).toMatchObject({ state: 'started', spent_ms: 500, started_at: expect.any(String) });
    expect(await code(moveRead(context(), of.tom, { uuid, read: first!.uuid }, { ...start, move: randomUUID(), act: 'skip' }))).toBe(
      'invalid',
    );
    await of.move(uuid, of.tom, first!.uuid, 'skip');
    expect((await of.reads(uuid, of.tom)).reads.map(({ number }) => number)).toEqual([2, 3, 1]);
    expect((await of.reads(uuid, of.tom)).reads[2]).toMatchObject({ state: 'open', skipped: 'series_missing', spent_ms: 1_500 });
    await of.read(uuid, of.tom, second!.uuid);
    expect(await code(of.move(uuid, of.tom, second!.uuid, 'start'))).toBe('task_moved');
    const { all_reads, reads } = await campaignFor(context(), of.leo, uuid);
    expect(reads).toEqual({ total: 6, done: 1, skipped: 1 });
    expect(all_reads.find((read) => read.uuid === second!.uuid)).toMatchObject({
      state: 'done',
      spent_ms: 2_000,
      finished_at: expect.any(String),
    });
  });

  test('starting another read pauses the one that is open [CAMP-06]', async () => {
    const uuid = await of.run();
    const [first, second] = (await of.reads(uuid, of.tom)).reads;
    await of.move(uuid, of.tom, first!.uuid, 'start');
    await of.move(uuid, of.tom, second!.uuid, 'start');
    expect((await of.reads(uuid, of.tom)).reads.map(({ state }) => state)).toEqual(['open', 'started', 'open']);
  });

  test('once it has started, only guideline and date change; a draft can be deleted, a campaign with reads cannot [CAMP-01]', async () => {
    const uuid = await of.run();
    expect(await saveCampaign(context(), of.leo, uuid, of.content({ base: 1, guideline: 'More.', due: '2026-05-05' }))).toMatchObject({
      guideline_version: 2,
      due: '2026-05-05',
    });
    expect(await code(saveCampaign(context(), of.leo, uuid, of.content({ base: 2, readers: [of.tom.userId] })))).toBe('campaign_started');
    expect(await code(removeCampaign(context(), of.leo, uuid))).toBe('campaign_state');
    const draft = randomUUID();
    await saveCampaign(context(), of.leo, draft, of.content());
    await removeCampaign(context(), of.leo, draft);
    await removeCampaign(context(), of.leo, draft);
    expect(await code(campaignFor(context(), of.leo, draft))).toBe('not_found');
  });

  test('finished, nothing more is read, and its readers see who led it [CAMP-07]', async () => {
    const uuid = await of.run();
    const [first] = (await of.reads(uuid, of.tom)).reads;
    expect(await finishCampaign(context(), of.leo, uuid)).toMatchObject({ state: 'finished' });
    expect(await finishCampaign(context(), of.leo, uuid)).toMatchObject({ state: 'finished' });
    expect(await code(of.move(uuid, of.tom, first!.uuid, 'start'))).toBe('campaign_state');
    expect((await of.reads(uuid, of.tom)).campaign.state).toBe('finished');
    expect(await code(startCampaign(context(), of.leo, uuid))).toBe('campaign_state');
  });

  test('an administrator who reads blinded does not lead it meanwhile [CAMP-08]', async () => {
    const eva = of.bench.eva;
    const uuid = await of.run({ readers: [of.tom.userId, eva.userId] });
    expect(await code(campaignFor(context(), eva, uuid))).toBe('not_allowed');
    expect(await code(finishCampaign(context(), eva, uuid))).toBe('not_allowed');
    expect((await listCampaigns(context(), eva))[0]).toMatchObject({ you: ['reader'], reads: { total: 3 } });
    await finishCampaign(context(), of.leo, uuid);
    expect(await campaignFor(context(), eva, uuid)).toMatchObject({ you: ['lead', 'reader'] });
  });

  test('those with reads left are reminded, once for each reminder [CAMP-09]', async () => {
    const uuid = await of.run();
    for (const { uuid: read } of (await of.reads(uuid, of.ann)).reads) await of.read(uuid, of.ann, read);
    const asked = { reminder: randomUUID(), readers: [1, 2] };
    const before = (await notices()).length;
    expect(await remindReaders(context(), of.leo, uuid, asked)).toEqual({ told: 1 });
    await remindReaders(context(), of.leo, uuid, asked);
    expect((await notices()).slice(before)).toMatchObject([{ user_id: of.tom.userId, description: 'Leo: read 3 cases' }]);
    expect(await code(remindReaders(context(), of.tom, uuid, asked))).toBe('not_allowed');
  });
});
