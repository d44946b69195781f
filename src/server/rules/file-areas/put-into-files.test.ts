import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileSource } from '#contract/file-areas.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { addFrozenTestVersion } from '#server/rules/ai/frozen-test-bench.ts';
import { finishCampaign, saveCampaign, startCampaign } from '#server/rules/campaigns/campaigns.ts';
import { createDataset } from '#server/rules/datasets/change-dataset.ts';
import { volumeAt } from '#server/rules/datasets/versions/versions-test-bench.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { clearStrays } from '#server/rules/receive/strays.ts';
import { openDownload, prepareDownload } from '#server/rules/studies/downloads.ts';
import { removeMembership } from '#server/rules/teams/membership.ts';
import { packChunk, refusalOf, registerTestUpload, testFile, type RegisteredUpload } from '#server/rules/uploads/uploads-test-bench.ts';
import { teamBytes } from '#server/rules/uploads/uploads-quota.ts';
import { deleteFiles } from './change-files.ts';
import { addTestModel, createFilesBench, nobodyConcerned as none, type FilesBench } from './file-areas-test-bench.ts';
import { readFile } from './file-bytes.ts';
import { putIntoFiles } from './put-into-files.ts';
import { cancelWork, listWorks } from './works.ts';

describe.each(TEST_ENGINES)('what the product makes, put into files on %s', (engine) => {
  let files: FilesBench;
  let study: RegisteredUpload;
  let structure: number;
  let sources: Record<FileSource['kind'], FileSource>;

  beforeEach(async () => {
    files = await createFilesBench(engine);
    const { bench, context } = files;
    study = await registerTestUpload(bench, { a: 1 });
    await receiveChunk(context, bench.eva, packChunk({ ...study, chunk: 0 }, [testFile('f', 'bytes of the study', { seriesId: 'a' })]));
    structure = (await context.db.read.selectFrom('structure').select('id').where('slug', '=', 'liver').executeTakeFirstOrThrow()).id;
    const { id } = await createDataset(context, bench.eva, { uuid: randomUUID(), name: 'Miller', structure_id: structure });
    const cases = [{ study: { id: study.studyId, uuid: study.studyUuid }, series: study.series[0]! }];
    const version = await addFrozenTestVersion(context, id, cases, { bytes: Buffer.from(volumeAt(0, 1)) });
    sources = {
      dataset: { kind: 'dataset', version },
      model: { kind: 'model', version: await addTestModel(files) },
      originals: { kind: 'originals', study: study.studyUuid },
    };
  });
  afterEach(() => files.bench.close());

  const put = (source: FileSource, { uuid = randomUUID(), caller = files.eva } = {}) =>
    putIntoFiles(files.context, caller, { source, uuid }, none);
  const last = async () => (await listWorks(files.context, files.eva)).data[0]!;
  const names = async () => Object.keys(await files.tree()).filter((path) => path !== '/north/exports');
  const without = (right: string) => {
    const { team } = files.eva;
    return { ...files.eva, team: { ...team, permissions: new Set([...team.permissions].filter((one) => one !== right)) } };
  };
  const connections = { endSignIn: () => undefined, recheckUser: () => undefined };
  const leave = () => removeMembership({ ...files.context, connections }, files.eva.team);

  async function bytesAt(path: string): Promise<Buffer> {
    const file = await readFile(files.context, files.eva, { path, offset: 0, length: 4 * 1024 ** 2 }, none);
    return buffer(file.stream(0, file.size!));
  }
  async function downloadOf(wanted: Exclude<FileSource, { kind: 'model' }>): Promise<{ name: string; bytes: Buffer }> {
    const { url } = await prepareDownload(files.context, files.bench.eva, wanted);
    const { stream, saveAs, size } = await openDownload(files.context, url.split('/').at(-1)!);
    return { name: saveAs!, bytes: await buffer(stream(0, size ?? 0)) };
  }
  /** Nothing that nobody can reach is left, once strays are cleared. */
  async function expectNothingLeft(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      files.bench.clock.now += 30 * 86_400_000;
      await clearStrays(files.context);
    }
    expect((await files.keys()).filter((key) => key.startsWith('files/'))).toEqual([]);
    expect(await files.context.db.read.selectFrom('file_content').select('id').execute()).toEqual([]);
  }

  test.each(['dataset', 'originals'] as const)('%s: the bytes are those of the download, under its name [FM-042]', async (kind) => {
    const source = sources[kind] as Exclude<FileSource, { kind: 'model' }>;
    const { name, bytes } = await downloadOf(source);
    const { work } = await put(source);
    expect(work).toMatchObject({ kind: 'put', state: 'waiting', title: name, dir: '/north/exports', entries_total: 1, by: 'Eva' });
    await files.work();
    expect(await last()).toMatchObject({ uuid: work.uuid, state: 'done', failure: null, entries_done: 1, bytes_done: bytes.length });
    expect(await names()).toEqual([`/north/exports/${name}`]);
    const written = await bytesAt(`/north/exports/${name}`);
    expect(written.equals(bytes)).toBe(true);
    expect(Object.keys(unzipSync(written)).length).toBeGreaterThan(0);
    expect(name).not.toMatch(/Muster|Miller/);
  });

  test('model: the file of the version, under its number [FM-042]', async () => {
    const { work } = await put(sources.model);
    await files.work();
    expect(await last()).toMatchObject({ uuid: work.uuid, state: 'done' });
    const [path] = await names();
    expect(path).toMatch(/^\/north\/exports\/model_\d+_v1\.onnx$/);
    expect((await bytesAt(path!)).toString()).toBe('a network');
  });

  test('one call is one file, however often it is sent; another call is another file [FM-043]', async () => {
    const uuid = randomUUID();
    const answers = [await put(sources.model, { uuid }), await put(sources.model, { uuid })];
    expect(answers[1]).toEqual(answers[0]);
    await files.work();
    expect((await put(sources.model, { uuid })).work.state).toBe('done');
    await files.work();
    expect(await refusalOf(put(sources.originals, { uuid }))).toEqual({ code: 'conflict' });
    expect(await names()).toHaveLength(1);
    await put(sources.model);
    await files.work();
    expect((await names()).map((path) => path.replace(/^.*_v1/, '')).toSorted()).toEqual([' (2).onnx', '.onnx']);
  });

  test('needs the right to download it, and an administrator of the team [FM-044]', async () => {
    for (const right of ['r:team', 'r:invitations'])
      expect(await refusalOf(put(sources.model, { caller: without(right) }))).toEqual({ code: 'not_allowed' });
    for (const kind of ['dataset', 'originals'] as const)
      expect(await refusalOf(put(sources[kind], { caller: without('r:studies') }))).toEqual({ code: 'not_allowed' });
    expect(await refusalOf(put(sources.dataset, { caller: without('r:datasets') }))).toEqual({ code: 'not_allowed' });
    for (const source of Object.values(sources))
      expect(await refusalOf(put(source, { caller: files.ute })), source.kind).toEqual({ code: 'not_found' });
    expect(await names()).toEqual([]);
    expect((await listWorks(files.context, files.eva)).data).toEqual([]);
  });

  test('a right that was taken before its turn ends it [FM-044]', async () => {
    await put(sources.originals);
    await leave();
    await files.work();
    const works = () => files.context.db.read.selectFrom('file_work').select(['state', 'failure']).orderBy('id').execute();
    expect(await works()).toEqual([{ state: 'failed', failure: 'not-allowed' }]);
    await expectNothingLeft();
  });

  test('a right that is taken while it is written ends it as well [FM-044]', async () => {
    await put(sources.originals);
    const { context } = files;
    const written: string[] = [];
    const objects = Object.assign(Object.create(context.objects) as typeof context.objects, {
      async write(key: string, bytes: Uint8Array) {
        await leave();
        written.push(key);
        await context.objects.write(key, bytes);
      },
    });
    await files.work({ ...context, objects });
    expect(written).toHaveLength(1);
    const { state, failure } = await context.db.read.selectFrom('file_work').selectAll().executeTakeFirstOrThrow();
    expect({ state, failure }).toEqual({ state: 'failed', failure: 'not-allowed' });
    await expectNothingLeft();
  });

  test('what was deleted meanwhile is gone; a study that misses files is refused', async () => {
    await put(sources.originals);
    await files.context.db.write((tx) => tx.updateTable('study').set({ deleted_at: 1 }).where('id', '=', study.studyId).execute());
    await files.work();
    expect(await last()).toMatchObject({ state: 'failed', failure: 'gone' });
    await files.context.db.write((tx) => tx.updateTable('study').set({ deleted_at: null }).where('id', '=', study.studyId).execute());
    const half = await registerTestUpload(files.bench, { a: 2 }, { studyInstanceUid: '1.2.4' });
    expect(await refusalOf(put({ kind: 'originals', study: half.studyUuid }))).toEqual({ code: 'series_incomplete' });
  });

  test('what was cancelled leaves nothing', async () => {
    const { work } = await put(sources.dataset);
    expect(await cancelWork(files.context, files.eva, work.uuid)).toMatchObject({ state: 'cancelled' });
    await files.work();
    expect(await names()).toEqual([]);
    await expectNothingLeft();
  });

  test.each(['dataset', 'originals'] as const)('%s: fails without room, also if its size is not known before', async (kind) => {
    await put(sources[kind]);
    const held = await teamBytes(files.context.db.read, files.bench.eva.teamId);
    await files.work({ ...files.context, bytesPerTeam: held + 100 });
    expect(await last()).toMatchObject({ state: 'failed', failure: 'no-room' });
    expect(await names()).toEqual([]);
    await expectNothingLeft();
  });

  test('the folder is busy meanwhile; a file of its name is in the way', async () => {
    await put(sources.model);
    expect(await refusalOf(deleteFiles(files.context, files.eva, { paths: ['/north/exports'] }, none))).toEqual({ code: 'file_busy' });
    await files.work();
    await deleteFiles(files.context, files.eva, { paths: ['/north/exports'] }, none);
    await files.put({ '/north/exports': 'a file' });
    expect(await refusalOf(put(sources.model))).toEqual({ code: 'file_exists' });
  });

  test('masks of a case that an administrator reads blinded stay out of the area until the campaign has ended [FM-045]', async () => {
    const { context, bench } = files;
    await put(sources.dataset);
    const campaign = randomUUID();
    await saveCampaign(context, bench.eva, campaign, {
      ...{
        base: 0,
        title: 'Liver',
        guideline: '',
        form: null,
        structure,
        blinded: true,
        cases: [{ study: study.studyUuid, known: false }],
      },
      ...{ readers: [bench.tom.userId], reads_per_case: 1, repeats: 0, reviewer: null, due: null },
    });
    await startCampaign(context, bench.eva, campaign);
    await files.work();
    expect(await last()).toMatchObject({ state: 'failed', failure: 'not-allowed' });
    expect(await refusalOf(put(sources.dataset))).toEqual({ code: 'read_by_administrator' });
    expect(await refusalOf(put(sources.dataset, { caller: { ...bench.tom, team: bench.tom } }))).toEqual({ code: 'case_of_campaign' });
    await put(sources.originals);
    await files.work();
    expect(await last()).toMatchObject({ state: 'done' });
    await finishCampaign(context, bench.eva, campaign);
    await put(sources.dataset);
    await files.work();
    expect(await last()).toMatchObject({ state: 'done' });
  });
});
