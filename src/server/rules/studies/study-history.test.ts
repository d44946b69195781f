import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { StudyHistory } from '#contract/study-history.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createTestBench, refusalOf, registerTestUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { studyHistory, type TrailOfStudy } from './study-history.ts';

type Record = Awaited<ReturnType<TrailOfStudy['records']>>[number];

describe.each(TEST_ENGINES)('the history of a study on %s', (engine) => {
  let bench: TestBench;
  let records: Record[];
  beforeEach(async () => {
    bench = await createTestBench(engine);
    records = [];
  });
  afterEach(() => bench.close());

  /** As the trail: filtered by call, newest first. */
  const trail: TrailOfStudy = {
    records: async (_, { calls, ownCalls, userId, patientCalls, words, before, limit }) =>
      records
        .filter(({ call }) => words.every(({ calls: described }) => described.includes(call)))
        .filter(
          ({ call, user_id, seq }) =>
            ([...calls, ...patientCalls].includes(call) || (ownCalls.includes(call) && user_id === userId)) && seq < (before ?? Infinity),
        )
        .toSorted((a, b) => b.seq - a.seq)
        .slice(0, limit),
    timeOf: async (_, wanted) => records.find(({ seq }) => seq === wanted)?.at,
  };
  const done = (call: string) => {
    bench.clock.now += 60_000;
    const seq = records.length + 1;
    records.push({ seq, at: bench.clock.now, call, user_id: bench.tom.userId, name: 'Tom', address: '10.0.0.1' });
  };
  const read = (
    uuid: string,
    query: { before?: number; views?: '1'; search?: string } = {},
    caller: Parameters<typeof studyHistory>[1] = bench.eva,
  ) => studyHistory(bench.context.db.read, caller, uuid, query, trail);
  const withoutTrail = () => ({
    ...bench.eva,
    permissions: new Set([...bench.eva.permissions].filter((one) => one !== 'r:log-session')),
  });

  /** A study that was verified and converted a minute after it arrived. */
  async function study() {
    const upload = await registerTestUpload(bench, { a: 2, b: 1 });
    bench.clock.now += 60_000;
    await bench.context.db.write(async (tx) => {
      await tx.updateTable('upload').set({ sent_at: bench.clock.now }).where('id', '=', upload.uploadId).execute();
      const volume = { name: 'v', size: 1, sha256: '', sidecar: null, converter: 'test', created_at: bench.clock.now + 1_000 };
      for (const { id } of upload.series)
        await tx
          .insertInto('volume')
          .values({ ...volume, series_id: id, object_key: `v${id}` })
          .execute();
      await tx.updateTable('series').set({ proved_files: 1 }).execute();
    });
    bench.clock.now += 60_000;
    return upload;
  }

  test('begins with what came with the upload, and continues with what people did, newest first', async () => {
    const { studyUuid } = await study();
    done('attachLabel');
    done('mergePatients');
    const history = await read(studyUuid);
    expect(StudyHistory.parse(history)).toEqual(history);
    expect(history.data.map(({ kind, user }) => [kind, user?.name ?? null])).toEqual([
      ['patient_merged', 'Tom'],
      ['label_added', 'Tom'],
      ['converted', null],
      ['verified', null],
      ['arrived', 'Eva'],
    ]);
    expect(history.data.slice(2).map(({ counts }) => counts)).toEqual([
      { series: 2, files: 0, volumes: 2 },
      { series: 2, files: 2, volumes: 0 },
      { series: 2, files: 3, volumes: 0 },
    ]);
    expect(history.next).toBeNull();
  });

  test('shows segmentations to those who made them and to readers of the audit trail, datasets to those who may see them', async () => {
    const { studyUuid } = await study();
    done('createSegmentation');
    done('changeDatasetStudies');
    done('assignTasks');
    const kinds = async (caller: typeof bench.eva) =>
      (await read(studyUuid, {}, caller)).data.map(({ kind }) => kind).filter((kind) => /segmentation|dataset|task/.test(kind));
    expect(await kinds(bench.eva)).toEqual(['task_assigned', 'dataset_changed', 'segmentation_created']);
    expect(await kinds(withoutTrail())).toEqual(['task_assigned', 'dataset_changed']);
    expect(await kinds({ ...withoutTrail(), userId: bench.tom.userId })).toContain('segmentation_created');
    const withoutDatasets = new Set([...withoutTrail().permissions].filter((one) => one !== 'r:datasets'));
    expect(await kinds({ ...withoutTrail(), permissions: withoutDatasets })).toEqual(['task_assigned']);
  });

  test('shows addresses, record numbers and views only to readers of the audit trail', async () => {
    const { studyUuid } = await study();
    done('study');
    done('download');
    const kinds = async (query: { views?: '1' } = {}) => (await read(studyUuid, query)).data.map(({ kind }) => kind);
    expect(await kinds()).not.toContain('viewed');
    expect(await kinds({ views: '1' })).toContain('viewed');
    expect((await read(studyUuid)).data[0]).toMatchObject({ kind: 'downloaded', record: { seq: 2, address: '10.0.0.1' } });
    expect((await read(studyUuid, {}, withoutTrail())).data.every(({ record }) => record === null)).toBe(true);
    expect(await refusalOf(read(studyUuid, { views: '1' }, withoutTrail()))).toEqual({ code: 'not_allowed' });
    expect(await refusalOf(read(studyUuid, {}, bench.ute))).toEqual({ code: 'not_found' });
  });

  test('comes in pages, in which every entry is once', async () => {
    const { studyUuid } = await study();
    for (let n = 0; n < LIMITS.historyPerPage + 5; n += 1) done('attachLabel');
    const first = await read(studyUuid);
    expect(first.data).toHaveLength(LIMITS.historyPerPage);
    const second = await read(studyUuid, { before: first.next! });
    expect(second.data.map(({ kind }) => kind).slice(-3)).toEqual(['converted', 'verified', 'arrived']);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect([new Set(ids).size, ids.length, second.next]).toEqual([LIMITS.historyPerPage + 8, LIMITS.historyPerPage + 8, null]);
  });

  test('is searched by what happened and who did it, in pages as well [LIST-056]', async () => {
    const { studyUuid } = await study();
    for (let n = 0; n < LIMITS.historyPerPage + 5; n += 1) done(n % 2 === 0 ? 'attachLabel' : 'detachLabel');
    done('mergePatients');
    const kinds = async (search: string) => (await read(studyUuid, { search })).data.map(({ kind }) => kind);
    expect(await kinds('PATIENT merged')).toEqual(['patient_merged']);
    expect(await kinds('server')).toEqual(['converted', 'verified']);
    expect(await kinds('eva')).toEqual(['arrived']);
    expect(await kinds('uploading files')).toEqual(['arrived']);
    expect(await kinds('nothing')).toEqual([]);
    expect(new Set(await kinds('added label'))).toEqual(new Set(['label_added']));
    const labels = await read(studyUuid, { search: 'label' });
    expect([labels.data.length, (await read(studyUuid, { search: 'label', before: labels.next! })).data.length]).toEqual([
      LIMITS.historyPerPage,
      5,
    ]);
  });
});
