import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { changesSince } from '#server/rules/changes.ts';
import type { Member } from '#server/rules/context.ts';
import { findFollowUp } from '#server/rules/lesions/follow-up.ts';
import { saveBaseline } from '#server/rules/lesions/save-baseline.ts';
import { saveLesion } from '#server/rules/lesions/save-lesion.ts';
import { saveResponse } from '#server/rules/lesions/save-response.ts';
import { mergePatients } from '#server/rules/patients/merge-patients.ts';
import { listMeasurements, saveMeasurement } from '#server/rules/measurements/measurements.ts';
import { mayFollowMask } from '#server/rules/masks/operations.ts';
import { createSegmentation, organizedStudy } from '#server/rules/segmentations/segmentations.ts';
import { assignTasks } from '#server/rules/tasks/assign-tasks.ts';
import { listMoves, oneTask } from '#server/rules/tasks/task-moves.ts';
import { listTasks } from '#server/rules/tasks/tasks.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import { createCampaignTestBench, type CampaignTestBench } from './campaigns-test-bench.ts';
import { finishCampaign } from './campaigns.ts';

describe.each(TEST_ENGINES)('blinded reads on %s', (engine) => {
  let of: CampaignTestBench;
  let campaign: string;
  /** The first case of Tom, and his read of it. */
  let study: string;
  let read: string;

  beforeEach(async () => {
    of = await createCampaignTestBench(engine);
    const [first] = of.cases;
    study = first!.studyUuid;
    await draw(of.max, 'before');
    campaign = await of.run({
      cases: [{ study, known: false }, ...of.cases.slice(1).map(({ studyUuid }) => ({ study: studyUuid, known: false }))],
    });
    read = await readOf(of.tom);
  });
  afterEach(() => of.bench.close());

  const context = () => of.bench.context;
  const readOf = async (reader: Member) => (await of.reads(campaign, reader)).reads.find((one) => one.study === study)!.uuid;

  /** A segmentation that is shared with everybody in the test, and a measurement. */
  async function draw(by: Member, text: string): Promise<void> {
    of.bench.clock.now += 1_000;
    const { id } = await createSegmentation(context(), by, study, { structure: 'liver', rbac: 1 });
    await context().db.write(async (tx) => {
      for (const { userId } of [of.tom, of.ann, of.rita, of.leo].filter((one) => one.userId !== by.userId))
        await tx
          .insertInto('segmentation_member')
          .values({ segmentation_id: id, team_id: by.teamId, user_id: userId, role_id: 2, created_at: 1 })
          .execute();
    });
    await saveMeasurement(
      context(),
      by,
      { study, uuid: randomUUID() },
      {
        ...{ base: 0, device: randomUUID(), series: of.cases[0]!.series[0]!.uuid, grid: 'a'.repeat(64), slice: 0, sop: '1.2', frame: 0 },
        ...{ kind: 'point', points: [[1, 2]], text, measured: { values: {}, scale: 'patient', unit: null } },
      },
    );
  }

  /** Authors of what the caller sees: segmentations, then measurements. */
  async function seen(caller: Member): Promise<(string | undefined)[][]> {
    const { segmentations } = await organizedStudy(context(), caller, study);
    const measurements = await listMeasurements(context(), caller, study);
    return [segmentations.map(({ user }) => user?.name), measurements.map(({ user }) => user?.name)].map((names) => names.toSorted());
  }

  test('a reader sees nothing of a case before it is read, and only the own work of this read while it is read [CAMP-20]', async () => {
    expect(await seen(of.tom)).toEqual([[], []]);
    await of.move(campaign, of.tom, read, 'start');
    expect(await seen(of.tom)).toEqual([[], []]);
    await draw(of.tom, 'mine');
    await of.move(campaign, of.ann, await readOf(of.ann), 'start');
    await draw(of.ann, 'hers');
    expect(await seen(of.tom)).toEqual([['Tom'], ['Tom']]);
    expect(await seen(of.ann)).toEqual([['Ann'], ['Ann']]);
    await of.move(campaign, of.tom, read, 'finish');
    expect(await seen(of.tom)).toEqual([[], []]);
  });

  test('whoever leads or does not read sees the work as before, and readers do once the campaign has finished [CAMP-20]', async () => {
    await of.move(campaign, of.tom, read, 'start');
    await draw(of.tom, 'mine');
    expect(await seen(of.leo)).toEqual([
      ['Max', 'Tom'],
      ['Max', 'Tom'],
    ]);
    await finishCampaign(context(), of.leo, campaign);
    expect(await seen(of.tom)).toEqual([
      ['Max', 'Tom'],
      ['Max', 'Tom'],
    ]);
  });

  test('the second read of a case does not show the first one [CAMP-21]', async () => {
    const more = await of.run({ repeats: 3, readers: [of.tom.userId], reads_per_case: 1 });
    await finishCampaign(context(), of.leo, campaign);
    const { reads } = await of.reads(more, of.tom);
    const [twice] = [...Map.groupBy(reads, (one) => one.study)].find(([, both]) => both.length === 2)!;
    study = twice;
    const [first, second] = reads.filter((one) => one.study === twice);
    of.cases.sort((a) => (a.studyUuid === twice ? -1 : 1));
    await of.move(more, of.tom, first!.uuid, 'start');
    await draw(of.tom, 'first');
    expect(await seen(of.tom)).toEqual([['Tom'], ['Tom']]);
    await of.move(more, of.tom, first!.uuid, 'finish');
    await of.move(more, of.tom, second!.uuid, 'start');
    expect(await seen(of.tom)).toEqual([[], []]);
  });

  test('of lesions, responses and the baseline a reader sees the own ones of this read, at every study of the patient [CAMP-20, LES-16]', async () => {
    const other = of.cases[1]!.studyUuid;
    const patients = await context()
      .db.read.selectFrom('study')
      .innerJoin('patient', 'patient.id', 'study.patient_id')
      .selectAll('patient')
      .select('study.uuid as of')
      .execute();
    const patientOf = (uuid: string) => patients.find((row) => row.of === uuid)!.uuid;
    await mergePatients(context(), of.leo, { into: patientOf(study), from: patientOf(other) });
    async function follow(by: Member, title: string): Promise<string> {
      of.bench.clock.now += 1_000;
      const [uuid, versioned] = [randomUUID(), { base: 0, device: randomUUID() }];
      const save = (change: Parameters<typeof saveLesion>[3]['change']) =>
        saveLesion(context(), by, { study, uuid }, { ...versioned, change });
      await save({ of: 'lesion', title, kind: 'target', organ: '', node: false });
      await save({ of: 'finding', measurement: null, state: 'present' });
      await saveResponse(context(), by, { study, uuid: randomUUID() }, { ...versioned, response: 'stable', suggested: null });
      return uuid;
    }
    const told = async (caller: Member, at: string) => {
      const { lesions, responses, baseline } = await findFollowUp(context(), caller, at);
      const made = [...lesions.map(({ title, findings }) => `${title} ${findings.length}`), ...responses.map(({ user }) => user?.name)];
      return baseline == null ? made : [...made, `from ${baseline.user?.name}`];
    };
    const compare = (by: Member) => saveBaseline(context(), by, study, { base: 0, device: randomUUID(), baseline: other });
    const before = await follow(of.max, 'before');
    await compare(of.max);
    expect([await told(of.tom, study), await told(of.tom, other)]).toEqual([[], []]);
    await of.move(campaign, of.tom, read, 'start');
    await follow(of.tom, 'mine');
    await of.move(campaign, of.ann, await readOf(of.ann), 'start');
    await follow(of.ann, 'hers');
    expect(await told(of.tom, study)).toEqual(['mine 1', 'Tom']);
    expect(await told(of.leo, study)).toEqual(['before 1', 'mine 1', 'hers 1', 'Max', 'Tom', 'Ann', 'from Max']);
    expect((await refusalOf(compare(of.tom))).code).toBe('conflict');
    const change = { of: 'finding', measurement: null, state: 'absent' } as const;
    const unseen = saveLesion(context(), of.tom, { study, uuid: before }, { base: 1, device: randomUUID(), change });
    expect((await refusalOf(unseen)).code).toBe('lesion_deleted');
    await finishCampaign(context(), of.leo, campaign);
    expect(await told(of.tom, other)).toHaveLength(7);
  });

  test('masks of others are not followed, nor own ones of an earlier read [CAMP-22]', async () => {
    const uuidOf = async (user: Member) =>
      (await context().db.read.selectFrom('segmentation').select('uuid').where('user_id', '=', user.userId).executeTakeFirstOrThrow()).uuid;
    await of.move(campaign, of.tom, read, 'start');
    await draw(of.tom, 'mine');
    const [theirs, own] = [await uuidOf(of.max), await uuidOf(of.tom)];
    expect([await mayFollowMask(context(), of.tom, theirs), await mayFollowMask(context(), of.tom, own)]).toEqual([false, true]);
    of.bench.told.length = 0;
    await of.move(campaign, of.tom, read, 'finish');
    expect(of.bench.told).toContainEqual({ to: `mask ${own}`, event: 'ended', payload: null });
    expect(await mayFollowMask(context(), of.tom, own)).toBe(false);
  });

  test('outside of a read nothing is drawn on a case, and the refusal says why [CAMP-23]', async () => {
    expect((await refusalOf(createSegmentation(context(), of.tom, study, { structure: 'liver', rbac: 0 }))).code).toBe('case_of_campaign');
  });

  test('the change log does not tell of work on the case, of its tasks, or of reads of others [CAMP-24]', async () => {
    const { seq } = await changesSince(context().db.read, of.tom, 0);
    const theirs = await readOf(of.ann);
    await of.move(campaign, of.ann, theirs, 'start');
    await draw(of.ann, 'hers');
    await of.move(campaign, of.tom, read, 'start');
    await assignTasks(context(), of.leo, {
      ...{ assignment: randomUUID(), studies: [study], kind: 'annotate', to: { person: of.max.userId }, due: null, note: '' },
    });
    const forTom = await changesSince(context().db.read, of.tom, seq);
    const forLeo = await changesSince(context().db.read, of.leo, seq);
    expect(forTom.seq).toBe(forLeo.seq);
    expect(forTom.changes.map(({ kind, ref }) => [kind, ref]).filter(([kind]) => kind !== 'task')).toEqual([['read', read]]);
    expect(forLeo.changes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['segmentation', 'measurement', 'read', 'task']));
  });

  test('tasks of others on the case are not listed [CAMP-24]', async () => {
    const assign = (to: Member) =>
      assignTasks(context(), of.leo, {
        ...{ assignment: randomUUID(), studies: [study], kind: 'annotate', to: { person: to.userId }, due: null, note: '' },
      });
    await assign(of.max);
    await assign(of.tom);
    const assignees = async (caller: Member) =>
      (await listTasks(context(), caller, { page: 1, list: 'mine', study, today: '2026-01-02', since: 0 })).data.map(
        ({ assignee }) => assignee?.name,
      );
    expect(await assignees(of.tom)).toEqual(['Tom']);
    expect((await assignees(of.leo)).toSorted()).toEqual(['Max', 'Tom']);
    const { data } = await listTasks(context(), of.leo, { page: 1, list: 'given', study, today: '2026-01-02', since: 0 });
    for (const { uuid, id, assignee } of data) {
      const asked = [oneTask(context(), of.tom, uuid), oneTask(context(), of.tom, String(id)), listMoves(context(), of.tom, uuid)];
      const answers = (await Promise.allSettled(asked)).map(({ status }) => status);
      expect([assignee?.name, new Set(answers)]).toEqual([assignee?.name, new Set([assignee?.name === 'Tom' ? 'fulfilled' : 'rejected'])]);
    }
  });

  test('a campaign that is not blinded hides nothing [CAMP-20]', async () => {
    await finishCampaign(context(), of.leo, campaign);
    await of.run({ blinded: false });
    expect(await seen(of.tom)).toEqual([['Max'], ['Max']]);
  });
});
