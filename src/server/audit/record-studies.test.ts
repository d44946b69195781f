import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createTestBench, registerTestUpload, type RegisteredUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { ENTRY } from './audit-test-bench.ts';
import { listRecords } from './read.ts';
import type { AuditEntry } from './record.ts';
import { recordsOfStudy, timeOfRecord } from './records-of-study.ts';
import { createTrail } from './trail.ts';

describe.each(TEST_ENGINES)('the study of an audit record, on %s', (engine) => {
  let bench: TestBench;
  let north: RegisteredUpload;
  let south: RegisteredUpload;
  let fileId: number;
  let volumeId: number;
  beforeEach(async () => {
    bench = await createTestBench(engine);
    north = await registerTestUpload(bench, { 'series-1': 1, 'series-2': 1 });
    south = await registerTestUpload(bench, { 'series-1': 1 }, { owner: bench.ute, studyInstanceUid: '1.2.4' });
    const series_id = north.series[1]!.id;
    [fileId, volumeId] = await bench.context.db.write(async (tx) => {
      const file = {
        upload_id: north.uploadId,
        series_id,
        client_file_id: 'a',
        name: 'a.dcm',
        size: 1,
        sha256: '',
        received: 0,
        proved: 0 as const,
      };
      const volume = { series_id, name: 'a.nii', object_key: 'a', size: 1, sha256: '', sidecar: null, converter: '', created_at: 1 };
      const files = await tx.insertInto('file').values(file).returning('id').executeTakeFirstOrThrow();
      // Differs from the number of the file, because the same number in another table must not match.
      await tx
        .insertInto('volume')
        .values({ ...volume, series_id: south.series[0]!.id })
        .execute();
      const volumes = await tx.insertInto('volume').values(volume).returning('id').executeTakeFirstOrThrow();
      return [files.id, volumes.id] as const;
    });
  });
  afterEach(() => bench.close());

  async function recorded(...entries: Partial<AuditEntry>[]): Promise<void> {
    const trail = createTrail({ db: bench.context.db, now: () => bench.clock.now });
    for (const entry of entries) await trail.record({ ...ENTRY, teamId: bench.eva.teamId, ...entry });
  }
  const studies = async () => (await listRecords(bench.context.db.read, {})).data.map(({ study }) => study).toReversed();
  const about = async (study: string, teamId: number | null = bench.eva.teamId) =>
    (await listRecords(bench.context.db.read, { study, teamId })).data.map(({ call, subject }) => `${call} ${subject}`).toReversed();

  const ofNorth = (): Partial<AuditEntry>[] => [
    { call: 'study', subject: north.studyUuid },
    { call: 'study', subject: String(north.studyId) },
    { call: 'studySeries', subject: String(north.studyId) },
    { call: 'attachLabel', subject: String(north.studyId), kind: 'write' },
    { call: 'seriesThumbnail', subject: north.series[0]!.uuid },
    { call: 'originalFile', subject: String(fileId) },
    { call: 'volumeFile', subject: String(volumeId) },
    { call: 'download', subject: String(volumeId), kind: 'export' },
  ];

  test('is found by its own ids, and by those of its series, files and volumes', async () => {
    await recorded(...ofNorth());
    expect(await studies()).toEqual(ofNorth().map(() => north.studyUuid));
    expect(await about(north.studyUuid)).toEqual(ofNorth().map(({ call, subject }) => `${call} ${subject}`));
  });

  test('is empty for other numbers, for no subject and for unknown ids', async () => {
    await recorded(
      { call: 'changeMember', subject: String(north.studyId) },
      { call: 'changeLabel', subject: String(north.studyId) },
      { call: 'user', subject: null },
      { call: 'study', subject: '999999' },
      { call: 'study', subject: 'ffffffff-5f3e-4c7e-9d5a-7f6f3a1b2c3d' },
    );
    expect(await studies()).toEqual([null, null, null, null, null]);
    expect(await about(north.studyUuid)).toEqual([]);
  });

  test('is not shown to another team that requested it, but the request is', async () => {
    await recorded(
      { call: 'study', subject: south.studyUuid, result: 'not_found' },
      { call: 'study', subject: String(south.studyId), result: 'not_found' },
      { call: 'seriesThumbnail', subject: south.series[0]!.uuid, result: 'not_found' },
    );
    expect(await studies()).toEqual([null, null, null]);
    expect(await about(south.studyUuid)).toEqual([`study ${south.studyUuid}`]);
    expect(await about(south.studyUuid, bench.ute.teamId)).toEqual([]);
    expect(await about(south.studyUuid, null)).toHaveLength(3);
  });

  test('the history of a study has its successful calls, and those about its patients', async () => {
    await recorded(
      { call: 'attachLabel', subject: String(north.studyId) },
      { call: 'deleteStudies', subject: north.studyUuid, result: 'study_arriving' },
      { call: 'study', subject: north.studyUuid },
      { call: 'deleteStudies', subject: south.studyUuid },
      { call: 'mergePatients', subject: 'patient' },
      { call: 'mergePatients', subject: 'another' },
      { call: 'restoreStudies', subject: north.studyUuid },
      { call: 'createSegmentation', subject: north.studyUuid, userId: bench.tom.userId },
      { call: 'createSegmentation', subject: north.studyUuid, userId: bench.eva.userId },
    );
    const asked = {
      ...{ study: north.studyUuid, teamId: bench.eva.teamId, calls: ['attachLabel', 'deleteStudies', 'restoreStudies'] },
      ...{ ownCalls: ['createSegmentation'], userId: bench.eva.userId },
      ...{ patientCalls: ['mergePatients'], patients: ['patient'], words: [], limit: 10 },
    };
    const callsOf = async (before?: number) => (await recordsOfStudy(bench.context.db.read, { ...asked, before })).map(({ call }) => call);
    expect(await callsOf()).toEqual(['createSegmentation', 'restoreStudies', 'mergePatients', 'attachLabel']);
    expect(await callsOf(5)).toEqual(['attachLabel']);
    expect(await timeOfRecord(bench.context.db.read, 1)).toBe(bench.clock.now);
  });
});
