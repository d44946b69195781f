import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatasetCaseList, DatasetPlan, DatasetVersion, type VersionChoice } from '#contract/dataset-versions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { startJobRunner } from '#server/jobs/job-runner.ts';
import { createLabelMapMaker, type LabelMapMaker } from '#server/label-maps/label-map-maker.ts';
import type { ChannelResampler } from '#server/label-maps/channel-resampler.ts';
import { createChannelResampler } from '#server/label-maps/process-resampler.ts';
import resampleWork from '#server/label-maps/resample.worker.ts';
import labelMapWork from '#server/label-maps/label-map.worker.ts';
import type { Member } from '#server/rules/context.ts';
import { changeDatasetStudies, createDataset, deleteDataset, movePatient } from '#server/rules/datasets/change-dataset.ts';
import { namedAmong } from '#server/rules/receive/strays.ts';
import { deleteSegmentation } from '#server/rules/segmentations/segmentations.ts';
import { deleteStudies, restoreStudies } from '#server/rules/studies/deleted-studies.ts';
import { createRemoveStudyHandler } from '#server/rules/studies/remove-study-job.ts';
import { teamBytes } from '#server/rules/uploads/uploads-quota.ts';
import { createTestBench, refusalOf, sha256Of, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { freezeDataset } from './freeze.ts';
import { createFreezeDatasetHandler } from './freeze-job.ts';
import { planDatasetVersion } from './plan.ts';
import { versionCases, type VersionCase } from './version-cases.ts';
import { casesOfVersion, confirmFaces, deleteVersion, listVersions, readVersion } from './versions.ts';
import {
  convertAs,
  draw,
  gridAt,
  makeMask,
  makeStudy,
  readAs,
  SIZE,
  undo,
  valueAt,
  volumeAt,
  type MadeStudy,
} from './versions-test-bench.ts';

const MONTH_MS = 31 * 86_400_000;
const CHOICE: VersionChoice = { masks: { rule: 'newest' }, picks: [], channels: [] };

/** In this process, which is quicker. */
const RESAMPLER: ChannelResampler = {
  resample: (volume, reference, { take }) => resampleWork(null, [volume, reference], take),
};
const MAKER: LabelMapMaker = { make: (mask, volume) => labelMapWork(mask, [volume], () => Promise.resolve()) };

describe.each(TEST_ENGINES)('versions of datasets on %s', { timeout: 30_000 }, (engine) => {
  let bench: TestBench;
  let dataset: number;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    const { id } = await bench.context.db.read.selectFrom('structure').select('id').where('slug', '=', 'liver').executeTakeFirstOrThrow();
    dataset = (await createDataset(bench.context, bench.eva, { uuid: randomUUID(), name: 'Livers', structure_id: id })).id;
  });
  afterEach(() => bench.close());

  /** In the dataset, and in a part of it. */
  async function study(
    more: Parameters<typeof makeStudy>[1] = {},
    part: 'train' | 'validation' | 'test' | null = 'train',
  ): Promise<MadeStudy> {
    const made = await makeStudy(bench, more);
    await changeDatasetStudies(bench.context, bench.eva, dataset, { add: [made.uuid], remove: [] });
    const { uuid } = await bench.context.db.read
      .selectFrom('study')
      .innerJoin('patient', 'patient.id', 'study.patient_id')
      .select('patient.uuid')
      .where('study.id', '=', made.id)
      .executeTakeFirstOrThrow();
    if (part !== null) await movePatient(bench.context, bench.eva, dataset, { uuid, part });
    return made;
  }
  async function drawnStudy(more: Parameters<typeof makeStudy>[1] = {}, part: 'train' | 'validation' | 'test' = 'train') {
    const made = await study(more, part);
    const mask = await makeMask(bench, made);
    await draw(bench, made, mask, (column) => column < 3);
    return { made, mask };
  }
  const plan = (more: Partial<VersionChoice> = {}, caller: Member = bench.eva) =>
    planDatasetVersion(bench.context, caller, dataset, { ...CHOICE, ...more });
  const reasons = async (more: Partial<VersionChoice> = {}, caller: Member = bench.eva) =>
    Object.fromEntries((await plan(more, caller)).studies.map(({ uuid, why }) => [uuid, why]));
  const freeze = (more: Partial<Parameters<typeof freezeDataset>[3]> = {}, caller: Member = bench.eva) =>
    freezeDataset(bench.context, caller, dataset, { uuid: randomUUID(), title: 'First', ...CHOICE, without: [], ...more });
  const read = (version: string, caller: Member = bench.eva) => readVersion(bench.context.db.read, caller, { id: dataset, version });
  const cases = async (version: string, caller: Member = bench.eva) =>
    DatasetCaseList.parse(await casesOfVersion(bench.context, caller, { id: dataset, version }, 1)).data;
  async function work(maker: LabelMapMaker = MAKER, { tries = 1, resampler = RESAMPLER } = {}): Promise<void> {
    for (let at = 0; at < tries; at += 1) {
      const handlers = { 'freeze-dataset': createFreezeDatasetHandler(bench.context, { maker, resampler }) };
      const runner = startJobRunner(bench.context.jobs, handlers, { lanes: [['freeze-dataset']] });
      await runner.idle();
      await runner.stop('wait');
      bench.clock.now += 3_600_000;
    }
  }
  async function labelOf(version: string, at = 0): Promise<Uint8Array> {
    const { id } = await bench.context.db.read
      .selectFrom('dataset_version')
      .select('id')
      .where('uuid', '=', version)
      .executeTakeFirstOrThrow();
    const { label } = (await versionCases(bench.context.db.read, id))!.cases[at]!;
    const bytes = await bench.context.objects.read(label.key, 0, label.bytes);
    expect(sha256Of(bytes)).toBe(label.sha256);
    return gunzipSync(bytes);
  }
  async function keys(): Promise<string[]> {
    const listed: string[] = [];
    for await (const { key } of bench.context.objects.list('')) listed.push(key);
    return listed.sort();
  }
  const code = async (attempt: Promise<unknown>) => (await refusalOf(attempt)).code;
  const removeForGood = async (made: MadeStudy) => {
    await deleteStudies(bench.context, bench.eva, [made.uuid]);
    bench.clock.now += MONTH_MS;
    const handler = createRemoveStudyHandler(bench.context, () => Promise.resolve());
    const runner = startJobRunner(bench.context.jobs, { 'remove-study': handler }, { lanes: [['remove-study']] });
    await runner.idle();
    await runner.stop('wait');
  };

  test('a study that cannot be in a version is named with the reason [DSET-01]', async () => {
    const good = [await drawnStudy(), await drawnStudy({}, 'test')];
    const made = {
      noPart: await study({}, null),
      noMask: await study(),
      empty: await study(),
      otherGrid: (await drawnStudy()).made,
      notConverted: (await drawnStudy()).made,
      straightened: (await drawnStudy()).made,
      titles: await study(),
      several: await study(),
    };
    await makeMask(bench, made.empty);
    await readAs(bench, made.otherGrid.series[0]!.id, gridAt(50));
    await bench.context.db.write((tx) => tx.deleteFrom('volume').where('series_id', '=', made.notConverted.series[0]!.id).execute());
    await bench.context.db.write((tx) =>
      tx.updateTable('series').set({ state: 'converting' }).where('id', '=', made.notConverted.series[0]!.id).execute(),
    );
    await bench.context.db.write((tx) =>
      tx.updateTable('study').set({ state: 'converting' }).where('id', '=', made.notConverted.id).execute(),
    );
    await convertAs(bench, { id: made.straightened.series[0]!.id, study: made.straightened.uuid }, volumeAt(0, 1, [10, 8, 4]));
    await draw(bench, made.titles, await makeMask(bench, made.titles, { titles: ['Liver', 'Tumour'] }), () => true);
    for (let at = 0; at < 2; at += 1) await draw(bench, made.several, await makeMask(bench, made.several), () => true);

    const found = DatasetPlan.parse(await plan({ masks: { rule: 'by-hand' } }));
    const why = Object.fromEntries(found.studies.map((each) => [each.uuid, each.why]));
    expect(Object.fromEntries(Object.entries(made).map(([name, { uuid }]) => [name, why[uuid]]))).toEqual({
      ...{ noPart: 'no-part', noMask: 'no-mask', empty: 'no-mask', otherGrid: 'other-grid', notConverted: 'not-converted' },
      ...{ straightened: 'no-volume', titles: 'other-segments', several: 'several' },
    });
    expect(good.map(({ made: { uuid } }) => why[uuid])).toEqual([null, null]);
    expect(found.classes).toEqual([{ value: 1, title: 'Liver' }]);
    expect(found.parts).toEqual({
      train: { patients: 1, studies: 1 },
      validation: { patients: 0, studies: 0 },
      test: { patients: 1, studies: 1 },
    });
    expect(await code(freeze({ masks: { rule: 'by-hand' } }))).toBe('version_studies');
    const without = Object.values(made).map(({ uuid }) => uuid);
    const version = DatasetVersion.parse(await freeze({ masks: { rule: 'by-hand' }, without }));
    expect(version).toMatchObject({
      number: 1,
      state: 'freezing',
      cases: 2,
      done: 0,
      classes: [{ value: 1, title: 'Liver' }],
      channels: ['T2W'],
    });
    expect(version.left_out).toContainEqual({ study: made.several.uuid, why: 'several' });
    expect(await code(freeze({ without: [...without, ...good.map((each) => each.made.uuid)] }))).toBe('version_empty');
  });

  test('the mask of a study is the newest, that of a person, or the one that is picked [DSET-02]', async () => {
    const { made, mask: older } = await drawnStudy();
    const newer = await makeMask(bench, made, { caller: bench.tom });
    await draw(bench, made, newer, () => true, { caller: bench.tom });
    const chosen = async (more: Partial<VersionChoice>) => (await plan(more)).studies[0]!.segmentation;
    expect(await chosen({})).toBe(newer.uuid);
    expect(await chosen({ masks: { rule: 'person', person: bench.eva.userId } })).toBe(older.uuid);
    expect(await chosen({ masks: { rule: 'by-hand' } })).toBeNull();
    expect(await chosen({ masks: { rule: 'by-hand' }, picks: [{ study: made.uuid, segmentation: older.uuid }] })).toBe(older.uuid);
    expect((await plan()).people.map(({ name }) => name)).toEqual(['Eva', 'Tom']);
    // What somebody may not see is not there for them.
    const ann: Member = { ...bench.eva, userId: bench.eva.userId, permissions: new Set(['r:datasets', 'r:studies', 'r:studies:detail']) };
    expect((await plan({}, ann)).studies[0]!.candidates.map(({ uuid }) => uuid)).toEqual([older.uuid]);
  });

  test('a version has the voxels at the operation that it names, whatever is drawn later, and what was undone is not in it [DSET-03, DSET-05]', async () => {
    const made = await study();
    const mask = await makeMask(bench, made, { titles: ['Liver', 'Tumour'] });
    await draw(bench, made, mask, (column, row) => column < 4 && row < 2);
    const wrong = await draw(bench, made, mask, (column) => column === 9);
    await draw(bench, made, mask, (column, _row, slice) => column === 5 && slice === 3, { segment: 1 });
    await undo(bench, made, mask, wrong);
    const { uuid } = await freeze();
    await draw(bench, made, mask, () => true);
    // In a process of its own, as on a server.
    await work(createLabelMapMaker());
    expect(await read(uuid)).toMatchObject({ state: 'frozen', done: 1, cases: 1 });
    const label = await labelOf(uuid);
    const wanted = ([column, row, slice]: readonly number[]): number => (column! < 4 && row! < 2 ? 1 : column === 5 && slice === 3 ? 2 : 0);
    for (let slice = 0; slice < SIZE[2]; slice += 1)
      for (let row = 0; row < SIZE[1]; row += 1)
        for (let column = 0; column < SIZE[0]; column += 1)
          expect([column, row, slice, valueAt(label, [column, row, slice])]).toEqual([column, row, slice, wanted([column, row, slice])]);
    const [only] = await cases(uuid);
    expect(only).toMatchObject({
      ...{ id: 'case_0001', study: made.uuid, part: 'train', withdrawn: false },
      images: [{ series: made.series[0]!.uuid, sha256: sha256Of(volumeAt(0, 1)) }],
      mask: {
        segmentation: mask.uuid,
        number: 4,
        voxels: [4 * 2 * 5, 8],
        segments: mask.segments.map((segment, at) => ({ segment, value: at + 1 })),
      },
    });
  });

  test('freezing again with the same UUID is the same version, and a number is never used twice [DSET-03]', async () => {
    await drawnStudy();
    const [uuid, other] = [randomUUID(), randomUUID()];
    const [first, second] = await Promise.all([freeze({ uuid }), freeze({ uuid, title: 'Other' })]);
    expect([first.number, second.number, second.title]).toEqual([1, 1, first.title]);
    expect(await freeze({ uuid: other })).toMatchObject({ number: 2 });
    await deleteVersion(bench.context, bench.eva, { id: dataset, version: other });
    await deleteVersion(bench.context, bench.eva, { id: dataset, version: other });
    expect((await freeze()).number).toBe(3);
    expect((await listVersions(bench.context, bench.eva, dataset, 1)).data.map(({ number }) => number)).toEqual([3, 1]);
  });

  test('a run that was interrupted goes on where it stopped: each label map is made once [DSET-06]', async () => {
    for (let at = 0; at < 3; at += 1) await drawnStudy({ seed: at });
    const { uuid } = await freeze();
    let made = 0;
    const breaking: LabelMapMaker = {
      make: (mask, volume, run) => {
        made += 1;
        return made === 2 ? Promise.reject(new Error('killed')) : MAKER.make(mask, volume, run);
      },
    };
    await work(breaking);
    expect(await read(uuid)).toMatchObject({ state: 'freezing', done: 1 });
    await work(breaking);
    expect(await read(uuid)).toMatchObject({ state: 'frozen', done: 3 });
    expect(made).toBe(4);
  });

  test('a version that cannot be made fails with the reason [DSET-06]', async () => {
    await drawnStudy();
    const { uuid } = await freeze();
    await work({ make: () => Promise.reject(new Error('broke')) }, { tries: 3 });
    expect(await read(uuid)).toMatchObject({ state: 'failed', failure: 'broke' });
    const damaged = await freeze();
    await work({ make: () => Promise.resolve('damaged') });
    expect(await read(damaged.uuid)).toMatchObject({ state: 'failed', failure: 'damaged' });
  });

  /** In another position of the patient than what was drawn on, as far as its files say. */
  const readInFrame = (id: number, frameOfReference: string) =>
    readAs(bench, id, { ...gridAt(0), planes: gridAt(0).planes.map((plane) => ({ ...plane, frameOfReference })) });

  test('a further channel is a series of an acquisition in the same frame of reference, and a study without it is named [DSET-04]', async () => {
    const both = await drawnStudy({ series: ['a', 'b'] });
    const [elsewhere, unknown, apart] = [
      await drawnStudy({ series: ['a', 'b'] }),
      await drawnStudy({ series: ['a', 'b'] }),
      await drawnStudy({ series: ['a', 'b'] }),
    ];
    for (const { made } of [elsewhere, unknown]) await convertAs(bench, { id: made.series[1]!.id, study: made.uuid }, volumeAt(7, 3));
    await readInFrame(elsewhere.made.series[1]!.id, '2.25.10');
    for (const { id } of unknown.made.series) await readInFrame(id, '');
    await bench.context.db.write((tx) =>
      tx
        .updateTable('segmentation')
        .set({
          grid_hash: tx.selectFrom('series_reading').select('grid_hash').where('series_id', '=', unknown.made.series[0]!.id),
        })
        .where('uuid', '=', unknown.mask.uuid)
        .execute(),
    );
    await convertAs(bench, { id: apart.made.series[1]!.id, study: apart.made.uuid }, volumeAt(500, 3));
    const alone = await drawnStudy();
    expect((await plan()).acquisitions).toEqual(['DWI']);
    expect(await reasons({ channels: ['DWI'] })).toEqual({
      ...{ [both.made.uuid]: null, [alone.made.uuid]: 'no-channel' },
      ...Object.fromEntries([elsewhere, unknown, apart].map(({ made }) => [made.uuid, 'channel-grid'])),
    });
    const without = [elsewhere, unknown, apart, alone].map(({ made }) => made.uuid);
    const version = await freeze({ channels: ['DWI'], without });
    expect(version.channels).toEqual(['T2W', 'DWI']);
    expect((await cases(version.uuid))[0]!.images.map(({ series }) => series)).toEqual(both.made.series.map(({ uuid }) => uuid));
    // On the same voxels, the volume itself is taken.
    await work();
    expect((await filesOf(version.uuid))[0]!.images.map(({ key }) => key)).toEqual(both.made.series.map(({ objectKey }) => objectKey));
  });

  async function filesOf(version: string) {
    const { id } = await bench.context.db.read
      .selectFrom('dataset_version')
      .select('id')
      .where('uuid', '=', version)
      .executeTakeFirstOrThrow();
    return (await versionCases(bench.context.db.read, id))!.cases;
  }

  test('a channel on other voxels of the same frame of reference is resampled to those of the first one, once [DSET-04]', async () => {
    const { made } = await drawnStudy({ series: ['a', 'b'] });
    const [first, second] = made.series;
    // Half a slice further up.
    const source = await convertAs(bench, { id: second!.id, study: made.uuid }, volumeAt(1, 5));
    const { uuid } = await freeze({ channels: ['DWI'] });
    await work({ make: () => Promise.reject(new Error('killed after the images')) });
    const [before] = (await keys()).filter((key) => key.includes('/image-'));
    expect(before).toContain(`team-${bench.eva.teamId}/study-${made.uuid}/image-${uuid}-1-1-`);
    await work(createLabelMapMaker());
    const [only] = await filesOf(uuid);
    const [reference, image] = only!.images;
    expect([reference!.key, image!.key]).toEqual([first!.objectKey, before]);
    const bytes = await bench.context.objects.read(image!.key, 0, image!.bytes);
    expect(sha256Of(bytes)).toBe(image!.sha256);
    const head = await bench.context.objects.read(first!.objectKey, 0, 352);
    // Shape and place are those of the first channel, to the bit.
    expect([bytes.subarray(40, 48), bytes.subarray(252, 328)]).toEqual([head.subarray(40, 48), head.subarray(252, 328)]);
    const values = new Float32Array(Uint8Array.from(bytes.subarray(352)).buffer);
    const slice = SIZE[0] * SIZE[1];
    const sourceValue = (at: number): number => at * 3 + 5;
    expect(values[0]).toBe(sourceValue(0));
    expect(values[slice + 7]).toBe((sourceValue(7) + sourceValue(slice + 7)) / 2);
    expect((await readVersion(bench.context.db.read, bench.eva, { id: dataset, version: uuid })).resampled).toEqual([0, 1]);
    // The volume is still that of its series; of the version, it is named by its hash.
    expect(await keys()).toContain(source);
    expect((await cases(uuid))[0]!.images[1]!.sha256).toBe(sha256Of(volumeAt(1, 5)));
    await deleteVersion(bench.context, bench.eva, { id: dataset, version: uuid });
    expect((await keys()).filter((key) => key.includes('/image-'))).toEqual([]);
  });

  test('a resampled channel goes with its case, counts in the storage of the team, and one that cannot be read fails the version [DSET-04, DSET-07, DSET-14]', async () => {
    const { made, mask } = await drawnStudy({ series: ['a', 'b'] });
    await convertAs(bench, { id: made.series[1]!.id, study: made.uuid }, volumeAt(1, 5));
    const damaged = await freeze({ channels: ['DWI'] });
    await work(MAKER, { resampler: { resample: async (_volume, _reference, { take }) => (await take(new Uint8Array(9)), 'damaged') } });
    expect(await read(damaged.uuid)).toMatchObject({ state: 'failed', failure: 'damaged' });
    expect((await keys()).filter((key) => key.includes('/image-'))).toEqual([]);
    const { context, eva } = bench;
    const before = await teamBytes(context.db.read, eva.teamId);
    const { uuid } = await freeze({ channels: ['DWI'] });
    expect(await teamBytes(context.db.read, eva.teamId)).toBe(before);
    await work(MAKER, { resampler: createChannelResampler() });
    expect(await read(uuid)).toMatchObject({ state: 'frozen' });
    // Label map and resampled image count in the storage of the team; volumes do anyway.
    const [{ label, images }] = (await filesOf(uuid)) as [VersionCase];
    expect((await teamBytes(context.db.read, eva.teamId)) - before).toBe(label.bytes + images[1]!.bytes);
    await deleteSegmentation(bench.context, bench.eva, { study: made.uuid, ref: mask.uuid });
    expect((await keys()).filter((key) => key.includes('/image-'))).toEqual([]);
    expect(await teamBytes(context.db.read, eva.teamId)).toBe(before);
  });

  test('a deleted segmentation leaves hashes and no label map; the others stay [DSET-07]', async () => {
    const [one, two] = [await drawnStudy(), await drawnStudy({ seed: 9 })];
    const { uuid } = await freeze();
    await work();
    await deleteSegmentation(bench.context, bench.eva, { study: one.made.uuid, ref: one.mask.uuid });
    expect(await read(uuid)).toMatchObject({ state: 'frozen', cases: 2, withdrawn: 1 });
    const left = await cases(uuid);
    const gone = left.find(({ study: of }) => of === one.made.uuid)!;
    expect(gone).toMatchObject({ withdrawn: true, mask: { segmentation: one.mask.uuid, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    expect(left.find(({ study: of }) => of === two.made.uuid)).toMatchObject({ withdrawn: false });
    expect((await keys()).filter((key) => key.includes('label-'))).toHaveLength(1);
    // It is still that of its series.
    expect(await keys()).toContain(one.made.series[0]!.objectKey);
  });

  test('a deleted study is withdrawn, comes back with it, and is gone for good with it, nothing of the patient left [DSET-07]', async () => {
    const [one] = [await drawnStudy(), await drawnStudy({ seed: 9 })];
    const { uuid } = await freeze();
    await work();
    await deleteStudies(bench.context, bench.eva, [one.made.uuid]);
    expect(await read(uuid)).toMatchObject({ cases: 2, withdrawn: 1 });
    await restoreStudies(bench.context, bench.eva, [one.made.uuid]);
    expect(await read(uuid)).toMatchObject({ cases: 2, withdrawn: 0 });
    await removeForGood(one.made);
    expect(await read(uuid)).toMatchObject({ cases: 2, withdrawn: 1 });
    const gone = (await cases(uuid)).find(({ study: of }) => of === one.made.uuid)!;
    expect(gone).toMatchObject({ withdrawn: true, images: [{ sha256: sha256Of(volumeAt(0, 1)) }] });
    expect((await keys()).filter((key) => key.includes(one.made.uuid))).toEqual([]);
    expect(await removeAndFreezeAgain()).toBe('frozen');
  });
  async function removeAndFreezeAgain(): Promise<string> {
    const { uuid } = await freeze({ title: 'Without it' });
    await work();
    return (await read(uuid)).state;
  }

  test('a case that is withdrawn while its version is made is left out of it [DSET-07]', async () => {
    const [one] = [await drawnStudy(), await drawnStudy({ seed: 9 })];
    const { uuid } = await freeze();
    await deleteSegmentation(bench.context, bench.eva, { study: one.made.uuid, ref: one.mask.uuid });
    await work();
    expect(await read(uuid)).toMatchObject({ state: 'frozen', done: 2, withdrawn: 1 });
    const alone = await freeze({ without: [one.made.uuid] });
    await deleteStudies(
      bench.context,
      bench.eva,
      (await cases(alone.uuid)).map(({ study: of }) => of),
    );
    await work();
    expect(await read(alone.uuid)).toMatchObject({ state: 'failed', failure: 'withdrawn' });
  });

  test('a version keeps its volumes when a series is converted again, until it is deleted [DSET-03, DSET-08]', async () => {
    const { made } = await drawnStudy();
    const { uuid } = await freeze();
    await work();
    const [series] = made.series;
    await convertAs(bench, { id: series!.id, study: made.uuid }, volumeAt(0, 77));
    expect(await namedAmong(bench.context.db.read, [series!.objectKey])).toEqual(new Set([series!.objectKey]));
    await deleteVersion(bench.context, bench.eva, { id: dataset, version: uuid });
    const left = await keys();
    expect([left.includes(series!.objectKey), left.some((key) => key.includes('label-'))]).toEqual([false, false]);
  });

  test('a deleted dataset takes its versions and label maps with it, and leaves the images [DSET-08]', async () => {
    const { made } = await drawnStudy();
    await freeze();
    await work();
    await deleteDataset(bench.context, bench.eva, dataset);
    expect(await keys()).toEqual([made.series[0]!.objectKey]);
  });

  test('needs rights to studies and masks, and is unknown in another team; only who made it or an administrator deletes it [DSET-10]', async () => {
    await drawnStudy();
    const tom: Member = { ...bench.tom, permissions: new Set(['r:datasets', 'r:studies', 'r:studies:detail']) };
    for (const missing of ['r:studies', 'r:studies:detail'] as const) {
      const less: Member = { ...bench.eva, permissions: new Set([...bench.eva.permissions].filter((each) => each !== missing)) };
      expect([await code(plan({}, less)), await code(freeze({}, less))]).toEqual(['not_allowed', 'not_allowed']);
    }
    const { uuid } = await freeze();
    const of = { id: dataset, version: uuid };
    const attempts = [() => plan({}, bench.ute), () => freeze({}, bench.ute), () => read(uuid, bench.ute), () => cases(uuid, bench.ute)];
    for (const attempt of attempts) expect(await code(attempt())).toBe('not_found');
    expect(await code(confirmFaces(bench.context, bench.ute, of))).toBe('not_found');
    expect(await code(deleteVersion(bench.context, tom, of))).toBe('not_allowed');
    expect(await read(uuid, tom)).toMatchObject({ deletable: false });
  });
});
