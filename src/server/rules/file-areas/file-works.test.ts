import { randomUUID } from 'node:crypto';
import { gzipSync, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConflictChoice } from '#contract/file-areas.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import type { ServerContext } from '#server/rules/context.ts';
import { createFaultSteps } from '#server/rules/receive/faults-test-bench.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { clearStrays } from '#server/rules/receive/strays.ts';
import { dropUpload, healUploads } from '#server/rules/uploads/uploads-end.ts';
import { uploadStatus } from '#server/rules/uploads/uploads-status.ts';
import { packChunk, refusalOf, testBytes, testFile, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { UNSORTED } from '#contract/chunk.ts';
import { writeTar } from '#tests/fixtures/archives/write-tar.ts';
import { writeZip } from '#tests/fixtures/archives/write-zip.ts';
import { emptyBin } from './bin.ts';
import { copyFiles, deleteFiles, moveFiles } from './change-files.ts';
import { addTestModel, createFilesBench, nobodyConcerned as none, type FilesBench } from './file-areas-test-bench.ts';
import { readFile } from './file-bytes.ts';
import { listFiles } from './list-files.ts';
import { packFiles, unpackFile } from './pack-files.ts';
import { newEntry } from './areas.ts';
import { putIntoFiles } from './put-into-files.ts';
import { takeUpload } from './take-upload.ts';
import { cancelWork, listWorks } from './works.ts';

const DAY_MS = 86_400_000;
const text = (bytes: string) => Buffer.from(bytes);

describe.each(TEST_ENGINES)('works of file areas on %s', (engine) => {
  let files: FilesBench;
  beforeEach(async () => void (files = await createFilesBench(engine)));
  afterEach(() => files.bench.close());

  const works = async () => (await listWorks(files.context, files.eva)).data;
  const last = async () => (await works())[0]!;
  const unzip = (file: string, path: string, conflict?: ConflictChoice) =>
    unpackFile(files.context, files.eva, { file, path, ...(conflict && { conflict }) }, none);
  const zip = (path: string, file: string, paths?: string[]) =>
    packFiles(files.context, files.eva, { path, file, ...(paths && { paths }) }, none);
  const take = (session: string, count: number, more: { dir?: string; conflict?: ConflictChoice; uuid?: string } = {}) =>
    takeUpload(files.context, files.eva, { session, dir: '/north', files: count, uuid: randomUUID(), ...more }, none);

  async function bytesOf(path: string): Promise<Buffer> {
    const file = await readFile(files.context, files.eva, { path, offset: 0, length: 4 * 1024 ** 2 }, none);
    return Buffer.concat(await file.stream(0, file.size!).toArray());
  }
  /** Nothing that nobody can reach is left but objects, which are strays. */
  async function expectNothingHidden(): Promise<void> {
    const { read } = files.context.db;
    expect(await read.selectFrom('file_entry').select('id').where('top', '=', 'work').execute()).toEqual([]);
    const used = read.selectFrom('file_entry').select('content_id').where('content_id', 'is not', null);
    expect(await read.selectFrom('file_content').select('id').where('id', 'not in', used).execute()).toEqual([]);
  }
  async function withoutStrays(): Promise<string[]> {
    for (let round = 0; round < 2; round += 1) {
      files.bench.clock.now += 30 * DAY_MS;
      await clearStrays(files.context);
    }
    return files.keys();
  }

  describe('packing', () => {
    test('makes a zip of everything in a folder, which any program opens [FM-010]', async () => {
      await files.put({ '/north/a/b/ä.txt': 'one', '/north/a/c.bin': testBytes(9_000_000), '/north/a/empty/x': '' });
      await deleteFiles(files.context, files.eva, { paths: ['/north/a/empty/x'] }, none);
      const { work } = await zip('/north/a', 'all.zip');
      expect(work).toMatchObject({ kind: 'zip', state: 'waiting', title: 'all.zip', dir: '/north/a', by: 'Eva', entries_total: 4 });
      expect((await listFiles(files.context, files.eva, '/north', none)).data).toMatchObject([{ basename: 'a', busy: true }]);
      await files.work();
      expect(await last()).toMatchObject({ uuid: work.uuid, state: 'done', failure: null, current: null, entries_done: 3 });
      const opened = unzipSync(await zipBytes('/north/a/all.zip'));
      expect(Object.keys(opened).toSorted()).toEqual(['b/ä.txt', 'c.bin', 'empty/']);
      expect(Buffer.from(opened['b/ä.txt']!).toString()).toBe('one');
      expect(Buffer.compare(opened['c.bin']!, testBytes(9_000_000))).toBe(0);
      const stored = await files.context.db.read.selectFrom('file_content').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
      const pieces = await files.context.db.read.selectFrom('file_piece').selectAll().where('content_id', '=', stored.id).execute();
      expect(pieces).toHaveLength(2);
      await expectNothingHidden();
    });

    async function zipBytes(path: string): Promise<Uint8Array> {
      const parts: Buffer[] = [];
      const { size } = (await listFiles(files.context, files.eva, '/north/a', none)).data.find((item) => item.path === path)!;
      for (let offset = 0; offset < size; offset += 4 * 1024 ** 2) {
        const file = await readFile(files.context, files.eva, { path, offset, length: 4 * 1024 ** 2 }, none);
        parts.push(Buffer.concat(await file.stream(0, file.size!).toArray()));
      }
      return Buffer.concat(parts);
    }

    test('is refused where the name exists, and gets a number where it came meanwhile', async () => {
      await files.put({ '/north/a': 'a', '/north/b': 'b' });
      expect(await refusalOf(zip('/north', 'a', ['/north/b']))).toEqual({ code: 'file_exists' });
      expect((await refusalOf(zip('/north', '../x.zip'))).code).toBe('file_name_refused');
      expect(await refusalOf(zip('/north', 'x.zip', ['/north/none']))).toEqual({ code: 'not_found' });
      await zip('/north', 'x.zip', ['/north/b']);
      await files.put({ '/north/x.zip': 'meanwhile' });
      await files.work();
      expect(Object.keys(unzipSync(await bytesOf('/north/x (2).zip')))).toEqual(['b']);
      expect((await files.tree())['/north/x.zip']).toBe('meanwhile');
    });

    test('fails when there is no room, or when the folder is gone', async () => {
      await files.put({ '/north/a/x': 'x'.repeat(600) });
      await zip('/north/a', 'x.zip');
      await files.work({ ...files.context, bytesPerTeam: 1_000 });
      expect(await last()).toMatchObject({ state: 'failed', failure: 'no-room' });
      await zip('/north/a', 'x.zip', ['/north/a/x']);
      expect(await refusalOf(deleteFiles(files.context, files.eva, { paths: ['/north/a'] }, none))).toEqual({ code: 'file_busy' });
      expect(await refusalOf(moveFiles(files.context, files.eva, { paths: ['/north/a'], to: 'b' }, none))).toEqual({ code: 'file_busy' });
      await deleteFiles(files.context, files.eva, { paths: ['/north/a/x'] }, none);
      await emptyBin(files.context, files.eva, { area: 'north' }, none);
      await files.work();
      expect(await last()).toMatchObject({ state: 'failed', failure: 'gone' });
      await expectNothingHidden();
      expect(await withoutStrays()).toEqual([]);
    });
  });

  describe('unpacking', () => {
    const entries = [
      { name: 'top/a.txt', bytes: text('a') },
      { name: 'top/sub/b.txt', bytes: text('b') },
      { name: 'nested.zip', bytes: writeZip([{ name: 'inner', bytes: text('i') }]) },
    ];

    test.each([
      ['a zip', 'x.zip', writeZip(entries)],
      ['a tar.gz', 'x.tar.gz', gzipSync(writeTar(entries))],
    ])('%s becomes its folders and files, with archives in it as files [FM-009]', async (_what, name, bytes) => {
      await files.put({ [`/north/${name}`]: bytes, '/north/out/keep': 'k' });
      const { work } = await unzip(`/north/${name}`, '/north/out');
      await files.work();
      expect(await last()).toMatchObject({ uuid: work.uuid, kind: 'unzip', state: 'done', failure: null, entries_done: 5 });
      const tree = await files.tree('/north/out');
      expect(tree).toMatchObject({ '/north/out/keep': 'k', '/north/out/top/a.txt': 'a', '/north/out/top/sub/b.txt': 'b' });
      expect(Object.keys(tree)).toHaveLength(6);
      expect((await bytesOf('/north/out/nested.zip')).equals(Buffer.from(entries[2]!.bytes))).toBe(true);
      await expectNothingHidden();
    });

    test.each([
      ['overwrite', { '/north/out/top/a.txt': 'a' }],
      ['keep-both', { '/north/out/top/a.txt': 'old', '/north/out/top/a (2).txt': 'a' }],
      ['skip', { '/north/out/top/a.txt': 'old' }],
    ] as const)('where a name exists: %s', async (conflict, expected) => {
      await files.put({ '/north/x.zip': writeZip(entries.slice(0, 1)), '/north/out/top/a.txt': 'old' });
      await unzip('/north/x.zip', '/north/out', conflict);
      await files.work();
      expect(await last()).toMatchObject({ state: 'done', skipped: conflict === 'skip' ? 1 : 0 });
      expect(await files.tree('/north/out')).toEqual({ '/north/out/top': null, ...expected });
      await expectNothingHidden();
    });

    test.each<[string, string, Uint8Array, string]>([
      ['an entry above the folder', 'x.zip', writeZip([{ name: '../evil', bytes: text('x') }]), 'archive-escapes'],
      ['an entry that climbs out later', 'x.zip', writeZip([{ name: 'a/../../evil', bytes: text('x') }]), 'archive-escapes'],
      ['an absolute path', 'x.zip', writeZip([{ name: '/etc/passwd', bytes: text('x') }]), 'archive-escapes'],
      ['a drive', 'x.zip', writeZip([{ name: 'C:\\evil', bytes: text('x') }]), 'archive-escapes'],
      ['the same in a tar', 'x.tar', writeTar([{ name: '../evil', bytes: text('x') }]), 'archive-escapes'],
      ['a link', 'x.zip', writeZip([{ name: 'l', bytes: text('/etc/passwd'), unixMode: 0o120777 }]), 'archive-link'],
      ['a reserved name', 'x.zip', writeZip([{ name: 'a/aux.txt', bytes: text('x') }]), 'name-refused'],
      ['a name that is too long', 'x.zip', writeZip([{ name: 'x'.repeat(256), bytes: text('x') }]), 'name-refused'],
      ['65 folders', 'x.zip', writeZip([{ name: `${'a/'.repeat(65)}x`, bytes: text('x') }]), 'too-deep'],
      ['two entries of one name', 'x.zip', writeZip(['a', 'a'].map((name) => ({ name, bytes: text('x') }))), 'archive-damaged'],
      ['a file that is a folder too', 'x.zip', writeZip(['a', 'a/b'].map((name) => ({ name, bytes: text('x') }))), 'archive-damaged'],
      ['10,001 entries in a folder', 'x.zip', writeZip(Array.from({ length: 10_001 }, (_, n) => ({ name: `f${n}` }))), 'folder-full'],
      ['a bomb', 'x.zip', writeZip([{ name: 'zeros', bytes: new Uint8Array(300_000_000) }]), 'archive-bomb'],
      ['an encrypted entry', 'x.zip', writeZip([{ name: 'a', bytes: text('x'), flags: 1 }]), 'archive-encrypted'],
      ['half of a zip', 'x.zip', writeZip(entries).subarray(0, 120), 'archive-cut-off'],
      ['something else', 'x.zip', text('no archive at all'), 'archive-unreadable'],
      ['nothing in it', 'x.zip', writeZip([]), 'archive-empty'],
    ])('%s is refused, and nothing of the archive appears', async (_what, name, bytes, failure) => {
      await files.put({ [`/north/${name}`]: bytes, '/north/out/keep': 'k' });
      const keys = await files.keys();
      await unzip(`/north/${name}`, '/north/out');
      await files.work();
      expect(await last()).toMatchObject({ state: 'failed', failure });
      expect(await files.tree('/north/out')).toEqual({ '/north/out/keep': 'k' });
      await expectNothingHidden();
      expect((await files.keys()).toSorted()).toEqual(keys.toSorted());
    });

    test('stops at the storage of the team', async () => {
      await files.put({ '/north/x.zip': writeZip([{ name: 'a', bytes: testBytes(5_000) }]), '/north/out/keep': 'k' });
      await unzip('/north/x.zip', '/north/out');
      await files.work({ ...files.context, bytesPerTeam: 5_000 });
      expect(await last()).toMatchObject({ state: 'failed', failure: 'no-room' });
      await expectNothingHidden();
    });

    test('fails after some tries when the folder is full by then, and leaves nothing', async () => {
      await files.put({ '/north/x.zip': writeZip([{ name: 'one more', bytes: text('x') }]), '/north/out/keep': 'k' });
      await unzip('/north/x.zip', '/north/out');
      const { db } = files.context;
      const folder = await db.read.selectFrom('file_entry').selectAll().where('name', '=', 'out').executeTakeFirstOrThrow();
      await db.write(async (tx) => {
        for (let at = 1; at < 10_000; at += 303) {
          const rows = Array.from({ length: 303 }, (_, n) => ({
            ...newEntry({ areaId: folder.area_id, name: `entry ${at + n}`, at: 0 }),
            ...{ parent_id: folder.id, kind: 'folder' as const },
          }));
          await tx.insertInto('file_entry').values(rows).execute();
        }
      });
      for (let tries = 0; tries < 3; tries += 1) {
        await files.work();
        files.bench.clock.now += 3_600_000;
      }
      expect(await last()).toMatchObject({ state: 'failed', failure: 'folder-full' });
      expect((await listFiles(files.context, files.eva, '/north/out', none)).data).toHaveLength(10_000);
      await expectNothingHidden();
      await withoutStrays();
      expect(await files.keys()).toHaveLength(2);
    });

    test('of a folder, or into a file, is refused', async () => {
      await files.put({ '/north/x.zip': writeZip(entries), '/north/out/keep': 'k' });
      expect(await refusalOf(unzip('/north/out', '/north/out'))).toEqual({ code: 'not_a_file' });
      expect(await refusalOf(unzip('/north/x.zip', '/north/out/keep'))).toEqual({ code: 'not_found' });
    });
  });

  /** 2,100 entries: more than a call copies. */
  async function putMany(): Promise<void> {
    await files.put({
      '/north/many.zip': writeZip(Array.from({ length: 2_100 }, (_, n) => ({ name: `d${n % 3}/f${n}`, bytes: text(`${n}`) }))),
    });
    await unzip('/north/many.zip', '/north/many');
  }

  test('a large copy is a work, which shows nothing before all of it is there', async () => {
    await files.put({ '/north/many/x': 'x' });
    await putMany();
    await files.work();
    const answer = await copyFiles(files.context, files.eva, { paths: ['/north/many'], to: 'copy' }, none);
    expect(answer).toMatchObject({ ok: true, work: { kind: 'copy', state: 'waiting', entries_total: 2_105 } });
    expect(Object.keys(await files.tree('/north')).filter((path) => path.startsWith('/north/copy'))).toEqual([]);
    await files.work();
    expect(await last()).toMatchObject({ state: 'done', entries_done: 2_105 });
    const { data } = await listFiles(files.context, files.eva, '/north/copy/d1', none);
    expect(data).toHaveLength(700);
    await expectNothingHidden();
  });

  test('a work that was cancelled leaves nothing, and cannot be cancelled by others', async () => {
    await files.put({ '/north/x.zip': writeZip([{ name: 'a', bytes: text('x') }]), '/north/out/keep': 'k' });
    const { work } = await unzip('/north/x.zip', '/north/out');
    expect(await refusalOf(cancelWork(files.context, files.ute, work.uuid))).toEqual({ code: 'not_found' });
    expect(await cancelWork(files.context, files.eva, work.uuid)).toMatchObject({ state: 'cancelled' });
    await files.work();
    expect(await cancelWork(files.context, files.eva, work.uuid)).toMatchObject({ state: 'cancelled', failure: null });
    expect(await files.tree('/north/out')).toEqual({ '/north/out/keep': 'k' });
    expect(await listWorks(files.context, files.ute)).toEqual({ data: [] });
  });

  describe('an upload into a folder', () => {
    test('gives each file to the folder when it was verified, and ends with the last', async () => {
      const session = await files.openUpload();
      const uuid = randomUUID();
      await files.send(session, 0, 'before.txt', 'sent before');
      await files.put({ '/north/in/b.txt': 'old' });
      expect((await take(session, 3, { dir: '/north/in', uuid })).work).toMatchObject({ kind: 'take', count: 3, entries_total: 3 });
      await files.work();
      expect((await files.tree('/north/in'))['/north/in/before.txt']).toBe('sent before');
      await files.send(session, 1, 'sub/a.txt', 'aa');
      await files.work();
      expect(await last()).toMatchObject({ state: 'running', entries_done: 2, bytes_done: 13 });
      // A device that missed the answer sends the chunk again, also under another number.
      await files.send(session, 1, 'sub/a.txt', 'aa');
      await files.send(session, 7, 'sub/a.txt', 'aa');
      const status = await uploadStatus(files.context, files.bench.eva, session);
      expect(status.files).toEqual(['before.txt', 'sub/a.txt'].map((id) => expect.objectContaining({ file_id: id, proved: true })));
      const large = testFile('b.txt', testBytes(20_000), { name: 'b.txt', seriesId: UNSORTED });
      const part = (chunk: number, from: number, to: number) =>
        receiveChunk(files.context, files.bench.eva, packChunk({ session, studyUuid: session, chunk }, [{ file: large, from, to }]));
      await part(8, 0, 10_000);
      await files.work();
      expect((await last()).state).toBe('running');
      await part(9, 10_000, 20_000);
      await files.work();
      expect(await last()).toMatchObject({ state: 'done', entries_done: 3, skipped: 0 });
      expect((await bytesOf('/north/in/b (2).txt')).equals(Buffer.from(large.bytes))).toBe(true);
      const tree = await files.tree('/north/in');
      expect(tree).toMatchObject({ '/north/in/before.txt': 'sent before', '/north/in/sub/a.txt': 'aa', '/north/in/b.txt': 'old' });
      const upload = await files.context.db.read.selectFrom('upload').selectAll().where('session', '=', session).executeTakeFirstOrThrow();
      expect(upload.state).toBe('finished');
      expect((await take(session, 3, { dir: '/north/in', uuid })).work.state).toBe('done');
      await healUploads(files.context);
      await withoutStrays();
      expect((await bytesOf('/north/in/b (2).txt')).equals(Buffer.from(large.bytes))).toBe(true);
    });

    test('counts once against the storage of the team', async () => {
      const session = await files.openUpload();
      await take(session, 3);
      const context = { ...files.context, bytesPerTeam: 100 };
      const send = (chunk: number, name: string) => {
        const file = testFile(name, testBytes(40, chunk), { name, seriesId: UNSORTED });
        return receiveChunk(context, files.bench.eva, packChunk({ session, studyUuid: session, chunk }, [file]));
      };
      await send(0, 'a');
      await files.work(context);
      await send(1, 'b');
      await files.work(context);
      expect(await refusalOf(send(2, 'c'))).toMatchObject({ code: 'storage_full' });
      expect(Object.keys(await files.tree())).toEqual(['/north/a', '/north/b']);
    });

    test('leaves out names that are refused, and says how many', async () => {
      const session = await files.openUpload();
      await take(session, 3);
      for (const [chunk, name] of ['../evil', 'con', 'good'].entries()) await files.send(session, chunk, name, name);
      await files.work();
      expect(await last()).toMatchObject({ state: 'done', entries_done: 1, skipped: 2 });
      expect(await files.tree()).toEqual({ '/north/good': 'good' });
      await withoutStrays();
      expect(await files.keys()).toHaveLength(1);
    });

    test('is refused for uploads of others, without the right, twice, or into no folder; it fails when it is dropped', async () => {
      const session = await files.openUpload();
      const asUte = { session, dir: '/south', files: 1, uuid: randomUUID() };
      expect(await refusalOf(takeUpload(files.context, files.ute, asUte, none))).toEqual({ code: 'not_found' });
      const withoutUpload = new Set(['r:team', 'r:invitations'] as const);
      const reader = { ...files.eva, team: { ...files.eva.team, permissions: withoutUpload } };
      const asReader = { session, dir: '/north', files: 1, uuid: randomUUID() };
      expect(await refusalOf(takeUpload(files.context, reader, asReader, none))).toEqual({ code: 'not_allowed' });
      expect(await refusalOf(take(session, 1, { dir: '/north/none' }))).toEqual({ code: 'not_found' });
      await take(session, 2);
      expect(await refusalOf(take(session, 2))).toEqual({ code: 'conflict' });
      await files.send(session, 0, 'a', 'a');
      await files.work();
      await dropUpload(files.context, files.bench.eva, session);
      await files.work();
      expect(await last()).toMatchObject({ state: 'failed', failure: 'gone' });
      expect(await files.tree()).toEqual({ '/north/a': 'a' });
      await withoutStrays();
      expect(await files.tree()).toEqual({ '/north/a': 'a' });
    });
  });

  describe('a server that is killed at any step', () => {
    /** Every eleventh step, from one that differs; LIGHTSHIP_TEST_FAULT_STRIDE=1 takes all of them. */
    const STRIDE = Number(process.env['LIGHTSHIP_TEST_FAULT_STRIDE'] ?? 11);
    const FIRST = 1 + Math.floor(Math.random() * STRIDE);

    type Begin = () => Promise<unknown>;
    const WORKS: [string, (bench: FilesBench) => Promise<Begin>][] = [
      [
        'copying',
        async (bench) => {
          await bench.put({ '/north/a/x': 'x', '/north/a/b/y': 'y', '/north/in/a/x': 'old' });
          return () => bigCopy(bench);
        },
      ],
      [
        'packing',
        async (bench) => {
          await bench.put({ '/north/a/x': 'x', '/north/a/b/y': 'y' });
          return () => packFiles(bench.context, bench.eva, { path: '/north', file: 'x.zip' }, none);
        },
      ],
      [
        'unpacking',
        async (bench) => {
          const names = ['a/x', 'a/b/y', 'c'];
          await bench.put({ '/north/x.zip': writeZip(names.map((name) => ({ name, bytes: text(name) }))), '/north/a/x': 'old' });
          return () => unpackFile(bench.context, bench.eva, { path: '/north', file: '/north/x.zip', conflict: 'overwrite' }, none);
        },
      ],
      [
        'taking',
        async (bench) => {
          const session = await bench.openUpload();
          for (const [chunk, name] of ['a/x', 'y', 'a/z'].entries()) await bench.send(session, chunk, name, name);
          const body = { session, dir: '/north', files: 3, uuid: randomUUID() };
          return () => takeUpload(bench.context, bench.eva, body, none);
        },
      ],
      [
        'putting',
        async (bench) => {
          const version = await addTestModel(bench);
          return () => putIntoFiles(bench.context, bench.eva, { source: { kind: 'model', version }, uuid: randomUUID() }, none);
        },
      ],
    ];

    /** As a large copy is queued: a small one needs no job. */
    async function bigCopy({ context, eva }: FilesBench): Promise<void> {
      const { db } = context;
      const rows = await db.read.selectFrom('file_entry').selectAll().where('name', 'in', ['a', 'in']).orderBy('id').execute();
      const [source, folder] = [rows.find(({ name }) => name === 'a')!, rows.find(({ name }) => name === 'in')!];
      const plan = { sources: [{ id: source.id, name: 'a' }], folderId: folder.id, conflict: 'keep-both' };
      await db.write(async (tx) => {
        const { id } = await tx
          .insertInto('file_work')
          .values({
            ...{ uuid: randomUUID(), area_id: source.area_id, user_id: eva.userId, kind: 'copy', is_job: 1, state: 'waiting', input: '' },
            ...{ plan: JSON.stringify(plan), dir_id: folder.id, upload_id: null, title: 'a', count: 1, dir: '/north/in', entries_done: 0 },
            ...{ entries_total: 4, bytes_done: 0, bytes_total: 2, current: null, failure: null, skipped: 0, created_at: context.now() },
            ...{ started_at: null, ended_at: null },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await context.jobs.add(tx, { name: 'file-work', payload: { workId: id }, uniqueKey: `file-work-${id}` });
      });
    }

    test.each(WORKS)(
      '%s neither loses nor doubles an entry',
      async (_what, prepare) => {
        // Without a kill: what has to be there, and how many steps there are.
        await (
          await prepare(files)
        )();
        const counted = createFaultSteps();
        await runWith(files, counted);
        const expected = await files.tree();
        expect(await last()).toMatchObject({ state: 'done' });
        expect(counted.count()).toBeGreaterThan(2 * STRIDE);
        for (let at = FIRST; at <= counted.count(); at += STRIDE) {
          const bench = await createFilesBench(engine);
          try {
            await (
              await prepare(bench)
            )();
            const steps = createFaultSteps({ at, kind: 'kill' });
            await Promise.race([runWith(bench, steps), steps.killed]);
            await steps.reap();
            // The next process.
            await bench.context.jobs.voidEarlierLeases();
            bench.bench.clock.now += 3_600_000;
            await bench.work();
            expect(await bench.tree(), counted.names()[at - 1]).toEqual(expected);
            expect((await listWorks(bench.context, bench.eva)).data[0]).toMatchObject({ state: 'done' });
            const hidden = bench.context.db.read.selectFrom('file_entry').select('id').where('top', '=', 'work');
            expect(await hidden.execute()).toEqual([]);
            for (let round = 0; round < 2; round += 1) {
              bench.bench.clock.now += 30 * DAY_MS;
              await clearStrays(bench.context);
            }
            expect(await bench.tree()).toEqual(expected);
          } finally {
            await bench.bench.close();
          }
        }
      },
      300_000,
    );

    async function runWith(bench: FilesBench, steps: ReturnType<typeof createFaultSteps>): Promise<void> {
      const db = steps.database(bench.context.db);
      const jobs: TestBench['context']['jobs'] = createJobQueue(db, { now: bench.context.now });
      const context: ServerContext & { jobs: typeof jobs } = { ...bench.context, db, objects: steps.objects(bench.context.objects), jobs };
      await bench.work(context);
    }
  });
});
